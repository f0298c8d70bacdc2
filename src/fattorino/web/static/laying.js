// The form of a new table, told to the server as it wants it.

import { $, $$, send } from "./asking.js";

export async function layTable(form) {
  if ($("[aria-busy=true]", form)) return;
  const fields = new FormData(form), options = { seats: Number(fields.get("seats")) || undefined };
  for (const el of $$("[name^=option-]", form)) options[el.name.slice(7)] = el.type === "checkbox" ? el.checked : el.value;
  const wishes = $$("[data-chair]", form), playing = wishes.filter((el) => "plays" in el.dataset);
  const mine = wishes.findIndex((el) => el.value === "me"), name = fields.get("name") || "";
  const seats = playing.map((el) => {
    const number = wishes.indexOf(el), colour = Number(el.dataset.colour);
    if (el.value.startsWith("bot:")) return { kind: "bot", bot: el.value.slice(4), colour };
    return el.value === "none" ? { kind: "bot" } : { kind: "human", name: number === mine ? name : "", colour };
  });
  const waits = wishes.some((el) => el.value === "open" || (el.value === "me" && wishes.indexOf(el) !== mine));
  const onlooker = wishes.some((el) => !("plays" in el.dataset) && el.value !== "none");
  const button = $("[type=submit]", form);
  button.ariaBusy = "true"; // a game may still be in the oven
  const made = await send("POST", "/api/matches", { game: form.dataset.new, seats, options, listed: fields.has("listed"), hints: fields.has("hints"), clock: Number(fields.get("clock")) || null, onlooker, start: !waits });
  button.ariaBusy = "false";
  const link = made?.seats.find((s) => s.seat === mine)?.url;
  if (link) await fetch(new URL(link).pathname, { method: "POST", redirect: "manual" });
  if (made) location.href = new URL(made.url).pathname;
}
