// Notes: marks in the cells of a data-grid, private, kept by the server.
// Elements with data-cell are its cells, for keyboard navigation; the game itself describes what it knows of them.

import { $, $$, api, SVG, send, speak } from "./page.js";

/** @type {string | null} the mark that is written now */
let pencil = null;
/** @type {Record<string, string>} marks the server does not have yet */
let unsent = {};

/**
 * Select a pencil, or none.
 * @param {HTMLElement} button
 */
export function pickPencil(button) {
  pencil = pencil === button.dataset.mark ? null : button.dataset.mark;
  for (const b of $$("[data-mark]")) b.setAttribute("aria-pressed", String(b.dataset.mark === pencil));
  document.body.classList.toggle("painting", pencil !== null);
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
  const under = document.elementFromPoint(x, y);
  const grid = under?.dataset?.cell
    ? gridNamed(partsOf(under.dataset.cell).grid)
    : under?.closest?.("[data-grid]");
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

/** @param {string} cell */
function partsOf(cell) {
  const [, grid, column, row] = cell.match(/^(.*)-(\d+)_(\d+)$/) ?? [];
  return { grid, column: Number(column), row: Number(row) };
}

export function drawNotes() {
  const symbols = Object.fromEntries($$("[data-symbol]").map((b) => [b.dataset.mark, b.dataset.symbol]));
  for (const old of $$(".mark")) old.remove();
  for (const [name, mark] of Object.entries(allMarks())) {
    const { grid: sheet, column, row } = partsOf(name);
    const grid = sheet && gridNamed(sheet);
    if (!grid || !symbols[mark]) continue;
    const { side, x, y } = cellOf(grid, column, row);
    const size = side * 0.7;
    const margin = side * 0.15;
    const place = { x: x + margin, y: y + margin, width: size, height: size };
    grid.after(svgElement("use", { href: `#s-${symbols[mark]}`, class: "mark", ...place }));
  }
}

/**
 * What the viewer has noted in a cell, or "".
 * @param {any} el
 */
export function cellWords(el) {
  const mark = el.dataset.cell && allMarks()[el.dataset.cell];
  const pencilled = mark && $(`[data-mark="${CSS.escape(mark)}"]`);
  return pencilled ? $(".frame").dataset.noted.replace("{mark}", pencilled.textContent.trim()) : "";
}

/**
 * A key in a cell: a digit writes with that pencil, 0 and Delete erase, Enter writes with the selected one.
 * @param {any} cell
 * @param {string} key
 */
export function markCell(cell, key) {
  const pencils = $$("[data-mark][data-symbol]");
  const digit = /^[0-9]$/.test(key) ? Number(key) : -1;
  let mark = pencils[digit - 1]?.dataset.mark;
  if (digit === 0 || key === "Delete" || key === "Backspace") mark = "";
  if ((key === "Enter" || key === " ") && pencil !== null) mark = pencil;
  if (mark === undefined) return false;
  write(cell.dataset.cell, mark);
  sendNotes();
  speak([cellWords(cell) || $(".frame").dataset.rubbed]);
  return true;
}

/**
 * @param {string} cell
 * @param {string} mark
 */
function write(cell, mark) {
  if (unsent[cell] === mark) return;
  unsent[cell] = mark;
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

document.addEventListener("pointerdown", (event) => {
  const cell = pencil !== null && cellUnder(event.clientX, event.clientY);
  if (!cell) return;
  event.preventDefault();
  write(cell.name, pencil);
  const drag = (/** @type {PointerEvent} */ moved) => {
    const under = cellUnder(moved.clientX, moved.clientY);
    if (under) write(under.name, pencil);
  };
  const release = () => {
    document.removeEventListener("pointermove", drag);
    sendNotes();
  };
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", release, { once: true });
});
