"""Being found in the local network, and finding others (mDNS with DNS-SD, RFC 6762 and 6763).

Nothing here is needed for speech: trouble is told by `Advertiser.status` and one line in the log.
"""

from tts_node.discovery.addresses import Interface, advertised_addresses, is_here, local_interfaces
from tts_node.discovery.advertiser import Advertiser, AdvertiserStatus
from tts_node.discovery.browser import browse
from tts_node.discovery.record import SERVICE_TYPE, AlsoHere, FoundNode, NodeRecord

__all__ = [
    "SERVICE_TYPE",
    "Advertiser",
    "AdvertiserStatus",
    "AlsoHere",
    "FoundNode",
    "Interface",
    "NodeRecord",
    "advertised_addresses",
    "browse",
    "is_here",
    "local_interfaces",
]
