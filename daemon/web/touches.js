// A slider through what the sensors of a board have seen, touch by touch.

import { button, element, set } from '/dom.js';
import { time_in_game } from '/hall-time.js';
import { InHand } from '/in-hand.js';
import { isolated } from '/names.js';
import { GameRecord } from '/record.js';
import { words } from '/words.js';

const follow_every_ms = 1_000;

export class Touches {
  #acts;
  #nodes = {};
  #in_hand;
  #board = null;
  #record = new GameRecord();
  #from = null; // the step from which evidence is wanted; null: only of the move that is shown
  #at = null; // the step that is shown, -1 the start; null: closed
  #cases = []; // incidents with their inputs, marked on the slider
  #reading = null; // while it reads
  #asked_again = false; // meanwhile
  #read_ms = -Infinity; // when it last had
  #drawn = '';

  /// `acts.read(path)` as ask() of token.js; `acts.look({ shown, marked, plies, title })`, or null once closed;
  /// `acts.known()` is told that more of the record is known; `acts.print(from, to)`: plies, 1 = the first.
  constructor(root, acts) {
    this.#acts = acts;
    const n = this.#nodes;
    n.open = button(root, words.touch_by_touch, () => this.open(), { class: 'wide' });
    n.part = element('section', root, '', { class: 'touches', 'aria-label': words.touch_by_touch });
    n.what = element('p', n.part, '', { class: 'what', 'aria-live': 'polite' });
    this.#in_hand = new InHand(n.part);
    const track = element('div', n.part, '', { class: 'track' });
    n.span = element('i', element('div', track, '', { class: 'printed-span', 'aria-hidden': 'true' }));
    n.marks = element('div', track, '', { class: 'case-marks', 'aria-hidden': 'true' });
    n.range = element('input', track, '', { type: 'range', min: -1, step: 1, 'aria-label': words.touch_by_touch });
    n.range.addEventListener('input', () => this.#go(Number(n.range.value)));
    const row = element('div', n.part, '', { class: 'steps' });
    const step = (text, name, to) => button(row, text, () => this.#go(to()), { 'aria-label': name, title: name });
    n.case_before = step('⏮', words.case_before, () => this.#case_from(-1));
    n.back = step('◀', words.touch_before, () => this.#at - 1);
    n.on = step('▶', words.touch_after, () => this.#at + 1);
    n.case_after = step('⏭', words.case_after, () => this.#case_from(1));
    n.close = button(row, words.close, () => this.close(), { class: 'close' });
    const span = element('p', n.part, '', { class: 'buttons' });
    n.from = button(span, '', () => this.#mark(this.#from === null ? this.#at : null));
    n.print = button(span, '', () => this.#print(), { class: 'advised' });
    n.part.hidden = true;
  }

  /// What is known of it; null before it was read.
  get record() {
    return this.#record.steps.length ? this.#record : null;
  }

  /// Another state of the board, or another board.
  show(board) {
    const is_other = this.#board?.record !== board.record;
    if (is_other) {
      if (this.#at !== null) this.close();
      this.#record = new GameRecord();
      this.#read_ms = -Infinity;
    }
    this.#board = board;
    this.#cases = board.incidents.filter(({ seq }) => !board.dismissed.includes(seq));
    this.#nodes.open.hidden = this.#at !== null || !board.game.begun;
    if (this.#at !== null) this.read();
  }

  /// Reads what is new, at most once a second. What comes while it reads is read next.
  read() {
    if (!this.#board.record) return Promise.resolve();
    this.#asked_again = Boolean(this.#reading);
    return this.#reading ??= this.#read_now().finally(() => {
      this.#reading = null;
      if (this.#asked_again) this.read();
    });
  }

  async #read_now() {
    const record = this.#record, path = `/api/games/${encodeURIComponent(this.#board.record)}/inputs`;
    const wait_ms = this.#read_ms + follow_every_ms - Date.now();
    if (wait_ms > 0) await new Promise(resolve => setTimeout(resolve, wait_ms));
    const at_end = this.#at === record.steps.length - 1;
    try {
      for (let more = true; more && record === this.#record;) {
        const page = await this.#acts.read(`${path}?from=${record.next}`);
        record.take(page);
        more = page.more;
      }
    } catch { /* nothing is recorded yet, or the connection is lost: the page says so */ }
    if (record !== this.#record) return;
    this.#read_ms = Date.now();
    this.#acts.known();
    if (this.#at !== null) this.#go(at_end ? record.steps.length - 1 : this.#at);
  }

  /// At the last touch, or at input `n`.
  async open(n = Infinity) {
    const { record } = this.#board;
    if (!this.record || this.#record.next <= n) await this.read();
    if (!this.record) await this.#reading; // that of the board before may have been under way
    if (this.#board.record !== record || !this.record) return;
    this.#nodes.open.hidden = true;
    this.#nodes.part.hidden = false;
    this.#go(this.#record.step_at(n));
  }

  close() {
    this.leave();
    this.#acts.look(null);
  }
  /// The same, as something else is looked at.
  leave() {
    this.#at = this.#from = null;
    this.#nodes.part.hidden = true;
    this.#nodes.open.hidden = !this.#board?.game.begun;
  }

  #go(at) {
    this.#at = Math.max(-1, Math.min(at, this.#record.steps.length - 1));
    this.#show();
  }

  #mark(at) {
    this.#from = at;
    this.#show();
  }

  /// First and last step of what is to be printed.
  #span() {
    const from = this.#from ?? this.#at;
    return [Math.min(from, this.#at), Math.max(from, this.#at)];
  }
  #print() {
    const ply_of = at => (at < 0 ? 1 : 1 + (this.#record.steps[at - 1]?.plies ?? 0)); // the move that the step belongs to
    this.#acts.print(...this.#span().map(ply_of));
  }
  #show_span() {
    const n = this.#nodes, { steps } = this.#record, [first, last] = this.#span().map(at => Math.max(at, 0));
    const time_of_step = at => time_in_game(this.#board.started, steps[at]?.t ?? 0, 1);
    set(n.from, this.#from === null ? words.from_here : words.from_nowhere);
    set(n.print, this.#from === null ? words.evidence_of_move : words.evidence_of_span(time_of_step(first), time_of_step(last)));
    n.span.hidden = this.#from === null;
    const share = at => (at + 1) / Math.max(steps.length, 1) * 100;
    n.span.style.left = `${share(first)}%`;
    n.span.style.width = `${share(last) - share(first)}%`;
  }

  /// The last step of the next incident on that side.
  #case_from(direction) {
    const all = this.#cases.map(({ inputs }) => this.#record.step_at(inputs[1])).sort((a, b) => direction * (a - b));
    return all.find(at => direction * (at - this.#at) > 0) ?? this.#at;
  }

  #show() {
    const n = this.#nodes, { steps } = this.#record, at = this.#at, step = steps[at];
    n.range.max = steps.length - 1;
    n.range.value = at;
    const time = step ? time_in_game(this.#board.started, step.t, 1) : '';
    const what = step ? words.seen({ ...step, ...this.#record.touched_at(at) }) : words.before_all;
    set(n.what, isolated([time, what].filter(Boolean).join(' · ')));
    this.#in_hand.show(step?.air ?? '', step?.taken ?? '');
    n.range.setAttribute('aria-valuetext', n.what.textContent);
    n.back.disabled = at < 0;
    n.on.disabled = at >= steps.length - 1;
    n.case_before.disabled = this.#case_from(-1) === at;
    n.case_after.disabled = this.#case_from(1) === at;
    this.#show_marks();
    this.#show_span();
    this.#acts.look({ shown: this.#record.squares_after(at), marked: Object.keys(step?.changes ?? {}), plies: step?.plies ?? 0,
      title: [step?.move ? words.after_move(step.move.replace('...', '…')) : words.start, words.touch_of(at + 1, steps.length)].join(' · ') });
  }

  #show_marks() {
    const last = this.#record.steps.length - 1;
    const marks = this.#cases.map(({ inputs }) => this.#record.step_at(inputs[1])).filter(at => at >= 0);
    const from = JSON.stringify([marks, last]);
    if (this.#drawn === from) return;
    this.#drawn = from;
    this.#nodes.marks.replaceChildren(...marks.map(at => {
      const mark = element('i', null);
      mark.style.left = `${(at + 1) / (last + 1) * 100}%`;
      return mark;
    }));
  }
}
