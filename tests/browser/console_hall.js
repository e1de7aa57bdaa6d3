// A hall with an arbiter's console, anew for each test of the file that imports this: a real daemon, a browser, and a
// virtual board under human hands. CTest sets ADOUBE_BIN, ADOUBE_GAMES and ADOUBE_SCREENSHOTS.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, say_to, start_daemon_in } from './real_daemon.js';
import { VirtualBoard } from './virtual_board.js';

const path = browser_or_skip();
export const bin = process.env.ADOUBE_BIN;

let browser;
const pages = [], others = [];
/// As of the test that runs.
export let folder, daemon, address, operator, anna, page;

export const new_token = (name, ...more) => new_token_in(folder, name, ...more);

export const configuration = (listen = '127.0.0.1:0') => `
journal = "hall.journal"
control = "hall.control"
listen = "${listen}"
tokens = "hall.tokens"
[event]
name = "E"
[play]
time_control = "90m+30"
[[board]]
number = 1
white = "Adams, Ann"
black = "Baker, Ben"
[[board]]
number = 2
white = "Cole, Cleo"
black = "Dean, Dora"
[[board]]
number = 7
port = "pty:${folder}/board-7"
white = "Morphy, Paul"
black = "Duke Karl / Count Isouard"
[[board]]
number = 9
white = "Hidden, Hugo"
black = "Unseen, Uma"
`;

/// Resolves with the address that the daemon serves.
export const start_daemon = async () => {
  const started = await start_daemon_in(folder);
  daemon = started.daemon;
  return started.address;
};

/// The same hall at the same address, with more in its configuration: `first` stands before the tables, `last` behind them.
export const restart_with = async (first, last = '') => {
  await end_daemon(daemon);
  writeFileSync(join(folder, 'hall.toml'), `${first}\n${configuration(new URL(address).host)}${last}`);
  await start_daemon();
};

export const say = line => say_to(address, operator, line);
export const board_at_hall = async number => {
  const response = await fetch(`${address}/api/arbiter`, { headers: { Authorization: `Bearer ${operator}` } });
  return (await response.json()).round.boards.find(board => board.board === number);
};
export const clock_of = async (number, side) => (await board_at_hall(number)).game.clocks[side];

/// Hands play on board 7 until `enough(board)`, and leave the hall; its clock is known then.
export const play_on_7 = async (enough, meanwhile = () => {}) => {
  const hands = spawn(join(bin, 'adoube'), ['simulate', join(process.env.ADOUBE_GAMES, 'opera.pgn'), '--pty', join(folder, 'board-7'),
    '--id', '7', '--speed', '20', '--seed', '3'], { stdio: 'ignore' });
  others.push(hands);
  await comes_to(async () => (await board_at_hall(7))?.game.moves.length >= 4, true, 60_000);
  await meanwhile();
  await comes_to(async () => enough(await board_at_hall(7)), true, 60_000);
  hands.kill('SIGKILL');
  await comes_to(async () => (await board_at_hall(7)).here, false);
};

/// The virtual board on board 7, under the hands of the test.
export const bring_board = async () => {
  const board = new VirtualBoard(join(folder, 'board-7'), 7);
  others.push({ kill: () => board.leave() });
  await comes_to(async () => (await board_at_hall(7)).here, true);
  return board;
};
export const moves_on_7 = async () => (await board_at_hall(7)).game.moves.map(([san]) => san).join(' ');

/// `where`: a path, or a whole address.
export const look_at = async (where, options) => {
  page = await open(browser, new URL(where, address).href, options);
  pages.push(page);
  return page;
};
export const visit = options => look_at('/arbiter', options);
/// From now on what is done is done there.
export const go_on_at = another => (page = another);
export const enter = async text => {
  await page.getByLabel('Your token').fill(text);
  await page.keyboard.press('Enter');
};
export const sign_in = async (options, number) => {
  await visit(options);
  await enter(anna);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  if (number) await go_to(number);
};
export const go_to = async number => {
  await page.click(`#list a[href="#${number}"]`);
  await comes_to(() => text_of(page, '#desk-title'), `Board ${number}`);
};
export const order = () => page.$$eval('#list .row', rows => rows.map(row => `${row.querySelector('.number').textContent} ${row.dataset.level}`).join(', '));
export const press = name => page.getByRole('button', { name, exact: true }).click();
export const photograph = (name, at = page) => picture(at, name);

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-arbiter-'));
  writeFileSync(join(folder, 'hall.toml'), configuration());
  operator = new_token('Otto', '--role', 'operator');
  anna = new_token('Anna', '--role', 'arbiter', '--boards', '1-8');
  address = await start_daemon();
});
afterEach(async () => {
  await close_pages(pages, /status of 4\d\d|ERR_FAILED/);
  for (const one of others.splice(0)) one.kill('SIGKILL');
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});
