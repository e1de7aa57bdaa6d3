// The hall in a form: its tables and their boards, the sites that are sent the games, and what else of the configuration's file an
// organiser changes; and the hall started again with it.

import { button, element, set } from '/dom.js';
import { sentence, words } from '/organiser-words.js';
import { SettingsForm } from '/settings-form.js';

const most_tables = 1000, every_ms = 1_000, patience_ms = 120_000;
const texts = ['evidence_key', 'journal_copy', 'pgn_directory', 'printer', 'letters', 'site'], flags = ['times', 'supervised', 'standings_in_hall'];
const site_texts = ['name', 'url', 'each_game', 'user', 'round'], sensible_name = /^[\w-]+$/;

/// The numbers of "1-3, 7", without doubles; null where it is none of that. Pure.
export function table_numbers(text) {
  const numbers = new Set();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, first, last = first] = part.match(/^(\d{1,6})(?:[-–](\d{1,6}))?$/) ?? [];
    if (!first || Number(first) < 1 || Number(last) < Number(first) || numbers.size + Number(last) - Number(first) >= most_tables) return null;
    for (let number = Number(first); number <= Number(last); ++number) numbers.add(number);
  }
  return numbers.size ? [...numbers] : null;
}

/// "1-3,7" of them. Pure.
export function ranges_of(numbers) {
  const parts = [];
  for (const number of [...numbers].sort((a, b) => a - b))
    if (parts.at(-1)?.[1] === number - 1) parts.at(-1)[1] = number;
    else parts.push([number, number]);
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/// `{ word, port }` of "dgt:serial:/dev/ttyUSB0": whose board, and where; `words_of`: all that stand before ports. Pure.
export function parted_port(text, words_of) {
  const word = words_of.find(one => one && text.startsWith(`${one}:`)) ?? '';
  return { word, port: word ? text.slice(word.length + 1) : text };
}

/// Those of `spare` (GET /api/boards) that are certainly boards, for the tables of `free`, in order: `[number, port]`. Pure.
export function boards_for(free, spare) {
  const boards = spare.filter(({ port }) => port.startsWith('usb:')).map(({ port }) => port);
  return free.slice(0, boards.length).map((number, at) => [number, boards[at]]);
}

export class HallForm {
  #root;
  #form;
  #inputs;
  #acts;
  #settings;
  #makers = [];
  #ports = new Map(); // by number, as entered: `{ word, port }`
  #rows = []; // of tables: `{ number, kind, port }`
  #sites = []; // `{ root, inputs, secret }`
  #told = null;
  #starting = false;

  /// `acts`: `ask(path, said)`, `sure(question)`, and `look_for_boards()` as GET /api/boards.
  constructor(root, acts) {
    this.#root = root;
    this.#form = root.querySelector('form');
    this.#inputs = this.#form.elements;
    this.#acts = acts;
    root.querySelector('[name=give]').onclick = () => this.#give_boards();
    root.querySelector('[name=add]').onclick = () => this.#add_site();
    root.querySelector('[name=start]').onclick = () => this.#start();
    root.querySelector('.sites').replaceChildren();
    set(root.querySelector('.waiting'), '');
    set(root.querySelector('.started'), '');
    this.#fill({ tables: [], targets: [], listen: '' });
    this.#settings = new SettingsForm(root, acts, {
      name: 'hall', path: '/api/hall', fill: hall => this.#fill(hall), touched: target => this.#touch(target), entered: () => this.#entered(),
      shown: (_, told) => this.#show(told),
    });
  }

  look() {
    return this.#settings.look();
  }

  #show(told) {
    this.#told = told;
    this.#makers = told.makers;
    set(this.#root.querySelector('.waiting'), [told.former && sentence(told.former), words.hall.waiting(told.waiting)].filter(Boolean).join(' '));
    set(this.#root.querySelector('.in-file'), words.hall.in_file(told.file));
  }

  // --- what is shown ---

  #fill(hall) {
    for (const field of texts) this.#inputs[field].value = hall[field] ?? '';
    for (const flag of flags) this.#inputs[flag].checked = hall[flag] ?? false;
    this.#inputs.evidence_days.value = hall.evidence_days ?? '';
    this.#fill_listen(hall.listen);
    const known = this.#makers.map(({ word }) => word);
    this.#ports = new Map(hall.tables.map(({ number, port }) => [number, parted_port(port ?? '', known)]));
    this.#inputs.numbers.value = ranges_of(this.#ports.keys());
    this.#show_tables([...this.#ports.keys()]);
    for (const { root } of this.#sites) root.remove();
    this.#sites = [];
    for (const target of hall.targets) this.#make_site(target);
    set(this.#root.querySelector('.given'), '');
  }

  #fill_listen(listen) {
    const at = listen.lastIndexOf(':'), host = listen.slice(0, at), { reach, port } = this.#inputs;
    const usual = Object.keys(words.hall.reach), hosts = usual.includes(host) || !host ? usual : [...usual, host];
    reach.replaceChildren(...hosts.map(one => element('option', null, words.hall.reach[one] ?? one, { value: one })));
    reach.value = host || usual[0];
    port.value = listen.slice(at + 1);
  }

  #show_tables(numbers) {
    const list = this.#root.querySelector('.tables');
    list.replaceChildren();
    this.#rows = numbers.map((number, at) => {
      const item = element('li', list, '', { 'data-field': `tables/${at}/port` });
      const kept = this.#ports.get(number) ?? { word: '', port: '' };
      const port = element('input', element('label', item, words.hall.port(number)), '', { autocomplete: 'off', spellcheck: 'false', list: 'ports' });
      port.value = kept.port;
      const kind = element('select', element('label', item, words.hall.kind(number)));
      for (const { word, name } of this.#makers) element('option', kind, name, { value: word });
      kind.value = kept.word;
      return { number, kind, port };
    });
  }

  /// `target` as of the daemon; a new one has no name yet.
  #make_site(target) {
    const fragment = this.#root.querySelector('template').content.cloneNode(true), root = fragment.querySelector('fieldset');
    const inputs = Object.fromEntries([...root.querySelectorAll('[name]')].map(input => [input.name, input]));
    const site = { root, inputs, is_new: !target.name };
    set(root.querySelector('legend'), target.name ? words.hall.site(target.name) : words.hall.new_site);
    for (const field of site_texts) inputs[field].value = target[field] ?? '';
    inputs.kind.value = target.kind ?? 'lichess';
    inputs.method.value = target.method ?? 'PUT';
    inputs.boards.value = target.boards ? ranges_of(target.boards) : '';
    inputs.minutes.value = target.delay_s ? `${target.delay_s / 60}` : '';
    inputs.name.readOnly = !site.is_new;
    set(root.querySelector('.kept'), words.hall.kept(target.secret));
    button(root.querySelector('.buttons'), target.name ? words.hall.remove(target.name) : words.hall.remove_new, () => this.#remove_site(site));
    this.#sites.push(site);
    this.#root.querySelector('.sites').append(root);
    this.#number_sites();
    this.#show_kind(site);
    return site;
  }

  #number_sites() {
    this.#sites.forEach(({ root }, at) => {
      for (const part of root.querySelectorAll('[data-part]')) part.dataset.field = `targets/${at}/${part.dataset.part}`;
    });
  }

  #show_kind({ root, inputs }) {
    for (const part of root.querySelectorAll('.of-file')) part.hidden = inputs.kind.value === 'lichess';
    set(root.querySelector('.address'), words.hall.address[inputs.kind.value]);
  }

  // --- what is entered ---

  #keep_ports() {
    for (const { number, kind, port } of this.#rows) this.#ports.set(number, { word: kind.value, port: port.value.trim() });
  }

  #touch(target) {
    const site = this.#sites.find(({ inputs }) => inputs.kind === target);
    if (site) this.#show_kind(site);
    const numbers = target === this.#inputs.numbers && table_numbers(target.value);
    if (!numbers) return;
    this.#keep_ports();
    this.#show_tables(numbers);
  }

  async #give_boards() {
    const told = await this.#look_for_boards();
    if (!told) return;
    this.#keep_ports();
    const taken = this.#rows.map(({ port }) => port.value.trim());
    const free = this.#rows.filter(({ port }) => !port.value.trim()).map(({ number }) => number);
    const given = boards_for(free, told.spare.filter(({ port }) => !taken.includes(port)));
    for (const [number, port] of given) this.#ports.set(number, { word: '', port });
    this.#show_tables(this.#rows.map(({ number }) => number));
    set(this.#root.querySelector('.given'), words.hall.given(given.length, free.length - given.length));
    if (given.length) this.#settings.touch();
  }

  async #look_for_boards() {
    try {
      const told = await this.#acts.look_for_boards();
      this.#root.querySelector('#ports').replaceChildren(...told.spare.map(({ port, what }) => element('option', null, what, { value: port })));
      return told;
    } catch (error) {
      set(this.#root.querySelector('.given'), error.status ? sentence(error.message) : words.connection.lost);
      return null;
    }
  }

  #add_site() {
    const { inputs } = this.#make_site({});
    this.#settings.touch();
    inputs.name.focus();
  }

  #remove_site(site) {
    site.root.remove();
    this.#sites = this.#sites.filter(one => one !== site);
    this.#number_sites();
    this.#settings.touch();
    this.#root.querySelector('[name=add]').focus();
  }

  /// `{ values }` as daemon/adoubed/hall_form.hpp has them, or `{ fields }` with what is wrong.
  #entered() {
    const values = {}, fields = {}, input = this.#inputs;
    for (const field of texts) values[field] = input[field].value.trim() || null;
    for (const flag of flags) values[flag] = input[flag].checked;
    const days = input.evidence_days.value.trim();
    values.evidence_days = days ? Number(days) : null;
    if (days && !Number.isInteger(values.evidence_days)) fields.evidence_days = words.hall.wrong.days;
    const host = input.reach.value;
    values.listen = `${host}:${input.port.value.trim()}`;
    if (!/^\d{1,5}$/.test(input.port.value.trim())) fields.listen = words.hall.wrong.port;
    if (!table_numbers(input.numbers.value)) fields.numbers = words.hall.wrong.numbers;
    values.tables = this.#rows.map(({ number, kind, port }) => {
      const at = port.value.trim();
      return { number, port: at ? `${kind.value ? `${kind.value}:` : ''}${at}` : null };
    });
    values.targets = this.#sites.map((site, at) => this.#entered_site(site, at, fields));
    return Object.keys(fields).length ? { fields } : { values };
  }

  #entered_site({ inputs }, at, fields) {
    const text = field => inputs[field].value.trim() || null, is_file = inputs.kind.value === 'file';
    const target = { kind: inputs.kind.value, method: is_file ? inputs.method.value : null, secret: text('secret') };
    for (const field of site_texts) target[field] = !is_file && ['each_game', 'user'].includes(field) ? null : text(field);
    const boards = text('boards') && table_numbers(text('boards')), minutes = Number(text('minutes') ?? 0);
    target.boards = boards || null;
    target.delay_s = minutes ? minutes * 60 : null;
    const wrong = { name: !sensible_name.test(target.name ?? '') && words.hall.wrong.name, boards: text('boards') && !boards && words.hall.wrong.boards,
      delay_s: !Number.isInteger(minutes * 60) && words.hall.wrong.minutes };
    if (this.#sites.some(other => other.inputs !== inputs && other.inputs.name.value.trim() === target.name)) wrong.name ||= words.hall.wrong.twice;
    for (const [field, why] of Object.entries(wrong)) if (why) fields[`targets/${at}/${field}`] = why;
    return target;
  }

  // --- starting again ---

  async #start() {
    if (this.#starting || !(await this.look())) return;
    const { playing, started, waiting } = this.#told;
    if (!(await this.#acts.sure(words.hall.sure(playing, waiting)))) return;
    this.#starting = true;
    this.#say(words.hall.starting);
    try {
      await this.#acts.ask('/api/restart', { playing });
      await this.#wait_for_start(started);
    } catch (error) {
      this.#say(error.status ? words.sent.refused(error.message) : words.sent.unknown(''));
    }
    this.#starting = false;
  }

  #say(text) {
    set(this.#root.querySelector('.started'), text);
  }

  async #wait_for_start(started) {
    for (const end = Date.now() + patience_ms; Date.now() < end;) {
      await new Promise(resolve => setTimeout(resolve, every_ms));
      const told = await this.#acts.ask('/api/hall').catch(error => (error.status === 422 ? { former: error.message } : null));
      if (!told || told.started === started) continue;
      await this.look();
      return this.#say(told.former ? sentence(told.former) : words.hall.started);
    }
    this.#say(words.hall.not_started);
  }
}
