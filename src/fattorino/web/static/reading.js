// Pages one reads: the search of a rulebook; a front page and a review that come to be by themselves.

import { $, $$ } from "./asking.js";
import { refetch } from "./swapping.js";

$("#find")?.addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().trim();
  let n = 0;
  for (const el of $$("#book li, #book tbody tr, #book p")) { const hit = !words || el.textContent.toLowerCase().includes(words); el.hidden = !hit; n += hit && words ? 1 : 0; }
  for (const box of $$("#book .wide")) box.hidden = !$("tbody tr:not([hidden])", box);
  for (const h of $$("#book h2, #book h3")) { // a chapter stays if it is named so, or has a place in it
    const ends = (el) => /^H[1-3]$/.test(el.nodeName) && el.nodeName <= h.nodeName;
    let hit = h.textContent.toLowerCase().includes(words);
    for (let el = h.nextElementSibling; el && !ends(el); el = el.nextElementSibling) hit ||= !el.hidden && (el.nodeName === "P" || Boolean($("li:not([hidden]), tr:not([hidden])", el)));
    h.hidden = !hit;
  }
  $("#found").textContent = words ? $("#found").dataset.words.replace("{n}", n) : "";
});

if (document.body.dataset.refresh) setInterval(() => refetch("/", ["games"]), 1000 * Number(document.body.dataset.refresh));

const again = $("[data-again]") && setInterval(() => { if ($("[data-again]")) refetch(location.href, ["review"]); else clearInterval(again); }, 2000);
