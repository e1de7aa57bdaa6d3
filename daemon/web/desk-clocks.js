// The clocks on an arbiter's desk: what they show, time given, both stopped or started, and what the clock on the table shows.

import { given_before } from '/added-time.js';
import { clock_text, time_left, whole_clock_text, written_ms } from '/clock.js';
import { button, element, set } from '/dom.js';
import { words } from '/words.js';

const minutes = 2;
const names = { w: 'white', b: 'black' };
const added_to = side => (side === 'w' ? [minutes * 60_000, 0] : [0, minutes * 60_000]);

export class DeskClocks {
  #root;
  #nodes = { more: {} };
  #game = null;
  #form;
  #why;

  /// `acts`: `add_time([White's ms, Black's])`, `say_sure(command, question)`, and `now_ms()`.
  constructor(root, acts) {
    const n = this.#nodes;
    this.#root = element('section', root, '', { class: 'both', 'aria-label': words.clocks });
    element('h3', this.#root, words.clocks);
    for (const side of ['w', 'b']) {
      const row = element('div', this.#root, '', { class: 'clock-row' });
      element('span', row, words.side[side]);
      n[side] = element('span', row, '', { class: 'time' });
      n.more[side] = button(row, '', () => acts.add_time(added_to(side)), { class: 'advised' });
    }
    n.pause = button(this.#root, words.pause, () => acts.say_sure({ do: 'pause' }, words.ask.pause), { class: 'wide' });
    n.resume = button(this.#root, words.resume, () => acts.say_sure({ do: 'resume' }, words.ask.resume), { class: 'wide' });
    this.#make_form(acts);
  }

  #make_form(acts) {
    const form = this.#form = element('form', this.#root, '', { class: 'true-times', 'aria-label': words.true_time.part, novalidate: '' });
    element('p', form, words.true_time.part);
    for (const side of ['w', 'b']) {
      const label = element('label', form, words.side[side]);
      element('input', label, '', { name: names[side], autocomplete: 'off', placeholder: '1:29:57', maxlength: 9, 'aria-describedby': 'true-time-why' });
    }
    element('button', form, words.true_time.set, { type: 'submit' });
    this.#why = element('p', form, '', { id: 'true-time-why', class: 'why-not', role: 'status' });
    form.oninput = () => this.#blame([]);
    form.onsubmit = event => {
      event.preventDefault();
      this.#set_times(acts);
    };
  }

  async #set_times({ say_sure, now_ms }) {
    const { elements } = this.#form, times = {}, wrong = [];
    for (const side of ['w', 'b']) {
      const text = elements[names[side]].value.trim(), ms = written_ms(text);
      if (text && ms === null) wrong.push(side);
      else if (text) times[side] = ms;
    }
    if (wrong.length || !Object.keys(times).length) return this.#blame(wrong.length ? wrong : ['w', 'b'], words.true_time.wrong(wrong));
    const game = this.#game;
    const changes = Object.entries(times).map(([side, ms]) => [side, ...[time_left(game, side, now_ms()), ms].map(whole_clock_text)]);
    if (await say_sure({ do: 'time', ...times }, n => words.ask.times(changes, n)) && game.id === this.#game.id) this.#form.reset();
  }

  /// Says why, and goes to the first field that is wrong.
  #blame(sides, text = '') {
    set(this.#why, text);
    for (const side of ['w', 'b'])
      if (sides.includes(side)) this.#form.elements[names[side]].setAttribute('aria-invalid', 'true');
      else this.#form.elements[names[side]].removeAttribute('aria-invalid');
    if (sides.length) this.#form.elements[names[sides[0]]].focus();
  }

  /// `is_other`: another game than before.
  show({ game, acts }, is_other) {
    const n = this.#nodes, runs = game.result === '*' && Boolean(game.clocks?.running);
    this.#game = game;
    if (is_other) {
      this.#form.reset();
      this.#blame([]);
    }
    this.#root.hidden = !game.clocks;
    for (const side of ['w', 'b'])
      set(n.more[side], words.more_time(minutes, side) + (given_before(acts, added_to(side)) ? '…' : ''));
    n.pause.hidden = !runs;
    set(n.resume, game.moves.length ? words.resume : words.start_clock);
    n.resume.hidden = game.result !== '*' || !game.begun || runs;
  }

  tick(now_ms) {
    for (const side of ['w', 'b']) {
      set(this.#nodes[side], clock_text(time_left(this.#game, side, now_ms)));
      this.#nodes[side].classList.toggle('runs', this.#game.result === '*' && this.#game.clocks?.running === side);
    }
  }
}
