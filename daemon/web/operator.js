// The organiser's page: signing in, what comes of the hall, and what is sent.

import { AnswerBar } from '/answer-bar.js';
import { ArbitersFeed } from '/arbiters-feed.js';
import { ClockTimes } from '/clock-times.js';
import { deliver } from '/commands.js';
import { button, by_id, element, set } from '/dom.js';
import { EventForm } from '/event-form.js';
import { HallExits } from '/hall-exits.js';
import { HallForm } from '/hall-form.js';
import { HallKey } from '/hall-key.js';
import { HallStandings } from '/hall-standings.js';
import { HallTokens } from '/hall-tokens.js';
import { needs_of } from '/hall-health.js';
import { NextGame } from '/next-game.js';
import { sentence, words } from '/organiser-words.js';
import { Paper } from '/paper.js';
import { Pairings } from '/pairings.js';
import { RoundActs } from '/round-acts.js';
import { RoundResults } from '/round-results.js';
import { is_sure } from '/sure.js';
import { Tables } from '/tables.js';
import { ask, forget_token, keep_token, token } from '/token.js';
import { WallForm } from '/wall-form.js';

const status_every_ms = 5_000;
const results_after_ms = 1_000; // a result is in the journal by then
const main = document.querySelector('main'), answer = new AnswerBar(words);
let feed = null, paper = null, tables = null, rounds = null, results = null, clock_times = null, exits = null, event = null, hall = null, tokens = null, standings = null, next_game = null, key = null, status = null;
let status_timer = null, results_timer = null, results_seen = '';

// --- signing in ---

function sign_out(why) {
  feed?.end();
  feed = status = null;
  clearTimeout(status_timer);
  clearTimeout(results_timer);
  forget_token();
  if (by_id('confirm').open) by_id('confirm').close();
  paper?.clear();
  make_parts(); // nothing of what another token showed stays
  main.hidden = by_id('leave').hidden = true;
  answer.tell('');
  for (const name of ['tally', 'connection']) set(by_id(name), '');
  document.body.classList.remove('live', 'lost');
  by_id('enter').hidden = false;
  if (why) set(by_id('why'), why);
  by_id('token').focus();
}

function make_parts() {
  results_seen = '';
  show_needs([]);
  paper = new Paper();
  next_game = new NextGame(by_id('next-game'), { ask: ask_of_now, send, sure });
  tables = new Tables(by_id('tables'), { send, sure, tell, print_sheet: record => paper.scoresheet(record), look_for_boards: () => ask_of_now('/api/boards') });
  results = new RoundResults(by_id('results'), ask_of_now);
  exits = new HallExits(by_id('exits'), { read, send, sure });
  event = new EventForm(by_id('event'), { ask: ask_of_now, sure, saved: look_at_status });
  hall = new HallForm(by_id('hall'), { ask: ask_of_now, sure, look_for_boards: () => ask_of_now('/api/boards') });
  standings = new HallStandings(by_id('standings'), { ask: ask_of_now, send, sure });
  key = new HallKey(by_id('key'), ask_of_now);
  new WallForm(by_id('wall'), { ask: ask_of_now, sure });
  tokens = new HallTokens(by_id('tokens'), { ask: ask_of_now, sure });
  clock_times = new ClockTimes(by_id('clock-times'), ask_of_now);
  const pairings = new Pairings(by_id('pairings'), { ask: ask_of_now, send, sure, chosen: (file, round, found) => {
    results.take_file(file, round);
    standings.offer(found, file);
  } });
  rounds = new RoundActs(by_id('rounds'), { ask: ask_of_now, send, sure, tell, done: (verb, round) => {
    results.look();
    if (verb === 'close') pairings.expect(Number(round) + 1);
  } });
}

function sign_in() {
  by_id('enter').hidden = true;
  main.hidden = by_id('leave').hidden = false;
  make_parts();
  feed = new ArbitersFeed(token());
  feed.addEventListener('boards', show);
  feed.addEventListener('connection', () => {
    show_connection();
    look_at_status();
    if (feed.connected) tokens.look(); // another start may have other addresses for phones
  });
  show_connection();
  look_at_status();
  results.look();
  event.look();
  hall.look();
  key.look();
}

async function try_token(text) {
  if (!/^[\x21-\x7e]+$/.test(text)) return sign_out(words.token.none);
  keep_token(text);
  try {
    await ask('/api/status');
  } catch (error) {
    if (words.token[error.status]) return sign_out(words.token[error.status]);
  } // else it is tried again until it works
  sign_in();
}
by_id('enter').addEventListener('submit', event => {
  event.preventDefault();
  const text = by_id('token').value.trim();
  by_id('token').value = '';
  try_token(text);
});
by_id('leave').addEventListener('click', () => sign_out(words.token.gone));

// --- what is shown ---

/// A token that has been revoked shows nothing more; a lost connection leaves what was there.
async function look_at_status() {
  clearTimeout(status_timer);
  if (!token()) return;
  const asked_with = token();
  try {
    const told = await ask('/api/status');
    if (asked_with !== token() || !feed) return;
    status = told;
    tables.know(status.boards);
    exits.show(status.delay);
    standings.show(status.standings);
    rounds.show(status.rounds);
    clock_times.tick();
    show();
  } catch (error) {
    if (asked_with !== token()) return;
    if (words.token[error.status] && error.status !== 429) return sign_out(words.token[error.status]);
  }
  clearTimeout(status_timer);
  status_timer = setTimeout(() => document.hidden || look_at_status(), status_every_ms);
}
document.addEventListener('visibilitychange', () => document.hidden || look_at_status());

function show() {
  if (!feed) return;
  const boards = [...feed.boards.values()];
  tables.show(feed.boards);
  next_game.know(feed.boards);
  const needs = needs_of(status, boards);
  show_needs(needs);
  const count = needs.filter(({ level }) => level !== 'note').length;
  set(by_id('tally'), words.tally(boards.length, count));
  document.title = count ? `(${count}) Organiser` : 'Organiser';
  const told = JSON.stringify(boards.map(({ record, game, next, confirmed }) => [record, game.result, confirmed, game.tags, next]));
  if (told === results_seen) return;
  results_seen = told;
  clearTimeout(results_timer);
  results_timer = setTimeout(() => results.look(), results_after_ms);
}

let needs_shown = '';
function show_needs(needs) {
  const text = JSON.stringify(needs);
  if (text === needs_shown) return;
  needs_shown = text;
  const list = by_id('needs').querySelector('ul');
  list.replaceChildren();
  for (const { level, text, to_do, href, buttons } of needs) {
    const item = element('li', list, '', { 'data-level': level });
    element('p', item, text);
    const what = element('p', item, '', { class: 'to-do' });
    if (href) element('a', what, to_do, { href });
    else set(what, to_do ?? '');
    const row = buttons && element('p', item, '', { class: 'buttons' });
    for (const { text, line } of buttons ?? []) button(row, text, () => send(line));
  }
  by_id('needs').querySelector('.nothing').hidden = needs.length > 0;
}

function show_connection() {
  document.body.classList.toggle('live', feed.connected);
  document.body.classList.toggle('lost', !feed.connected && feed.boards.size > 0);
  set(by_id('connection'), feed.connected ? words.connection.live : feed.boards.size ? words.connection.lost : words.connection.trying);
}

// --- what is done ---

/// As ask(), for those who are still signed in when the answer comes: nobody else is told.
async function ask_of_now(path, said) {
  const asked_with = token(), nobody = () => new Promise(() => {});
  return ask(path, said).then(answer => (asked_with === token() ? answer : nobody()), error => {
    if (asked_with !== token()) return nobody();
    throw error;
  });
}

/// `[title, text]`, and what the button says that is no plain yes.
const sure = ([title, text, yes = words.yes]) => is_sure([title, text], { ...words, yes });

const tell = text => answer.tell(text);

/// The answer to a line that only asks.
async function read(line) {
  try {
    return (await ask_of_now('/api/command', line)).answer;
  } catch (error) {
    return error.status ? sentence(error.message) : words.connection.lost;
  }
}

/// Resolves to whether it was done.
async function send(line) {
  tell(words.sent.sending);
  const { done, text, status: refused } = await deliver(line, {
    epoch: feed.epoch, id: crypto.randomUUID(), post: ask_of_now, now: Date.now, sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
    retrying: () => tell(words.sent.retrying),
  });
  if (refused === 401) return sign_out(words.token[401]), false;
  answer.tell(done ? words.sent.done(text) : done === null ? words.sent.unknown(text) : words.sent.refused(text), { is_done: done === true });
  look_at_status();
  return done === true;
}

/// What stands behind "#" in the address that `adoube hall new` prints is sent to nobody, and taken out of the address at once.
function given_token() {
  const text = location.hash.slice(1);
  if (!text.startsWith('adoube_')) return null;
  history.replaceState(null, '', location.pathname);
  return text;
}

const given = given_token();
if (!isSecureContext) by_id('in-the-clear').hidden = false;
else if (given ?? token()) try_token(given ?? token());
else sign_out();
