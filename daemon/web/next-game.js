// A single next game at a table, typed in: for blitz, or a tie-break.

import { button, element, set } from '/dom.js';
import { list_found } from '/found-list.js';
import { sentence, words } from '/organiser-words.js';
import { rate_of } from '/time-periods.js';

export class NextGame {
  #form;
  #answer;
  #found;
  #acts;
  #rounds = new Map(); // of the tables, by number
  #asked = 0; // what is answered late is of another game

  /// `acts`: `ask(path, said)`, `send(line)`, which resolves to whether it was done, `sure(question)`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#form = root.querySelector('form');
    this.#answer = root.querySelector('.answer');
    this.#found = root.querySelector('.found');
    const { board, time_control } = this.#form.elements;
    board.replaceChildren();
    time_control.replaceChildren(...[['', words.next_game.as_event], ...Object.entries(words.event.usual).filter(([control]) => control)]
      .map(([value, text]) => element('option', null, text, { value })));
    this.#form.reset();
    this.#form.oninput = () => this.#clear(); // what is shown is of another game
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#look();
    };
    board.onchange = () => this.#suggest_round();
    this.#clear();
  }

  /// `boards` by number, as of the feed.
  know(boards) {
    this.#rounds = new Map([...boards.values()].map(({ board, game, next }) => [board, next?.round ?? game.tags.Round ?? '']));
    const { board } = this.#form.elements, numbers = [...this.#rounds.keys()].sort((a, b) => a - b).map(String), before = board.value;
    if ([...board.options].map(option => option.value).join() === numbers.join()) return;
    board.replaceChildren(...numbers.map(number => element('option', null, number, { value: number })));
    if (numbers.includes(before)) board.value = before;
    this.#suggest_round();
  }

  #suggest_round() {
    this.#form.elements.round.value = this.#rounds.get(Number(this.#form.elements.board.value)) ?? '';
  }

  #clear() {
    ++this.#asked;
    set(this.#answer, '');
    this.#found.replaceChildren();
  }

  async #look() {
    this.#clear();
    const asked = this.#asked, { board, white, black, round, time_control } = this.#form.elements;
    const game = { board: Number(board.value), white: white.value.trim(), black: black.value.trim(), round: round.value.trim() };
    if (time_control.value) Object.assign(game, { time_control: time_control.value, rate_of_play: rate_of(time_control.value) });
    set(this.#answer, words.pairings.reading);
    try {
      const told = await this.#acts.ask('/api/round/game', game);
      if (asked !== this.#asked) return;
      set(this.#answer, '');
      this.#show(game, told);
    } catch (error) {
      if (asked === this.#asked) set(this.#answer, error.status ? sentence(error.message) : words.connection.lost);
    }
  }

  #show(game, { wrong, remarks, line }) {
    list_found(this.#found, words.next_game.wrong, wrong, 'wrong');
    list_found(this.#found, words.pairings.remarks, remarks, 'remarks');
    if (line) button(element('p', this.#found, '', { class: 'buttons' }), words.next_game.arm(game.board), () => this.#arm(game, line), { class: 'advised' });
  }

  async #arm(game, line) {
    if (!(await this.#acts.sure(words.next_game.sure(game))) || !(await this.#acts.send(line))) return;
    this.#form.elements.white.value = this.#form.elements.black.value = '';
    this.#clear();
  }
}
