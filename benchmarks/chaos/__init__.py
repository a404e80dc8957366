"""A storm of faults around a node that twenty clients listen to, and a soak: nothing may be lost or wrong."""
