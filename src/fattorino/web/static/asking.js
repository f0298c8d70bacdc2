// What every part of the page needs: finding elements, asking the server, one line of answer.

export const $ = (query, root = document) => root.querySelector(query);
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];
export const SVG = "http://www.w3.org/2000/svg";
export const main = $("#main");
export const id = main.dataset.table;
export const api = (path) => `/api/matches/${id}/${path}`;

export function say(sentence, rule = "", advice = false) { // one line: why not, and where it is written
  const box = $("#reason");
  if (!box) return;
  box.hidden = !sentence;
  box.classList.toggle("advice", advice);
  box.replaceChildren();
  if (!sentence) return;
  const words = document.createElement("p"), close = document.createElement("button");
  words.append(sentence);
  if (rule) {
    const link = document.createElement("a");
    Object.assign(link, { href: `/rules/${main.dataset.game}#${rule}`, target: "_blank", textContent: `${main.dataset.rule} ${rule}` });
    words.append(" ", link);
  }
  Object.assign(close, { type: "button", textContent: "×", ariaLabel: "OK", onclick: () => say("") });
  box.append(words, close);
  box.scrollIntoView({ block: "nearest" });
}

export let sent = 0; // when something was last asked of the server
export async function send(method, url, body) {
  sent = Date.now();
  try {
    const options = { method, headers: { Accept: "application/json" } };
    if (body !== undefined) { options.body = JSON.stringify(body); options.headers["Content-Type"] = "application/json"; }
    const answer = await fetch(url, options), told = await answer.json();
    if (answer.ok) { say(""); return told; }
    say(told.code === "old_version" ? `${told.title}.` : told.detail || told.title, told.rule); // people know no versions
  } catch { say(main.dataset.lost || "…"); }
  return null;
}
