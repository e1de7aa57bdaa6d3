// Who may sign in: the tokens that there are, another one for an arbiter, shown this once, and the end of one.

import { button, element, set } from '/dom.js';
import { draw_code } from '/qr-code.js';
import { sentence, words } from '/organiser-words.js';

/// Where phones can sign in: at this page's own address, if it is none of this computer alone, and at those that the daemon knows. Pure.
export function addresses_for_phones(origin, known) {
  const own = /^https:/.test(origin) && !/^https:\/\/(localhost|[\w.-]+\.localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(origin);
  return [...new Set([...(own ? [origin] : []), ...known])];
}

/// What is behind # is sent to nobody. Pure.
export const sign_in_address = (address, token) => `${address}/arbiter#${token}`;

export class HallTokens {
  #root;
  #form;
  #acts;
  #addresses = [];
  #shown = null; // the new token, until it is cleared

  /// `acts`: `ask(path, said)`, `sure(question)`.
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.#form = root.querySelector('form');
    this.#form.reset();
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#make();
    };
    this.#form.elements.address.onchange = () => this.#draw();
    this.#part('.no-https').hidden = true;
    this.#clear();
    this.#answer('');
    for (const list of root.querySelectorAll('.good, .ended')) list.replaceChildren();
  }

  /// What was there stays where no answer comes.
  async look() {
    try {
      this.#show(await this.#acts.ask('/api/tokens'));
    } catch (error) {
      if (error.status) this.#answer(sentence(error.message));
    }
  }

  #part(selector) {
    return this.#root.querySelector(selector);
  }
  #answer(text) {
    set(this.#part('.answer'), text);
  }

  #show({ tokens, own, addresses }) {
    this.#addresses = addresses_for_phones(location.origin, addresses);
    this.#part('.no-https').hidden = this.#addresses.length > 0;
    const { address } = this.#form.elements, before = address.value;
    address.replaceChildren(...this.#addresses.map(one => element('option', null, one, { value: one })));
    if (this.#addresses.includes(before)) address.value = before;
    address.closest('label').hidden = this.#addresses.length < 2;
    this.#list('.good', tokens.filter(({ good }) => good), own);
    const ended = tokens.filter(({ good }) => !good);
    this.#list('.ended', ended, own);
    this.#part('details').hidden = ended.length === 0;
  }

  #list(selector, tokens, own) {
    const list = this.#part(selector);
    list.replaceChildren();
    for (const token of tokens.reverse()) {
      const item = element('li', list, '', { 'data-token': token.id });
      element('p', item, words.tokens.who(token));
      element('p', item, words.tokens.until(token, token.id === own));
      if (!token.good || token.id === own) continue;
      button(element('p', item, '', { class: 'buttons' }), words.tokens.end, () => this.#end(token), { 'aria-label': words.tokens.end_of(token) });
    }
  }

  async #make() {
    const { name, boards, days } = this.#form.elements;
    const request = { name: name.value.trim(), boards: boards.value.replace(/\s/g, '') };
    if (days.value) request.days = Number(days.value);
    this.#clear();
    const told = await this.#do('/api/tokens/new', request);
    if (!told) return;
    this.#form.reset();
    this.#shown = { name: request.name, token: told.token };
    await this.#draw();
    this.#part('.new h3').focus();
  }

  async #end(token) {
    if (await this.#acts.sure(words.tokens.sure(token))) await this.#do('/api/tokens/revoke', { id: token.id });
  }

  /// Null where it was not done.
  async #do(path, request) {
    this.#answer(words.sent.sending);
    try {
      const told = await this.#acts.ask(path, request);
      this.#show(told);
      this.#answer(words.sent.done(told.answer));
      return told;
    } catch (error) {
      this.#answer(error.status ? words.sent.refused(error.message) : words.tokens.unknown);
      if (!error.status) await this.look();
      return null;
    }
  }

  #clear() {
    this.#shown = null;
    this.#part('.new').replaceChildren();
  }

  /// The new token as text, and for a phone's camera.
  async #draw() {
    if (!this.#shown) return;
    const { name, token } = this.#shown, part = this.#part('.new'), address = this.#form.elements.address.value;
    part.replaceChildren();
    element('h3', part, words.tokens.once(name), { tabindex: '-1' });
    element('p', part).append(element('code', null, token));
    if (address) {
      const code = await this.#acts.ask('/api/code', { text: sign_in_address(address, token) }).catch(() => null);
      if (token !== this.#shown?.token || address !== this.#form.elements.address.value) return; // another one is shown, or none
      if (code) draw_code(part, code, words.tokens.code(name));
      element('p', part, code ? words.tokens.scan(name, address) : words.tokens.no_code);
    } else
      element('p', part, words.tokens.no_https);
    button(element('p', part, '', { class: 'buttons' }), words.tokens.clear, () => {
      this.#clear();
      this.#answer('');
    });
  }
}
