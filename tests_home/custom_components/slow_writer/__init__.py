"""Somebody whose words are spoken while they are still being written, as those of a language model are.

Home Assistant's voice assistant opens a stream of speech and puts text into it as it comes. So does this, but
it is the test that says when the next words come: with the actions `begin`, `write` and `finish`.
"""

import asyncio
from collections.abc import AsyncGenerator

from homeassistant.components import tts
from homeassistant.core import HomeAssistant, ServiceCall, ServiceResponse, SupportsResponse
from homeassistant.helpers.typing import ConfigType

DOMAIN = "slow_writer"


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    words: asyncio.Queue[str | None] = asyncio.Queue()

    async def message() -> AsyncGenerator[str]:
        while (text := await words.get()) is not None:
            yield text

    async def begin(call: ServiceCall) -> ServiceResponse:
        """Answers where the speech of the coming words can be heard."""
        stream = tts.async_create_stream(hass, call.data["engine"], options=call.data["options"])
        stream.async_set_message_stream(message())
        return {"url": stream.url, "streams": stream.supports_streaming_input}

    async def write(call: ServiceCall) -> None:
        words.put_nowait(call.data["text"])

    async def finish(call: ServiceCall) -> None:
        words.put_nowait(None)

    hass.services.async_register(DOMAIN, "begin", begin, supports_response=SupportsResponse.ONLY)
    hass.services.async_register(DOMAIN, "write", write)
    hass.services.async_register(DOMAIN, "finish", finish)
    return True
