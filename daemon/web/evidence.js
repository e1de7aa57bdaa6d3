// Pages to print as they come from the daemon: the signed and verified evidence of some moves (GET
// /api/games/ID/evidence), and the arbiter's report.

import { button, element, set } from '/dom.js';
import { words } from '/words.js';

export class EvidencePage {
  #dialog = document.getElementById('evidence');
  #paper = element('div', null, '', { class: 'paper', tabindex: '0' });
  #said;
  #file = null; // beside it: its address, the name to save it under, and what the button says
  #title;
  #save_button;
  #read;

  /// `read(path)` as ask_text() of token.js.
  constructor(read) {
    this.#read = read;
    this.#dialog.replaceChildren();
    const row = element('p', this.#dialog, '', { class: 'buttons' });
    this.#title = element('h2', row, '', { id: 'evidence-title' });
    button(row, words.print, () => print(), { class: 'advised' });
    this.#save_button = button(row, '', () => this.#save());
    button(row, words.close, () => this.#dialog.close());
    this.#said = element('p', this.#dialog, '', { role: 'status' });
    this.#dialog.append(this.#paper);
    this.#paper.attachShadow({ mode: 'open' });
  }

  /// Of what `{ incident }` rests on, of the moves `{ from, to }` (plies, 1 = the first), or, without, of the whole game.
  show(record, part = {}) {
    const asked = Object.entries(part).filter(([, value]) => value).map(each => each.join('=')).join('&');
    const of_game = what => `/api/games/${encodeURIComponent(record)}/${what}${asked && `?${asked}`}`;
    return this.#open(words.evidence, of_game('evidence'), { path: of_game('evidence.txt'), name: `${record}.evidence`, saves: words.save_file });
  }

  /// The arbiter's report of all that is recorded of the own boards (GET /api/report).
  report() {
    return this.#open(words.report, '/api/report', { path: '/api/report.csv', name: 'report.csv', saves: words.save_csv });
  }

  async #open(title, path, file) {
    this.#file = file;
    set(this.#title, title);
    set(this.#save_button, file.saves);
    this.#paper.shadowRoot.replaceChildren();
    set(this.#said, words.being_made);
    this.#dialog.showModal();
    try {
      this.#put(await this.#read(path));
      set(this.#said, '');
    } catch (error) {
      set(this.#said, words.no_evidence(error.message));
    }
  }

  /// Its style is made one of this part alone: the pages here take none that stands in a page.
  #put(html) {
    const [whole, css] = html.match(/<style>([^<]*)<\/style>/);
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
      const address = URL.createObjectURL(new Blob([await this.#read(this.#file.path)], { type: 'text/plain' }));
      element('a', null, '', { href: address, download: this.#file.name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      set(this.#said, words.no_evidence(error.message));
    }
  }
}
