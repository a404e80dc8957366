"""Speech over plain HTTP: `/v1/speak` answers with the sound as it is made, `/v1/outputs` with its URL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from tts_node import protocol
from tts_node.audio.encode import media_type
from tts_node.audio.format import OutputFormat
from tts_node.config import LimitsConfig
from tts_node.errors import BadMessage, Forbidden, NotFound, StorageFull, Unauthorized, UnknownField
from tts_node.server.delivery import Bare, deliver, describe, watched
from tts_node.server.exchange import Exchange
from tts_node.server.gate import address_of, grant_of
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.recorder import Recorder
from tts_node.server.refused import refusals_counted
from tts_node.speech.utterance import Priority, Utterance

_SOCKET_ONLY: Final = ("type", "id", "ref", "more", "marks", "pace")
"""What `speak` has on a WebSocket alone."""
_QUERY: Final = (
    "text",
    "voice",
    "speaker",
    "language",
    "text_format",
    "instruct",
    "speed",
    "format",
    "priority",
    "cache",
)
_DEFAULT: Final = "wav"


class SpeakDoor:
    """`POST /v1/speak`, `POST /v1/outputs`, and `GET /v1/speak` where the configuration allows it."""

    def __init__(
        self,
        node: NodePort,
        limits: LimitsConfig,
        defaults: SpeakDefaults,
        *,
        recorder: Recorder | None,
        get_speak: bool,
    ) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._recorder = recorder
        self._get_speak = get_speak

    async def speak(self, exchange: Exchange) -> None:
        """See `doorway.Handler`."""
        with refusals_counted(self._node, "http"):
            fields, store = await self._fields(exchange)
        if store:
            await self._keep(exchange, fields)
            return
        with refusals_counted(self._node, "http"):
            utterance = self._utterance(fields, door="http")
            is_head = exchange.scope["method"] == "HEAD"
            speaking = None if is_head else self._node.speech.speak(utterance)
        if speaking is None:
            # Players ask what it is before they fetch it; nothing is spoken for that.
            fmt = OutputFormat(utterance.format.container, utterance.format.rate or 22_050, 1)
            await exchange.start(200, [("content-type", media_type(fmt)), ("cache-control", "no-store")])
            await exchange.write(b"", more=False)
            return
        await deliver(exchange, speaking, Bare(), slow_reader_s=self._limits.slow_reader_s)

    async def keep(self, exchange: Exchange) -> None:
        """See `doorway.Handler`."""
        with refusals_counted(self._node, "outputs"):
            fields = dict(await exchange.json(self._limits.message_bytes))
        await self._keep(exchange, fields)

    async def _fields(self, exchange: Exchange) -> tuple[dict[str, Any], bool]:
        """What a `speak` is made of, and whether its sound is to be kept."""
        if exchange.scope["method"] != "POST":
            self._check_fetch(exchange)
            return _query(exchange), False
        fields = dict(await exchange.json(self._limits.message_bytes))
        store = fields.pop("store", None)
        if store is not None and not isinstance(store, bool):
            raise BadMessage("`store` must be true or false")
        if not store and fields.pop("wait", None) is not None:
            raise BadMessage("`wait` is for sound that is kept (`store`)")
        return fields, bool(store)

    async def _keep(self, exchange: Exchange, fields: dict[str, Any]) -> None:
        recorder = self._recorder
        with refusals_counted(self._node, "outputs"):
            if recorder is None:
                raise StorageFull("sound is not kept on this node")
            wait = fields.pop("wait", None)
            if wait is not None and not isinstance(wait, bool):
                raise BadMessage("`wait` must be true or false")
            utterance = self._utterance(fields, door="outputs")
            address = address_of(exchange.scope)
            recorder.check(address)
            speaking = self._node.speech.speak(utterance)
        async with watched(exchange, speaking):
            output, began = await recorder.record(speaking, address)
            if wait:
                await output.completed()
        path = f"/v1/audio/{output.name}"
        answer = {
            "id": output.id,
            "url": f"{exchange.scope['scheme']}://{exchange.header('host')}{path}",
            "path": path,
            "content_type": output.content_type,
            "expires": datetime.fromtimestamp(output.expires_at, UTC).isoformat(timespec="seconds"),
        }
        body = json.dumps(answer).encode()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("location", path),
            ("cache-control", "no-store"),
        ]
        await exchange.start(201, [*headers, *describe(began)])
        await exchange.write(body, more=False)

    def _utterance(self, fields: Mapping[str, Any], door: str) -> Utterance:
        for name in _SOCKET_ONLY:
            if name in fields:
                raise UnknownField(f'unknown field "{name}"; it belongs to the WebSocket protocol')
        # A file's container is enough for most, so the word alone will do.
        given = fields.get("format")
        wanted = {"container": given} if isinstance(given, str) else given
        if isinstance(wanted, Mapping):
            wanted = {"container": _DEFAULT, **wanted}
        try:
            speak = protocol.parse_client({**fields, "format": wanted, "type": "speak"})
        except protocol.MessageRefused as refused:
            raise refused.error from None
        assert isinstance(speak, protocol.Speak)
        return Utterance(
            text=speak.text,
            voice=speak.voice,
            speaker=speak.speaker,
            language=speak.language,
            text_format=speak.text_format or "auto",
            instruct=speak.instruct,
            speed=speak.speed,
            format=speak.format or OutputFormat(_DEFAULT),
            priority=Priority[speak.priority.upper()] if speak.priority else self._defaults.priority,
            cache=speak.cache is not False,
            door=door,
        )

    def _check_fetch(self, exchange: Exchange) -> None:
        """A `GET` needs no permission from a browser, so any page could make the house speak by an image.

        Raises `Forbidden`, `Unauthorized`, and `NotFound` where it is off.
        """
        if not self._get_speak:
            raise NotFound("speaking by GET is off on this node (`http.get_speak`); use POST")
        if grant_of(exchange.scope).by_token:
            return
        sites = exchange.headers("sec-fetch-site")
        if not set(sites) <= {"same-origin", "none"}:
            raise Forbidden("pages of other sites may not speak by GET")
        referrers = exchange.headers("referer")
        host = (exchange.header("host") or "").lower()
        if any(_authority(referrer) != host for referrer in referrers):
            raise Forbidden("pages of other sites may not speak by GET")
        is_browser = any("Mozilla/" in agent for agent in exchange.headers("user-agent"))
        if is_browser and not sites and not referrers:
            # Over plain http browsers do not say which page asks (Fetch Metadata is for secure addresses
            # alone), and a page can keep the referrer back. It cannot hide that it is a browser.
            raise Unauthorized("a browser needs a token for speaking by GET")


def _authority(url: str) -> str | None:
    """Host and port of a URL, lower case; None where it is malformed."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return None


def _query(exchange: Exchange) -> dict[str, Any]:
    """The query as the fields of a `speak`. Raises `BadMessage`, `UnknownField`."""
    try:
        query = exchange.scope["query_string"].decode("ascii")
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict")
    except ValueError:
        raise BadMessage("the query is malformed") from None
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name not in _QUERY:
            raise UnknownField(f"unknown parameter {name[:64]!r}; there are {', '.join(_QUERY)}")
        if name in fields:
            raise BadMessage(f"`{name}` is there twice")
        fields[name] = value
    if "speed" in fields:
        try:
            fields["speed"] = float(fields["speed"])
        except ValueError:
            raise BadMessage("`speed` must be a number") from None
    if "cache" in fields:
        if fields["cache"] not in ("true", "false"):
            raise BadMessage("`cache` must be true or false")
        fields["cache"] = fields["cache"] == "true"
    return fields
