// New parts of a page in place of old ones: an element with the same id stays alive, so that it can glide.

const key = (el) => el.id || (el.dataset?.action ? `action ${el.dataset.action}` : el.dataset?.send ? `send ${el.dataset.send}` : ""); // a button never turns into another under the pointer

export function morph(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName || key(old) !== key(next)) return old.replaceWith(next);
  if (old.nodeType !== 1) { if (old.data !== next.data) old.data = next.data; return; }
  if ("append" in old.dataset) return append(old, next);
  const kept = old.hasAttribute("data-keep") ? ["aria-pressed", "class", "style", "value"] : old.nodeName === "DETAILS" ? ["open"] : ["style"];
  for (const a of [...old.attributes]) if (!next.hasAttribute(a.name) && !kept.includes(a.name)) old.removeAttribute(a.name);
  for (const a of next.attributes) if (old.getAttribute(a.name) !== a.value && !kept.includes(a.name)) old.setAttribute(a.name, a.value);
  const keyed = new Map([...old.children].filter(key).map((c) => [key(c), c]));
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const same = key(child) ? keyed.get(key(child)) : at && !key(at) && at.nodeName === child.nodeName ? at : null;
    if (!same) { old.insertBefore(child, at); continue; }
    if (same === at) at = at.nextSibling; else old.insertBefore(same, at);
    morph(same, child);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

export function append(list, next) { // log and chat: an update brings the newest lines only
  const number = (li) => Number(li.id.split("-")[1]);
  const lines = [...next.children];
  if (lines.length && number(lines[0]) > list.children.length) return location.reload();
  const end = lines.length ? number(lines.at(-1)) : -1;
  for (const li of [...list.children]) if (number(li) > end) li.remove(); else li.classList.remove("new");
  for (const li of lines) { const had = document.getElementById(li.id); if (had) morph(had, li); else list.append(li); }
}

export async function refetch(url, names) { // the same page once more, only these parts of it
  const answer = await fetch(url), page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) for (const name of names) { const next = page.getElementById(name), old = document.getElementById(name); if (next && old) morph(old, document.importNode(next, true)); }
}
