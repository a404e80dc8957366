"""Getting voices from a copy of Piper's list on loopback: whole, broken off, wrong, and strange."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from tts_node.cli import main
from tts_node.errors import UnknownVoice
from tts_node.voices import download
from tts_node.voices.download import FetchFailed, Patience, RemoteFile, fetch
from tts_node.voices.piper_list import fetch_voice, find, read_list

MODEL = bytes(range(256)) * 4000
CONFIG = b'{"audio": {"sample_rate": 22050}}'
CARD = b"License: CC0"
NAME = "de_DE-thorsten-medium"
PATH = f"de/de_DE/thorsten/medium/{NAME}.onnx"
QUICK = Patience(tries=3, first_wait_s=0.0, timeout_s=10)


class Copy:
    """A web server with a copy of the list, and with the faults that a test asks for."""

    def __init__(self) -> None:
        self.files = {PATH: MODEL, f"{PATH}.json": CONFIG, "de/de_DE/thorsten/medium/MODEL_CARD": CARD}
        self.requests: list[tuple[str, str | None]] = []
        """Paths and their Range headers, without the list's own."""
        self.break_after: int | None = None
        """Close the connection after so many bytes of a file."""
        self.break_list = False
        self.breaks = 1
        self.ranges = True
        self.status: int | None = None
        self.entry: dict[str, object] = {
            "key": NAME,
            "language": {"code": "de_DE", "name_english": "German", "country_english": "Germany"},
            "quality": "medium",
            "num_speakers": 1,
            "aliases": ["de-thorsten"],
        }
        self.entries: dict[str, object] = {"en_US-amy-low": {"files": {"broken": 1}}}
        copy = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                copy.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/copy"

    def listing(self) -> bytes:
        files = {
            path: {"size_bytes": len(data), "md5_digest": hashlib.md5(data).hexdigest()}
            for path, data in self.files.items()
        }
        return json.dumps({NAME: {"files": files} | self.entry} | self.entries).encode()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        path = handler.path.removeprefix("/copy/")
        if path == "voices.json":
            body = self.listing()
            self.send(handler, 200, body, {}, most=5 if self.break_list else None)
            return
        wanted = handler.headers.get("Range")
        self.requests.append((path, wanted))
        data = self.sent(path)
        most = None
        if self.break_after is not None and data and len(data) > self.break_after and self.breaks > 0:
            self.breaks -= 1
            most = self.break_after
        if self.status is not None:
            self.send(handler, self.status, b"", {})
        elif data is None:
            self.send(handler, 404, b"", {})
        elif wanted is not None and self.ranges:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= len(data):
                self.send(handler, 416, b"", {})
            else:
                about = {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"}
                self.send(handler, 206, data[start:], about, most)
        else:
            self.send(handler, 200, data, {}, most)

    def sent(self, path: str) -> bytes | None:
        return self.files.get(path)

    def send(
        self,
        handler: BaseHTTPRequestHandler,
        status: int,
        body: bytes,
        headers: dict[str, str],
        most: int | None = None,
    ) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body[:most])
        if most is not None:
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def copy() -> Iterator[Copy]:
    served = Copy()
    thread = threading.Thread(target=served.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield served
    served.server.shutdown()
    thread.join()
    served.server.server_close()


def get(copy: Copy, folder: Path, progress: list[int] | None = None) -> bool:
    voice = find(read_list(copy.url), NAME)
    told = progress if progress is not None else []
    return fetch_voice(voice, folder, told.append, base_url=copy.url, patience=QUICK).new


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


COMPLETE = {f"{NAME}.onnx", f"{NAME}.onnx.json", f"{NAME}.MODEL_CARD"}


# --- the files -----------------------------------------------------------------------------------------


def test_a_voice_comes_whole_with_its_settings_and_licence(copy: Copy, tmp_path: Path) -> None:
    progress: list[int] = []
    assert get(copy, tmp_path / "new" / "voices", progress) is True
    folder = tmp_path / "new" / "voices"
    assert (folder / f"{NAME}.onnx").read_bytes() == MODEL
    assert (folder / f"{NAME}.onnx.json").read_bytes() == CONFIG
    assert names(folder) == COMPLETE
    assert progress == sorted(progress)
    assert progress[-1] == len(MODEL) + len(CONFIG)


def test_a_voice_that_is_there_is_not_fetched_again_and_a_damaged_one_is(copy: Copy, tmp_path: Path) -> None:
    get(copy, tmp_path)
    copy.requests.clear()
    assert get(copy, tmp_path) is False
    assert copy.requests == []
    (tmp_path / f"{NAME}.onnx").write_bytes(MODEL[:-1] + b"!")
    assert get(copy, tmp_path) is True
    assert [path for path, _ in copy.requests] == [PATH]
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL


def test_a_transfer_that_breaks_goes_on_where_it_broke(copy: Copy, tmp_path: Path) -> None:
    copy.break_after, copy.breaks = 300_000, 2
    get(copy, tmp_path)
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL
    ranges = [wanted for path, wanted in copy.requests if path == PATH]
    assert ranges == [None, "bytes=300000-", "bytes=600000-"]


def test_what_a_stopped_fetch_left_is_used_by_the_next(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.onnx.part").write_bytes(MODEL[:700_000])
    get(copy, tmp_path)
    assert [wanted for path, wanted in copy.requests if path == PATH] == ["bytes=700000-"]
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL
    assert names(tmp_path) == COMPLETE


def test_a_complete_part_needs_no_request(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.onnx.part").write_bytes(MODEL)
    get(copy, tmp_path)
    assert PATH not in [path for path, _ in copy.requests]
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL


@pytest.mark.parametrize("left", [b"x" * 5000, MODEL[:-1] + b"!", MODEL + b"more"])
def test_a_part_of_something_else_is_thrown_away(copy: Copy, tmp_path: Path, left: bytes) -> None:
    (tmp_path / f"{NAME}.onnx.part").write_bytes(left)
    get(copy, tmp_path)
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL


def test_a_server_without_ranges_sends_the_whole_file_again(copy: Copy, tmp_path: Path) -> None:
    copy.ranges = False
    copy.break_after = 300_000
    get(copy, tmp_path)
    assert (tmp_path / f"{NAME}.onnx").read_bytes() == MODEL


def test_a_wrong_checksum_leaves_nothing_behind(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(path: str) -> bytes | None:
        return MODEL[:-1] + b"!" if path == PATH else copy.files.get(path)

    monkeypatch.setattr(copy, "sent", wrong)
    with pytest.raises(FetchFailed, match="the checksum is wrong"):
        get(copy, tmp_path)
    assert names(tmp_path) == COMPLETE - {f"{NAME}.onnx"}


def test_more_bytes_than_the_list_names_are_refused(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy, "sent", lambda path: (copy.files.get(path) or b"") + b"more")
    with pytest.raises(FetchFailed, match="more than the"):
        get(copy, tmp_path)


def test_a_connection_that_never_brings_anything_fails_after_its_tries_and_keeps_the_part(
    copy: Copy, tmp_path: Path
) -> None:
    (tmp_path / f"{NAME}.onnx.part").write_bytes(MODEL[:1000])
    copy.break_after, copy.breaks = 0, 100
    (tmp_path / f"{NAME}.onnx.json").write_bytes(CONFIG)
    (tmp_path / f"{NAME}.MODEL_CARD").write_bytes(CARD)
    with pytest.raises(FetchFailed, match=f"1000 of {len(MODEL)} bytes are kept"):
        get(copy, tmp_path)
    assert len([path for path, _ in copy.requests if path == PATH]) == QUICK.tries
    assert (tmp_path / f"{NAME}.onnx.part").read_bytes() == MODEL[:1000]


@pytest.mark.parametrize(("status", "requests"), [(404, 1), (403, 1), (503, 3), (429, 3)])
def test_answers_that_will_not_change_are_not_asked_for_again(
    copy: Copy, tmp_path: Path, status: int, requests: int
) -> None:
    copy.status = status
    remote = RemoteFile(f"{copy.url}/{PATH}", len(MODEL), "0" * 32)
    with pytest.raises(FetchFailed, match=f"the server answered {status}"):
        fetch(remote, tmp_path / "x", lambda _: None, QUICK)
    assert len(copy.requests) == requests


def test_two_fetches_of_one_file_do_not_write_into_each_other(copy: Copy, tmp_path: Path) -> None:
    with (tmp_path / f"{NAME}.onnx.part").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(FetchFailed, match="somebody else is getting this file"):
            get(copy, tmp_path)


def test_a_full_disk_is_told_before_anything_is_fetched(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_SPARE_BYTES", 10**18)
    with pytest.raises(FetchFailed, match="not enough space"):
        get(copy, tmp_path)
    assert copy.requests == []


def test_a_host_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match=r"cannot be reached: .*refused"):
        read_list("http://127.0.0.1:9/none")
    with pytest.raises(FetchFailed, match="only http and https"):
        read_list("file:///etc")


# --- the list ------------------------------------------------------------------------------------------


def test_a_voice_is_found_by_name_alias_and_in_any_case(copy: Copy) -> None:
    voices = read_list(copy.url)
    assert [voice.name for voice in voices] == [NAME]
    assert find(voices, "DE_de-THORSTEN-medium").name == NAME
    assert find(voices, "de-thorsten").name == NAME


@pytest.mark.parametrize("wrong", ["de_DE-torsten-medium", "thorsten", "de_DE-thorsten-high"])
def test_an_unknown_name_gets_the_nearest_ones(copy: Copy, wrong: str) -> None:
    with pytest.raises(UnknownVoice, match=rf"no voice {wrong} in the list; nearest are .*{NAME}"):
        find(read_list(copy.url), wrong)


@pytest.mark.parametrize(
    "entry",
    [
        {"files": {"../../etc/cron.d/x.onnx": 1}},
        {"files": {"/etc/x.onnx": {"size_bytes": 1, "md5_digest": "0" * 32}}},
        {"files": {"a/../x.onnx": {"size_bytes": 1, "md5_digest": "0" * 32}}},
        {"files": {"x.onnx": {"size_bytes": -1, "md5_digest": "0" * 32}}},
        {"files": {"x.onnx": {"size_bytes": 1, "md5_digest": "no"}}},
        {"files": []},
        [],
        None,
    ],
)
def test_entries_that_make_no_sense_are_left_out(copy: Copy, entry: object) -> None:
    copy.entries = {"bad": entry, "../evil": {"files": {}}}
    assert [voice.name for voice in read_list(copy.url)] == [NAME]


def test_a_page_that_is_no_list_says_so(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    for body in (b"<html>", b"[]"):
        monkeypatch.setattr(copy, "listing", lambda body=body: body)
        with pytest.raises(FetchFailed, match="this is no list of voices"):
            read_list(copy.url)


def test_a_list_that_broke_off_says_so(copy: Copy) -> None:
    copy.break_list = True
    with pytest.raises(FetchFailed, match="the connection ended early"):
        read_list(copy.url)


# --- the command -----------------------------------------------------------------------------------------


def test_the_command_prints_the_lines_to_add_and_they_are_valid(
    copy: Copy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my voices: new"
    assert main(["voices", "fetch", NAME, "--dir", str(folder), "--base-url", copy.url]) == 0
    out = capsys.readouterr().out
    assert yaml.safe_load(out) == {"voices": {NAME: {"path": str(folder / f"{NAME}.onnx")}}}
    written = tmp_path / "config.yaml"
    written.write_text(out)
    assert main(["check-config", str(written)]) == 0


def test_the_command_lists_and_filters(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", "fetch", "--list", "german", "--base-url", copy.url]) == 0
    assert NAME in capsys.readouterr().out
    assert main(["voices", "fetch", "--list", "--json", "--base-url", copy.url]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == NAME
    assert main(["voices", "fetch", "--list", "klingon", "--base-url", copy.url]) == 1


def test_the_commands_mistakes_give_one_line_and_no_traceback(
    copy: Copy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", "fetch", "torsten", "--dir", str(tmp_path), "--base-url", copy.url]) == 1
    assert main(["voices", "fetch", NAME, "--dir", str(tmp_path), "--base-url", "http://127.0.0.1:9"]) == 1
    with contextlib.suppress(SystemExit):
        main(["voices", "fetch"])
    error = capsys.readouterr().err
    assert "tts-node: there is no voice torsten in the list; nearest are" in error
    assert "NAME (or --list)" in error
    assert "Traceback" not in error
