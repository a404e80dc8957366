"use strict";

/** The node's WebSocket: keeps itself connected, hands out what comes, and knows which answer is whose. */
class Connection {
  #socket = null;
  #wait = 500;
  #retry = 0;
  #listeners = [];         // {open, message, audio, closed}, each may be missing
  #questions = new Map();  // ref to {resolve, reject}
  #count = 0;

  listen(listener) { this.#listeners.push(listener); }

  connect(token) {
    clearTimeout(this.#retry);
    if (this.#socket) { this.#socket.onclose = null; this.#socket.close(); this.#lost(); }
    const url = new URL("v1/ws", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.search = url.hash = "";
    // A browser cannot set headers here, so the token goes along as an offered subprotocol.
    const socket = new WebSocket(url, token ? ["tts-node.v1", "tts-node.token." + token] : ["tts-node.v1"]);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.#wait = 500; this.#tell("open"); };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") { this.#tell("audio", data); return; }
      const message = JSON.parse(data);
      const question = this.#questions.get(message.ref);
      if (!question) { this.#tell("message", message); return; }
      this.#questions.delete(message.ref);
      if (message.type === "error") question.reject(new Error(message.message));
      else question.resolve(message);
    };
    socket.onclose = () => {
      this.#socket = null;
      this.#lost();
      this.#tell("closed");
      this.#retry = setTimeout(() => this.connect(token), this.#wait);
      this.#wait = Math.min(2 * this.#wait, 15000);
    };
    this.#socket = socket;
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a request; gives its answer, or throws the node's own words. */
  ask(message) {
    return new Promise((resolve, reject) => {
      const ref = `page-${++this.#count}`;
      this.#questions.set(ref, { resolve, reject });
      if (!this.send({ ...message, ref })) {
        this.#questions.delete(ref);
        reject(new Error("not connected"));
      }
    });
  }

  #tell(what, ...told) { for (const listener of this.#listeners) listener[what]?.(...told); }

  #lost() {
    const open = [...this.#questions.values()];
    this.#questions.clear();
    for (const question of open) question.reject(new Error("the connection was lost"));
  }
}
