// Runs the page's own script without a browser: a few stubs of the DOM and of Web Audio, real WebSockets.
// usage: node page_driver.js PAGE_URL TEXT ; prints one JSON object about what was seen.
"use strict";

const vm = require("node:vm");

const [, , pageUrl, text] = process.argv;

class Element {
  constructor() {
    this.value = ""; this.hidden = false; this.disabled = false; this.open = false;
    this.children = []; this.listeners = {}; this.shown = []; this.parentElement = { hidden: false };
    this.classList = { toggle() {} };
  }
  set textContent(value) { this.text = value; this.shown.push(value); }
  get textContent() { return this.text ?? ""; }
  addEventListener(type, listener) { this.listeners[type] = listener; }
  replaceChildren(...children) {
    this.children = children;
    this.shown.push(children.map((child) => typeof child === "string" ? child : `[${child.textContent}]`).join(""));
  }
}

const elements = {};

const scheduled = [];
const stopped = [];
class FakeAudioContext {
  constructor() { this.sampleRate = 48000; this.destination = {}; this.began = performance.now(); }
  get currentTime() { return (performance.now() - this.began) / 1000; }
  async resume() {}
  createBuffer(channels, length) { const data = new Float32Array(length); return { length, getChannelData: () => data }; }
  createBufferSource() {
    return {
      connect() {},
      start(at) { scheduled.push({ at, length: this.buffer.length, first: this.buffer.getChannelData(0)[0] }); },
      stop(at) { stopped.push(at); },
    };
  }
}

let socket;
class Socket extends WebSocket {
  constructor(...args) { super(...args); socket = this; }
}

const context = vm.createContext({
  console, setTimeout, clearTimeout, performance, URL, URLSearchParams, fetch, DataView,
  WebSocket: Socket, AudioContext: FakeAudioContext,
  location: new URL(pageUrl), history: { replaceState(state, title, url) { context.replaced = url; } },
  sessionStorage: { items: {}, getItem(k) { return this.items[k] ?? null; }, setItem(k, v) { this.items[k] = v; } },
  requestAnimationFrame: (callback) => setTimeout(callback, 5),
  Option: class { constructor(label, value) { this.textContent = label; this.value = value; } },
  document: {
    getElementById: (id) => { if (!elements[id]) throw new Error(`the page has no ${id}`); return elements[id]; },
    createElement: () => new Element(),
    addEventListener() {},
  },
});

async function until(condition, what) {
  for (let i = 0; i < 2000; i++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`waited in vain until ${what}`);
}

(async () => {
  const html = await (await fetch(pageUrl)).text();
  for (const [, id] of html.matchAll(/ id="([\w-]+)"/g)) elements[id] = new Element();
  elements.speed.value = "1";
  elements.speak.disabled = true;
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  // Those that play and speak. What the console draws needs a real browser.
  for (const script of scripts.slice(0, 3)) vm.runInContext(script, context);
  vm.runInContext("node.connect(token)", context);
  await until(() => !elements.speak.disabled, "it is connected");
  await until(() => elements.voice.children.length > 1, "voices are listed");
  elements.text.value = text;
  await elements.form.listeners.submit({ preventDefault() {} });
  await until(() => elements.made.textContent !== "–" && elements.made.textContent !== "", "it is done");
  const first = scheduled.length;
  await until(() => elements.stop.disabled, "it was heard");
  elements.text.value = "never ending";
  // A second one, stopped in the middle.
  await elements.form.listeners.submit({ preventDefault() {} });
  await until(() => scheduled.length > first, "the second is heard");
  elements.stop.listeners.click();
  await new Promise((resolve) => setTimeout(resolve, 200));
  console.log(JSON.stringify({
    name: elements.name.textContent,
    voices: elements.voice.children.map((option) => option.value),
    scheduled: scheduled.slice(0, first),
    stopped: stopped.length,
    figures: { first: elements.first.shown, sound: elements.sound.shown, spokenBy: elements["spoken-by"].shown },
    reading: elements.reading.shown,
    problem: elements.problem.textContent,
    protocol: socket.protocol,
    replaced: context.replaced ?? null,
  }));
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
