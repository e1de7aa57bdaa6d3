// What pawns of a game became where no sensor tells it: the piece is assumed, and an arbiter may name another.

import { button, element } from '/dom.js';
import { numbered } from '/round-words.js';
import { words } from '/words.js';

export class Promotions {
  #root;
  #promote;
  #drawn = '';

  /// `promote(square, piece)` asks.
  constructor(root, promote) {
    this.#root = root;
    this.#promote = promote;
  }

  show({ game, untold }) {
    const all = untold.map(ply => ({ move: numbered(game, ply - 1), uci: game.moves[ply - 1][1] }));
    const from = JSON.stringify(all);
    if (this.#drawn === from) return;
    this.#drawn = from;
    this.#root.replaceChildren();
    this.#root.hidden = all.length === 0;
    for (const { move, uci } of all) {
      const row = element('p', this.#root, '', { class: 'buttons', role: 'group', 'aria-label': words.became.name(move) });
      element('span', row, words.became.untold(move, words.piece[uci[4]]), { class: 'quiet' });
      for (const piece of 'qrbn') button(row, `${words.piece[piece]}…`, () => this.#promote(uci.slice(2, 4), piece));
    }
  }
}
