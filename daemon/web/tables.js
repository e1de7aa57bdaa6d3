// The tables: who sits where, how each board fares, which one a hand has just lifted the king of, and two boards exchanged.

import { element, set } from '/dom.js';
import { awaits_next, lifted, state_of } from '/table-state.js';
import { known } from '/round-words.js';
import { words } from '/organiser-words.js';

export class Tables {
  #list;
  #lifted;
  #form;
  #acts;
  #rows = new Map(); // by number
  #ports = new Map(); // by number; null without electronics

  /// `acts`: `send(line)`, `sure(question)`, `tell(text)`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#list = root.querySelector('ul');
    this.#lifted = root.querySelector('.lifted');
    this.#form = root.querySelector('form');
    this.#list.replaceChildren();
    set(this.#lifted, '');
    for (const name of ['one', 'other']) this.#form.elements[name].replaceChildren();
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#exchange();
    };
  }

  /// `boards` by number, as of the feed.
  show(boards) {
    for (const [number, row] of this.#rows)
      if (!boards.has(number)) {
        row.root.remove();
        this.#rows.delete(number);
      }
    for (const number of [...boards.keys()].sort((a, b) => a - b)) this.#show_row(boards.get(number));
    const raised = [...boards.values()].filter(board => lifted(board));
    set(this.#lifted, raised.map(board => words.lifted(board.board)).join(' '));
    const { one } = this.#form.elements;
    if (raised.length === 1 && document.activeElement !== one) one.value = `${raised[0].board}`;
  }

  /// `boards` of /api/status.
  know_ports(boards) {
    this.#ports = new Map(boards.map(({ board, port, electronics }) => [board, electronics ? port : null]));
    const numbers = [...this.#ports].filter(([, port]) => port).map(([number]) => `${number}`);
    for (const name of ['one', 'other']) {
      const choice = this.#form.elements[name];
      if ([...choice.options].map(option => option.value).join() === numbers.join()) continue;
      const before = choice.value;
      choice.replaceChildren();
      for (const number of numbers) element('option', choice, number, { value: number });
      if (numbers.includes(before)) choice.value = before;
    }
    this.#form.hidden = numbers.length < 2;
  }

  #make_row(number) {
    const root = element('li', this.#list, '', { 'data-table': `${number}` });
    const row = { root };
    element('h3', root, words.table(number));
    for (const part of ['names', 'state', 'to-do']) row[part] = element('p', root, '', { class: part });
    this.#rows.set(number, row);
    const after = [...this.#rows.keys()].filter(other => other > number).sort((a, b) => a - b)[0];
    if (after) this.#list.insertBefore(root, this.#rows.get(after).root);
    return row;
  }

  #show_row(board) {
    const row = this.#rows.get(board.board) ?? this.#make_row(board.board);
    const { level, text, to_do } = state_of(board), { game, next } = board;
    row.root.dataset.level = level;
    row.root.classList.toggle('lit', Boolean(lifted(board)));
    const names = (awaits_next(board) ? [next.white, next.black] : [game.tags.White, game.tags.Black]).map(known);
    set(row.names, names.some(Boolean) ? names.map(name => name || '?').join(' – ') : '');
    set(row.state, text);
    set(row['to-do'], to_do ?? '');
    for (const part of ['names', 'to-do']) row[part].hidden = !row[part].textContent;
  }

  async #exchange() {
    const one = this.#form.elements.one.value, other = this.#form.elements.other.value;
    if (!one || one === other) return this.#acts.tell(words.exchange.same);
    if (await this.#acts.sure(words.exchange.sure(one, other)))
      await this.#acts.send({ board: one, port: this.#ports.get(Number(other)) });
  }
}
