// The standings of the pairing program's file: a tick shows them to the public, and they are withdrawn.

import { element, set } from '/dom.js';
import { most_bytes, read_file } from '/round-files.js';
import { sentence, words } from '/organiser-words.js';

export class HallStandings {
  #state;
  #withdraw;
  #answer;
  #found;
  #acts;
  #in_hall = false;
  #asked = 0; // what is answered late is of a file chosen before

  /// `acts`: `ask(path, said)`, `send(line)`, which resolves to whether it was done, `sure(question)`.
  constructor(root, acts) {
    this.#acts = acts;
    this.#state = root.querySelector('.state');
    this.#withdraw = root.querySelector('button[name=withdraw]');
    this.#answer = root.querySelector('.answer');
    this.#found = root.querySelector('.found');
    const form = root.querySelector('form');
    form.reset();
    form.onsubmit = event => event.preventDefault();
    form.onchange = () => this.#choose(form.elements.file.files[0]);
    this.#withdraw.onclick = () => this.#take_back();
    this.#withdraw.hidden = true;
    set(this.#state, '');
    this.#clear();
  }

  /// `standings` of /api/status.
  show({ shown, waiting, in_hall }) {
    this.#in_hall = in_hall;
    set(this.#state, words.standings.state(shown, waiting));
    this.#withdraw.hidden = shown === null && !waiting.length;
  }

  /// Shows the tick for the standings in `file`, as read_file gives it, in `parent`; nothing where it has none.
  async offer(parent, file) {
    try {
      this.#draw(parent, await this.#acts.ask('/api/round/standings', { file }));
    } catch { /* a list of pairings, or the first round */ }
  }

  #clear() {
    ++this.#asked;
    set(this.#answer, '');
    this.#found.replaceChildren();
  }

  async #choose(file) {
    this.#clear();
    if (!file) return;
    if (file.size > most_bytes) return set(this.#answer, words.pairings.too_large);
    const asked = this.#asked;
    set(this.#answer, words.pairings.reading);
    try {
      const told = await this.#acts.ask('/api/round/standings', { file: await read_file(file) });
      if (asked !== this.#asked) return;
      set(this.#answer, '');
      this.#draw(this.#found, told);
    } catch (error) {
      if (asked === this.#asked) set(this.#answer, error.status ? sentence(error.message) : words.connection.lost);
    }
  }

  #draw(parent, { standings, by_rank }) {
    const part = element('div', parent, '', { class: 'remarks' });
    element('p', part, words.standings.head(standings));
    if (!by_rank) element('p', part, words.standings.by_points);
    const label = element('label', part, '', { class: 'tick' }), tick = element('input', label, '', { type: 'checkbox' });
    element('span', label, words.standings.tick(this.#in_hall));
    tick.onchange = async () => {
      tick.disabled = true;
      const done = tick.checked ? await this.#acts.send({ standings }) : await this.#take_back();
      if (!done) tick.checked = !tick.checked;
      tick.disabled = false;
    };
  }

  async #take_back() {
    return (await this.#acts.sure(words.standings.sure)) && this.#acts.send({ standings: null });
  }
}
