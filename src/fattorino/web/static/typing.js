// Typed moves: the same words as in the terminal. The server reads them, the page only completes them.

import { refused } from "./coach.js";
import { $, $$, api, say, send } from "./page.js";

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

/**
 * Play what was typed, or say why that cannot be done; with a question mark it is only asked about.
 * @param {HTMLFormElement} form
 * @param {(button: any) => unknown} play
 */
export async function playTyped(form, play) {
  const field = $("#typed");
  const words = field.value.trim();
  if (!words) return;
  const read = await send("GET", api(`why?typed=${encodeURIComponent(words)}`));
  if (!read) return;
  field.value = "";
  const button = $(`:is(#actions, #outline) [data-action="${read.action}"]`);
  if (read.legal && button && !words.startsWith("?")) return play(button);
  say(read.sentence, read.rule);
  refused(read);
  form.querySelector("input").focus();
}
