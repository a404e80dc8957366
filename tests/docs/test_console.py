"""The page's console in a real browser: what it shows, what it hides, and what its buttons do."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.docs.browser import Page, browsing, chromium
from tests.served import ServedNode, serve
from tts_node.client import Started, connect

CONFIG = """
node: {embedded_voice: false, name: kitchen}
wyoming: {enabled: false}
engines: {tone: {type: tone, settings: {step_cost_ms: 5.0}}}
maintenance: {time_zone: Europe/Berlin}
"""
pytestmark = pytest.mark.slow


@pytest.fixture
def program() -> str:
    found = chromium()
    if found is None:
        pytest.skip("no Chromium is installed (apt install chromium)")
    return found


@pytest.fixture
def node(tmp_path: Path) -> Iterator[ServedNode]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    # A port that stays the same over a restart.
    with serve(tmp_path / "state", "--port", port, config=CONFIG) as served:
        yield served


@pytest.fixture
async def page(program: str, tmp_path: Path) -> AsyncIterator[Page]:
    async with browsing(program, tmp_path / "profile") as opened:
        yield opened


def text_of(id: str) -> str:
    return f"document.getElementById('{id}').textContent"


def button(key: str) -> str:
    return f"document.querySelector('button[data-key={json.dumps(key)}]')"


async def shown(page: Page, node: ServedNode, *, token: str | None = None) -> None:
    await page.open(f"{node.http}/?token={token}" if token else node.http, width=1250, height=1200)
    await page.until("document.querySelectorAll('#jobs tr').length > 5")
    await page.until("document.querySelector('#plot svg') !== null")


async def test_everybody_sees_how_it_is_and_nobody_reads_what_others_say(
    page: Page, node: ServedNode
) -> None:
    await shown(page, node)
    assert await page.value(text_of("health")) == "All is well."
    assert (await page.value(text_of("health-short"))).startswith("can speak, up ")
    assert (await page.value(text_of("engines"))).startswith("toneready")
    assert "nightly_restart" in await page.value(text_of("jobs"))
    assert await page.value(text_of("now")) == "Nothing is said."
    async with connect(node.ws) as client:
        speaking = client.speak("A private matter. " * 100, pace="realtime", priority="announce")
        async for event in speaking:
            if isinstance(event, Started):
                break
        await page.until(f"{text_of('now')}.startsWith('wsannouncetonespeaking')")
        assert (await page.value(text_of("now-short"))) == "1 under way, 2 connected"
        assert "private" not in await page.value("document.body.innerText")
        await speaking.cancel()
    await page.until(f"{text_of('now')} === 'Nothing is said.'")
    assert page.complaints == []


async def test_buttons_need_the_administrators_token(page: Page, node: ServedNode) -> None:
    await shown(page, node, token=node.token("speak"))
    buttons = "Array.from(document.querySelectorAll('#console button'))"
    assert await page.value(f"{buttons}.length") > 10
    assert await page.value(f"{buttons}.every((one) => one.disabled)") is True
    # Typed in, it is kept for the tab and nowhere else.
    await page.value(f"document.getElementById('token').value = {json.dumps(node.token())}")
    await page.value("document.getElementById('token-form').requestSubmit()")
    await page.until(f"{buttons}.every((one) => !one.disabled)")
    assert await page.value("sessionStorage.getItem('token')") == node.token()
    assert await page.value("localStorage.length + document.cookie.length") == 0
    assert node.token() not in await page.value("document.documentElement.outerHTML + location.href")
    assert await page.value("document.getElementById('token').value") == ""
    assert page.complaints == []


async def test_a_job_is_run_paused_and_resumed(page: Page, node: ServedNode) -> None:
    await shown(page, node, token=node.token())
    await page.until(f"!{button('run prune_cache')}.disabled")
    rows = "Array.from(document.querySelectorAll('#jobs tr'))"
    row = f"{rows}.find((one) => one.textContent.startsWith('prune_cache'))"
    await page.value(f"{button('run prune_cache')}.click()")
    await page.until(f"{text_of('told')}.startsWith('prune_cache: ok, ')")
    await page.until(f"{row}.children[2].textContent.startsWith('ok ')")
    await page.value(f"{button('pause prune_cache')}.click()")
    await page.until(f"{text_of('told')} === 'prune_cache is paused.'")
    await page.until(f"{row}.children[1].textContent === 'paused'")
    await page.until(f"{button('pause prune_cache')}.textContent === 'Resume'")
    await page.value(f"{button('pause prune_cache')}.click()")
    await page.until(f"{button('pause prune_cache')}.textContent === 'Pause'")
    assert page.complaints == []


async def test_an_engine_is_recycled_and_the_plot_shows_when(page: Page, node: ServedNode) -> None:
    await shown(page, node, token=node.token())
    await page.until(f"!{button('recycle tone')}.disabled")
    assert await page.value("document.querySelectorAll('#plot .recycle').length") == 0
    await page.value(f"{button('recycle tone')}.click()")
    await page.until(f"/^tone has fresh processes: \\d+ MB before, \\d+ MB now\\.$/.test({text_of('told')})")
    await page.until("document.querySelectorAll('#plot .recycle').length === 1")
    assert (
        await page.value("document.querySelector('#plot .recycle').textContent")
        == "tone: asked for on the page"
    )
    label = "document.querySelector('#plot svg').getAttribute('aria-label')"
    assert (await page.value(label)).startswith("Memory over ")
    assert (await page.value(text_of("legend"))).startswith("node ")
    assert page.complaints == []


async def test_the_node_is_restarted_after_a_second_press_and_the_page_comes_back(
    page: Page, node: ServedNode
) -> None:
    await shown(page, node, token=node.token())
    await page.until(f"!{button('restart')}.disabled")
    await page.value(f"{button('restart')}.click()")
    assert await page.value(f"{button('restart')}.textContent") == "Really?"
    async with connect(node.ws) as client:
        before = (await client.status())["engines"]["tone"]["workers"]
    await page.value(f"{button('restart')}.click()")
    await page.until(f"{text_of('told')} === 'The node is restarting.'")
    await page.until(f"{text_of('health-short')} === 'cannot speak'")
    await page.until(f"{text_of('health-short')}.startsWith('can speak') && !{button('restart')}.disabled")
    async with asyncio.timeout(30), connect(node.ws) as client:
        assert (await client.status())["engines"]["tone"]["workers"] != before


async def test_a_press_and_a_focus_outlive_the_next_drawing(page: Page, node: ServedNode) -> None:
    await shown(page, node, token=node.token())
    await page.until(f"!{button('recycle tone')}.disabled")
    await page.value(f"{button('recycle tone')}.focus(); window.pressed = {button('recycle tone')}")
    await page.value("refresh()")
    assert await page.value(f"{button('recycle tone')} === window.pressed") is True
    assert await page.value("document.activeElement === window.pressed") is True


async def test_what_is_missing_is_told(page: Page, program: str, tmp_path: Path) -> None:
    broken = CONFIG.replace("step_cost_ms: 5.0", "faults: true, load_fault: fail")
    with serve(tmp_path / "broken", config=broken, until=("tts-node",)) as node:
        await page.open(node.http)
        await page.until(f"{text_of('health-short')}.startsWith('cannot speak')")
        await page.until(f"{text_of('health')}.startsWith('engine tone is ')")
        await page.until("document.querySelector('#engines .bad') !== null")


async def test_nothing_sticks_out_on_a_telephone(page: Page, node: ServedNode) -> None:
    await page.open(node.http, width=360, height=740)
    await page.until("document.querySelectorAll('#jobs tr').length > 5")
    assert await page.value("document.documentElement.scrollWidth <= window.innerWidth") is True
    hidden = (
        "Array.from(document.querySelectorAll('#console button'), (one) => one.getBoundingClientRect().right)"
    )
    assert await page.value(f"Math.max(...{hidden}) <= window.innerWidth") is True
