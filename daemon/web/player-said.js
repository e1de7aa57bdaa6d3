// What a player says at the board, entered by an arbiter: offers, answers, resignation, a fallen flag, "j'adoube".

import { button, element } from '/dom.js';
import { end_of } from '/ended.js';
import { words } from '/words.js';

export class PlayerSaid {
  #root;

  /// `say(verb, side)` asks; the verb is that of the control socket.
  constructor(root, say) {
    this.#root = element('details', root, '', { class: 'more' });
    element('summary', this.#root, words.player.part);
    for (const side of ['w', 'b']) {
      const row = element('div', this.#root, '', { class: 'buttons', role: 'group', 'aria-label': words.side[side] });
      element('span', row, words.side[side]);
      for (const [verb, text] of Object.entries(words.player.says)) button(row, `${text}…`, () => say(verb, side));
    }
  }

  /// `is_other`: another board or game than before.
  show(board, is_other) {
    if (is_other) this.#root.open = false;
    this.#root.hidden = Boolean(end_of(board)) || !board.game.begun;
  }
}
