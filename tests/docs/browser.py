"""Support: Chromium without a screen, driven by its own protocol (CDP) over a WebSocket."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

START_S = 60.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--autoplay-policy=no-user-gesture-required",
    "--remote-debugging-port=0",
)


def chromium() -> str | None:
    """The program, where there is one."""
    return next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)


class Page:
    """One page. `complaints` are its console's errors and warnings and the exceptions nobody caught."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())
        self.complaints: list[str] = []
        self.complained = asyncio.Event()

    async def open(self, url: str, *, width: int = 900, height: int = 900) -> None:
        for domain in ("Page", "Runtime", "Log"):
            await self.call(f"{domain}.enable")
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        await self.call("Page.navigate", url=url)
        await self.until("document.readyState === 'complete'")

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        return await answer

    async def value(self, expression: str) -> Any:
        """What a JavaScript expression comes to; promises are waited for."""
        answer = await self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, expression: str, timeout_s: float = 40.0) -> None:
        """Wait until it is true. No event tells what a page shows, so the page looks again and again."""
        look = f"() => {{ if ({expression}) done(true); else setTimeout(look, 20); }}"
        try:
            async with asyncio.timeout(timeout_s):
                await self.value(f"new Promise((done) => {{ const look = {look}; look(); }})")
        except TimeoutError:
            shown = await self.value("document.body.innerText")
            raise AssertionError(f"waited for {expression}; {self.complaints}; the page:\n{shown}") from None

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        async for text in self._socket:
            message = json.loads(text)
            if "id" in message:
                answer = self._answers.pop(message["id"])
                if "error" in message:
                    answer.set_exception(AssertionError(message["error"]))
                else:
                    answer.set_result(message["result"])
            elif (complaint := _complaint(message["method"], message["params"])) is not None:
                self.complaints.append(complaint)
                self.complained.set()


def _complaint(event: str, told: dict[str, Any]) -> str | None:
    if event == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
        return str(told["args"])
    if event == "Runtime.exceptionThrown":
        return str(told["exceptionDetails"])
    if event == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
        return f"{told['entry']['text']} {told['entry'].get('url', '')}"
    return None


@asynccontextmanager
async def browsing(program: str, profile: Path) -> AsyncIterator[Page]:
    """A fresh browser with one empty page. It is ended afterwards."""
    process = await asyncio.create_subprocess_exec(
        program,
        *FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(START_S):
            heard = b""
            while b"DevTools listening on" not in (line := await process.stderr.readline()):
                assert line, f"the browser ended: {heard.decode(errors='replace')}"
                heard += line
        draining = asyncio.create_task(_drain(process.stderr))
        browser = line.decode().split()[-1]
        async with connect(browser, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
            targets = json.loads(await socket.recv())["result"]["targetInfos"]
        page_id = next(target["targetId"] for target in targets if target["type"] == "page")
        address = f"{browser.split('/devtools/')[0]}/devtools/page/{page_id}"
        async with connect(address, max_size=None, compression=None) as socket:
            page = Page(socket)
            try:
                yield page
            finally:
                await page.close()
        draining.cancel()
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 10)
            except TimeoutError:
                process.kill()
                await process.wait()


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.read(65536):
        pass
