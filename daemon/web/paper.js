// Pages to print as they come from the daemon: the signed and verified evidence of some moves, the arbiter's report, and full
// scoresheets, each beside the file that may be saved instead.

import { button, element, set } from '/dom.js';
import { save_file } from '/round-files.js';
import { ask_bytes, ask_text } from '/token.js';
import { words } from '/words.js';

const of_game = (record, what) => `/api/games/${encodeURIComponent(record)}/${what}`;

export class Paper {
  #dialog = document.getElementById('to-print');
  #paper = element('div', null, '', { class: 'paper', tabindex: '0' });
  #said;
  #file = null; // beside it: its address, the name to save it under, and what the button says
  #title;
  #save_button;

  constructor() {
    this.#dialog.replaceChildren();
    const row = element('p', this.#dialog, '', { class: 'buttons' });
    this.#title = element('h2', row, '', { id: 'to-print-title' });
    button(row, words.print, () => print(), { class: 'advised' });
    this.#save_button = button(row, '', () => this.#save());
    button(row, words.close, () => this.#dialog.close());
    this.#said = element('p', this.#dialog, '', { role: 'status' });
    this.#dialog.append(this.#paper);
    this.#paper.attachShadow({ mode: 'open' });
  }

  /// Of what `{ incident }` rests on, of the moves `{ from, to }` (plies, 1 = the first), or, without, of the whole game.
  evidence(record, part = {}) {
    const asked = Object.entries(part).filter(([, value]) => value).map(each => each.join('=')).join('&');
    const path = what => of_game(record, what) + (asked && `?${asked}`);
    return this.#open(words.evidence, path('evidence'), { path: path('evidence.txt'), name: `${record}.evidence`, saves: words.save_file });
  }

  /// Of all that is recorded of the own boards.
  report() {
    return this.#open(words.report, '/api/report', { path: '/api/report.csv', name: 'report.csv', saves: words.save_csv });
  }

  scoresheet(record) {
    return this.#open(words.scoresheet, of_game(record, 'sheet'), { path: of_game(record, 'sheet.pdf'), name: `${record}.pdf`, saves: words.save_pdf });
  }

  /// Whatever is shown is no more.
  clear() {
    this.#dialog.close();
    this.#dialog.replaceChildren();
  }

  async #open(title, path, file) {
    this.#file = file;
    set(this.#title, title);
    set(this.#save_button, file.saves);
    this.#paper.shadowRoot.replaceChildren();
    set(this.#said, words.being_made);
    this.#dialog.showModal();
    try {
      await this.#put(await ask_text(path));
      set(this.#said, '');
    } catch (error) {
      set(this.#said, words.no_paper(error.message));
    }
  }

  /// Its style is made one of this part alone: the pages here take none that stands in a page.
  async #put(html) {
    const [whole, css] = html.match(/<style>([^<]*)<\/style>/) ?? ['', await style_of(html)];
    const page = new DOMParser().parseFromString(html.replace(whole, ''), 'text/html');
    const style = new CSSStyleSheet();
    style.replaceSync(css.replaceAll(':root', ':host').replaceAll(/\bbody\b/g, '.page'));
    const body = element('div', null, '', { class: 'page' });
    body.append(...page.body.children);
    this.#paper.shadowRoot.adoptedStyleSheets = [style];
    this.#paper.shadowRoot.replaceChildren(body);
  }

  async #save() {
    try {
      save_file(this.#file.name, await ask_bytes(this.#file.path));
    } catch (error) {
      set(this.#said, words.no_paper(error.message));
    }
  }
}

/// That which the page has beside it.
const style_of = async html => (await fetch(html.match(/<link rel="stylesheet" href="([^"]+)">/)[1])).text();
