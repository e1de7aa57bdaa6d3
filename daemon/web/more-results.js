// The results that are seldom entered: by default, and that a game is not over.

import { button, element } from '/dom.js';
import { end_of } from '/ended.js';
import { words } from '/words.js';

export class MoreResults {
  #goes_on;
  #root;

  /// `end_game(result)` asks.
  constructor(root, end_game) {
    this.#root = element('details', root, '', { class: 'more' });
    element('summary', this.#root, words.more_results);
    const row = element('p', this.#root, '', { class: 'buttons' });
    this.#goes_on = button(row, `${words.result('*')}…`, () => end_game('*'));
    for (const result of ['+/-', '-/+', '-/-']) button(row, `${words.result(result)}…`, () => end_game(result));
  }

  /// `is_other`: another board or game than before.
  show(board, is_other) {
    if (is_other) this.#root.open = false;
    this.#goes_on.hidden = !end_of(board);
  }
}
