// The event in a form: what the configuration's file has, and another one saved there.

import { by_id, element, set } from '/dom.js';
import { words } from '/organiser-words.js';
import { SettingsForm } from '/settings-form.js';
import { control_of, periods_of, rate_of } from '/time-periods.js';

const least_rows = 3, delays_s = [0, 900];
const texts = ['name', 'site', 'federation', 'date', 'round', 'chief_arbiter', 'deputy_arbiters', 'time_zone'];

export class EventForm {
  #root;
  #form;
  #settings;
  #rows = [];

  /// `acts`: `ask(path, said)`, `sure(question)`, and `saved()`.
  constructor(root, acts) {
    this.#root = root;
    this.#form = root.querySelector('form');
    set(root.querySelector('.now'), '');
    this.#fill({ ...Object.fromEntries(texts.map(field => [field, ''])), time_control: '', rate_of_play: 'standard', laws: '2023', delay_s: 0 });
    by_id('zones').replaceChildren();
    for (const zone of Intl.supportedValuesOf('timeZone')) element('option', by_id('zones'), '', { value: zone });
    this.#settings = new SettingsForm(root, acts, {
      name: 'event', path: '/api/event', fill: event => this.#fill(event), touched: target => this.#touch(target), entered: () => this.#entered(),
      shown: event => set(this.#root.querySelector('.now'), words.event.now(event)),
      is_sure: ({ delay_s }) => delay_s === this.#settings.told.event.delay_s || acts.sure(words.delay.sure(delay_s)), saved: acts.saved,
    });
  }

  look() {
    return this.#settings.look();
  }

  #fill(event) {
    const { elements } = this.#form;
    const late = [...new Set([...delays_s, event.delay_s])];
    elements.delay_s.replaceChildren(...late.map(s => element('option', null, words.event.late(s), { value: s })));
    for (const field of [...texts, 'rate_of_play', 'laws', 'delay_s']) elements[field].value = event[field];
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
    const { usual, rate_of_play } = this.#form.elements;
    if (target === usual && usual.value !== 'as below') {
      this.#fill_periods(usual.value);
      if (usual.value) rate_of_play.value = rate_of(usual.value);
    } else if (this.#rows.some(({ inputs }) => Object.values(inputs).includes(target)))
      usual.value = 'as below';
  }

  /// `{ values }` as they are entered, or `{ fields }` with what is wrong.
  #entered() {
    const { elements } = this.#form, { time_control } = this.#settings.told.event;
    const event = { delay_s: Number(elements.delay_s.value) }, fields = {};
    for (const field of [...texts, 'rate_of_play', 'laws']) event[field] = elements[field].value.trim();
    event.federation = event.federation.toUpperCase();
    const values = ({ inputs }) => Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
    const { text, wrong } = control_of(this.#rows.map(values));
    if (wrong) fields.time_control = words.event.wrong_period(wrong);
    for (const field of ['name', 'round']) if (!event[field]) fields[field] = words.event.empty;
    if (Object.keys(fields).length) return { fields };
    if (text !== control_of(periods_of(time_control)).text) event.time_control = text;
    return { values: event };
  }
}
