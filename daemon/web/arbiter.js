// The arbiter's console: signing in, the boards worst first, the desk of one, and what is sent.

import { AnswerBar } from '/answer-bar.js';
import { ArbitersFeed } from '/arbiters-feed.js';
import { BoardList } from '/board-list.js';
import { deliver } from '/commands.js';
import { Desk } from '/desk.js';
import { DeskBar } from '/desk-bar.js';
import { by_id, set } from '/dom.js';
import { time_of } from '/hall-time.js';
import { Looking } from '/looking.js';
import { Paper } from '/paper.js';
import { Signals } from '/signals.js';
import { is_sure } from '/sure.js';
import { ask, forget_token, keep_token, token } from '/token.js';
import { worst_first } from '/urgency.js';
import { words } from '/words.js';

const main = document.querySelector('main'), confirm = by_id('confirm'), answer = new AnswerBar(words);
let feed = null, list = null, desk = null, bar = null, looking = null, paper = null, signals = null;
let told_at = null; // when the last message came
let lost_since = null;

// --- signing in ---

function sign_out(why) {
  feed?.end();
  looking?.end();
  paper?.clear();
  signals?.end();
  feed = list = desk = bar = looking = paper = signals = null;
  told_at = lost_since = null;
  forget_token();
  if (confirm.open) confirm.close();
  by_id('list').replaceChildren();
  by_id('desk').replaceChildren();
  main.hidden = by_id('leave').hidden = by_id('report').hidden = by_id('bar').hidden = true;
  answer.tell('');
  for (const name of ['tally', 'connection']) set(by_id(name), '');
  document.body.classList.remove('live', 'lost');
  by_id('enter').hidden = false;
  if (why) set(by_id('why'), why);
  by_id('token').focus();
}

function sign_in() {
  by_id('enter').hidden = true;
  main.hidden = by_id('leave').hidden = by_id('report').hidden = false;
  list = new BoardList(by_id('list'));
  by_id('desk').replaceChildren();
  by_id('desk').hidden = true; // until the first board is shown
  paper = new Paper();
  set(by_id('report'), words.report);
  by_id('report').onclick = () => paper.report();
  desk = new Desk(by_id('desk'), { send, known: number => feed.known(number), now_ms: () => feed.now(), read: ask, paper,
    ask: question => is_sure(question, words.ask),
    settle: (key, is_settled) => feed.settle(feed.boards.get(open_board()), key, is_settled), look_at: at => looking?.look(at), close: () => (location.hash = '') });
  signals = new Signals(by_id('signals'));
  bar = new DeskBar(by_id('bar'), { close: () => (location.hash = ''), go_to: number => (location.hash = `${number}`) });
  feed = new ArbitersFeed(token());
  looking = new Looking(message => feed?.say(message));
  feed.addEventListener('boards', show);
  feed.addEventListener('connection', () => {
    show_connection();
    if (feed.connected) looking.tell();
    else is_still_good();
  });
  show_connection();
}

/// A token that has been revoked shows nothing more; a lost connection leaves what was there.
async function is_still_good() {
  const asked_with = token();
  try {
    await ask('/api/arbiter');
  } catch (error) {
    if (asked_with === token() && words.token[error.status]) sign_out(words.token[error.status]);
  }
}

async function try_token(text) {
  if (!/^[\x21-\x7e]+$/.test(text)) return sign_out(words.token.none);
  keep_token(text);
  try {
    await ask('/api/arbiter');
  } catch (error) {
    return sign_out(words.token[error.status] ?? error.message);
  }
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

/// That of a QR code, which a phone's own camera opens as /arbiter#TOKEN: the part behind "#" is sent to nobody, and taken
/// out of the address before anything else is done.
function scanned_token() {
  const text = location.hash.slice(1);
  if (!text.startsWith('adoube_')) return null;
  history.replaceState(null, '', location.pathname);
  return text;
}

const open_board = () => Number(location.hash.slice(1)) || null;
const settled_of = board => feed.settled.of(board);

function show() {
  if (!feed) return;
  told_at = feed.now();
  signals.look([...feed.boards.values()], settled_of);
  const ranked = worst_first([...feed.boards.values()], settled_of);
  const open = feed.boards.has(open_board()) ? open_board() : null;
  list.show(ranked, open, feed.looking, feed.now());
  const count = level => ranked.filter(one => one.level === level).length;
  set(by_id('tally'), words.tally(count('act'), count('look'), count('confirm')));
  document.title = count('act') ? `(${count('act')}) Arbiter` : 'Arbiter';
  bar.show(ranked, open);
  by_id('desk').hidden = !open;
  document.body.classList.toggle('at-desk', Boolean(open));
  if (open) desk.show(feed.boards.get(open), settled_of(feed.boards.get(open)), feed.looking.filter(one => one.board === open), feed.now());
  else looking?.look({});
}
addEventListener('hashchange', () => {
  const scanned = scanned_token();
  if (scanned) return enter_with(scanned);
  show();
  scrollTo(0, 0);
  if (open_board()) by_id('desk-title')?.focus({ preventScroll: true });
});

function show_connection() {
  const is_lost = !feed.connected && told_at !== null;
  document.body.classList.toggle('live', feed.connected);
  document.body.classList.toggle('lost', is_lost);
  set(by_id('connection'), feed.connected ? words.connection.live : words.connection.trying);
  if (is_lost) lost_since ??= Date.now();
  if (feed.connected) lost_since = null;
  tick();
}

function tick() {
  if (!feed) return;
  list.tick(feed.boards, feed.now());
  if (!by_id('desk').hidden) desk.tick(feed.now()); // the address may name the next board already
  if (lost_since !== null)
    set(by_id('connection'), words.connection.lost(Math.round((Date.now() - lost_since) / 1000), time_of(feed.now())));
}
setInterval(() => document.hidden || tick(), 200);

// --- what is done ---

let last_sent = 0;

/// Resolves to whether it was done. `undo`: the line that takes it back, if one does; `known`: what was known when it was decided.
async function send(line, { undo, known = feed.known(Number(line.board)) } = {}) {
  const number = ++last_sent;
  const tell = (text, more) => {
    if (number === last_sent) answer.tell(`${words.board(line.board)}: ${text}`, more); // else another one is told of
  };
  tell(words.sent.sending);
  const { done, text, status } = await deliver(line, {
    epoch: feed.epoch, id: crypto.randomUUID(), known, post: ask, now: Date.now, sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
    retrying: () => tell(words.sent.retrying),
  });
  if (status === 401) return sign_out(words.token[401]), false;
  if (status === 412) feed.has_read(Number(line.board)); // the refusal says it
  tell(done ? words.sent.done(text) : done === null ? words.sent.unknown(text) : words.sent.refused(text),
    { is_done: done === true, undo: done && undo ? () => send(undo) : null });
  return done === true;
}

// --- dark by choice ---

const theme_key = 'adoube.theme';
const is_dark = () => (localStorage.getItem(theme_key) ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
function show_theme() {
  document.documentElement.dataset.theme = is_dark() ? 'dark' : 'light';
  set(by_id('theme'), is_dark() ? words.theme.light : words.theme.dark);
}
by_id('theme').addEventListener('click', () => {
  localStorage.setItem(theme_key, is_dark() ? 'light' : 'dark');
  show_theme();
});
show_theme();

function enter_with(scanned) {
  if (!isSecureContext) return (by_id('in-the-clear').hidden = false);
  if (!scanned) return token() ? sign_in() : sign_out();
  sign_out();
  return try_token(scanned);
}
enter_with(scanned_token());
