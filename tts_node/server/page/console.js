"use strict";

const STATUS_MS = 2000;
const MEMORY_MS = 30000;
const CONFIRM_MS = 5000;

let isAdmin = false;
const busy = new Set();     // buttons whose answer is awaited, by their key
const actions = new Map();  // what a button does, by its key
let asked = null;           // the button that wants to be pressed once more, by its key
let shownStatus = {};
let shownMemory = null;

node.listen({
  open() {
    isAdmin = false;
    // Nobody else may list the jobs this way, so the answer tells what the token is worth.
    node.ask({ type: "jobs" }).then(() => { isAdmin = true; }, () => { isAdmin = false; }).then(refresh);
    refreshMemory();
  },
  closed() {
    isAdmin = false;
    showHealth({ ready: false, missing: ["This page has no connection to the node."] });
    showButtonsOf(shownStatus);
  },
});

async function refresh() {
  if (document.hidden) return;
  try {
    shownStatus = (await node.ask({ type: "status" })).status;
  } catch { return; /* the state says that there is no connection */ }
  showHealth(shownStatus);
  showNow(shownStatus);
  showEngines(shownStatus.engines ?? {});
  showButtonsOf(shownStatus);
}

async function refreshMemory() {
  if (document.hidden) return;
  try {
    const answer = await fetch("v1/memory", { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (answer.ok) showMemory(await answer.json());
  } catch { /* as above */ }
}

// --- what is shown -----------------------------------------------------------------------------------------

function showHealth(status) {
  const degraded = status.degraded ?? [];
  const missing = (status.missing ?? []).filter((line) => !degraded.includes(line));
  const lines = [
    ...missing.map((text) => make("li", { class: "bad" }, text)),
    ...degraded.map((text) => make("li", { class: "warn" }, text)),
  ];
  if (!lines.length) lines.push(make("li", { class: "good" }, "All is well."));
  show("health", lines);
  const since = status.uptime_s === undefined ? "" : `, up ${duration(status.uptime_s)}`;
  $("health-short").textContent = (status.ready ? "can speak" : "cannot speak") + since;
}

function showNow(status) {
  const speaking = status.speaking ?? [];
  const live = status.utterances?.live ?? speaking.length;
  const connections = Object.values(status.connections ?? {}).reduce((sum, count) => sum + count, 0);
  $("now-short").textContent = `${live} under way, ${connections} connected`;
  const rows = speaking.map((one) => make("tr", {},
    make("td", {}, one.door), make("td", {}, one.class), make("td", {}, one.voice ?? "–"),
    make("td", {}, one.state === "open" ? "waits for text" : one.state),
    make("td", { class: "number" }, `${one.audio_s.toFixed(1)} s`), make("td", { class: "number" }, duration(one.age_s)),
  ));
  if (live > speaking.length) rows.push(make("tr", {}, make("td", { colspan: 6, class: "soft" }, `and ${live - speaking.length} more`)));
  if (!rows.length) rows.push(make("tr", {}, make("td", { colspan: 6, class: "soft" }, "Nothing is said.")));
  show("now", rows);
}

function showEngines(engines) {
  show("engines", Object.entries(engines).map(([name, engine]) => {
    const memory = engine.workers.reduce((sum, worker) => sum + worker.rss_bytes, 0);
    const remarks = [engine.reason, engine.spoken_by && `${engine.spoken_by} speaks for it`, engine.card_given_up && "the card was given up"];
    return make("tr", {},
      make("td", {}, name),
      make("td", {}, make("span", { class: engine.state === "ready" || engine.state === "asleep" ? "good" : "bad" }, engine.state),
        make("small", {}, remarks.filter(Boolean).join("; "))),
      make("td", { class: "number", "data-name": "memory" }, memory ? `${Math.round(memory / 1e6)} MB` : "–"),
      make("td", { class: "number", "data-name": "RTF" }, engine.rtf === null ? "–" : engine.rtf.toFixed(3)),
      make("td", { class: "number", "data-name": "waiting" }, engine.waiting),
      make("td", { class: "number", "data-name": "recycled" }, engine.recycles),
      make("td", {}, button(`recycle ${name}`, "Recycle", `Fresh processes for ${name}; nobody hears anything of it`,
        async () => {
          const answer = await node.ask({ type: "recycle", engine: name, reason: "asked for on the page" });
          refreshMemory();
          return `${name} has fresh processes${took(answer)}.`;
        })),
    );
  }));
}

function showJobs(jobs) {
  show("jobs", jobs.map((job) => {
    const last = job.last;
    const next = job.running_s !== null ? `runs now (${duration(job.running_s)})` : job.paused ? "paused"
      : job.enabled && job.next_run ? moment(job.next_run) : "off";
    const outcome = last ? [make("span", { class: last.outcome === "ok" ? "good" : "bad" }, last.outcome), ` ${moment(last.began)} `] : [job.runs ? "nothing happened" : "never"];
    const counts = [job.failed && `${job.failed} failed`, job.late && `${job.late} late`, job.missed && `${job.missed} missed`].filter(Boolean);
    return make("tr", {},
      make("td", { title: job.summary }, job.name, make("small", {}, job.trigger)),
      make("td", { class: "when", "data-name": "next", title: job.next_run ?? "" }, next),
      make("td", { "data-name": "last" }, ...outcome, make("small", {}, [job.stuck, last?.detail, ...counts].filter(Boolean).join("; "))),
      make("td", { class: "pair" },
        button(`run ${job.name}`, "Run", job.summary, async () => {
          const { job: after } = await node.ask({ type: "job_run", name: job.name, wait_s: 600 });
          return after.running_s !== null ? `${job.name} is running.` : `${job.name}: ${after.last.outcome}, ${after.last.detail}`;
        }),
        button(`pause ${job.name}`, job.paused ? "Resume" : "Pause", job.paused ? "By the clock again" : "No more runs by the clock", async () => {
          await node.ask({ type: job.paused ? "job_resume" : "job_pause", name: job.name });
          return `${job.name} is ${job.paused ? "resumed" : "paused"}.`;
        })),
    );
  }));
}

function showMemory(memory) {
  shownMemory = memory;
  const lines = [{ name: "node", values: memory.node_mb }];
  for (const [name, engine] of Object.entries(memory.engines)) {
    lines.push({ name, values: engine.rss_mb });
    if (engine.card_mb.some((value) => value !== null)) lines.push({ name: `${name} on the card`, values: engine.card_mb });
  }
  const marks = memory.recycles.map((recycle) => ({ age: recycle.age_s, text: `${recycle.engine}: ${recycle.reason}` }));
  $("plot").replaceChildren(Plot.draw(memory.age_s, lines, marks, Math.max(280, $("plot").clientWidth)));
  $("legend").replaceChildren(
    ...lines.map((line, number) => make("span", { class: `key series-${number % 6}` }, `${line.name} ${Math.round(line.values.at(-1)) || "–"} MB`)),
    ...(marks.length ? [make("span", { class: "key recycle" }, "recycled")] : []),
  );
}

// --- buttons -------------------------------------------------------------------------------------------------

/** Does `action` and tells what it gives; a grave one is asked for twice. `key` is the button's name. */
function button(key, label, title, action, isGrave = false) {
  const made = make("button", { type: "button", "data-key": key, title: isAdmin ? title : "Needs the administrator's token" });
  made.textContent = busy.has(key) ? "…" : asked === key ? "Really?" : label;
  made.disabled = !isAdmin || busy.has(key);
  actions.set(key, { action, isGrave });
  return made;
}

$("console").addEventListener("click", ({ target }) => {
  const key = target.closest("button[data-key]")?.dataset.key;
  if (actions.has(key)) press(key, actions.get(key));
});

async function press(key, { action, isGrave }) {
  if (isGrave && asked !== key) {
    asked = key;
    setTimeout(() => { if (asked === key) { asked = null; redraw(); } }, CONFIRM_MS);
    redraw();
    return;
  }
  asked = null;
  busy.add(key);
  redraw();
  try {
    tell(await action());
  } catch (error) {
    tell(error.message, true);
  }
  busy.delete(key);
  redraw();
  refresh();
}

/** With the buttons as they are now; what they are about is drawn again by the next status. */
function redraw() {
  showEngines(shownStatus.engines ?? {});
  showButtonsOf(shownStatus);
}

function showButtonsOf(status) {
  showJobs(status.jobs ?? []);
  const made = button("restart", "Restart the node", "It finishes what it says, ends, and starts again", async () => {
    await node.ask({ type: "restart", reason: "asked for on the page" });
    return "The node is restarting.";
  }, true);
  made.id = "restart";
  show("node-buttons", [made]);
}

function tell(text, isBad = false) {
  $("told").textContent = text;
  $("told").classList.toggle("bad", isBad);
}

// --- words ---------------------------------------------------------------------------------------------------

/** Make the element's children like these. What is there already stays: a focus, or half a click, is kept. */
function show(id, children) {
  const wanted = document.createElement("div");
  wanted.append(...children);
  liken($(id), wanted);
}

function liken(old, wanted) {
  const before = [...old.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((child, at) => {
    const there = before[at];
    if (there?.nodeName !== child.nodeName) {
      if (there) there.replaceWith(child);
      else old.append(child);
    } else if (child.nodeType === Node.TEXT_NODE) {
      if (there.data !== child.data) there.data = child.data;
    } else {
      for (const { name } of [...there.attributes]) if (!child.hasAttribute(name)) there.removeAttribute(name);
      for (const { name, value } of child.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
      liken(there, child);
    }
  });
  for (const left of before.slice(after.length)) left.remove();
}

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** In the node's own time zone: what the offset in `text` says. */
function moment(text) {
  const [date, time] = text.split("T");
  const today = new Date().toISOString().slice(0, 10);
  return date === today ? time.slice(0, 5) : `${date.slice(5)} ${time.slice(0, 5)}`;
}

function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`;
}

function took({ before_bytes: before, after_bytes: after }) {
  return before && after ? `: ${Math.round(before / 1e6)} MB before, ${Math.round(after / 1e6)} MB now` : "";
}

document.addEventListener("visibilitychange", () => { refresh(); refreshMemory(); });
addEventListener("resize", () => { if (shownMemory) showMemory(shownMemory); });
setInterval(refresh, STATUS_MS);
setInterval(refreshMemory, MEMORY_MS);
node.connect(token);
