// What is to be put right on a board, square by square, ticking itself off. Pure; time is given.

const stands_ms = 2_000; // what is wrong for less is a hand on its way
const thanks_ms = 6_000; // how long all is seen to be right

export class PutRight {
  #rows = new Map(); // by square: { square, wanted, seen, right }
  #wrong_since = null;
  #right_since = null;

  /// `differ` as in daemon/server/arbiters_round.hpp. Returns the rows to show, by square; none while all is right.
  update(differ, now_ms) {
    if (differ.length > 0) {
      this.#right_since = null;
      this.#wrong_since ??= now_ms;
    } else if (this.#wrong_since !== null) {
      this.#right_since ??= now_ms;
      if (now_ms - this.#right_since >= thanks_ms || !this.#shown) this.#forget();
    }
    if (this.#wrong_since === null) return [];
    if (differ.length > 0 && now_ms - this.#wrong_since >= stands_ms) this.#shown = true;
    for (const row of this.#rows.values()) row.right = true;
    for (const [square, wanted, seen] of differ) this.#rows.set(square, { square, wanted, seen, right: false });
    return this.#shown ? [...this.#rows.values()].sort((a, b) => (a.square < b.square ? -1 : 1)) : [];
  }
  #shown = false;

  #forget() {
    this.#rows.clear();
    this.#wrong_since = this.#right_since = null;
    this.#shown = false;
  }
}
