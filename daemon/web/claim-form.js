// A player's claim of a draw (9.2, 9.3), as the arbiter notes it: whose, on what, and with which announced move.

import { element } from '/dom.js';
import { words } from '/words.js';

const grounds = ['repetition', 'fifty'];

export class ClaimForm {
  #root;
  #form;
  #board = null;
  #listed = '';

  /// `claim({ claim, on, move })`, as in a line to the daemon; `move` is absent where none was announced.
  constructor(root, claim) {
    this.#root = element('section', root, '', { class: 'claim-form', 'aria-label': words.claim.part });
    element('h3', this.#root, words.claim.part);
    const form = this.#form = element('form', this.#root);
    const choice = (name, text, options) => {
      const select = element('select', element('label', form, text), '', { name });
      for (const [value, said] of options) element('option', select, said, { value });
    };
    choice('side', words.claim.side, ['w', 'b'].map(side => [side, words.side[side]]));
    choice('on', words.claim.on, grounds.map(on => [on, words.claim.ground[on]]));
    choice('move', words.claim.move, []);
    element('button', form, words.claim.say, { type: 'submit' });
    form.onchange = () => this.#show_moves();
    form.onsubmit = event => {
      event.preventDefault();
      const { side, on, move } = form.elements;
      claim({ claim: side.value, on: on.value, ...(move.value ? { move: move.value } : {}) });
    };
  }

  show(board) {
    const { game } = board, is_other = this.#board?.record !== board.record, is_used = this.#form.contains(document.activeElement);
    this.#board = board;
    this.#root.hidden = !game.begun || game.result !== '*';
    if (is_other || !is_used) this.#form.elements.side.value = game.fen.split(' ')[1];
    this.#show_moves();
  }

  /// Only who has the move can announce one.
  #show_moves() {
    const { game, legal } = this.#board, { side, move } = this.#form.elements;
    const sans = side.value === game.fen.split(' ')[1] ? legal.map(([san]) => san).sort() : [];
    const listed = JSON.stringify([game.fen, sans]);
    if (listed === this.#listed) return;
    this.#listed = listed;
    move.replaceChildren();
    for (const san of ['', ...sans]) element('option', move, san || words.claim.no_move, { value: san });
    move.disabled = sans.length === 0;
  }
}
