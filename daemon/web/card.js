// One board on the wall: both players, the position, its number and its last move or state. It links to its page.

import { Board, placement } from '/board.js';
import { element, set } from '/dom.js';
import { numbered_move, state_of, state_text } from '/game-words.js';
import { address, number_text, say } from '/language.js';
import { Player } from '/player.js';

export class Card {
  #black;
  #white;
  #board;
  #last;

  constructor(number) {
    this.root = element('a', null, '', { class: 'card', href: address(`/board/${number}`) });
    const part = name => element('div', this.root, '', { class: name });
    this.#black = new Player(part('player'), 'b');
    this.#board = new Board(part('square'));
    this.#white = new Player(part('player'), 'w');
    const caption = part('caption');
    element('span', caption, say('board', { n: number_text(number) }), { class: 'number' });
    this.#last = element('span', caption, '', { class: 'last' });
  }

  show(game, now_ms) {
    const last = game.moves.at(-1);
    const move = last ? numbered_move(game, game.moves.length - 1) : '';
    this.#black.show(game, now_ms);
    this.#white.show(game, now_ms);
    this.#board.show(placement(game.fen), last ? [last[1].slice(0, 2), last[1].slice(2, 4)] : []);
    set(this.#last, state_text(game) || move);
    this.root.dataset.state = state_of(game);
    const position = say('position_on', { n: number_text(game.board) });
    this.#board.svg.setAttribute('aria-label', move ? `${position}: ${move}` : position);
  }

  /// After a change of size or names, on the page.
  fit_names() {
    this.#black.fit_name();
    this.#white.fit_name();
  }

  tick(game, now_ms) {
    this.#black.tick(game, now_ms);
    this.#white.tick(game, now_ms);
  }
}
