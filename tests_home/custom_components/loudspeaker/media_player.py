"""The loudspeaker: a media player whose state tells the address of the last sound, and how it came.

A real one would fetch that address; here the test does, in its place.
"""

from typing import Any

from homeassistant.components import media_source
from homeassistant.components.media_player import (
    MediaPlayerEntity,
    MediaPlayerEntityFeature,
    MediaPlayerState,
    async_process_play_media_url,
)
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.helpers.typing import ConfigType, DiscoveryInfoType


async def async_setup_platform(
    hass: HomeAssistant,
    config: ConfigType,
    async_add_entities: AddEntitiesCallback,
    discovery_info: DiscoveryInfoType | None = None,
) -> None:
    async_add_entities([Loudspeaker()])


class Loudspeaker(MediaPlayerEntity):
    """`media_player.loudspeaker`."""

    _attr_name = "Loudspeaker"
    _attr_unique_id = "loudspeaker"
    _attr_should_poll = False
    _attr_supported_features = MediaPlayerEntityFeature.PLAY_MEDIA | MediaPlayerEntityFeature.MEDIA_ANNOUNCE
    _attr_state = MediaPlayerState.IDLE

    async def async_play_media(self, media_type: str, media_id: str, **kwargs: Any) -> None:
        mime_type = None
        if media_source.is_media_source_id(media_id):
            found = await media_source.async_resolve_media(self.hass, media_id, self.entity_id)
            media_id, mime_type = found.url, found.mime_type
        self._attr_extra_state_attributes = {
            "url": async_process_play_media_url(self.hass, media_id),
            "mime_type": mime_type,
            "announce": kwargs.get("announce"),
        }
        self._attr_state = MediaPlayerState.PLAYING
        self.async_write_ha_state()
