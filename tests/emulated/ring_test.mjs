// A board without a host keeps recording, and tells all later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';

const capacity = 4_096;
const all = [...Array(64).keys()];

/// Changes every square `times` times, for 64 events each, in a known order.
function shake({ machine, matrix }, times) {
  const expected = [];
  for (let time = 0; time < times; ++time) {
    const on = matrix.occupied[0] === 0;
    machine.run_to_sleep(); // so one scan sees all
    matrix.set_all(on ? all : []);
    machine.run_for(100_000); // 10/s per square: no flutter
    expected.push(...all.map(square => [on ? 'drop' : 'lift', square]));
  }
  return expected;
}
const told = host => host.events.map(({ kind, square }) => [kind, square]);

test('4,096 events are kept while no host is there, and all of them come when one is', () => {
  const board = matrix_board({ squares: [] });
  const { machine, line, host } = board;
  const before = shake(board, 1);
  line.connected = false;
  host.close();
  const meanwhile = shake(board, capacity / 64);
  line.connected = true;
  host.open();
  machine.run_for(8e6);
  assert.deepEqual(told(host), [...before, ...meanwhile]);
  assert.deepEqual(host.record.gaps, []);
  assert.equal(host.last('health').lost_events, 0);
  assert.equal(machine.starts, 1);
  const after = shake(board, 2);
  machine.run_for(1e6);
  assert.deepEqual(told(host), [...before, ...meanwhile, ...after]);
});

test('of more than the ring holds the oldest are kept, the rest is one gap with the squares, and recording goes on', () => {
  const board = matrix_board({ squares: [], host: false });
  const { machine, matrix, host } = board;
  machine.run_for(100_000);
  const kept = shake(board, capacity / 64);
  shake(board, 3); // lost
  host.open();
  machine.run_for(8e6);
  assert.deepEqual(told(host), kept);
  assert.equal(host.record.gaps.length, 1);
  const [gap] = host.record.gaps;
  assert.deepEqual([gap.from_seq, gap.to_seq, gap.cause], [capacity, capacity + 3 * 64, 1]);
  assert.equal(gap.squares.plane3, matrix.occupied[0] ? 0xffffffffffffffffn : 0n);
  assert.equal(host.last('health').lost_events, 3 * 64);
  const after = shake(board, 2);
  machine.run_for(1e6);
  assert.deepEqual(told(host), [...kept, ...after]);
});
