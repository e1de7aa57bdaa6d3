// Which urgent incidents are new since the last look. Pure.

import { cases_of } from '/urgency.js';

export class NewUrgent {
  #known = null; // keys; null: the first look only learns what there is

  /// How many there are now that were not there at the last look. `settled_of(board)` as for worst_first().
  look(boards, settled_of) {
    const open = board => cases_of(board, settled_of(board)).filter(({ state, level }) => state === 'open' && level === 'act');
    const keys = boards.flatMap(board => open(board).map(({ key }) => `${board.board} ${board.game.id} ${key}`));
    const fresh = this.#known ? keys.filter(key => !this.#known.has(key)) : [];
    this.#known = new Set([...(this.#known ?? []), ...keys]); // what is reopened is no news
    return fresh.length;
  }
}
