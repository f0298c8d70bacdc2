// Typed moves: the same words as in the terminal. The server parses them, the page only completes them.

import { hold } from "./announce.js";
import { refused } from "./coach.js";
import { $, $$, api, main, say, send, speak } from "./page.js";

/** Offer the words of everything that can be done. */
export function offerWords() {
  const list = $("#typed-words");
  if (!list) return;
  const options = $$("#actions [data-key], #outline [data-key]").map((button) => {
    const option = document.createElement("option");
    option.value = button.dataset.key;
    option.label = button.textContent.trim();
    return option;
  });
  list.replaceChildren(...options);
}

const UNDO = "u"; // as in the terminal; no game has it as a key
const PATIENCE = 15_000; // milliseconds to wait for the table to be updated

/**
 * Wait until the page shows a version of the table; returns whether it does.
 * @param {number} version
 */
async function shows(version) {
  const until = Date.now() + PATIENCE;
  while (Number(main.dataset.version) < version && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 20));
  }
  return Number(main.dataset.version) >= version;
}

/**
 * Play what was typed, word by word, or say why that is not possible; with a question mark, only say why.
 * @param {HTMLFormElement} form
 * @param {(button: any) => Promise<{ version: number } | null>} play
 */
export async function playTyped(form, play) {
  const field = $("#typed");
  let words = field.value.trim();
  if (!words) return;
  if (words.toLowerCase() === UNDO) {
    field.value = "";
    return $("[data-send=undo]")?.click();
  }
  const asks = words.startsWith("?");
  /** @type {Record<string, string>} */
  let after = {};
  while (words) {
    const read = await send("GET", api(`why?${new URLSearchParams({ typed: words, ...after })}`));
    if (!read) return hold(false);
    if (!("after" in after)) field.value = "";
    const button = $(`:is(#actions, #outline) [data-action="${read.action}"]`);
    if (asks || !read.legal || !button) {
      hold(false);
      say(read.sentence, read.rule);
      refused(read);
      return form.querySelector("input").focus();
    }
    if (read.rest) hold(true);
    const played = await play(button);
    const isLine = read.rest || "after" in after;
    words = read.rest;
    if (!played || (isLine && !(await shows(played.version)))) break;
    after = { after: read.kind };
  }
  hold(false);
  if (words) speak([(main.dataset.rest ?? "").replace("{words}", () => words)]); // so that nobody waits for it
}
