// The hall's public key, to be published: as text, with its fingerprint, and for a camera.

import { element, set } from '/dom.js';
import { draw_code } from '/qr-code.js';
import { save_file } from '/round-files.js';
import { words } from '/organiser-words.js';

/// SHA-256 of the key's line, in groups of four digits, as `sha256sum` has it.
export async function fingerprint_of(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('').match(/.{4}/g).join(' ');
}

export class HallKey {
  #root;
  #ask;

  /// `ask(path, said)`.
  constructor(root, ask) {
    this.#root = root;
    this.#ask = ask;
    this.#show('');
  }

  /// What was there stays where no answer comes.
  async look() {
    const response = await fetch('/api/keys').catch(() => null);
    if (response) await this.#show(response.ok ? (await response.text()).trim() : '');
  }

  async #show(text) {
    const part = name => this.#root.querySelector(name);
    part('.none').hidden = Boolean(text);
    part('.key').hidden = !text;
    set(part('code'), text);
    part('button').onclick = () => save_file('hall.vkey', `${text}\n`);
    part('.drawn').replaceChildren();
    if (!text) return;
    set(part('.fingerprint'), words.key.fingerprint(await fingerprint_of(text)));
    const code = await this.#ask('/api/code', { text }).catch(() => null);
    if (!code) return;
    part('.drawn').replaceChildren();
    draw_code(part('.drawn'), code, words.key.code);
  }
}
