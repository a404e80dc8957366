"""Whatever stands in a request's headers, the node does not fail by it."""

from __future__ import annotations

import httpx
import pytest

from tts_node.config import HttpConfig
from tts_node.outputs import OutputStore
from tts_node.server.app import HttpDoors
from tts_node.server.recorder import Recorder

HEADERS = (
    *("authorization", "content-type", "forwarded", "host", "if-modified-since", "if-none-match", "if-range"),
    *("origin", "range", "referer", "sec-fetch-site", "user-agent", "x-forwarded-for"),
)
VALUES = (
    *(b"", b",", b"[", b"http://[", b"http://[::1", b"http://\xff", b"\xff\xfe", b"%00", b"%", b"1" * 5_000),
    *(b"bytes=-", b"bytes=" + b"9" * 400 + b"-", b"bytes=0-0" + b",0-0" * 999, b'W/"', b'"', b"*"),
    *(b"Mon, 99 Jan 99999 99:99:99 GMT", b"Mon, 01 Jan 2026 00:00:00 +9999999", b"Bearer", b"Bearer \xff"),
    *(b"127.0.0.1:99999999999999999999", b"::ffff:1.2.3.4%eth0", b"\xc2\xb2", b"a" * 70 + b".local:0x1"),
)


@pytest.mark.parametrize("header", HEADERS)
async def test_no_header_makes_the_node_fail(serve, tmp_path, header):
    store = OutputStore(tmp_path / "outputs", max_bytes=100_000, max_age_s=60)
    await store.start()
    recorder = Recorder(store, at_once_per_address=3)
    door = await serve(
        doors=HttpDoors(http=HttpConfig(get_speak=True), recorder=recorder), trusted_proxies=("127.0.0.1",)
    )
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{door.port}", trust_env=False) as client:
        told = (await client.post("/v1/outputs", json={"text": "one", "wait": True})).json()
        for path in (told["path"], "/v1/speak?text=one"):
            for value in VALUES:
                answer = await client.get(path, headers=[(header, value)])
                assert answer.status_code < 500, (path, value)
    await recorder.close()
    await store.close()
