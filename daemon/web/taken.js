// What a player has captured, as a row of small pieces, and by how much this side is ahead.

import { set } from '/dom.js';
import { drawn } from '/drawn-piece.js';
import { number_text, say, words } from '/language.js';

export class Taken {
  #root;
  #shown = '';
  #ahead = document.createElement('span');

  constructor(player) {
    this.#root = document.createElement('span');
    this.#root.className = 'taken';
    this.#root.setAttribute('role', 'img');
    player.append(this.#root);
  }

  /// FEN letters, as captured.js gives them.
  show(letters, ahead) {
    const now = letters.join('');
    if (now !== this.#shown) this.#root.replaceChildren(...letters.map(drawn), this.#ahead);
    this.#shown = now;
    set(this.#ahead, ahead > 0 ? `+${number_text(ahead)}` : '');
    this.#root.hidden = letters.length === 0;
    this.#root.setAttribute('aria-label', say('taken', { pieces: letters.map(letter => words[letter.toUpperCase()]).join(', ') }));
  }
}
