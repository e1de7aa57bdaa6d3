// What is off the board at a touch, drawn beside it: what a capture takes apart from what is in the hand.

import { element, set } from '/dom.js';
import { drawn } from '/drawn-piece.js';
import { words } from '/words.js';

/// Letters of FEN: those of `air` without those of `taken`.
export function in_hand(air, taken) {
  let hand = air;
  for (const letter of taken) hand = hand.replace(letter, '');
  return hand;
}

export class InHand {
  #pieces;
  #text;
  #shown = '';

  constructor(root) {
    const part = element('div', root, '', { class: 'in-hand' });
    this.#pieces = element('div', part, '', { 'aria-hidden': 'true' });
    this.#text = element('p', part, '', { class: 'quiet air' });
  }

  /// As record.js has them.
  show(air, taken) {
    const hand = in_hand(air, taken);
    set(this.#text, air ? words.air(hand, taken) : words.nothing_in_the_air);
    if (this.#shown === `${hand} ${taken}`) return;
    this.#shown = `${hand} ${taken}`;
    this.#pieces.replaceChildren(...[...hand].map(drawn));
    if (taken) element('span', this.#pieces, '', { class: 'taken' }).append(...[...taken].map(drawn));
  }
}
