// The event in a form: what the configuration's file has, and another one saved there.

import { by_id, element, set } from '/dom.js';
import { sentence, words } from '/organiser-words.js';
import { control_of, periods_of } from '/time-periods.js';

const least_rows = 3, delays_s = [0, 900];
const rate_of = control => (/^(1500|900|600)\+/.test(control) ? 'rapid' : /^(300|180)\+/.test(control) ? 'blitz' : 'standard');

export class EventForm {
  #root;
  #form;
  #acts;
  #told = null; // of the daemon, last
  #rows = [];
  #is_touched = false;
  #saves = false;

  /// `acts`: `ask(path, said)`, `sure(question)`, and `saved()`.
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.#form = root.querySelector('form');
    const details = root.querySelector('details');
    details.open = false;
    details.ontoggle = () => details.open && this.look();
    this.#form.oninput = ({ target }) => this.#touch(target);
    this.#form.onsubmit = event => {
      event.preventDefault();
      this.#save();
    };
    for (const part of ['.now', '.refused', '.answer']) set(root.querySelector(part), '');
    this.#fill({ name: '', site: '', date: '', round: '', time_control: '', rate_of_play: 'standard', laws: '2023', time_zone: '', delay_s: 0 });
    by_id('zones').replaceChildren();
    for (const zone of Intl.supportedValuesOf('timeZone')) element('option', by_id('zones'), '', { value: zone });
  }

  /// What is being entered stays. Resolves to whether there is something to show.
  async look() {
    try {
      this.#show(await this.#acts.ask('/api/event'), !this.#is_touched);
      return true;
    } catch (error) {
      if (error.status) this.#answer(sentence(error.message));
      return false;
    }
  }

  #answer(text) {
    set(this.#root.querySelector('.answer'), text);
  }

  #show(told, fills) {
    set(this.#root.querySelector('.now'), words.event.now(told.event));
    set(this.#root.querySelector('.refused'), words.event.file(told.file, told.refused));
    if (!fills) return;
    this.#told = told;
    this.#is_touched = false;
    this.#fill(told.event);
  }

  #fill(event) {
    this.#blame({});
    const { elements } = this.#form;
    const late = [...new Set([...delays_s, event.delay_s])];
    elements.delay_s.replaceChildren(...late.map(s => element('option', null, words.event.late(s), { value: s })));
    for (const field of ['name', 'site', 'date', 'round', 'rate_of_play', 'laws', 'time_zone', 'delay_s']) elements[field].value = event[field];
    this.#fill_periods(event.time_control);
    const usual = [...new Set(['as below', ...Object.keys(words.event.usual)])];
    elements.usual.replaceChildren(...usual.map(control => element('option', null, words.event.usual[control] ?? words.event.as_below, { value: control })));
    elements.usual.value = event.time_control in words.event.usual ? event.time_control : 'as below';
  }

  #fill_periods(control) {
    const periods = periods_of(control);
    for (const one of this.#form.querySelectorAll('.period')) one.remove();
    this.#rows = Array.from({ length: Math.max(least_rows, periods.length) }, (_, at) => this.#row(at + 1, periods[at]));
  }

  #row(number, period = { minutes: '', moves: '', bonus_s: '' }) {
    const root = element('fieldset', this.#form.querySelector('[data-field="time_control"]'), '', { class: 'period' });
    element('legend', root, words.event.period(number));
    const inputs = {};
    for (const [name, value] of Object.entries(period)) {
      const label = element('label', root, words.event[name]);
      inputs[name] = element('input', label, '', { inputmode: name === 'minutes' ? 'decimal' : 'numeric', autocomplete: 'off', maxlength: 6 });
      inputs[name].value = value;
    }
    return { root, inputs };
  }

  #touch(target) {
    this.#is_touched = true;
    const { usual, rate_of_play } = this.#form.elements;
    if (target === usual && usual.value !== 'as below') {
      this.#fill_periods(usual.value);
      if (usual.value) rate_of_play.value = rate_of(usual.value);
    } else if (this.#rows.some(({ inputs }) => Object.values(inputs).includes(target)))
      usual.value = 'as below';
  }

  /// `{ event }` as it is entered, or `{ fields }` with what is wrong.
  #entered() {
    const { elements } = this.#form, { time_control } = this.#told.event;
    const event = { delay_s: Number(elements.delay_s.value) }, fields = {};
    for (const field of ['name', 'site', 'date', 'round', 'rate_of_play', 'laws', 'time_zone']) event[field] = elements[field].value.trim();
    const values = ({ inputs }) => Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
    const { text, wrong } = control_of(this.#rows.map(values));
    if (wrong) fields.time_control = words.event.wrong_period(wrong);
    for (const field of ['name', 'round']) if (!event[field]) fields[field] = words.event.empty;
    if (Object.keys(fields).length) return { fields };
    if (text !== control_of(periods_of(time_control)).text) event.time_control = text;
    return { event };
  }

  async #save() {
    if (this.#saves || !this.#told) return;
    this.#saves = true;
    await this.#save_once();
    this.#saves = false;
  }

  async #save_once() {
    const { event, fields } = this.#entered();
    this.#blame(fields ?? {});
    this.#answer('');
    if (fields) return;
    if (event.delay_s !== this.#told.event.delay_s && !(await this.#acts.sure(words.delay.sure(event.delay_s)))) return;
    this.#answer(words.event.saving);
    try {
      const told = await this.#acts.ask('/api/event/save', { of: this.#told.of, event });
      this.#show(told, true);
      this.#answer(words.sent.done(told.answer));
      this.#acts.saved();
    } catch (error) {
      await this.#refuse(error);
    }
  }

  async #refuse({ status, message, fields }) {
    this.#answer(status ? words.sent.refused(message) : words.sent.unknown(''));
    if (status) this.#blame(fields);
    if (status !== 409) return;
    this.#is_touched = false;
    if (await this.look()) this.#answer(words.event.outdated);
  }

  /// Says at each field what is wrong with it, and goes to the first.
  #blame(fields) {
    for (const one of this.#form.querySelectorAll('.why-not')) one.remove();
    for (const part of this.#form.querySelectorAll('[data-field]')) {
      const why = fields[part.dataset.field], id = `why-not-${part.dataset.field}`;
      const input = part.querySelector('.period input') ?? part.querySelector('input, select');
      if (why) element('p', part, sentence(why), { id, class: 'why-not' });
      for (const [name, value] of [['aria-invalid', 'true'], ['aria-describedby', id]])
        if (why) input.setAttribute(name, value);
        else input?.removeAttribute(name);
    }
    this.#form.querySelector('[aria-invalid]')?.focus();
  }
}
