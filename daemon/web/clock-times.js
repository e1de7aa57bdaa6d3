// Both clocks of the games in play, as the daemon notes them each half hour of a round: the newest list, and earlier ones.

import { clock_text } from '/clock.js';
import { element, set } from '/dom.js';
import { put_name } from '/names.js';
import { words } from '/organiser-words.js';

const look_every_ms = 30_000;

export class ClockTimes {
  #root;
  #form;
  #ask;
  #told = null;
  #looked_ms = 0;

  /// `ask(path)`.
  constructor(root, ask) {
    this.#root = root;
    this.#ask = ask;
    this.#form = root.querySelector('form');
    this.#form.onsubmit = event => event.preventDefault();
    const { round, list } = this.#form.elements;
    round.onchange = () => this.#look(round.value);
    list.onchange = () => this.#draw();
    root.querySelector('[name="print"]').onclick = () => this.#print();
    const details = root.querySelector('details');
    details.open = false;
    details.ontoggle = () => details.open && this.#look();
    this.#show(null, '');
  }

  /// Call now and then: what is open is kept up to date.
  tick() {
    if (!this.#root.querySelector('details').open || Date.now() - this.#looked_ms < look_every_ms) return;
    const { round } = this.#form.elements;
    this.#look(round.selectedIndex === round.options.length - 1 ? '' : round.value);
  }

  async #look(round = '') {
    this.#looked_ms = Date.now();
    try {
      this.#show(await this.#ask(`/api/clock-times${round && `?round=${encodeURIComponent(round)}`}`), '');
    } catch (error) {
      if (error.status) this.#show(null, words.clock_times.none(error.message));
    }
  }

  #show(told, answer) {
    set(this.#root.querySelector('.answer'), answer || (told && !told.lists.length ? words.clock_times.nothing : ''));
    const { round, list } = this.#form.elements;
    const followed = list.selectedIndex <= 0 ? null : list.value; // else the newest
    this.#told = told?.lists.length ? told : null;
    this.#form.hidden = !this.#told;
    round.replaceChildren(...(told?.rounds ?? []).map(name => element('option', null, name)));
    if (told?.round) round.value = told.round;
    list.replaceChildren(...(told?.lists ?? []).map(({ at, time, half_hours }) =>
      element('option', null, words.clock_times.list(time, half_hours), { value: at })));
    if (followed && [...list.options].some(({ value }) => value === followed)) list.value = followed;
    this.#draw();
  }

  #draw() {
    const found = this.#root.querySelector('.found');
    found.replaceChildren();
    const shown = this.#told?.lists.find(({ at }) => `${at}` === this.#form.elements.list.value);
    if (!shown) return;
    const table = element('table', found);
    element('caption', table, words.clock_times.head(shown));
    const titles = element('tr', element('thead', table));
    for (const title of ['board', 'white', 'white_time', 'black', 'black_time', 'to_move', 'plies']) element('th', titles, words.clock_times[title], { scope: 'col' });
    const rows = element('tbody', table);
    for (const game of shown.games) {
      const row = element('tr', rows);
      element('th', row, `${game.board}`, { scope: 'row' });
      for (const [side, name] of [['w', game.white], ['b', game.black]]) {
        put_name(element('td', row), name || '?');
        const time = element('td', row, game[side] === null ? words.clock_times.not_known : clock_text(game[side]), { class: 'time' });
        if (game.running === side) element('span', time, words.clock_times.runs, { class: 'quiet' });
      }
      element('td', row, words.clock_times.side[game.to_move]);
      const plies = element('td', row, `${game.plies}`);
      if (!game.connected) element('span', plies, words.clock_times.away, { class: 'quiet' });
    }
  }

  /// This list alone.
  #print() {
    document.body.classList.add('prints-clock-times');
    addEventListener('afterprint', () => document.body.classList.remove('prints-clock-times'), { once: true });
    print();
  }
}
