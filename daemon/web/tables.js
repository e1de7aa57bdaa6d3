// The tables: who sits where, how each board fares, which one a hand has just lifted the king of, and on which board each plays.

import { button, element, set } from '/dom.js';
import { set_names } from '/names.js';
import { awaits_next, facts_of, lifted, state_of } from '/table-state.js';
import { known } from '/round-words.js';
import { words } from '/organiser-words.js';

/// "Adams, Ann – ?"; empty where neither is known.
const pair = both => (both.map(known).some(Boolean) ? both.map(one => known(one) || '?') : []);

export class Tables {
  #list;
  #lifted;
  #form;
  #acts;
  #rows = new Map(); // by number
  #facts = new Map(); // by number
  #ports = new Map(); // by number; null without electronics
  #spare = []; // `{ port, what }`

  /// `acts`: `send(line)`, `sure(question)`, `tell(text)`, `print_sheet(record)`, and `look_for_boards()` as GET /api/boards.
  constructor(root, acts) {
    this.#acts = acts;
    this.#list = root.querySelector('ul');
    this.#lifted = root.querySelector('.lifted');
    this.#form = root.querySelector('form');
    this.#list.replaceChildren();
    set(this.#lifted, '');
    for (const name of ['table', 'board']) {
      this.#form.elements[name].replaceChildren();
      this.#form.elements[name].onfocus = () => this.#look_for_boards();
    }
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
    const choice = this.#form.elements.board, port = raised.length === 1 && this.#ports.get(raised[0].board);
    if (port && document.activeElement !== choice) choice.value = port;
  }

  /// `boards` of /api/status.
  know(boards) {
    this.#facts = new Map(boards.map(board => [board.board, facts_of(board)]));
    for (const [number, row] of this.#rows) this.#show_facts(number, row);
    this.#ports = new Map(boards.map(({ board, port, electronics }) => [board, electronics ? port : null]));
    this.#show_choices();
  }

  async #look_for_boards() {
    try {
      this.#spare = (await this.#acts.look_for_boards()).spare;
      this.#show_choices();
    } catch { /* no connection, which the page says */ }
  }

  #show_choices() {
    const at_tables = [...this.#ports].filter(([, port]) => port), { table, board } = this.#form.elements;
    offer(table, at_tables.map(([number]) => [`${number}`, `${number}`]));
    offer(board, [...at_tables.map(([number, port]) => [port, words.exchange.of_table(number)]),
      ...this.#spare.map(({ port, what }) => [port, words.exchange.spare(port, what)])]);
    this.#form.hidden = at_tables.length === 0;
  }

  #make_row(number) {
    const root = element('li', this.#list, '', { 'data-table': `${number}` });
    const row = { root, record: null };
    element('h3', root, words.table(number));
    for (const part of ['names', 'teams', 'state', 'to-do', 'facts']) row[part] = element('p', root, '', { class: part });
    row.sheet = button(root, words.scoresheet, () => this.#acts.print_sheet(row.record));
    row.by_hand = element('a', root, words.by_hand, { href: `/arbiter#${number}` });
    this.#show_facts(number, row);
    this.#rows.set(number, row);
    const after = [...this.#rows.keys()].filter(other => other > number).sort((a, b) => a - b)[0];
    if (after) this.#list.insertBefore(root, this.#rows.get(after).root);
    return row;
  }

  #show_facts(number, row) {
    set(row.facts, this.#facts.get(number) ?? '');
    row.facts.hidden = !row.facts.textContent;
  }

  #show_row(board) {
    const row = this.#rows.get(board.board) ?? this.#make_row(board.board);
    const { level, text, to_do } = state_of(board), { game, next } = board;
    row.root.dataset.level = level;
    row.root.classList.toggle('lit', Boolean(lifted(board)));
    const of_next = awaits_next(board), { tags } = game;
    set_names(row.names, pair(of_next ? [next.white, next.black] : [tags.White, tags.Black]));
    set_names(row.teams, pair(of_next ? [next.white_team, next.black_team] : [tags.WhiteTeam, tags.BlackTeam]));
    set(row.state, text);
    row.record = board.record;
    row.sheet.hidden = !game.begun;
    set(row['to-do'], to_do ?? '');
    row.by_hand.hidden = board.electronics || game.result !== '*';
    for (const part of ['names', 'teams', 'to-do']) row[part].hidden = !row[part].textContent;
  }

  async #exchange() {
    const table = this.#form.elements.table.value, port = this.#form.elements.board.value;
    if (!table || !port) return;
    if (this.#ports.get(Number(table)) === port) return this.#acts.tell(words.exchange.same(table));
    const [other] = [...this.#ports].find(([, of]) => of === port) ?? [];
    const question = other === undefined ? words.exchange.sure_spare(table, port) : words.exchange.sure(table, other);
    if ((await this.#acts.sure(question)) && (await this.#acts.send({ board: table, port }))) this.#look_for_boards();
  }
}

/// `options`: `[value, text]`; what was chosen stays so.
function offer(choice, options) {
  if (JSON.stringify([...choice.options].map(({ value, text }) => [value, text])) === JSON.stringify(options)) return;
  const before = choice.value;
  choice.replaceChildren(...options.map(([value, text]) => element('option', null, text, { value })));
  if (options.some(([value]) => value === before)) choice.value = before;
}
