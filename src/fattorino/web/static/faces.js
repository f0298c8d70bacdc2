// An enlarged card or tile with its text and rules: opened by a long press, a right click, a click on something
// that cannot be chosen, or the key f.

import { $, $$, base, main } from "./page.js";
import { wordsOf } from "./walk.js";

/** @type {Promise<Element[]> | null} every piece of the game, the longest name first */
let pieces = null;

/** @param {string} path */
async function load(path) {
  const answer = await fetch(`${base}${path}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** @param {Element} piece */
const nameOf = (piece) => $("b", piece).textContent.trim();

/**
 * The piece that an element shows: its description begins with the piece's name, or contains it.
 * @param {any} el
 */
async function pieceOf(el) {
  pieces ??= load(`/rules/${main.dataset.game}/pieces`).then((page) =>
    $$(".pieces:not(.signs) li", page).sort((a, b) => nameOf(b).length - nameOf(a).length),
  );
  const words = (el.dataset.plain || el.dataset.tell || $("b", el)?.textContent || wordsOf(el)).toLowerCase();
  const isNamed = (/** @type {Element} */ piece, /** @type {boolean} */ first) => {
    const name = nameOf(piece).toLowerCase();
    const at = words.indexOf(name);
    const ends = !/^[\p{L}\p{N}]/u.test(words.slice(at + name.length));
    return ends && (first ? at === 0 : at > 0 && name.includes(" "));
  };
  const all = await pieces;
  return all.find((piece) => isNamed(piece, true)) ?? all.find((piece) => isNamed(piece, false));
}

/**
 * The rules of a piece: those under its name, or those that begin with it.
 * @param {string} name
 */
async function rulesOf(name) {
  const page = await load(`/rules/${main.dataset.game}`);
  const title = $$(".book h3", page).find((heading) => heading.textContent.trim() === name);
  if (title) return $$(":scope > li", title.nextElementSibling ?? title);
  const rules = $$(".book li[id]", page);
  const first = rules.find((rule) => rule.textContent.replace(rule.id, "").trim().startsWith(name));
  return first ? rules.filter((rule) => rule.id.replace(/-\d+$/, "") === first.id.replace(/-\d+$/, "")) : [];
}

/**
 * Show the enlarged piece of an element, if there is one; returns whether there is.
 * @param {any} el
 */
export async function showFace(el) {
  const dialog = $("#face");
  const piece = dialog && (await pieceOf(el));
  if (!piece) return false;
  const shown = /** @type {Element} */ (document.importNode(piece, true));
  $(".pieces", dialog).replaceChildren(shown);
  const details = $("details", dialog);
  details.open = false;
  details.ontoggle = async () => {
    if (details.open) $("ul", details).replaceChildren(...(await rulesOf(nameOf(piece))));
  };
  dialog.setAttribute("aria-label", nameOf(piece));
  dialog.showModal();
  return true;
}

/** @param {any} event */
const thing = (event) => event.target.closest?.(":is(.frame, #tools) :is([data-target], [data-tell], .held)");

document.addEventListener("contextmenu", (event) => {
  if (!thing(event) || !$("#face")) return;
  event.preventDefault();
  showFace(thing(event));
});

document.addEventListener("click", (event) => {
  const el = thing(event);
  if (el?.dataset.tell && !("report" in el.dataset) && !el.closest("[data-target]")) showFace(el);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "f" || event.ctrlKey || event.altKey || event.metaKey || !thing(event)) return;
  event.preventDefault();
  showFace(thing(event));
});
