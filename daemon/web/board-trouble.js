// What is wrong with a board itself, on an arbiter's desk: each with what to do about it; complaints can be done with.

import { advice_on, key_of } from '/complaints.js';
import { button, element } from '/dom.js';
import { time_of } from '/hall-time.js';
import { words } from '/words.js';

export class BoardTrouble {
  #root;
  #settle;
  #drawn = '';

  /// `settle(key, is_settled)`, as of an incident.
  constructor(root, settle) {
    this.#root = root;
    this.#settle = settle;
  }

  show(board, settled) {
    const { game, lost, notice, complaints } = board;
    const is_played = game.begun && game.result === '*';
    const away = is_played && board.electronics && !board.here;
    const moved = is_played && board.exchanged > Date.parse(board.started ?? 0);
    const all = [lost, moved && words.exchanged(time_of(board.exchanged)), away && (board.trouble || words.away), notice].filter(Boolean).map(text => ({ text }));
    for (const one of complaints) all.push({ text: one.text, advice: advice_on(one), key: key_of(one), settled: settled.has(key_of(one)) });
    const from = JSON.stringify(all);
    if (this.#drawn === from) return;
    this.#drawn = from;
    this.#root.replaceChildren();
    this.#root.hidden = all.length === 0;
    for (const one of all) this.#show_one(one);
  }

  #show_one({ text, advice, key, settled }) {
    const row = element('li', this.#root, '', settled ? { class: 'settled' } : {});
    element('p', row, sentence(text));
    if (advice) element('p', row, advice, { class: 'to-do' });
    if (key) button(row, settled ? words.reopen : words.done, () => this.#settle(key, !settled));
  }
}

/// "It does not see e4." of "it does not see e4".
const sentence = text => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
