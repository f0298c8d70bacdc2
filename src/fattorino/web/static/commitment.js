// The server's commitment before the game, SHA-256 of "seed:nonce", checked after it.
// Implemented here, because browsers offer their own SHA-256 only over TLS.

import { $, api, send, table } from "./page.js";

/** @param {string} text */
function sha256(text) {
  const { initial, rounds } = constants();
  const words = padded(new TextEncoder().encode(text));
  const schedule = new Int32Array(64);
  const hash = [...initial];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      schedule[i] = i < 16 ? words[block + i] : extended(schedule, i);
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const one = (h + sum1 + choice + rounds[i] + schedule[i]) | 0;
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = (sum0 + majority) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] + value) | 0;
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The constants of SHA-256: roots of the first primes, the first 32 bits after the point. */
function constants() {
  const fraction = (/** @type {number} */ root) => ((root % 1) * 2 ** 32) | 0;
  const isPrime = (/** @type {number} */ n) => {
    for (let divisor = 2; divisor < n; divisor++) if (n % divisor === 0) return false;
    return true;
  };
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (isPrime(n)) primes.push(n);
  return {
    initial: primes.slice(0, 8).map((prime) => fraction(prime ** (1 / 2))),
    rounds: primes.map((prime) => fraction(prime ** (1 / 3))),
  };
}

/**
 * The text as whole blocks of 32-bit words, with its length at the end.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const words = new Int32Array(blocks * 16);
  for (const [i, byte] of bytes.entries()) words[i >> 2] |= byte << (24 - 8 * (i % 4));
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[blocks * 16 - 1] = bytes.length * 8;
  return words;
}

/**
 * @param {number} word
 * @param {number} bits
 */
const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * @param {Int32Array} schedule
 * @param {number} i
 */
function extended(schedule, i) {
  const before = schedule[i - 15];
  const last = schedule[i - 2];
  const sigma0 = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
  const sigma1 = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10);
  return schedule[i - 16] + sigma0 + schedule[i - 7] + sigma1;
}

/**
 * What this browser stores of its contribution to the seed: the contribution, and the server's commitment it saw.
 * @returns {{ part: string, seal: string } | null}
 */
const kept = () => JSON.parse(localStorage.getItem(`chance-${table}`) ?? "null");

/** Before the game commit to a contribution to the seed, and reveal it when the host starts. */
export function shareChance() {
  const box = $("[data-wanted]");
  if (!box || box.dataset.sent) return;
  box.dataset.sent = "yes";
  if (box.dataset.wanted === "open") {
    const mine = kept();
    if (mine) send("PUT", api("chance"), { part: mine.part });
    return;
  }
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const part = kept()?.part ?? bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(`chance-${table}`, JSON.stringify({ part, seal: box.dataset.seal }));
  send("PUT", api("chance"), { commitment: sha256(part) });
}

/**
 * Whether the secrets match the commitments, this browser's included, and result in the seed.
 * @param {DOMStringMap} told
 */
function fits(told) {
  const words = (told.parts ?? "").split(" ").filter(Boolean);
  const parts = words.filter((_word, n) => n % 2 === 1);
  const sealed = parts.every((part, n) => sha256(part) === words[2 * n]);
  const mine = kept();
  const known = !mine || (mine.seal === told.promise && (!parts.length || parts.includes(mine.part)));
  const all = sha256([told.seed, told.nonce, ...parts].join(":"));
  const seed = parts.length ? BigInt(`0x${all.slice(0, 16)}`) >> 2n : BigInt(told.seed ?? 0);
  const played = seed === BigInt(told.gameSeed ?? 0);
  return sealed && known && played && sha256(`${told.seed}:${told.nonce}`) === told.promise;
}

/** After the game say whether the secrets match the commitments. */
export function checkCommitment() {
  const box = $("[data-promise]");
  if (!box || $(".verdict", box)) return;
  const good = fits(box.dataset);
  const verdict = document.createElement("p");
  verdict.className = `verdict ${good ? "yes" : "no"}`;
  verdict.textContent = good ? `✓ ${box.dataset.yes}` : `✗ ${box.dataset.no}`;
  box.append(verdict);
}
