// What hands do arrives once, in order and with its time; bounces and disturbances do not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { random_numbers } from './lib/machine.mjs';
import { plan } from './lib/traffic.mjs';

const seen = events => events.map(({ kind, square }) => [kind, square]);
const meant = expected => expected.map(([kind, square]) => [kind, square]);

test('4,000 lifts, drops and presses with bounces and glitches come out once each, in order, with their times', () => {
  const board = matrix_board();
  const { machine, host } = board;
  const { expected, end_us } = plan(board, 4_000, random_numbers(7));
  machine.run_until(end_us);
  assert.deepEqual(seen(host.events), meant(expected));
  host.events.forEach(({ seq, time_us }, at) => {
    const late_us = machine.epoch_ns / 1000 + time_us - expected[at][2];
    assert.equal(seq, at);
    // A scan takes 40 µs and is stamped at its start.
    assert.ok(late_us >= -40 && late_us <= 3_000, `event ${at} has its time ${late_us} µs after its first edge`);
  });
  assert.equal(host.duplicates, 0);
  assert.equal(board.matrix.fights, 0, 'no two pins ever drove against each other');
  const { lost_events, resent_events, bad_frames, bad_messages, late_scans, masked } = latest_health(board);
  assert.deepEqual([lost_events, resent_events, bad_frames, bad_messages, late_scans, masked], [0, 0, 0, 0, 0, 0n]);
});

test('on a line that changes one byte in 500 they come out once each, in order', () => {
  const board = matrix_board();
  const { machine, host, line } = board;
  const random = random_numbers(11);
  const torn = byte => (random() < 1 / 500 ? byte ^ (1 << Math.floor(random() * 8)) : byte);
  const { on_bytes, send } = line;
  line.on_bytes = bytes => on_bytes(bytes.map(torn));
  line.send = bytes => send.call(line, [...bytes].map(torn));
  const { expected, end_us } = plan(board, 800, random_numbers(12));
  machine.run_until(end_us + 2e6);
  assert.deepEqual(seen(host.events), meant(expected));
  assert.ok(host.receiver.counters.bad_crc > 5, 'frames were torn');
  assert.ok(host.last('health').bad_frames > 0, 'and the board noticed some, too');
  assert.deepEqual(host.record.gaps, []);
});

test('all 64 squares at once: everything comes out', () => {
  const board = matrix_board({ squares: [] });
  const { machine, matrix, host } = board;
  const all = [...Array(64).keys()];
  for (const squares of [all, [], all, []]) {
    machine.run_to_sleep();
    matrix.set_all(squares);
    machine.run_for(150_000);
  }
  const changes = kind => all.map(square => [kind, square]);
  assert.deepEqual(seen(host.events), [...changes('drop'), ...changes('lift'), ...changes('drop'), ...changes('lift')]);
});

test('what bounces longer than the debounce is told once, and a spike of 2 ms never', () => {
  const board = matrix_board();
  const { machine, matrix, host } = board;
  // For 20 ms.
  for (let flip = 0; flip < 40; ++flip) machine.after(10_000 + 500 * flip, () => matrix.set(12, flip % 2 === 1));
  machine.after(31_000, () => matrix.set(12, false));
  for (let spike = 0; spike < 50; ++spike) {
    machine.after(100_000 + 10_000 * spike, () => matrix.set(30, true));
    machine.after(102_000 + 10_000 * spike, () => matrix.set(30, false));
  }
  machine.run_for(1e6);
  assert.deepEqual(seen(host.events), [['lift', 12]]);
});

test('it does what its host wishes: a debounce of 20 ms, scans of 2 ms', () => {
  const board = matrix_board();
  const { machine, matrix, host } = board;
  host.send('settings', { scan_interval_us: 2_000, debounce_us: 20_000, snapshot_interval_ms: 0 });
  machine.run_for(50_000);
  assert.deepEqual(host.last('settings'), { scan_interval_us: 2_000, debounce_us: 20_000, snapshot_interval_ms: 10_000 });
  machine.after(1_000, () => matrix.set(12, false));
  machine.after(17_000, () => matrix.set(12, true)); // shorter than 20 ms
  machine.run_for(100_000);
  assert.deepEqual(seen(host.events), []);
  const lifted_us = machine.now_us + 1_000;
  machine.at(lifted_us, () => matrix.set(12, false));
  machine.run_for(100_000);
  assert.deepEqual(seen(host.events), [['lift', 12]]);
  const taken_after_us = host.events[0].taken_us - lifted_us;
  assert.ok(taken_after_us > 20_000 && taken_after_us < 30_000, `it took ${taken_after_us} µs`);
});

function latest_health({ machine, host }) {
  host.send('resend', { boot_id: host.boot_id, from_seq: host.record.expected });
  machine.run_for(100_000);
  return host.last('health');
}
