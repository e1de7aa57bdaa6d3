// What calls an arbiter who does not look: a sound, a vibration, a screen that stays on. Off until asked for, and only in this tab.

import { button } from '/dom.js';
import { NewUrgent } from '/new-urgent.js';
import { words } from '/words.js';

const kept_as = 'adoube.signals';
const beeps_hz = [660, 880, 660], beep_s = 0.18;

export class Signals {
  #root;
  #on = {};
  #news = new NewUrgent();
  #audio = null;
  #lock = null;
  #ended = new AbortController();

  /// Makes a button for each that the browser can do.
  constructor(root) {
    this.#root = root;
    this.#on = JSON.parse(sessionStorage.getItem(kept_as) ?? '{}');
    const can = { sound: 'AudioContext' in window, vibrate: 'vibrate' in navigator, awake: 'wakeLock' in navigator };
    root.replaceChildren();
    for (const kind of Object.keys(can).filter(each => can[each]))
      button(root, words.signals[kind], ({ target }) => this.#toggle(kind, target), { 'aria-pressed': `${Boolean(this.#on[kind])}` });
    const options = { signal: this.#ended.signal };
    document.addEventListener('visibilitychange', () => this.#keep_awake(), options);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => this.#on.sound && this.#hear(), { ...options, once: true });
    this.#keep_awake();
  }

  /// `boards` of the feed, at each change.
  look(boards, settled_of) {
    if (this.#news.look(boards, settled_of) > 0) this.#call();
  }

  end() {
    this.#ended.abort();
    this.#on = {};
    sessionStorage.removeItem(kept_as);
    this.#keep_awake();
    this.#audio?.close();
    this.#root.replaceChildren();
  }

  #toggle(kind, target) {
    this.#on[kind] = !this.#on[kind];
    sessionStorage.setItem(kept_as, JSON.stringify(this.#on));
    target.setAttribute('aria-pressed', `${this.#on[kind]}`);
    if (kind === 'awake') this.#keep_awake();
    else if (this.#on[kind]) this.#call(kind); // as it will be
  }

  #call(only) {
    const does = kind => this.#on[kind] && (!only || only === kind);
    if (does('sound')) this.#beep();
    if (does('vibrate')) navigator.vibrate([200, 100, 200]);
  }

  /// A browser lets a page be heard once somebody has touched it.
  #hear() {
    this.#audio ??= new AudioContext();
    return this.#audio.resume();
  }

  async #beep() {
    await this.#hear();
    beeps_hz.forEach((hz, at) => {
      const tone = this.#audio.createOscillator(), loud = this.#audio.createGain(), begin = this.#audio.currentTime + at * beep_s;
      tone.frequency.value = hz;
      loud.gain.setValueAtTime(0.25, begin);
      loud.gain.exponentialRampToValueAtTime(0.001, begin + beep_s);
      tone.connect(loud).connect(this.#audio.destination);
      tone.start(begin);
      tone.stop(begin + beep_s);
    });
  }

  /// The browser lets go of it whenever the page is hidden.
  async #keep_awake() {
    if (!this.#on.awake) {
      this.#lock?.release();
      this.#lock = null;
    } else if (!document.hidden) {
      try {
        this.#lock = await navigator.wakeLock.request('screen');
      } catch { /* a battery that is low, say: the screen goes dark as always */ }
    }
  }
}
