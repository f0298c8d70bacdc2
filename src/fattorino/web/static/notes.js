// Notes: marks in the cells of a data-grid, private, kept by the server.

import { $, $$, SVG, api, send } from "./asking.js";

let pencil = null, painted = {}, cursor = null;

export function pick(button) {
  pencil = pencil === button.dataset.mark ? null : button.dataset.mark;
  for (const b of $$("[data-mark]")) b.setAttribute("aria-pressed", String(b.dataset.mark === pencil));
  document.body.classList.toggle("painting", pencil !== null);
  for (const grid of $$("[data-grid]")) { grid.toggleAttribute("tabindex", pencil !== null); if (pencil !== null) grid.setAttribute("tabindex", "0"); }
  if (pencil === null) { cursor = null; paintNotes(); }
}

function cellOf(grid, column, row) { // a cell of a grid: its name and its square
  const n = Number(grid.dataset.columns), side = grid.width.baseVal.value / n;
  return { name: `${grid.dataset.grid}-${column}_${row}`, side, x: grid.x.baseVal.value + column * side, y: grid.y.baseVal.value + row * side };
}

function underneath(x, y) { // the cell at a point of the screen
  const grid = document.elementFromPoint(x, y)?.closest?.("[data-grid]");
  if (!grid) return null;
  const box = grid.getBoundingClientRect(), n = Number(grid.dataset.columns), at = (d, size) => Math.min(n - 1, Math.floor((d / size) * n));
  return cellOf(grid, at(x - box.x, box.width), at(y - box.y, box.height));
}

function marks() { const frame = $("[data-notes]"); return frame ? { ...JSON.parse(frame.dataset.notes), ...painted } : {}; }

function stamp(name, values) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) el.setAttribute(key, value);
  return el;
}

export function paintNotes() {
  const symbols = Object.fromEntries($$("[data-symbol]").map((b) => [b.dataset.mark, b.dataset.symbol]));
  for (const old of $$(".mark")) old.remove();
  for (const [name, mark] of Object.entries(marks())) {
    const [, sheet, column, row] = name.match(/^(.*)-(\d+)_(\d+)$/) ?? [], grid = sheet && $(`[data-grid="${CSS.escape(sheet)}"]`);
    if (!grid || !symbols[mark]) continue;
    const { side, x, y } = cellOf(grid, column, row);
    grid.after(stamp("use", { href: `#s-${symbols[mark]}`, class: "mark", width: side * 0.7, height: side * 0.7, x: x + side * 0.15, y: y + side * 0.15 }));
  }
  const here = cursor && $(`[data-grid="${CSS.escape(cursor.grid)}"]`);
  if (here) { const { side, x, y } = cellOf(here, cursor.column, cursor.row); here.after(stamp("rect", { class: "mark cursor", width: side, height: side, x, y })); }
}

function note(cell) { if (painted[cell.name] !== pencil) { painted[cell.name] = pencil; paintNotes(); } }

async function flushNotes() {
  const sent = { ...painted };
  if (!Object.keys(sent).length || !await send("PUT", api("notes"), { notes: sent })) return;
  const frame = $("[data-notes]"), all = marks();
  if (frame) frame.dataset.notes = JSON.stringify(Object.fromEntries(Object.entries(all).filter(([, mark]) => mark)));
  for (const key in sent) if (painted[key] === sent[key]) delete painted[key];
}

export function noteKey(event, grid) { // arrows move a cursor, Enter and Space write
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key], n = Number(grid.dataset.columns);
  if (!step && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (cursor?.grid !== grid.dataset.grid) cursor = { grid: grid.dataset.grid, column: (n - 1) / 2, row: (n - 1) / 2 };
  if (step) { cursor.column = Math.min(n - 1, Math.max(0, cursor.column + step[0])); cursor.row = Math.min(n - 1, Math.max(0, cursor.row + step[1])); paintNotes(); }
  else if (pencil !== null) { note(cellOf(grid, cursor.column, cursor.row)); flushNotes(); }
}

document.addEventListener("pointerdown", (event) => {
  const cell = pencil !== null && underneath(event.clientX, event.clientY);
  if (!cell) return;
  event.preventDefault();
  note(cell);
  const drag = (e) => { const under = underneath(e.clientX, e.clientY); if (under) note(under); };
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", () => { document.removeEventListener("pointermove", drag); flushNotes(); }, { once: true });
});
