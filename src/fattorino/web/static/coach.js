// The coach: explains each rule once, the first time it matters, and highlights on the board what it is about.
// The server sends the rules that matter now (#lesson); the browser stores which ones were explained.

import { $, $$, main, SVG } from "./page.js";

const AROUND = 3; // units of the drawing between an element and its frame

const key = `taught ${main.dataset.known}`;
/** @type {Set<string>} */
const told = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
/** @type {any[]} rules still to be explained */
let waiting = [];
/** @type {[string, string]} what the box shows: a sentence, with its target on the board */
let shown = ["", ""];

const isCore = (/** @type {HTMLElement} */ el) => el.dataset.level === "core";
const isOn = () => localStorage.getItem("coach") === "on";

/** @param {boolean} on */
function turn(on) {
  localStorage.setItem("coach", on ? "on" : "off");
  $("[data-coach]")?.setAttribute("aria-pressed", String(on));
  if (!on) hide();
}

/** Close the box; what it showed counts as read and is not repeated. */
function hide() {
  shown = ["", ""];
  mark();
  $("#coach").hidden = true;
  localStorage.setItem(key, JSON.stringify([...told]));
}

/** Queue the rules of the newest step for the learner's next decision, whose own rules come first; core before others. */
export function teach() {
  if (!$("#coach") || !isOn()) return;
  if ($(".result")) return sumUp();
  const fresh = $$("#lesson li").filter((el) => !told.has(el.dataset.rule) && el.dataset.level !== "rare");
  const found = [...fresh, ...waiting];
  waiting = [...new Map(found.reverse().map((el) => [el.dataset.rule, el])).values()].reverse();
  waiting.sort((a, b) => Number(isCore(b)) - Number(isCore(a)));
  if ($("#coach").hidden && $("#prompt [data-yours]")) coach(); // the box stays until the learner acts
}

/** The learner acts. */
export function acted() {
  if (!$("#coach")) return;
  hide();
  waiting = waiting.filter(isCore); // other rules come up again when they matter
}

/** Explain the queued rules, one at a time. */
export function coach() {
  hide();
  waiting = waiting.filter((el) => !told.has(el.dataset.rule));
  const now = waiting.shift();
  if (!now) return;
  say([now.textContent, now.dataset.about ?? ""]);
  told.add(now.dataset.rule);
}

/**
 * A click was refused: explain the rule behind it, unless it was explained before.
 * @param {{rule: string, lesson: string}} why
 * @param {string} [target] what was clicked
 */
export function refused({ rule, lesson }, target = "") {
  if (!$("#coach") || !isOn() || !lesson || told.has(rule)) return;
  told.add(rule);
  say([lesson, target]);
}

/** @param {[string, string]} note a sentence, with its target on the board */
function say(note) {
  const box = $("#coach");
  shown = note;
  mark();
  const line = document.createElement("p");
  line.textContent = note[0];
  const row = document.createElement("div");
  row.className = "row";
  if (waiting.length) row.append(button(box.dataset.more, "next"));
  row.append(button(box.dataset.hush, "coach"));
  box.replaceChildren(line, row);
  box.hidden = false;
}

/** Highlight the targets on the board; a redrawn board has lost its highlights. */
export function mark() {
  for (const el of $$(".coached")) el.classList.remove("coached");
  for (const el of $$(".coach-frame")) el.remove();
  const name = CSS.escape(shown[1]);
  if (name) {
    for (const el of $$(`[data-target="${name}"], #${name}`)) {
      el.classList.add("coached");
      if (el instanceof SVGGraphicsElement) frame(el);
    }
  }
}

/**
 * A frame around a part of a drawing, on top of everything else and inside its edges.
 * @param {SVGGraphicsElement} el
 */
function frame(el) {
  let drawing = el.ownerSVGElement;
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement;
  const { x, y, width, height } = el.getBBox();
  const from = drawing
    ?.getScreenCTM()
    ?.inverse()
    .multiply(el.getScreenCTM() ?? undefined);
  if (!drawing || !from || !width) return;
  const view = drawing.viewBox.baseVal;
  const [one, other] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((at) =>
    at.matrixTransform(from),
  );
  const left = Math.max(Math.min(one.x, other.x) - AROUND, view.x + AROUND);
  const top = Math.max(Math.min(one.y, other.y) - AROUND, view.y + AROUND);
  const right = Math.min(Math.max(one.x, other.x) + AROUND, view.x + view.width - AROUND);
  const bottom = Math.min(Math.max(one.y, other.y) + AROUND, view.y + view.height - AROUND);
  const made = document.createElementNS(SVG, "rect");
  const sides = { x: left, y: top, width: right - left, height: bottom - top, rx: 2 * AROUND };
  for (const [name, value] of Object.entries(sides)) made.setAttribute(name, String(Math.max(value, 0)));
  made.setAttribute("class", "coach-frame");
  drawing.append(made);
}

/**
 * @param {string} words
 * @param {string} does
 */
function button(words, does) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.dataset[does] = "";
  return made;
}

/** The button in the header turns the coach on or off. */
export function explain() {
  const on = !isOn();
  turn(on);
  if (!on) return;
  const here = $$("#lesson li");
  if (here.length) {
    waiting = here.slice(0, 3); // they are explained again, whatever was told before
    for (const el of waiting) told.delete(el.dataset.rule);
    coach();
  } else say([$("#coach").dataset.nothing, ""]);
}

/** After the game: which rules came up, which did not, and what to do next. */
function sumUp() {
  const box = $("#coach");
  const all = $$("#lesson li").filter((el) => el.dataset.level !== "rare");
  const parts = [
    [box.dataset.learned, all.filter((el) => told.has(el.dataset.rule))],
    [box.dataset.unmet, all.filter((el) => isCore(el) && !told.has(el.dataset.rule))],
  ];
  box.replaceChildren();
  for (const [title, rules] of parts) {
    if (!rules.length) continue;
    const part = document.createElement("details");
    const head = document.createElement("summary");
    head.append(title.replace("{n}", rules.length));
    const list = document.createElement("ul");
    for (const rule of rules) {
      const line = document.createElement("li");
      line.textContent = rule.textContent;
      list.append(line);
    }
    part.append(head, list);
    box.append(part);
  }
  const row = document.createElement("div");
  row.className = "row";
  row.append(/** @type {HTMLTemplateElement} */ ($("#next-steps")).content.cloneNode(true));
  box.append(row);
  box.hidden = false;
}

/** On load: a lesson turns the coach on; the front page offers the lesson first for a game not played before. */
export function learned() {
  for (const form of $$("[data-unknown]")) {
    const known = localStorage.getItem(`taught ${form.dataset.unknown}`);
    $("button", form).classList.toggle("primary", !known);
    const play = form.nextElementSibling;
    $("button", play)?.classList.toggle("primary", Boolean(known));
  }
  for (const field of $$("form[action] input[name=name]")) field.value ||= localStorage.getItem("name") ?? "";
  if (!$("#coach")) return;
  if (new URLSearchParams(location.search).has("learn")) {
    turn(true);
    history.replaceState(null, "", location.pathname);
  } else turn(isOn());
  teach();
}
