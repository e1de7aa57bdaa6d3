// What leaves the hall, and how late.

import { set } from '/dom.js';
import { words } from '/organiser-words.js';

const delays_s = { none: 0, quarter: 900 };
const longest_minutes = 24 * 60;
const good_for_ms = 60_000; // what is printed says when that was

/// Seconds; null where `text` is no number of minutes that can be set. Pure.
export function delay_of(text) {
  const minutes = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Infinity;
  return minutes <= longest_minutes ? 60 * minutes : null;
}

export class HallExits {
  #delay;
  #page;
  #details;
  #buttons;
  #form;
  #acts;
  #looked_at_ms = 0;

  /// `acts`: `read(line)`, which resolves to the answer's text, `send(line)`, `sure(question)`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#delay = root.querySelector('.delay');
    this.#page = root.querySelector('pre');
    this.#details = root.querySelector('details');
    this.#buttons = root.querySelectorAll('.buttons button');
    this.#form = root.querySelector('form');
    this.#details.open = false;
    set(this.#page, '');
    this.#details.ontoggle = () => this.#details.open && this.#look();
    for (const one of this.#buttons) one.onclick = () => this.#change(delays_s[one.name]);
    this.#form.reset();
    this.#blame('');
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#change_to_typed();
    };
  }

  show({ delay_ms }) {
    set(this.#delay, words.delay.now(delay_ms));
    for (const one of this.#buttons) one.setAttribute('aria-pressed', `${delays_s[one.name] * 1000 === delay_ms}`);
    if (this.#details.open && Date.now() - this.#looked_at_ms >= good_for_ms) this.#look();
  }

  async #look() {
    this.#looked_at_ms = Date.now();
    set(this.#page, await this.#acts.read({ exits: true }));
  }

  #blame(why) {
    const { minutes } = this.#form.elements;
    set(this.#form.querySelector('.why-not'), why);
    minutes.setAttribute('aria-invalid', `${Boolean(why)}`);
    if (why) minutes.focus();
  }

  async #change_to_typed() {
    const delay_s = delay_of(this.#form.elements.minutes.value);
    this.#blame(delay_s === null ? words.delay.wrong : '');
    if (delay_s === null) return;
    await this.#change(delay_s);
    this.#form.reset();
  }

  async #change(delay_s) {
    if (!(await this.#acts.sure(words.delay.sure(delay_s)))) return;
    if ((await this.#acts.send({ delay_s })) && this.#details.open) await this.#look();
  }
}
