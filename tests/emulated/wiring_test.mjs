// Why no ghosts arise. Broken wiring: its squares are masked and named, the others go on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GPIOPinState } from 'rp2040js';
import { matrix_board, ranks_1278 } from './lib/board.mjs';
import { random_numbers } from './lib/machine.mjs';

const all = [...Array(64).keys()];
const rank_of = square => square >> 3, file_of = square => square & 7;
const rank_line = rank => rank, file_line = file => 8 + file;
const on_rank = rank => all.filter(square => rank_of(square) === rank);
const on_file = file => all.filter(square => file_of(square) === file);
const bits = squares => squares.reduce((set, square) => set | (1n << BigInt(square)), 0n);
const changes = host => host.events.filter(({ kind }) => kind === 'lift' || kind === 'drop').map(({ kind, square }) => [kind, square]);
const squares_with = (host, wanted) => host.events.filter(({ kind }) => kind === wanted).map(({ square }) => square).sort((a, b) => a - b);

/// Empty squares whose file is high, at the pins, as their rank stops being driven.
function watch_for_ghosts({ matrix }) {
  const ghosts = new Set();
  for (let rank = 0; rank < 8; ++rank) {
    let driven = false;
    matrix.gpio[rank].addListener(value => {
      for (let file = 0; driven && file < 8; ++file)
        if (matrix.level[8 + file] && !matrix.occupied[8 * rank + file]) ghosts.add(8 * rank + file);
      driven = value === GPIOPinState.High;
    });
  }
  return ghosts;
}
function condition({ machine, host }) {
  host.send('resend', { boot_id: host.boot_id, from_seq: host.record.expected });
  machine.run_for(100_000);
  return host.last('condition');
}

test('with diodes three corners of a rectangle never show a piece on the fourth', () => {
  const board = matrix_board({ squares: [] });
  const { machine, matrix, host } = board;
  const random = random_numbers(3);
  const ghosts = watch_for_ghosts(board);
  const expected = [];
  for (let time = 0; time < 300; ++time) {
    const pick = () => Math.floor(random() * 8);
    const [rank, file] = [pick(), pick()], other_rank = (rank + 1 + Math.floor(random() * 7)) % 8, other_file = (file + 1 + Math.floor(random() * 7)) % 8;
    const corners = [8 * rank + file, 8 * rank + other_file, 8 * other_rank + file].sort((a, b) => a - b);
    machine.run_to_sleep();
    matrix.set_all(corners);
    machine.run_for(20_000);
    machine.run_to_sleep();
    matrix.set_all([]);
    machine.run_for(20_000);
    for (const kind of ['drop', 'lift']) expected.push(...corners.map(square => [kind, square]));
  }
  machine.run_for(50_000);
  assert.deepEqual(changes(host).filter(([, square]) => !squares_with(host, 'mask_on').includes(square)),
    expected.filter(([, square]) => !squares_with(host, 'mask_on').includes(square)));
  assert.equal(ghosts.size, 0);
  assert.deepEqual(squares_with(host, 'mask_on'), []);
});

test('the same matrix without diodes shows it; the board sees current come back, and believes none of it', () => {
  const board = matrix_board({ diodes: false, squares: [] });
  const { machine, matrix, host } = board;
  const ghosts = watch_for_ghosts(board);
  const [a1, h1, a8, h8] = [0, 7, 56, 63];
  matrix.set_all([a1, h1, a8]);
  machine.run_for(50_000);
  assert.deepEqual([...ghosts], [h8]);
  assert.deepEqual(changes(host), []);
  assert.ok(squares_with(host, 'mask_on').includes(h8));
  assert.equal(condition(board).broken & bits([h8]), bits([h8]));
});

// The squares that a fault makes unreadable, from the paths of current. `at`: the pieces.
const files_at = (at, rank) => at.filter(square => rank_of(square) === rank).flatMap(square => on_file(file_of(square)));
const ranks_at = (at, file) => at.filter(square => file_of(square) === file).flatMap(square => on_rank(rank_of(square)));
const faults = [
  ['file h at the supply', matrix => matrix.short(file_line(7), 'high'), () => on_file(7)],
  ['file h at ground pulls down the ranks of its pieces', matrix => matrix.short(file_line(7), 'low'), at => [...on_file(7), ...ranks_at(at, 7)]],
  ['file h at ground, no piece on it', matrix => matrix.short(file_line(7), 'low'), () => on_file(7), ranks_1278.filter(square => file_of(square) !== 7)],
  ['rank 4 at the supply', matrix => matrix.short(rank_line(3), 'high'), () => on_rank(3)],
  ['rank 4 at the supply feeds the files of its pieces', matrix => matrix.short(rank_line(3), 'high'), at => [...on_rank(3), ...files_at(at, 3)], [...ranks_1278, 31]],
  ['rank 8 at ground', matrix => matrix.short(rank_line(7), 'low'), () => on_rank(7)],
  ['files g and h joined', matrix => matrix.bridge(file_line(6), file_line(7)), () => [...on_file(6), ...on_file(7)]],
  ['ranks 7 and 8 joined', matrix => matrix.bridge(rank_line(6), rank_line(7)), () => [...on_rank(6), ...on_rank(7)]],
];
for (const [what, damage, lost, at = ranks_1278] of faults) {
  test(`${what}: those squares are masked and named, the others go on`, () => {
    const board = matrix_board({ squares: at });
    const { machine, matrix, host } = board;
    const broken = [...new Set(lost(at))].sort((a, b) => a - b);
    const sound = all.filter(square => !broken.includes(square));
    const piece = sound.find(square => at.includes(square)), target = sound.find(square => !at.includes(square));
    machine.run_for(700); // between two scans
    damage(matrix);
    machine.run_for(50_000);
    if (piece !== undefined) {
      matrix.set(piece, false);
      machine.run_for(30_000);
      matrix.set(target, true);
      machine.run_for(30_000);
    }
    assert.deepEqual(squares_with(host, 'mask_on'), broken);
    assert.deepEqual(changes(host), piece === undefined ? [] : [['lift', piece], ['drop', target]]);
    assert.equal(condition(board).broken, bits(broken));
  });
}

test('a diode that lets current back is found as soon as a piece stands there, and nothing is made up', () => {
  const board = matrix_board();
  const { machine, matrix, host } = board;
  machine.run_for(300);
  matrix.kill_diode(12); // e2
  machine.run_for(50_000);
  const masked = squares_with(host, 'mask_on');
  assert.ok(masked.includes(12));
  assert.deepEqual(changes(host), []);
  assert.equal(condition(board).broken, bits(masked));
  assert.ok(masked.length <= 32, 'of ranks with a piece on its file only');
});

test('a short that is there at the start, and one that is gone: what stands there then is told', () => {
  const board = matrix_board({ host: false });
  const { machine, matrix, host } = board;
  matrix.short(file_line(0), 'high');
  host.open();
  machine.run_until_met(() => host.last('condition'), 1e6);
  machine.run_for(50_000);
  assert.deepEqual(squares_with(host, 'mask_on'), on_file(0));
  matrix.repair();
  machine.run_for(12e6);
  assert.deepEqual(squares_with(host, 'mask_off'), on_file(0));
  const standing = [0, 8, 48, 56];
  assert.deepEqual(changes(host).filter(([kind]) => kind === 'drop').map(([, square]) => square), standing);
});

test('a square that flickers is masked, the others go on, and it is trusted again when it rests', () => {
  const board = matrix_board();
  const { machine, matrix, host } = board;
  for (let flip = 0; flip < 100; ++flip) machine.after(1_000 + 20_000 * flip, () => matrix.set(20, flip % 2 === 0));
  machine.after(1_500_000, () => matrix.set(12, false));
  machine.after(1_900_000, () => matrix.set(28, true));
  machine.run_for(2e6);
  assert.deepEqual(squares_with(host, 'mask_on'), [20]);
  assert.equal(changes(host).filter(([, square]) => square === 20).length, 16);
  assert.deepEqual(changes(host).filter(([, square]) => square !== 20), [['lift', 12], ['drop', 28]]);
  assert.equal(condition(board).broken, 0n, 'the wiring is sound');
  machine.run_for(12e6);
  assert.deepEqual(squares_with(host, 'mask_off'), [20]);
});
