"""Support: a real Home Assistant in a process of its own, and what a person does in it, over its own APIs."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

HERE = Path(__file__).parent
PORT = 8123
"""Free, in a network of its own."""
URL = f"http://127.0.0.1:{PORT}"
READY_S = 150.0
"""The first start compiles a few thousand modules."""
STOP_S = 40.0

_CONFIGURATION = f"""
homeassistant:
  name: Home
  latitude: 52.5
  longitude: 13.4
  elevation: 30
  unit_system: metric
  time_zone: Europe/Berlin
  country: DE
  internal_url: {URL}
  external_url: {URL}
http:
  server_host: 127.0.0.1
  server_port: {PORT}
api:
config:
onboarding:
media_source:
zeroconf:
tts:
wyoming:
slow_writer:
media_player:
  - platform: loudspeaker
logger:
  default: info
  logs:
    homeassistant.components.wyoming.config_flow: debug
"""

Found = TypeVar("Found")


def until(look: Callable[[], Found | None], timeout_s: float, what: str) -> Found:
    """What `look` finds, as soon as that is something."""
    end = time.monotonic() + timeout_s
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, f"not within {timeout_s:.0f} s: {what}"
        time.sleep(0.1)


class House:
    """A running Home Assistant, with somebody logged in."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._open = ExitStack()
        self._http = self._open.enter_context(httpx.Client(base_url=URL, timeout=60))
        self._socket: ClientConnection | None = None
        self._numbers = itertools.count(1)

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    # --- REST ----------------------------------------------------------------------------------------

    def get(self, path: str) -> Any:
        return self._answer(self._http.get(path))

    def post(self, path: str, body: object) -> Any:
        return self._answer(self._http.post(path, json=body))

    def act(self, action: str, **data: object) -> None:
        """What Home Assistant calls an action: `tts.speak`."""
        self.post(f"/api/services/{action.replace('.', '/')}", data)

    def ask(self, action: str, **data: object) -> Any:
        """An action that answers."""
        return self.post(f"/api/services/{action.replace('.', '/')}?return_response", data)[
            "service_response"
        ]

    def state(self, entity: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/states/{entity}")
        return found

    def fetch(self, url: str) -> httpx.Response:
        """As a loudspeaker does: by the address alone."""
        answer = httpx.get(httpx.URL(URL).join(url), timeout=60)
        answer.raise_for_status()
        return answer

    @contextmanager
    def listen(self, url: str) -> Iterator[Iterator[bytes]]:
        """The same, while it is still being made."""
        with httpx.stream("GET", httpx.URL(URL).join(url), timeout=60) as answer:
            answer.raise_for_status()
            yield answer.iter_raw()

    # --- WebSocket -----------------------------------------------------------------------------------

    def command(self, kind: str, **fields: object) -> Any:
        """The result of a WebSocket command."""
        assert self._socket is not None
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "type": kind, **fields}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer["id"] == number and answer["type"] == "result":
                assert answer["success"], answer["error"]
                return answer["result"]

    def events(self, kind: str, last: str, **fields: object) -> dict[str, dict[str, Any]]:
        """What a WebSocket command tells until an event of the type `last`, by type."""
        self.command(kind, **fields)
        assert self._socket is not None
        told: dict[str, dict[str, Any]] = {}
        while last not in told:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer["type"] == "event":
                told[answer["event"]["type"]] = answer["event"].get("data") or {}
        return told

    # --- discoveries and devices ---------------------------------------------------------------------

    def discoveries(self) -> dict[str, dict[str, Any]]:
        """What Home Assistant found and asks about, by unique id: integration, step and flow."""
        flows = self.command("config_entries/flow/progress")
        return {
            flow["context"]["unique_id"]: flow for flow in flows if flow["context"]["source"] == "zeroconf"
        }

    def confirm(self, flow_id: str) -> dict[str, Any]:
        """ "Add", in the box of a discovery; the entry that this made."""
        answer = self.post(f"/api/config/config_entries/flow/{flow_id}", {})
        assert answer["type"] == "create_entry", answer
        entry: dict[str, Any] = answer["result"]
        return entry

    def entities(self, entry_id: str) -> list[str]:
        """Those that an entry made, also while it is not loaded."""
        listed = self.command("config/entity_registry/list")
        return [one["entity_id"] for one in listed if one["config_entry_id"] == entry_id]

    # --- start and end -------------------------------------------------------------------------------

    def log_in(self) -> None:
        """Make the first user, as the first browser would."""
        person = {"client_id": f"{URL}/", "name": "Anna", "username": "anna", "password": "only in a test"}
        code = self.post("/api/onboarding/users", {**person, "language": "en"})["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": f"{URL}/"}
        token = self._answer(self._http.post("/auth/token", data=form))["access_token"]
        self._http.headers["Authorization"] = f"Bearer {token}"
        opening = connect(f"ws://127.0.0.1:{PORT}/api/websocket", max_size=None, compression=None)
        self._socket = self._open.enter_context(opening)
        self._socket.recv(timeout=60)
        self._socket.send(json.dumps({"type": "auth", "access_token": token}))
        assert json.loads(self._socket.recv(timeout=60))["type"] == "auth_ok"

    def answers(self) -> bool:
        """It serves HTTP."""
        try:
            return self._http.get("/api/onboarding").is_success
        except httpx.TransportError:
            return False

    def close(self) -> None:
        self._open.close()

    @staticmethod
    def _answer(answer: httpx.Response) -> Any:
        assert answer.is_success, f"{answer.request.url}: {answer.status_code} {answer.text[:500]}"
        return answer.json()


@contextmanager
def home_assistant(environment: Path, folder: Path) -> Iterator[House]:
    """Start what is installed in `environment`, with a configuration of its own in `folder`."""
    configuration = folder / "configuration"
    configuration.mkdir()
    (configuration / "configuration.yaml").write_text(_CONFIGURATION)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HERE / "custom_components", configuration / "custom_components", ignore=ignored)
    command = [str(environment / "bin" / "hass"), "--config", str(configuration), "--skip-pip"]
    variables = {
        "PATH": f"{environment / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
    }
    log = folder / "hass.log"
    with log.open("w") as written:
        process = subprocess.Popen(command, env=variables, stdout=written, stderr=subprocess.STDOUT)
    house = House(log)

    def ready() -> bool:
        assert process.poll() is None, f"Home Assistant ended:\n{house.log[-3000:]}"
        return house.answers()

    try:
        until(ready, READY_S, "Home Assistant serves HTTP")
        house.log_in()
        until(lambda: house.get("/api/config")["state"] == "RUNNING", READY_S, "Home Assistant runs")
        yield house
    finally:
        house.close()
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)
