"use strict";

const $ = (id) => document.getElementById(id);
const player = new Player();
let voices = [];
let current = null;       // the utterance under way: {id, letters, marks, sentAt, heard, done}
let count = 0;
let streamId = null;      // whose `start` came last, so whose the binary frames are
let token = takeToken();
const node = new Connection();

node.listen({
  open() {
    showState("connected");
    node.send({ type: "voices" });
    showButtons(true);
  },
  closed() {
    showState("not connected; trying again …", true);
    showButtons(false);
    finish();
    explainRefusal();
  },
  audio(bytes) {
    if (!current || streamId !== current.id) return;
    if (!current.heard) {
      current.heard = true;
      $("first").textContent = `${Math.round(performance.now() - current.sentAt)} ms`;
    }
    player.push(bytes);
  },
  message(message) {
    const mine = current && message.id === current.id;
    switch (message.type) {
      case "hello":
        $("name").textContent = document.title = message.name;
        if (message.state !== "ready") showState([message.state, ...message.missing].join(": "));
        break;
      case "voices":
        voices = message.voices;
        showVoices();
        break;
      case "queued":
        if (mine && message.position) showState(`waiting, ${message.position} before it`);
        break;
      case "start":
        streamId = message.id;
        if (!mine) break;
        // Without an interruption before it, a resumed stream goes on where it stopped.
        if (!message.resumed || current.interrupted) player.begin(message.from_ms);
        current.interrupted = false;
        $("spoken-by").textContent = [message.voice, message.speaker].filter(Boolean).join(", ");
        showState("speaking");
        $("note").textContent = remarks(message).join(" · ");
        break;
      case "interrupted":
        if (mine) { player.cut(message.at_ms); current.interrupted = true; }
        break;
      case "mark":
        if (mine && message.level === "word") current.marks.push(message);
        break;
      case "done":
        if (!mine) break;
        $("sound").textContent = `${(message.audio_ms / 1000).toFixed(2)} s`;
        $("made").textContent = message.rtf === null ? "cached" : `${Math.round(message.rtf * message.audio_ms)} ms`;
        current.done = true;
        break;
      case "warning":
        if (message.code === "restarting") showState("the node is restarting …", true);
        else if (mine) $("problem").textContent = message.message || message.code;
        break;
      case "error":
        if (message.id && !mine) break;
        $("problem").textContent = message.message || message.code;
        if (mine && message.request === "speak") current.done = true;
        break;
      // Anything else is from a newer node.
    }
  },
});

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  stop();
  $("problem").textContent = $("note").textContent = "";
  const text = $("text").value;
  let rate;
  try {
    rate = await player.open();
  } catch (error) {
    $("problem").textContent = `This browser gives no sound: ${error.message}`;
    return;
  }
  const message = {
    type: "speak", id: `page-${++count}`, text, marks: true,
    format: { container: "pcm", rate, channels: 1 },
  };
  if ($("voice").value) message.voice = $("voice").value;
  if (!$("speaker").parentElement.hidden) message.speaker = $("speaker").value;
  if ($("instruct").value.trim()) message.instruct = $("instruct").value.trim();
  if ($("speed").value !== "1") message.speed = Number($("speed").value);
  for (const id of ["first", "sound", "made", "spoken-by"]) $(id).textContent = "–";
  // Offsets in marks are code points, not UTF-16 units.
  current = { id: message.id, letters: Array.from(text), marks: [], sentAt: performance.now(), heard: false, done: false };
  if (!node.send(message)) { current = null; return; }
  showButtons(true);
  requestAnimationFrame(showReading);
});

$("stop").addEventListener("click", stop);
$("voice").addEventListener("change", showSpeakers);
$("speed").addEventListener("input", () => { $("speed-shown").textContent = Number($("speed").value).toFixed(1); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("form").requestSubmit();
});
$("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  token = $("token").value.trim();
  sessionStorage.setItem("token", token);
  $("token").value = "";
  $("access").open = false;
  node.connect(token);
});

function stop() {
  if (!current) return;
  if (!current.done) node.send({ type: "cancel", id: current.id, played_ms: player.playedMs });
  player.cut();
  finish();
}

function finish() {
  current = null;
  $("reading").textContent = "";
  const isConnected = !$("speak").disabled;
  showButtons(isConnected);
  if (isConnected) showState("connected");
}

/** What became of the instruct, and what else a `start` says for people. */
function remarks(start) {
  const found = [...start.warnings];
  if (start.instruct_applied.length) found.push(`followed: ${start.instruct_applied.join(", ")}`);
  if (start.instruct_ignored.length) found.push(`not followed: ${start.instruct_ignored.join(", ")}`);
  return found;
}

/** Shows the text with the word that is heard now, until all was heard. */
function showReading() {
  if (!current) return;
  if (current.done && !player.isPlaying) { finish(); return; }
  const at = player.playedMs;
  const word = current.heard ? current.marks.findLast((mark) => mark.start_ms <= at) : undefined;
  if (word && word !== current.shown) {
    current.shown = word;
    const cut = (from, to) => current.letters.slice(from, to).join("");
    const marked = document.createElement("mark");
    marked.textContent = cut(word.text_start, word.text_end);
    $("reading").replaceChildren(cut(0, word.text_start), marked, cut(word.text_end));
  }
  requestAnimationFrame(showReading);
}

function showState(text, isBad = false) {
  $("state").textContent = text;
  $("state").classList.toggle("bad", isBad);
}

function showButtons(isConnected) {
  $("speak").disabled = !isConnected;
  $("stop").disabled = !current;
}

function showVoices() {
  const chosen = $("voice").value;
  $("voice").replaceChildren(new Option("the node's own", ""), ...voices.map((voice) =>
    new Option(`${voice.name} (${voice.languages.join(", ")})`, voice.name, false, voice.name === chosen)));
  showSpeakers();
}

function showSpeakers() {
  const speakers = voices.find((voice) => voice.name === $("voice").value)?.speakers ?? [];
  $("speaker").parentElement.hidden = speakers.length < 2;
  $("speaker").replaceChildren(...speakers.map((name) => new Option(name, name)));
}

/** A token in the page's address moves to the tab's memory, out of sight and history. */
function takeToken() {
  const query = new URLSearchParams(location.search);
  if (query.has("token")) {
    sessionStorage.setItem("token", query.get("token"));
    query.delete("token");
    const rest = query.toString();
    history.replaceState(null, "", location.pathname + (rest ? `?${rest}` : ""));
  }
  return sessionStorage.getItem("token") ?? "";
}

/** A refused handshake tells a page nothing, a plain request does. */
async function explainRefusal() {
  try {
    const answer = await fetch("v1/status", { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (answer.status === 401) {
      $("access").open = true;
      showState(token ? "the token is wrong" : "the node needs a token", true);
    }
  } catch { /* not reachable: the state says so already */ }
}
