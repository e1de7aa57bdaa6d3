// What leaves the hall, and how late.

import { set } from '/dom.js';
import { words } from '/organiser-words.js';

const delays_s = { none: 0, quarter: 900 };

export class HallExits {
  #delay;
  #page;
  #details;
  #buttons;
  #acts;

  /// `acts`: `read(line)`, which resolves to the answer's text, `send(line)`, `sure(question)`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#delay = root.querySelector('.delay');
    this.#page = root.querySelector('pre');
    this.#details = root.querySelector('details');
    this.#buttons = root.querySelectorAll('button');
    this.#details.open = false;
    set(this.#page, '');
    this.#details.ontoggle = () => this.#details.open && this.#look();
    for (const one of this.#buttons) one.onclick = () => this.#change(delays_s[one.name]);
  }

  show({ delay_ms }) {
    set(this.#delay, words.delay.now(delay_ms));
    for (const one of this.#buttons) one.setAttribute('aria-pressed', `${delays_s[one.name] * 1000 === delay_ms}`);
  }

  async #look() {
    set(this.#page, await this.#acts.read({ exits: true }));
  }

  async #change(delay_s) {
    if (!(await this.#acts.sure(words.delay.sure(delay_s)))) return;
    if ((await this.#acts.send({ delay_s })) && this.#details.open) await this.#look();
  }
}
