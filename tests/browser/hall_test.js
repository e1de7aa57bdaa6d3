// The whole way in a real browser: hands on virtual boards, their firmware, the daemon, the page, while the games run. What is
// drawn on the screen is held against the moves that the games are known to have. Run by CTest with ADOUBE_BIN,
// ADOUBE_GAMES and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chess } from 'chess.js';

import { browser_or_skip, launch, open } from './browser.js';
import { comes_to, read_board, read_moves, text_of } from './page.js';
import { picture } from './photograph.js';

const path = browser_or_skip();
const names = ['opera', 'byrne-fischer', 'reti-tartakower', 'lasker-thomas'];
const sensing = ['presence', 'identity', 'colour', 'presence'];
const pgns = names.map(name => readFileSync(join(process.env.ADOUBE_GAMES, `${name}.pgn`), 'utf8'));
const tag = (pgn, name) => pgn.match(new RegExp(`^\\[${name} "(.*)"\\]$`, 'm'))[1];
const played = pgn => {
  const game = new Chess();
  game.loadPgn(pgn);
  return game.history();
};

let folder, browser, address;
const processes = [];

const start = (program, ...parts) => {
  const child = spawn(join(process.env.ADOUBE_BIN, program), parts, { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  return child;
};

/// The address in the daemon's line "adoubed: serving …".
const serving = child => new Promise((resolve, reject) => {
  let said = '';
  child.stdout.on('data', text => {
    said += text;
    const found = said.match(/^adoubed: serving (\S+)\/$/m);
    if (found) resolve(found[1]);
  });
  child.on('exit', status => reject(new Error(`adoubed ended with ${status}: ${said}`)));
});

const configuration = () => [
  'journal = "hall.journal"', 'listen = "127.0.0.1:0"', '[event]', 'name = "A hall"',
  ...pgns.map((pgn, at) => `[[board]]\nport = "pty:${folder}/board-${at + 1}"\nwhite = "${tag(pgn, 'White')}"\nblack = "${tag(pgn, 'Black')}"`),
].join('\n');

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-hall-'));
  writeFileSync(join(folder, 'hall.toml'), configuration());
  browser = await launch(path);
  names.forEach((name, at) => start('adoube', 'simulate', join(process.env.ADOUBE_GAMES, `${name}.pgn`), '--pty',
    join(folder, `board-${at + 1}`), '--id', `${at + 1}`, '--sensing', sensing[at], '--speed', '8', '--seed', `${at + 1}`));
  address = await serving(start('adoubed', '--config', join(folder, 'hall.toml')));
});

after(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/// The moves of the list, without their numbers.
const moves_on = async page => (await read_moves(page)).split(' ').filter(word => word && !/^\d+\.$/.test(word));

// First, while every game has moves to come.
test('all boards of the round are live on one page', async () => {
  const page = await open(browser, `${address}/`, { width: 1600, height: 900 });
  const drawn = () => page.evaluate(() => [...document.querySelectorAll('svg.board')].map(board => board.innerHTML));
  await comes_to(async () => (await drawn()).length, names.length);
  assert.equal(await text_of(page, '#connection'), 'Live');
  const seen = await text_of(page, 'body');
  for (const pgn of pgns)
    for (const name of ['White', 'Black']) assert.ok(seen.includes(tag(pgn, name)), `${tag(pgn, name)} is not on the page`);
  const first = await drawn();
  await comes_to(async () => (await drawn()).every((board, at) => board !== first[at]), true, 60_000);
  await picture(page, 'hall-all-boards');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('while hands play, the page shows the game so far, and the position that its moves lead to', async () => {
  const page = await open(browser, `${address}/board/1`);
  const known = played(pgns[0]);
  for (const at_least of [2, 6, 10]) {
    let shown = [];
    for (const end = Date.now() + 60_000; shown.length < at_least && Date.now() < end; await sleep(100)) shown = await moves_on(page);
    assert.ok(shown.length >= at_least, `after a minute the page shows ${shown.length} moves`);
    assert.deepEqual(shown, known.slice(0, shown.length));
    await comes_to(async () => {
      const game = new Chess();
      for (const san of await moves_on(page)) game.move(san);
      return (await read_board(page)) === game.fen().split(' ')[0];
    }, true);
  }
  await picture(page, 'hall-one-board');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a hall that the daemon shows late calls itself live, or an exit\'s new delay is not told on its screens', async () => {
  const late = join(folder, 'late');
  mkdirSync(late);
  writeFileSync(join(late, 'hall.toml'), ['listen = "127.0.0.1:0"', 'delay_s = 900', '[event]', 'name = "Late"', '[wall]', 'turn_s = 30', '[[board]]'].join('\n'));
  const served = await serving(start('adoubed', '--config', join(late, 'hall.toml')));
  const page = await open(browser, `${served}/`);
  await comes_to(() => text_of(page, '#connection'), 'Delayed by 15 minutes');
  start('adoube', 'exits', '--delay', 'none', '--control', join(late, 'adoube.control'));
  await comes_to(() => text_of(page, '#connection'), 'Live');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
