"""The door for WebSocket and HTTP: one port, one check of who may come in, one session a client."""
