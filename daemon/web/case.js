// One incident or proposal on an arbiter's desk: what happened, when, under which article, and what to do about it.

import { show_acts } from '/acts.js';
import { given_before } from '/added-time.js';
import { breach_ended_by, window_of } from '/claim-window.js';
import { button, element, set } from '/dom.js';
import { time_in_game, time_of } from '/hall-time.js';
import { isolated } from '/names.js';
import { words } from '/words.js';

/// "e2–e4", "e7–e8 Queen".
const as_read = uci => `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? ` ${words.piece[uci[4]]}` : ''}`;

const most_listed = 20, most_acts = 3;

export class CaseCard {
  #root;
  #state;
  #settle;
  #stays; // buttons of a case that is done with, too
  #time;
  #text;
  #window;
  #buttons;
  #add_time;
  #add_ms; // of White and Black
  #order;
  #hands = null;
  #acts;
  #reading = null;
  #no_clock;
  #acts_since;
  #looking;

  /// `acts`: attend(), look(), look_at_touch(its input), read_reading(), show_claims(), print(), end_game(result), add_time([White's ms, Black's]), dismiss(), promote(piece), settle(is_settled), go_to(the seq of an incident).
  constructor({ key, level, incident, proposal }, acts) {
    this.#acts = acts;
    const about = incident ?? proposal;
    const root = this.#root = element('article', null, '', { class: 'case', 'data-level': level, 'aria-labelledby': `case-${key}` });
    const head = element('h3', root, incident ? words.kind[incident.kind] ?? incident.kind : words.proposal, { id: `case-${key}` });
    this.#state = element('span', head, '', { class: 'state' });
    const facts = element('p', root, '', { class: 'facts' });
    element('span', facts, words.move(about.move, about.side));
    element('span', facts, words.article(about.article, about.laws));
    this.#time = element('time', facts);
    if (incident) this.#text = element('p', root, '', { class: 'text' });
    if (proposal) element('p', root, proposal.text, { class: 'text' });
    if (incident?.hand === 'unknown') element('p', root, words.hand_unknown, { class: 'quiet' });
    this.#buttons = element('p', root, '', { class: 'buttons' }); // above all that grows, so that they stay where they are
    this.#window = element('p', root, '', { class: 'window' });
    if (incident) this.#show_squares(root, incident);
    this.#acts_since = element('ul', root, '', { class: 'acts' });
    this.#looking = element('p', root, '', { class: 'looking' });
    if (proposal) this.#offer(proposal, acts);
    if (incident?.kind === 'promotion-missing')
      for (const piece of 'qrbn') button(this.#buttons, `${words.piece[piece]}…`, () => acts.promote(piece));
    button(this.#buttons, words.show_on_board, acts.look);
    if (!incident || incident.kind === 'draw-claimable') button(this.#buttons, words.claims, acts.show_claims);
    if (incident) button(this.#buttons, words.dismiss, acts.dismiss);
    if (incident) button(this.#buttons, words.reading, () => this.#show_reading());
    const print = button(this.#buttons, words.evidence, acts.print);
    for (const type of ['click', 'focusin']) root.addEventListener(type, acts.attend);
    this.#settle = button(this.#buttons, '', () => acts.settle(this.#root.dataset.state !== 'settled'));
    this.#stays = [print, this.#settle];
  }

  #show_squares(root, { squares, allowed }) {
    this.#order = element('div', root, '', { class: 'order-of-touch' });
    if (squares.length) element('p', this.#order, `${words.concerned}: ${squares.join(', ')}`);
    if (allowed) element('p', root, `${words.allowed}: ${allowed.map(as_read).join(', ')}`, { class: 'quiet' });
  }

  #offer({ result, add_ms }, acts) {
    if (result !== '*') button(this.#buttons, `${words.result(result)}…`, () => acts.end_game(result), { class: 'advised' });
    if (!add_ms.some(Boolean)) return;
    this.#no_clock = element('span', this.#buttons, words.no_clock, { class: 'quiet' });
    this.#add_ms = add_ms;
    this.#add_time = button(this.#buttons, '', () => acts.add_time(add_ms), { class: 'advised' });
  }

  #added(acts) {
    const text = ['w', 'b'].map((side, at) => {
      const ms = this.#add_ms[at], minutes = Math.abs(ms) / 60_000;
      return ms > 0 ? words.more_time(minutes, side) : ms < 0 ? words.less_time(minutes, side) : '';
    });
    return text.filter(Boolean).join(', ') + (given_before(acts, this.#add_ms) ? '…' : '');
  }

  /// On demand: the umpire's reasons, the reading that counts first.
  async #show_reading() {
    this.#reading ??= element('div', this.#root, '', { class: 'reading', role: 'status' });
    this.#reading.replaceChildren();
    try {
      const { what, readings } = await this.#acts.read_reading();
      element('p', this.#reading, words.readings(readings.length, isolated(what)), { class: 'quiet' });
      const list = element('ol', this.#reading);
      for (const line of readings) element('li', list, line);
    } catch (error) {
      element('p', this.#reading, error.message);
    }
  }

  /// What hands did, in its order, each a button that shows it on the board.
  #show_hands(hands, started) {
    if (!hands?.length || this.#hands === hands.length) return;
    this.#hands = hands.length;
    this.#order.replaceChildren();
    element('p', this.#order, words.touched, { class: 'quiet' });
    const list = element('ol', this.#order);
    let number = 0;
    for (const hand of hands.slice(0, most_listed)) {
      const one = button(element('li', list), '', () => this.#acts.look_at_touch(hand.n), { title: words.read_on });
      element('b', one, hand.square ? `${++number}` : '');
      element('span', one, words.seen(hand));
      element('time', one, time_in_game(started, hand.t, 1));
    }
    if (hands.length > most_listed) element('p', this.#order, words.more_touches(hands.length - most_listed), { class: 'quiet' });
  }

  /// Of a breach of Article 4 whether it may still be claimed, and of the end of a claim what it was about; each leads to the other.
  #show_window(board, incident) {
    const window = window_of(board, incident), other = window ? window.note : breach_ended_by(board, incident);
    const from = JSON.stringify([window?.by, window?.open, other?.seq]);
    if (this.#window.drawn === from) return;
    this.#window.drawn = from;
    this.#window.replaceChildren();
    this.#window.hidden = !window && !other;
    if (window) element('span', this.#window, window.open ? words.claim_window.open(window.by) : words.claim_window.ended(window.by));
    if (other) button(this.#window, window ? words.claim_window.why : words.claim_window.breach, () => this.#acts.go_to(other.seq));
  }

  /// Somebody wants to see it.
  go() {
    this.#root.tabIndex = -1;
    this.#root.focus({ preventScroll: true });
    this.#root.scrollIntoView({ block: 'nearest' });
  }

  /// `hands` as GameRecord.hands_in() gives them, or null while they are not known; `looking`: other arbiters at this
  /// case. Returns the node.
  show({ state, past, by, incident, proposal, t }, board, hands, looking) {
    const { started, game, acts } = board;
    if (incident) this.#show_window(board, incident);
    this.#show_hands(hands, started);
    show_acts(this.#acts_since, acts.filter(act => act.t > t).slice(-most_acts), started);
    set(this.#looking, words.looking(looking, looking.length && time_of(Math.min(...looking.map(({ since }) => since)))));
    this.#root.dataset.state = state;
    set(this.#state, state === 'settled' && by ? words.settled_by(by) : words.state[state] ?? '');
    if (incident) set(this.#text, past ? words.claimable_then(incident.side) : incident.text);
    set(this.#time, time_in_game(started, (incident ?? proposal).t));
    this.#buttons.hidden = state === 'dismissed';
    const pressed = document.activeElement; // who has just settled it by a button that goes finds himself at this one
    for (const one of this.#buttons.children) one.hidden = state === 'settled' && !this.#stays.includes(one);
    if (pressed?.parentNode === this.#buttons && pressed.hidden) this.#settle.focus({ preventScroll: true });
    if (this.#add_time && state === 'open') {
      set(this.#add_time, this.#added(acts));
      this.#add_time.hidden = !game.clocks;
      this.#no_clock.hidden = Boolean(game.clocks);
    }
    set(this.#settle, state === 'settled' ? words.reopen : words.done);
    return this.#root;
  }
}
