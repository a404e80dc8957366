"use strict";

/** Lines over the last hours as SVG. Draws what it is given and keeps nothing. */
class Plot {
  static HEIGHT = 200;
  static EDGE = { left: 60, right: 10, top: 10, bottom: 24 };

  /**
   * `ages`: seconds ago, the oldest first. `lines`: [{name, values}], with null where there is no value.
   * `marks`: [{age, text}], drawn as upright lines. `width` in pixels. Gives an SVG element.
   */
  static draw(ages, lines, marks, width) {
    const { HEIGHT, EDGE } = Plot;
    const oldest = Math.max(60, ...ages.slice(0, 1));
    const highest = Plot.#ceiling(Math.max(1, ...lines.flatMap((line) => line.values.map((value) => value ?? 0))));
    const x = (age) => EDGE.left + (1 - age / oldest) * (width - EDGE.left - EDGE.right);
    const y = (value) => HEIGHT - EDGE.bottom - (value / highest) * (HEIGHT - EDGE.top - EDGE.bottom);
    const svg = Plot.#make("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": Plot.#inWords(lines, oldest),
    });
    for (const part of [0, 0.5, 1]) {
      const at = y(part * highest);
      svg.append(
        Plot.#make("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: at, y2: at }),
        Plot.#make("text", { x: EDGE.left - 6, y: at + 4, "text-anchor": "end" }, `${part * highest} MB`),
      );
    }
    for (const [part, anchor] of [[1, "start"], [0.5, "middle"], [0, "end"]]) {
      svg.append(Plot.#make("text", { x: x(part * oldest), y: HEIGHT - 6, "text-anchor": anchor }, Plot.#clock(part * oldest)));
    }
    for (const mark of marks.filter((mark) => mark.age <= oldest)) {
      const line = Plot.#make("line", { class: "recycle", x1: x(mark.age), x2: x(mark.age), y1: EDGE.top, y2: HEIGHT - EDGE.bottom });
      line.append(Plot.#make("title", {}, mark.text));
      svg.append(line);
    }
    lines.forEach((line, number) => {
      for (const points of Plot.#runs(ages, line.values)) {
        const path = points.map(([age, value]) => `${x(age).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
        // One point alone is no line.
        if (points.length > 1) svg.append(Plot.#make("polyline", { class: `line series-${number % 6}`, points: path }));
        else svg.append(Plot.#make("circle", { class: `dot series-${number % 6}`, cx: x(points[0][0]), cy: y(points[0][1]), r: 3 }));
      }
    });
    return svg;
  }

  /** Neighbouring points that have a value. */
  static #runs(ages, values) {
    const runs = [];
    let run = [];
    values.forEach((value, at) => {
      if (value !== null) { run.push([ages[at], value]); return; }
      if (run.length) runs.push(run);
      run = [];
    });
    return run.length ? [...runs, run] : runs;
  }

  /** A round number that is not below `value`, and whose half is round. */
  static #ceiling(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 4, 6, 8, 10].find((step) => step * power >= value) * power;
  }

  static #clock(age) {
    return new Date(Date.now() - age * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }

  static #inWords(lines, oldest) {
    const last = lines.map((line) => `${line.name} ${line.values.findLast((value) => value !== null) ?? "no"} MB`);
    return `Memory over ${oldest >= 5400 ? `${Math.round(oldest / 3600)} hours` : `${Math.round(oldest / 60)} minutes`}, now: ${last.join(", ")}`;
  }

  static #make(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }
}
