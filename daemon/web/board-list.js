// All boards of the arbiter, worst first: each a link to its desk, with one sentence on why it is where it is.

import { clock_text, time_left } from '/clock.js';
import { element, set } from '/dom.js';
import { end_of } from '/ended.js';
import { set_names } from '/names.js';
import { known, result_text } from '/round-words.js';
import { words } from '/words.js';

export class BoardList {
  #root;
  #rows = new Map(); // by number

  constructor(root) {
    this.#root = root;
  }

  /// `ranked` as worst_first() gives it; `open`: the number of the board whose desk is open.
  /// `looking`: as ArbitersFeed has it.
  show(ranked, open, looking, now_ms) {
    for (const [number, row] of this.#rows)
      if (!ranked.some(({ board }) => board.board === number)) {
        row.root.remove();
        this.#rows.delete(number);
      }
    for (const one of ranked) this.#show_row(one, open, looking.filter(({ board }) => board === one.board.board), now_ms);
    const wanted = ranked.map(({ board }) => this.#rows.get(board.board).root);
    // Moved only where the order has changed, so that the focus stays where it is.
    const focused = document.activeElement;
    wanted.forEach((node, at) => this.#root.children[at] === node || this.#root.insertBefore(node, this.#root.children[at] ?? null));
    if (this.#root.contains(focused) && document.activeElement !== focused) focused.focus({ preventScroll: true });
    this.#nothing(ranked.length === 0);
  }

  tick(boards, now_ms) {
    for (const [number, row] of this.#rows) this.#show_clocks(row, boards.get(number).game, now_ms);
  }

  #nothing(is_so) {
    let note = this.#root.querySelector('.nothing');
    if (is_so && !note) note = element('p', this.#root, words.none, { class: 'nothing' });
    else if (!is_so) note?.remove();
  }

  #make_row(number) {
    const root = element('a', null, '', { href: `#${number}`, class: 'row' });
    const row = { root };
    row.number = element('span', root, `${number}`, { class: 'number' });
    const middle = element('span', root, '', { class: 'middle' });
    row.why = element('span', middle, '', { class: 'why' });
    row.what = element('span', middle, '', { class: 'what' });
    row.looking = element('span', middle, '', { class: 'looking' });
    row.names = element('span', middle, '', { class: 'names' });
    row.clocks = element('span', root, '', { class: 'clocks' });
    for (const side of ['w', 'b']) {
      row[`of_${side}`] = element('span', row.clocks, '', { class: 'whose' });
      row[side] = element('span', row.clocks, '', { class: 'time' });
    }
    this.#rows.set(number, row);
    return row;
  }

  #show_row({ board, level, first, trouble }, open, looking, now_ms) {
    const row = this.#rows.get(board.board) ?? this.#make_row(board.board);
    const { game } = board;
    row.root.dataset.level = level;
    if (board.board === open) row.root.setAttribute('aria-current', 'true');
    else row.root.removeAttribute('aria-current');
    const about = first?.incident ?? first?.proposal;
    const state = level === 'over' ? '' : words.level[level];
    set(row.why, [state, result_text({ result: end_of(board) ?? '*' }), about && words.article(about.article)].filter(Boolean).join(' · '));
    set(row.what, about ? about.text : trouble === 'away' ? words.away : (trouble ?? ''));
    row.what.hidden = !row.what.textContent;
    set(row.looking, words.looking(looking));
    set_names(row.names, [known(game.tags.White) || words.side.w, known(game.tags.Black) || words.side.b]);
    this.#show_clocks(row, game, now_ms);
  }

  #show_clocks(row, game, now_ms) {
    for (const side of ['w', 'b']) {
      set(row[`of_${side}`], game.clocks ? words.side[side] : '');
      set(row[side], clock_text(time_left(game, side, now_ms)));
      row[side].classList.toggle('runs', game.result === '*' && game.clocks?.running === side);
    }
  }
}
