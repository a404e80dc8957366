"""Every example runs against a real node with the embedded voice, and does what it says."""

from __future__ import annotations

import asyncio
import json
import sys
import wave
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.docs.browser import browsing, chromium
from tests.docs.running import ROOT, run, seconds
from tests.served import ServedNode, serve

EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.slow


def python(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(EXAMPLES / name), *arguments]


def test_no_example_is_forgotten_here_or_on_its_page() -> None:
    mine = Path(__file__).read_text(encoding="utf-8")
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in EXAMPLES.iterdir() if path.is_file() and f"({path.name})" not in page] == [
        "README.md"
    ]
    assert [path.name for path in EXAMPLES.iterdir() if path.is_file() and path.name not in mine] == []


def test_the_asyncio_example_writes_what_it_tells(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(python("say_async.py", "Dinner is ready", "dinner.wav"), tmp_path, speaking_node)
    told = done.stdout.decode().splitlines()
    assert told[0] == "joe: ('cheerful', 'a little slower'), not ()"
    with wave.open(str(tmp_path / "dinner.wav")) as file:
        written_ms = file.getnframes() / file.getframerate() * 1000
    assert abs(int(told[1].split()[0]) - written_ms) < 1


def test_the_asyncio_example_ends_with_the_nodes_words(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(python("say_async.py", "…", "nothing.wav"), tmp_path, speaking_node, returns=1)
    assert done.stderr.decode().strip() == "empty_text: there is nothing to speak in this text"


@pytest.mark.parametrize("container", ["wav", "mp3", "ogg", "flac"])
def test_the_plain_example_saves_every_format(
    speaking_node: ServedNode, tmp_path: Path, container: str
) -> None:
    run(python("say_sync.py", "Dinner is ready", f"dinner.{container}"), tmp_path, speaking_node)
    assert 0.5 < seconds(tmp_path / f"dinner.{container}") < 2.0


@pytest.mark.parametrize("name", ["say_async.py", "say_sync.py", "raw_websocket.py"])
def test_without_a_text_an_example_says_how_it_is_used(
    speaking_node: ServedNode, tmp_path: Path, name: str
) -> None:
    done = run(python(name), tmp_path, speaking_node, returns=2)
    told = done.stderr.decode()
    assert told.startswith(f"usage: {name} TEXT") and told.count("\n") == 1


def test_where_nothing_can_play_the_plain_example_says_so(speaking_node: ServedNode, tmp_path: Path) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    script = tmp_path / "say_sync.py"
    script.write_text((EXAMPLES / "say_sync.py").read_text())
    done = run([sys.executable, str(script), "Dinner is ready"], tmp_path, speaking_node, returns=1)
    told = done.stderr.decode()
    assert "cannot play" in told and "give a FILE" in told and told.count("\n") == 1


def test_the_plain_example_plays(speaking_node: ServedNode, tmp_path: Path) -> None:
    """On a sound card that is a file."""
    (tmp_path / "sounddevice.py").write_text(
        """
import pathlib, threading

class RawOutputStream:
    latency = 0.0

    def __init__(self, samplerate, channels, dtype, device, callback):
        self._fill, self._stopped = callback, threading.Event()
        assert (channels, dtype) == (1, "int16")
        self._rate = samplerate

    def start(self):
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        with pathlib.Path("heard.pcm").open("wb") as heard:
            while not self._stopped.wait(0.005):
                block = bytearray(1024)
                self._fill(memoryview(block), 512, None, None)
                heard.write(block)

    def stop(self):
        self._stopped.set()
        self._thread.join()

    abort = stop

    def close(self):
        pass
"""
    )
    script = tmp_path / "say_sync.py"
    script.write_text((EXAMPLES / "say_sync.py").read_text())
    run([sys.executable, str(script), "Dinner is ready"], tmp_path, speaking_node)
    heard = (tmp_path / "heard.pcm").read_bytes().strip(b"\0")
    assert 0.5 < len(heard) / 2 / 22_050 < 2.0


def test_the_chat_bot_knows_how_far_it_came(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(python("chat_bot.py"), tmp_path, speaking_node)
    said, rest = done.stdout.decode().splitlines()
    text = said.removeprefix("said: ") + rest.removeprefix("not said: ")
    whole = "The pump has been running all night. It used 7.2 kilowatt hours."
    assert whole.startswith(text)  # the rest of it was never sent
    assert said.startswith("said: The pump has been") and "kilowatt" not in said


def test_the_raw_example_gives_pcm_and_tells_the_messages(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(python("raw_websocket.py", "Dinner is ready"), tmp_path, speaking_node)
    messages = [json.loads(line) for line in done.stderr.decode().splitlines()]
    assert [message["type"] for message in messages] == ["hello", "queued", "start", "done"]
    assert messages[2]["instruct_applied"] == ["calm"]
    assert abs(len(done.stdout) / 2 / messages[2]["format"]["rate"] * 1000 - messages[3]["audio_ms"]) < 0.1


def test_the_raw_example_stops_at_an_error(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(python("raw_websocket.py", "…"), tmp_path, speaking_node, returns=1)
    assert b"there is nothing to speak" in done.stderr and not done.stdout


def test_plain_http_by_curl(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run([str(EXAMPLES / "http.sh"), speaking_node.http], tmp_path, speaking_node)
    alive, ready, voices, status = map(json.loads, done.stdout.splitlines())
    assert alive == {"status": "alive"} and ready["ready"] is True
    assert [voice["name"] for voice in voices["voices"]] == ["joe"] and status["ready"] is True
    assert 0.5 < seconds(tmp_path / "dinner.mp3") < 2.0
    assert 0.5 < seconds(tmp_path / "openai.wav") < 2.0


def test_the_one_liners_leave_what_they_promise(speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run(["bash", str(EXAMPLES / "one_liners.sh")], tmp_path, speaking_node)
    names = ("washer.wav", "night.mp3", "alert.flac", "time.ogg", "telephone.wav", "fast.wav")
    paths = [tmp_path / name for name in names] + sorted((tmp_path / "phrases").iterdir())
    assert len(paths) == 8
    for path in paths:
        assert 0.3 < seconds(path) < 6.0, path
    told = done.stdout.decode().splitlines()
    assert told[0].endswith(" ms") and told[1] == "joe"
    assert told[2:] == ["Doctor Weiss comes at nine A M.", "He brings seven point two kilograms."]


# --- in a browser -----------------------------------------------------------------------------------------


@pytest.fixture
def program() -> str:
    found = chromium()
    if found is None:
        pytest.skip("no Chromium is installed (apt install chromium)")
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def other_site() -> Iterator[str]:
    """The examples' folder, served from elsewhere than the node; gives its origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=EXAMPLES))
    serving = Thread(target=server.serve_forever, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    serving.join(5)


async def test_the_page_of_the_node_speaks(program: str, speaking_node: ServedNode, tmp_path: Path) -> None:
    def text_of(id: str) -> str:
        return f"document.getElementById('{id}').textContent"

    async with browsing(program, tmp_path) as page:
        await page.open(speaking_node.http)
        await page.until("!document.getElementById('speak').disabled")
        await page.until("document.getElementById('voice').options.length > 1")
        voices = "Array.from(document.getElementById('voice').options, (option) => option.value)"
        assert await page.value(voices) == ["", "joe"]
        await page.value("document.getElementById('instruct').value = 'a little slower, like a pirate'")
        await page.value("document.getElementById('speak').click()")
        await page.until(f"{text_of('state')} === 'speaking'")
        await page.until(f"/^\\d+ ms$/.test({text_of('first')})")
        assert await page.value(text_of("note")) == "followed: a little slower · not followed: like a pirate"
        await page.until("document.querySelector('#reading mark')?.textContent === 'kitchen'")
        await page.until(f"{text_of('state')} === 'connected'")  # all of it was heard
        assert await page.value(text_of("spoken-by")) == "joe"
        assert float((await page.value(text_of("sound"))).split()[0]) > 3
        assert await page.value(text_of("problem")) == ""
        # Nothing to speak: said, and nothing else happens.
        await page.value("document.getElementById('text').value = '…'")
        await page.value("document.getElementById('speak').click()")
        await page.until(f"{text_of('problem')} === 'there is nothing to speak in this text'")
        await page.until("document.getElementById('stop').disabled")
        # Stop, in the middle of a long one.
        await page.value("document.getElementById('text').value = 'one two three four five. '.repeat(40)")
        await page.value("document.getElementById('speak').click()")
        await page.until("document.querySelector('#reading mark')?.textContent === 'three'")
        await page.value("document.getElementById('stop').click()")
        await page.until(f"{text_of('state')} === 'connected' && !{text_of('reading')}")
        assert await page.value("player.isPlaying") is False
        assert page.complaints == []


async def test_a_page_of_a_listed_origin_speaks_and_others_do_not(
    program: str, other_site: str, tmp_path: Path
) -> None:
    config = f'server: {{origins: ["{other_site}"]}}\n'
    told = "document.getElementById('told').textContent"
    with serve(tmp_path / "state", config=config) as node:
        address = f"127.0.0.1:{node.port}"
        async with browsing(program, tmp_path / "profile") as page:
            await page.open(f"{other_site}/browser.html?node={address}")
            await page.until(f"{told}.startsWith('connected to')")
            await page.value("document.getElementById('speak').click()")
            await page.until(f"/^first sound after \\d+ ms, \\d\\.\\d\\d s of sound$/.test({told})")
            assert page.complaints == []
            # The same page by another name is another origin.
            other = other_site.replace("127.0.0.1", "localhost")
            await page.open(f"{other}/browser.html?node={address}")
            await page.until(f"{told} === 'not connected'")
            await asyncio.wait_for(page.complained.wait(), 20)
            assert "403" in page.complaints[0]
