// Ignores accidental clicks: double clicks, and clicks on a choice that has just appeared under the pointer.

import { $$, main } from "./page.js";

const TWICE = 450; // milliseconds between the clicks of a double click
const WAIT = 500; // milliseconds before a new choice under the pointer can be clicked
const RECENT = 1500; // milliseconds for which the pointer is assumed to be where it clicked
const NEAR = 12; // pixels

let last = { x: -1, y: -1, when: 0, version: "", thing: "" };

/** @param {any} el */
const thingOf = (el) => el.dataset.target ?? `${el.dataset.action} ${el.textContent}`;

/**
 * Whether a click is the second half of a double click, or on a choice that has just appeared under the pointer.
 * @param {MouseEvent} event
 * @param {any} el what was clicked
 */
export function isLeftOver(event, el) {
  const before = last;
  const version = main.dataset.version ?? "";
  last = { x: event.clientX, y: event.clientY, when: event.timeStamp, version, thing: thingOf(el) };
  const near = Math.hypot(event.clientX - before.x, event.clientY - before.y) < NEAR;
  const twice =
    event.detail > 1 && near && event.timeStamp - before.when < TWICE && version !== before.version;
  return twice || (event.detail > 0 && "fresh" in el.dataset);
}

/** Disable a choice that appears where the user has just clicked, for a moment. */
export function holdBack() {
  if (performance.now() - last.when > RECENT || last.x < 0) return;
  const at = document.elementFromPoint(last.x, last.y);
  const el = /** @type {any} */ (at?.closest("[data-action], .legal[data-target]"));
  if (!el || thingOf(el) === last.thing) return;
  el.dataset.fresh = "";
  el.setAttribute("aria-disabled", "true");
  setTimeout(() => {
    for (const held of $$("[data-fresh]")) {
      held.removeAttribute("aria-disabled");
      delete held.dataset.fresh;
    }
  }, WAIT);
}
