// Evidence to print: the signed and verified page of some moves (GET /api/games/ID/evidence), as it comes from the daemon.

import { button, element, set } from '/dom.js';
import { words } from '/words.js';

export class EvidencePage {
  #dialog = document.getElementById('evidence');
  #paper = element('div', null, '', { class: 'paper', tabindex: '0' });
  #said;
  #file = null; // its address, and the name to save it under
  #read;

  /// `read(path)` as ask_text() of token.js.
  constructor(read) {
    this.#read = read;
    this.#dialog.replaceChildren();
    const row = element('p', this.#dialog, '', { class: 'buttons' });
    element('h2', row, words.evidence, { id: 'evidence-title' });
    button(row, words.print, () => print(), { class: 'advised' });
    button(row, words.save_file, () => this.#save());
    button(row, words.close, () => this.#dialog.close());
    this.#said = element('p', this.#dialog, '', { role: 'status' });
    this.#dialog.append(this.#paper);
    this.#paper.attachShadow({ mode: 'open' });
  }

  /// Of what an incident rests on, or, without, of the whole game.
  async show(record, incident) {
    const query = incident ? `?incident=${incident}` : '';
    this.#file = { path: `/api/games/${encodeURIComponent(record)}/evidence.txt${query}`, name: `${record}.evidence` };
    this.#paper.shadowRoot.replaceChildren();
    set(this.#said, words.being_signed);
    this.#dialog.showModal();
    try {
      this.#put(await this.#read(`/api/games/${encodeURIComponent(record)}/evidence${query}`));
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
