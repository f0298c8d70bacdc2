// Preferences for all pages: theme, language, sound, and the player's name.

import { $, $$ } from "./page.js";

const YEAR = 365 * 24 * 60 * 60;

/**
 * @param {string} name
 * @param {string} value
 */
function setCookie(name, value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs TLS, a table at home has none
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

export function toggleTheme() {
  const root = document.documentElement;
  const usual = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme || usual) === "dark" ? "light" : "dark";
  setCookie("theme", root.dataset.theme);
}

/** @param {string} language */
export function setLanguage(language) {
  setCookie("language", language);
  location.reload();
}

const soundIsOn = () => localStorage.getItem("sound") !== "off";

/** Notes as pitch and seconds from the beginning. */
const SOUNDS = {
  turn: [
    [660, 0],
    [880, 0.13],
  ],
  delivery: [
    [523, 0],
    [659, 0.1],
    [784, 0.2],
    [1047, 0.3],
  ],
  refusal: [
    [220, 0],
    [196, 0.12],
  ],
};

/**
 * A short sound, if sounds are on: your turn, a highlight, a refusal.
 * @param {keyof SOUNDS} name
 */
export function play(name) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [pitch, delay] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const when = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, when);
    volume.gain.exponentialRampToValueAtTime(0.001, when + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(when);
    tone.stop(when + 0.5);
  }
  setTimeout(() => audio.close(), 1200);
}

const sound = $("#sound");
if (sound) {
  const draw = () => {
    sound.setAttribute("aria-pressed", String(soundIsOn()));
    $("use", sound).setAttribute("href", soundIsOn() ? "#s-sound" : "#s-mute");
  };
  sound.addEventListener("click", () => {
    localStorage.setItem("sound", soundIsOn() ? "off" : "on");
    draw();
  });
  draw();
}

for (const field of $$("input[name=name]")) field.value ||= localStorage.getItem("name") ?? "";
