// A game's record step by step, from GET /api/games/ID/inputs (daemon/inquiry/record_view.hpp). Pure.

import { placement } from '/board.js';

const frame_every = 32;
const touches = ['lift', 'drop'], hands = [...touches, 'press'];

/// What an arbiter stops at: not each time that a clock or a board tells what is known already.
const is_step = row => row.kind !== 'clock' && (row.kind !== 'snapshot' || Boolean(row.squares));

export class GameRecord {
  next = 1; // the number of the input to ask for next
  steps = []; // { n, t, kind, what, changes: { square: letter or null }, air, taken, plies, move }
  #frames = []; // what stood before every 32nd step
  #last = null; // what stands after the last
  #known = { air: '', taken: '', plies: 0, move: '' };
  #left_out = {}; // changes by rows that are no steps

  /// A page of the answer that follows what is known.
  take(page) {
    if (page.from !== this.next) return;
    this.#last ??= placement(page.start);
    page.inputs.forEach((row, at) => {
      for (const key of ['air', 'taken', 'plies', 'move']) this.#known[key] = row[key] ?? this.#known[key];
      const changes = { ...this.#left_out, ...row.squares };
      this.#left_out = is_step(row) ? {} : changes;
      if (!is_step(row)) return;
      if (this.steps.length % frame_every === 0) this.#frames.push(new Map(this.#last));
      apply(this.#last, changes);
      this.steps.push({ n: page.from + at, t: row.t, kind: row.kind, what: row.what, changes, ...this.#known });
    });
    this.next = page.next;
  }

  /// What stands on the board after step `at`; before the first for -1.
  squares_after(at) {
    const frame = Math.max(0, Math.min(Math.floor(at / frame_every), this.#frames.length - 1));
    const squares = new Map(this.#frames[frame] ?? this.#last ?? []);
    for (const { changes } of this.steps.slice(frame * frame_every, at + 1)) apply(squares, changes);
    return squares;
  }

  /// The last step with an input up to `n`, or -1.
  step_at(n) {
    let low = 0, high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle].n <= n) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /// What hands did among the inputs of an incident, in their true order: `{ n, t, what, square, piece }`, the last two
  /// of what was lifted or set down alone.
  hands_in([first, last]) {
    const all = [];
    for (let at = this.step_at(first - 1) + 1; at < this.steps.length && this.steps[at].n <= last; ++at) {
      const { n, t, what, kind } = this.steps[at];
      if (hands.includes(kind)) all.push({ n, t, what, ...this.touched_at(at) });
    }
    return all;
  }

  /// The square that was touched, and the letter of its piece, where somebody knows.
  touched_at(at) {
    const { kind, what } = this.steps[at];
    if (!touches.includes(kind)) return {};
    const square = what.slice(0, 2);
    return { square, piece: this.squares_after(kind === 'lift' ? at - 1 : at).get(square) };
  }
}

function apply(squares, changes) {
  for (const [square, letter] of Object.entries(changes))
    if (letter) squares.set(square, letter);
    else squares.delete(square);
}
