// The results of a round, as they come in, and as files for the pairing program.

import { element, set } from '/dom.js';
import { isolated, put_name } from '/names.js';
import { bytes_of, most_bytes, read_file, save_file } from '/round-files.js';
import { words } from '/organiser-words.js';

/// An arbiter's confirmation (8.7); the public and the files for the pairing program have the result without it.
const awaits = ({ result, confirmed }) => result && !confirmed;

export class RoundResults {
  #form;
  #answer;
  #found;
  #buttons;
  #ask;
  #trf = null; // as read_file gives it
  #told = null;
  #looks = false;
  #again = false;
  #shown = '';

  /// `ask(path, said)`.
  constructor(root, ask) {
    this.#ask = ask;
    this.#form = root.querySelector('form');
    this.#answer = root.querySelector('.answer');
    this.#found = root.querySelector('.found');
    this.#buttons = root.querySelectorAll('button');
    this.#form.reset();
    this.#form.onsubmit = event => event.preventDefault();
    this.#form.onchange = () => this.#choose();
    for (const one of this.#buttons) one.onclick = () => this.#save(one.name);
    this.#show(null, '');
  }

  /// The pairings came from this file: if it is a TRF, the results go into it.
  take_file(file, round) {
    this.#trf = file;
    this.#form.elements.round.value = `${round}`;
    this.look();
  }

  async #choose() {
    const [file] = this.#form.elements.file.files;
    if (file && file.size > most_bytes) return this.#show(null, words.pairings.too_large);
    if (file) this.#trf = await read_file(file);
    await this.look();
  }

  /// One after another, as the daemon reads all games of the round for it.
  async look() {
    this.#again = true;
    if (this.#looks) return;
    this.#looks = true;
    while (this.#again) {
      this.#again = false;
      await this.#look_once();
    }
    this.#looks = false;
  }

  /// What it was told last stays where no answer comes.
  async #look_once() {
    const { round } = this.#form.elements;
    try {
      this.#show(await this.#told_with_trf(round.value ? { round: Number(round.value) } : {}), '');
    } catch (error) {
      if (error.status) this.#show(null, words.results.none(error.message));
    }
  }

  /// A list of pairings, which is no TRF, is of no use here.
  async #told_with_trf(request) {
    if (!this.#trf) return this.#ask('/api/round/results', request);
    try {
      return await this.#ask('/api/round/results', { ...request, file: this.#trf });
    } catch (error) {
      if (error.status !== 422) throw error;
      const told = await this.#ask('/api/round/results', request);
      return { ...told, doubts: [error.message] };
    }
  }

  #show(told, answer) {
    this.#told = told;
    set(this.#answer, answer);
    for (const one of this.#buttons) one.disabled = !told?.games.length || !told[one.name];
    const text = JSON.stringify(told);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#found.replaceChildren();
    if (told) this.#draw(told);
  }

  #draw({ round, games, open, doubts, trf, final }) {
    if (!games.length) {
      element('p', this.#found, words.results.no_games);
      return;
    }
    element('h3', this.#found, words.results.head(round ?? '?', games.filter(game => game.result).length, games.length));
    this.#list(doubts, 'wrong');
    this.#list(open.length ? open : [words.results.all], 'remarks');
    const unconfirmed = games.filter(awaits);
    if (unconfirmed.length) this.#list([words.results.unconfirmed(unconfirmed.map(({ board }) => board))], 'remarks');
    element('p', this.#found, final ? words.results.final(final) : words.results.not_final, { class: 'final' });
    element('p', this.#found, trf ? words.results.into(trf.name) : words.results.trf);
    const table = element('table', this.#found);
    element('caption', table, words.results.caption, { class: 'unseen' });
    const titles = element('tr', element('thead', table));
    for (const title of ['board', 'white', 'black', 'result']) element('th', titles, words.pairings[title], { scope: 'col' });
    const rows = element('tbody', table);
    for (const game of games) {
      const { board, white, black, result } = game;
      const row = element('tr', rows, '', result ? {} : { class: 'other' });
      element('th', row, `${board}`, { scope: 'row' });
      for (const name of [white || '?', black || '?']) put_name(element('td', row), name);
      const ended = element('td', row, result ?? words.results.open);
      if (awaits(game)) element('span', ended, words.results.awaits, { class: 'quiet' });
    }
  }

  #list(sentences, kind) {
    if (!sentences.length) return;
    const list = element('ul', this.#found, '', { class: kind });
    for (const one of sentences) element('li', list, isolated(one));
  }

  #save(kind) {
    const { round, trf } = this.#told;
    const name = `round-${round ?? 'last'}`;
    if (kind === 'trf') save_file(trf.name.replace(/([.][^.]*)?$/, extension => `-${name}${extension}`), bytes_of(trf.base64));
    else save_file(`${name}.${kind}`, this.#told[kind]);
  }
}
