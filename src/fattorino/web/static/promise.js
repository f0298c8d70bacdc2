// The promise: SHA-256 of "seed:nonce", worked out here (also where the browser's own is not offered).

import { $ } from "./asking.js";

function sha256(text) {
  const K = [], H = [], root = (n, p) => ((n ** p % 1) * 2 ** 32) | 0;
  for (let n = 2; K.length < 64; n++) if ([...Array(n).keys()].every((d) => d < 2 || n % d)) { if (H.length < 8) H.push(root(n, 1 / 2)); K.push(root(n, 1 / 3)); }
  const bytes = new TextEncoder().encode(text), size = ((bytes.length + 8) >> 6) + 1, words = new Int32Array(size * 16), w = new Int32Array(64);
  bytes.forEach((b, i) => { words[i >> 2] |= b << (24 - 8 * (i % 4)); });
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[size * 16 - 1] = bytes.length * 8;
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i++) {
      w[i] = i < 16 ? words[block + i] : w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10));
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { H[i] = (H[i] + x) | 0; });
  }
  return H.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

export function checkPromise() {
  const box = $("[data-promise]");
  if (!box || $(".verdict", box)) return;
  const kept = sha256(`${box.dataset.seed}:${box.dataset.nonce}`) === box.dataset.promise;
  box.append(Object.assign(document.createElement("p"), { className: `verdict ${kept ? "yes" : "no"}`, textContent: kept ? `✓ ${box.dataset.yes}` : `✗ ${box.dataset.no}` }));
}
