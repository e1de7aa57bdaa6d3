// The pairings of a round: read from files, shown with what is doubtful and what arming them changes, and armed.

import { button, element, set } from '/dom.js';
import { list_found } from '/found-list.js';
import { put_name } from '/names.js';
import { most_bytes, read_file } from '/round-files.js';
import { words } from '/organiser-words.js';

function put_player(cell, { title, name, rating }) {
  if (title) cell.append(`${title} `);
  put_name(cell, name);
  if (rating) cell.append(` (${rating})`);
}

export class Pairings {
  #answer;
  #found;
  #form;
  #acts;
  #asked = 0; // what is answered late is of files chosen before

  /// `acts`: `ask(path, said)`, `send(line)`, which resolves to whether it was done, `sure(question)`, and `chosen(file, round, part)`,
  /// which is told of a file that was read; `part` is where more may be said of it.
  constructor(root, acts) {
    this.#acts = acts;
    this.#answer = root.querySelector('.answer');
    this.#found = root.querySelector('.found');
    const form = this.#form = root.querySelector('form');
    form.onsubmit = event => {
      event.preventDefault();
      this.#look(form.elements);
    };
    form.onchange = () => this.#clear(); // what is shown is of other files
    form.reset();
    this.#clear();
  }

  /// The round before this one is closed.
  expect(round) {
    this.#form.reset(); // its files are of that one
    this.#form.elements.round.value = `${round}`;
    this.#clear();
    set(this.#answer, words.pairings.expected(round));
  }

  #clear() {
    ++this.#asked;
    set(this.#answer, '');
    this.#found.replaceChildren();
  }

  async #look({ file, boards, round }) {
    this.#clear();
    const asked = this.#asked;
    const chosen = [file.files[0], boards.files[0]];
    const size = chosen.reduce((sum, one) => sum + (one?.size ?? 0), 0);
    if (size > most_bytes) return set(this.#answer, words.pairings.too_large);
    set(this.#answer, words.pairings.reading);
    try {
      const request = { file: await read_file(chosen[0]) };
      if (chosen[1]) request.boards = await read_file(chosen[1]);
      if (round.value) request.round = Number(round.value);
      const told = await this.#acts.ask('/api/round/pairings', request);
      if (asked !== this.#asked) return;
      set(this.#answer, '');
      this.#show(told);
      this.#acts.chosen(request.file, told.round, this.#found.querySelector('.of-file'));
    } catch (error) {
      if (asked === this.#asked) set(this.#answer, words.pairings.unread(error.status ? error.message : words.connection.lost));
    }
  }

  #show(told) {
    this.#found.replaceChildren();
    element('h3', this.#found, words.pairings.head(told.round, told.games.length));
    list_found(this.#found, words.pairings.wrong, told.wrong, 'wrong');
    list_found(this.#found, words.pairings.remarks, told.remarks, 'remarks');
    if (told.refused) list_found(this.#found, words.pairings.refused, told.refused.split('\n'), 'wrong');
    if (told.changes) list_found(this.#found, words.pairings.changes, told.changes.split('\n'), 'changes');
    if (told.line) {
      const buttons = element('p', this.#found, '', { class: 'buttons' });
      button(buttons, words.pairings.arm(told.round), () => this.#arm(told), { class: 'advised' });
    }
    element('div', this.#found, '', { class: 'of-file' });
    this.#show_games(told);
    if (told.byes.length) element('p', this.#found, words.pairings.byes(told.byes));
  }

  #show_games({ games, round }) {
    const table = element('table', this.#found);
    element('caption', table, words.pairings.head(round, games.length), { class: 'unseen' });
    const titles = element('tr', element('thead', table));
    for (const title of ['board', 'white', 'black']) element('th', titles, words.pairings[title], { scope: 'col' });
    const rows = element('tbody', table);
    for (const { board, white, black } of games) {
      const row = element('tr', rows);
      element('th', row, board ? `${board}` : '?', { scope: 'row' });
      for (const player of [white, black]) put_player(element('td', row), player);
    }
  }

  async #arm({ line, round, games }) {
    if (!(await this.#acts.sure(words.pairings.sure(round, games.length)))) return;
    if (await this.#acts.send(line)) this.#clear();
  }
}
