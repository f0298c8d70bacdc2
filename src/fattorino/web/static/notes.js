// Notes: marks in the cells of a data-grid, private, kept by the server.

import { $, $$, api, SVG, send } from "./page.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @type {string | null} the mark that is written now */
let pencil = null;
/** @type {Record<string, string>} marks the server does not have yet */
let unsent = {};
/** @type {{ grid: string, column: number, row: number } | null} */
let cursor = null;

/**
 * Take a pencil, or put it down.
 * @param {HTMLElement} button
 */
export function pickPencil(button) {
  pencil = pencil === button.dataset.mark ? null : button.dataset.mark;
  for (const b of $$("[data-mark]")) b.setAttribute("aria-pressed", String(b.dataset.mark === pencil));
  document.body.classList.toggle("painting", pencil !== null);
  for (const grid of $$("[data-grid]")) {
    if (pencil === null) grid.removeAttribute("tabindex");
    else grid.setAttribute("tabindex", "0");
  }
  if (pencil !== null) return;
  cursor = null;
  drawNotes();
}

/**
 * A cell of a grid: its name and its square.
 * @param {any} grid
 * @param {number} column
 * @param {number} row
 */
function cellOf(grid, column, row) {
  const side = grid.width.baseVal.value / Number(grid.dataset.columns);
  return {
    name: `${grid.dataset.grid}-${column}_${row}`,
    side,
    x: grid.x.baseVal.value + column * side,
    y: grid.y.baseVal.value + row * side,
  };
}

/**
 * The cell at a point of the screen.
 * @param {number} x
 * @param {number} y
 */
function cellUnder(x, y) {
  /** @type {any} */
  const grid = document.elementFromPoint(x, y)?.closest?.("[data-grid]");
  if (!grid) return null;
  const box = grid.getBoundingClientRect();
  const columns = Number(grid.dataset.columns);
  const at = (/** @type {number} */ distance, /** @type {number} */ size) =>
    Math.min(columns - 1, Math.floor((distance / size) * columns));
  return cellOf(grid, at(x - box.x, box.width), at(y - box.y, box.height));
}

/** All marks: what the server has, and what it will get. */
function allMarks() {
  const frame = $("[data-notes]");
  return frame ? { ...JSON.parse(frame.dataset.notes), ...unsent } : {};
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} values
 */
function svgElement(name, values) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) el.setAttribute(key, String(value));
  return el;
}

/** @param {string} name */
const gridNamed = (name) => $(`[data-grid="${CSS.escape(name)}"]`);

export function drawNotes() {
  const symbols = Object.fromEntries($$("[data-symbol]").map((b) => [b.dataset.mark, b.dataset.symbol]));
  for (const old of $$(".mark")) old.remove();
  for (const [name, mark] of Object.entries(allMarks())) {
    const [, sheet, column, row] = name.match(/^(.*)-(\d+)_(\d+)$/) ?? [];
    const grid = sheet && gridNamed(sheet);
    if (!grid || !symbols[mark]) continue;
    const { side, x, y } = cellOf(grid, Number(column), Number(row));
    const size = side * 0.7;
    const margin = side * 0.15;
    const place = { x: x + margin, y: y + margin, width: size, height: size };
    grid.after(svgElement("use", { href: `#s-${symbols[mark]}`, class: "mark", ...place }));
  }
  const here = cursor && gridNamed(cursor.grid);
  if (!here) return;
  const { side, x, y } = cellOf(here, cursor.column, cursor.row);
  here.after(svgElement("rect", { class: "mark cursor", width: side, height: side, x, y }));
}

/** @param {string} cell */
function write(cell) {
  if (unsent[cell] === pencil) return;
  unsent[cell] = pencil;
  drawNotes();
}

async function sendNotes() {
  const sent = { ...unsent };
  if (!Object.keys(sent).length) return;
  if (!(await send("PUT", api("notes"), { notes: sent }))) return;
  const frame = $("[data-notes]");
  const written = Object.entries(allMarks()).filter(([, mark]) => mark);
  if (frame) frame.dataset.notes = JSON.stringify(Object.fromEntries(written));
  unsent = Object.fromEntries(Object.entries(unsent).filter(([cell, mark]) => sent[cell] !== mark));
}

/**
 * Arrows move a cursor; Enter and Space write.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} grid
 */
export function noteKey(event, grid) {
  const step = STEPS[/** @type {keyof STEPS} */ (event.key)];
  if (!step && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  const columns = Number(grid.dataset.columns);
  const middle = (columns - 1) / 2;
  if (cursor?.grid !== grid.dataset.grid) cursor = { grid: grid.dataset.grid, column: middle, row: middle };
  if (step) {
    const inside = (/** @type {number} */ at) => Math.min(columns - 1, Math.max(0, at));
    cursor.column = inside(cursor.column + step[0]);
    cursor.row = inside(cursor.row + step[1]);
    drawNotes();
  } else if (pencil !== null) {
    write(cellOf(grid, cursor.column, cursor.row).name);
    sendNotes();
  }
}

document.addEventListener("pointerdown", (event) => {
  const cell = pencil !== null && cellUnder(event.clientX, event.clientY);
  if (!cell) return;
  event.preventDefault();
  write(cell.name);
  const drag = (/** @type {PointerEvent} */ moved) => {
    const under = cellUnder(moved.clientX, moved.clientY);
    if (under) write(under.name);
  };
  const release = () => {
    document.removeEventListener("pointermove", drag);
    sendNotes();
  };
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", release, { once: true });
});
