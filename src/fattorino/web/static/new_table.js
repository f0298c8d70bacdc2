// The form of a new table, sent to the server.

import { upToDate } from "./morph.js";
import { $, $$, base, send } from "./page.js";

// the form remembers the last choices for each game
const blank = $("form[data-new]");
const kept = blank && localStorage.getItem(`form ${blank.dataset.new}`);
if (kept && !location.search) location.replace(`${location.pathname}?${kept}`);

// apply choices made before this file was loaded
if (!kept || location.search) {
  const early = $$("select", blank ?? document).find((el) => {
    const first = [...el.options].findIndex((option) => option.defaultSelected);
    return el.selectedIndex !== Math.max(first, 0);
  });
  early?.dispatchEvent(new Event("change", { bubbles: true }));
}

// several seats for people on one device: it is passed around
blank?.addEventListener("change", () => {
  if ($$("[data-chair]", blank).filter((el) => el.value === "me").length > 1) {
    $("#several_seats").checked = true;
  }
});

/** @param {HTMLFormElement} form */
export async function createTable(form) {
  const button = $("[type=submit]", form);
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true"; // a game may still have to be prepared
  await upToDate();
  const fields = new FormData(form);
  const wishes = $$("[data-chair]", form);
  const mine = wishes.findIndex((el) => el.value === "me");
  const several = fields.has("several_seats");
  /** @param {number} seat */
  const isMine = (seat) => seat === mine || (several && wishes[seat]?.value === "me");
  const request = {
    game: form.dataset.new,
    seats: seatWishes(wishes, mine, fields),
    options: gameOptions(form, fields),
    listed: fields.has("listed"),
    hints: fields.has("hints"),
    clock: Number(fields.get("clock")) || null,
    several_seats: several,
    onlooker: wishes.some((el) => !("plays" in el.dataset) && el.value !== "none"),
    start: !wishes.some((el, number) => el.value === "open" || (el.value === "me" && !isMine(number))),
  };
  localStorage.setItem(`form ${form.dataset.new}`, String(new URLSearchParams(/** @type {any} */ (fields))));
  const made = await send("POST", `${base}/api/matches`, request);
  button.ariaBusy = "false";
  if (!made) return;
  const path = new URL(made.url).pathname;
  for (const { seat, token } of made.seats) {
    const body = new URLSearchParams({ token, sit: "on" });
    if (isMine(seat)) await fetch(`${path}/seat`, { method: "POST", redirect: "manual", body });
  }
  location.href = path;
}

/**
 * @param {HTMLFormElement} form
 * @param {FormData} fields
 */
function gameOptions(form, fields) {
  /** @type {Record<string, unknown>} */
  const options = { seats: Number(fields.get("seats")) || undefined };
  for (const el of $$("[name^=option-]", form)) {
    options[el.name.slice("option-".length)] = el.type === "checkbox" ? el.checked : el.value;
  }
  return options;
}

/**
 * Who plays in each seat that decides.
 * @param {any[]} wishes
 * @param {number} mine
 * @param {FormData} fields
 */
function seatWishes(wishes, mine, fields) {
  const wanted = [];
  for (const [number, el] of wishes.entries()) {
    if (!("plays" in el.dataset)) continue;
    const colour = Number(el.dataset.colour);
    if (el.value.startsWith("bot:")) wanted.push({ kind: "bot", bot: el.value.slice("bot:".length), colour });
    else if (el.value === "none") wanted.push({ kind: "bot" });
    else {
      const name = fields.get(number === mine ? "name" : `guest-${number}`); // guests sit at the same device
      wanted.push({ kind: "human", name: String(name || ""), colour });
    }
  }
  return wanted;
}
