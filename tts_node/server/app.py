"""Builds the web app: the gate before everything, the sessions behind it, a few plain paths beside them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from tts_node.config import HttpConfig, LimitsConfig, OpenAIConfig, ServerConfig
from tts_node.errors import BadRequest
from tts_node.protocol import PATH
from tts_node.server import admin, http, openapi, openapi_page
from tts_node.server.addresses import CachedNetworks, host_names
from tts_node.server.audio_http import AudioDoor
from tts_node.server.auth import Guard, Secrets
from tts_node.server.doorway import Doorway, Handler
from tts_node.server.gate import Gate
from tts_node.server.openai import OpenAIDoor
from tts_node.server.ports import AdminPort, MonitorPort, NodePort, SpeakDefaults
from tts_node.server.preview_http import PreviewDoor
from tts_node.server.recorder import Recorder
from tts_node.server.refusal import refuse
from tts_node.server.seats import Seats
from tts_node.server.sessions import Sessions
from tts_node.server.speak_http import SpeakDoor


@dataclass(frozen=True, slots=True)
class HttpDoors:
    """What the doors for speech over HTTP are made with."""

    http: HttpConfig = field(default_factory=HttpConfig)
    openai: OpenAIConfig = field(default_factory=OpenAIConfig)
    recorder: Recorder | None = None
    """Without one no sound is kept."""


def build_app(
    node: NodePort,
    config: ServerConfig,
    tokens: Secrets,
    *,
    defaults: SpeakDefaults | None = None,
    names: Collection[str] | None = None,
    doors: HttpDoors | None = None,
    administration: AdminPort | None = None,
    monitor: MonitorPort | None = None,
) -> Starlette:
    """The app for `serve.Server`; `app.state.sessions` are its `Sessions`.

    `names` are host names of this node besides localhost and `*.local`; None takes the machine's and the
    node's.
    """
    guard = Guard(
        tokens,
        names=names if names is not None else (*host_names(), node.name),
        allow=config.allow,
        trusted_proxies=config.trusted_proxies,
        hostnames=config.hostnames,
        origins=config.origins,
        require_token=config.require_token,
        own_networks=CachedNetworks(),
    )
    seats = Seats(config.limits)
    defaults = defaults or SpeakDefaults()
    sessions = Sessions(node, config.limits, defaults, seats, administration)
    app = Starlette(
        routes=[
            *http.routes(node),
            *(http.monitor_routes(monitor) if monitor is not None else ()),
            *(admin.routes(administration) if administration is not None else ()),
            *_speaking(node, config.limits, defaults, seats, doors or HttpDoors()),
            WebSocketRoute(PATH, sessions),
            WebSocketRoute("/{path:path}", _NoSuchSocket()),
        ],
        middleware=[Middleware(Gate, guard=guard)],
        exception_handlers={HTTPException: http.http_error, Exception: http.internal_error},
    )
    app.state.sessions = sessions
    return app


def _speaking(
    node: NodePort, limits: LimitsConfig, defaults: SpeakDefaults, seats: Seats, doors: HttpDoors
) -> list[Route]:
    def route(path: str, handle: Handler, *methods: str) -> Route:
        return Route(path, Doorway(handle, seats), methods=methods)

    speak = SpeakDoor(node, limits, defaults, recorder=doors.recorder, get_speak=doors.http.get_speak)
    routes = [
        route("/v1/speak", speak.speak, "POST", "GET"),
        route("/v1/outputs", speak.keep, "POST"),
        route("/v1/preview", PreviewDoor(node, limits).preview, "POST"),
    ]
    if doors.openai.enabled:
        door = OpenAIDoor(node, limits, defaults, doors.openai)
        routes += [
            route("/v1/audio/speech", door.speech, "POST"),
            route("/v1/audio/voices", door.voices, "GET"),
            route("/v1/audio/models", door.audio_models, "GET"),
            route("/v1/models", door.models, "GET"),
            route("/v1/models/{name:path}", door.model, "GET"),
        ]
    if doors.recorder is not None:
        audio = AudioDoor(doors.recorder.store)
        routes.append(route("/v1/audio/{id}.{ext}", audio.handle, "GET"))
    document = openapi.document(
        node.version,
        limits,
        openai=doors.openai.enabled,
        get_speak=doors.http.get_speak,
        outputs=doors.recorder is not None,
    )
    return [*routes, *openapi_page.routes(document)]


class _NoSuchSocket:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refuse(scope, send, BadRequest(f"WebSocket clients connect to {PATH}"), status=404)
