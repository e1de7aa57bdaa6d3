// On a phone the list is not beside the desk: a bar within the thumb's reach leads back to it, or to the next board that needs its
// arbiter.

import { button, set } from '/dom.js';
import { words } from '/words.js';

const urgent = new Set(['act', 'look']);

/// The number of the urgent board after the one that is open, in the list's order and round again, and how many others there are:
/// `{ next, count }`; null for none. `ranked` as worst_first() gives it.
export function next_urgent(ranked, open) {
  const at = ranked.findIndex(({ board }) => board.board === open);
  const others = ranked.filter(({ board, level }, index) => urgent.has(level) && index !== at);
  const after = others.find(one => ranked.indexOf(one) > at) ?? others[0];
  return { next: after?.board.board ?? null, count: others.length };
}

export class DeskBar {
  #root;
  #next;
  #to = null;

  /// `acts`: `close()`, `go_to(board)`.
  constructor(root, acts) {
    this.#root = root;
    root.replaceChildren();
    button(root, `‹ ${words.bar.back}`, acts.close);
    this.#next = button(root, '', () => acts.go_to(this.#to), { class: 'next' });
  }

  /// `open`: the number of the board whose desk is open, or null.
  show(ranked, open) {
    this.#root.hidden = !open;
    const { next, count } = next_urgent(ranked, open);
    this.#to = next;
    this.#next.disabled = !next;
    this.#next.dataset.level = ranked.find(({ board }) => board.board === next)?.level ?? '';
    set(this.#next, next ? words.bar.next(count) : words.bar.none);
  }
}
