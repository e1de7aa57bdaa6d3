// Settings of the configuration's file in a form: what stands there, and others saved, each mistake told at its field, and each
// change before it is written. What is entered stays until it is saved, or until the file turns out to be another one.

import { element, set } from '/dom.js';
import { sentence, words } from '/organiser-words.js';

export class SettingsForm {
  told = null; // of the daemon, last
  #root;
  #form;
  #acts;
  #parts;
  #is_touched = false;
  #saves = false;

  /// `acts`: `ask(path, said)`, `sure(question)`. `parts`: `name` and `path` (daemon/adoubed/settings_file.hpp); `fill(values)`; `entered()`, which
  /// gives `{ values }`, or `{ fields }` with what is wrong; and, where wanted, `touched(target)`, `shown(values, told)`,
  /// `is_sure(values)`, `saved()`.
  constructor(root, acts, parts) {
    this.#root = root;
    this.#acts = acts;
    this.#parts = parts;
    this.#form = root.querySelector('form');
    const details = root.querySelector('details');
    details.open = false;
    details.ontoggle = () => details.open && this.look();
    this.#form.oninput = ({ target }) => {
      this.#is_touched = true;
      this.#parts.touched?.(target);
    };
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#save();
    };
    for (const part of ['.refused', '.answer']) set(root.querySelector(part), '');
    this.#blame({});
  }

  /// What is being entered stays. Resolves to whether there is something to show.
  async look() {
    try {
      this.#show(await this.#acts.ask(this.#parts.path), !this.#is_touched);
      return true;
    } catch (error) {
      if (error.status) this.#answer(sentence(error.message));
      return false;
    }
  }

  /// What is entered later than this was entered by a part itself.
  touch() {
    this.#is_touched = true;
  }

  #answer(text) {
    set(this.#root.querySelector('.answer'), text);
  }

  #show(told, fills) {
    const values = told[this.#parts.name];
    set(this.#root.querySelector('.refused'), words.settings.file(told.file, told.refused));
    this.#parts.shown?.(values, told);
    if (!fills) return;
    this.told = told;
    this.#is_touched = false;
    this.#blame({});
    this.#parts.fill(values);
  }

  async #save() {
    if (this.#saves || !this.told) return;
    this.#saves = true;
    await this.#save_once();
    this.#saves = false;
  }

  async #save_once() {
    const { name, path } = this.#parts, { values, fields } = this.#parts.entered();
    this.#blame(fields ?? {});
    this.#answer('');
    if (fields || (this.#parts.is_sure && !(await this.#parts.is_sure(values)))) return;
    this.#answer(words.settings.saving);
    try {
      const request = { of: this.told.of, [name]: values };
      const { changes } = await this.#acts.ask(`${path}/save`, { ...request, look: true });
      if (changes.length && !(await this.#acts.sure(words.settings.sure(this.told.file, changes)))) return this.#answer('');
      const told = await this.#acts.ask(`${path}/save`, request);
      this.#show(told, true);
      this.#answer(words.sent.done(told.answer));
      this.#parts.saved?.();
    } catch (error) {
      await this.#refuse(error);
    }
  }

  async #refuse({ status, message, fields }) {
    this.#answer(status ? words.sent.refused(message) : words.sent.unknown(''));
    if (status) this.#blame(fields);
    if (status !== 409) return;
    this.#is_touched = false;
    if (await this.look()) this.#answer(words.settings.outdated);
  }

  /// Says at each field what is wrong with it, and goes to the first.
  #blame(fields) {
    for (const one of this.#form.querySelectorAll('.why-not')) one.remove();
    for (const part of this.#form.querySelectorAll('[data-field]')) {
      const why = fields[part.dataset.field], id = `why-not-${part.dataset.field.replaceAll('/', '-')}`;
      const input = part.querySelector('.period input') ?? part.querySelector('input, select');
      if (why) element('p', part, sentence(why), { id, class: 'why-not' });
      for (const [name, value] of [['aria-invalid', 'true'], ['aria-describedby', id]])
        if (why) input.setAttribute(name, value);
        else input?.removeAttribute(name);
    }
    this.#form.querySelector('[aria-invalid]')?.focus();
  }
}
