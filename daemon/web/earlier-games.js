// The games that were played at a board before the one that is there: their evidence and scoresheets. Looked up when it is opened.

import { button, element } from '/dom.js';
import { words } from '/words.js';

export class EarlierGames {
  #root;
  #list;
  #acts;
  #board = null;

  /// `acts.read(path)` for JSON, `acts.paper`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#root = element('details', root, '', { class: 'more' });
    element('summary', this.#root, words.earlier_games);
    this.#list = element('div', this.#root, '', { class: 'earlier-games', role: 'status' });
    this.#root.addEventListener('toggle', () => this.#root.open && this.#look());
  }

  /// `is_other`: another board or game than before.
  show(board, is_other) {
    this.#board = board;
    if (is_other) this.#root.open = false;
  }

  async #look() {
    const { board, record } = this.#board;
    this.#list.replaceChildren();
    element('p', this.#list, words.being_looked_up, { class: 'quiet' });
    let games = [], why = words.no_earlier_game;
    try {
      games = (await this.#acts.read('/api/report.json')).games.filter(each => each.board === board && each.game !== record);
    } catch (error) {
      why = error.message;
    }
    if (this.#board.board !== board || this.#board.record !== record) return;
    this.#list.replaceChildren();
    if (games.length === 0) element('p', this.#list, why, { class: 'quiet' });
    for (const game of games.reverse()) this.#show_one(game);
  }

  #show_one(game) {
    element('p', this.#list, words.earlier_game(game));
    const row = element('p', this.#list, '', { class: 'buttons' });
    button(row, words.evidence_of_game, () => this.#acts.paper.evidence(game.game));
    button(row, words.scoresheet, () => this.#acts.paper.scoresheet(game.game));
  }
}
