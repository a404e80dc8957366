"use strict";

/** Plays PCM as it arrives: every piece begins at the very sample where the one before it ends. */
class Player {
  #context = null;
  #pieces = [];      // {source, from, to}: context time, seconds
  #end = 0;          // context time at which what is there ends
  #origin = 0;       // context time of the utterance's millisecond 0

  /** Call this from a click: browsers start sound only then. Returns the rate to ask the node for. */
  async open() {
    if (!this.#context) {
      this.#context = new AudioContext({ latencyHint: "interactive" });
      if (this.#context.sampleRate > 48000) {
        await this.#context.close();
        this.#context = new AudioContext({ latencyHint: "interactive", sampleRate: 48000 });
      }
    }
    await this.#context.resume();
    return this.#context.sampleRate;
  }

  /** Sound from `fromMs` of the utterance on comes next. */
  begin(fromMs) {
    this.#end = Math.max(this.#end, this.#context.currentTime + 0.02);
    this.#origin = this.#end - fromMs / 1000;
  }

  /** Add mono 16-bit PCM (little-endian) at the context's own rate. */
  push(bytes) {
    const view = new DataView(bytes);
    const count = bytes.byteLength >> 1;
    if (!count) return;
    const rate = this.#context.sampleRate;
    const buffer = this.#context.createBuffer(1, count, rate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < count; i++) samples[i] = view.getInt16(2 * i, true) / 32768;
    const now = this.#context.currentTime;
    if (this.#end < now) {          // it ran dry: what is still to come is heard that much later
      this.#origin += now + 0.02 - this.#end;
      this.#end = now + 0.02;
    }
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start(this.#end);
    const piece = { source, from: this.#end, to: this.#end + count / rate };
    this.#end = piece.to;
    this.#pieces.push(piece);
    source.onended = () => { this.#pieces = this.#pieces.filter((other) => other !== piece); };
  }

  /** Drop everything from `atMs` of the utterance on; without it, everything. */
  cut(atMs) {
    if (!this.#context) return;
    const now = this.#context.currentTime;
    const at = atMs === undefined ? now : Math.max(now, this.#origin + atMs / 1000);
    for (const piece of this.#pieces) if (piece.to > at) piece.source.stop(Math.max(at, piece.from));
    this.#end = Math.min(this.#end, at);
  }

  /** Milliseconds of the utterance that have been heard. */
  get playedMs() {
    if (!this.#context) return 0;
    const heard = Math.min(this.#context.currentTime - (this.#context.outputLatency || 0), this.#end);
    return Math.max(0, (heard - this.#origin) * 1000);
  }

  get isPlaying() {
    return this.#context !== null && this.#context.currentTime < this.#end;
  }
}
