// Displays and a console whose way to the daemon is lost, and a daemon that is lost itself, while a game goes on. Run by CTest
// as arbiter_test.js.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Cable } from './cable.js';
import { address, anna, bring_board, configuration, daemon, enter, folder, go_on_at, look_at, moves_on_7, photograph, start_daemon } from './console_hall.js';
import { comes_to, read_board, read_moves, text_of } from './page.js';
import { end_daemon } from './real_daemon.js';

const patience_ms = 45_000; // a page knows after 25 s of silence
const started = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R';

/// A wall, the page of board 7 and Anna's console, all by that address.
const open_all = async at => {
  const wall = await look_at(`${at}/`, { width: 1920, height: 1080 }), one = await look_at(`${at}/board/7`);
  const console_ = await look_at(`${at}/arbiter#7`);
  await enter(anna);
  go_on_at(one);
  const connections = () => Promise.all([wall, one, console_].map(page => text_of(page, '#connection')));
  await comes_to(connections, ['Live', 'Live', 'Live']);
  const positions = () => Promise.all([read_board(wall, '.card[href="/board/7"]'), read_board(one), read_board(console_, '.place')]);
  return { wall, one, console_, connections, positions };
};

test('a display or a console whose cable is out looks live, guesses clocks, or is not right again by itself', async () => {
  const board = await bring_board(), cable = await Cable.to(address);
  try {
    const { wall, one, console_, connections, positions } = await open_all(cable.address);
    board.play('e4 e5');
    await comes_to(moves_on_7, 'e4 e5');
    await comes_to(() => read_moves(one), '1. e4 e5');
    cable.pull();
    board.play('Nf3 Nc6');
    await comes_to(moves_on_7, 'e4 e5 Nf3 Nc6');
    const lost = 'Connection lost. Trying again…';
    await comes_to(async () => (await connections()).map(text => text.replace(/ for \d+ s\..*/, '')), [lost, lost, 'No connection'], patience_ms);
    await photograph('cable-out', wall);
    assert.equal(await read_moves(one), '1. e4 e5', 'what was known stays');
    const clocks = () => Promise.all(['#white', '#black'].map(side => text_of(one, `${side} .clock`)));
    const stopped = await clocks();
    await sleep(2_500);
    assert.deepEqual(await clocks(), stopped, 'a clock that is not known does not pretend to run');
    cable.mend();
    await comes_to(connections, ['Live', 'Live', 'Live'], patience_ms);
    await comes_to(positions, [started, started, started]);
    assert.equal(await read_moves(one), '1. e4 e5 2. Nf3 Nc6');
    board.play('Bb5');
    await comes_to(() => read_moves(one), '1. e4 e5 2. Nf3 Nc6 3. Bb5');
    await comes_to(() => text_of(console_, '.record ol'), '1. e4 1… e5 2. Nf3 2… Nc6 3. Bb5');
  } finally {
    cable.end();
  }
});

test('a daemon that is killed under its displays loses what was played meanwhile, or they show it only when they are opened anew', async () => {
  const board = await bring_board(), { one, connections, positions } = await open_all(address);
  board.play('e4 e5');
  await comes_to(moves_on_7, 'e4 e5');
  writeFileSync(join(folder, 'hall.toml'), configuration(new URL(address).host));
  await end_daemon(daemon);
  await comes_to(async () => (await connections()).some(text => text === 'Live'), false);
  board.play('Nf3 Nc6');
  await start_daemon();
  await comes_to(connections, ['Live', 'Live', 'Live'], patience_ms);
  await comes_to(moves_on_7, 'e4 e5 Nf3 Nc6', patience_ms);
  await comes_to(positions, [started, started, started]);
  assert.equal(await read_moves(one), '1. e4 e5 2. Nf3 Nc6');
});
