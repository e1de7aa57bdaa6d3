// Processor use and latency, in the model's cycles and times: repeatable, but silicon may differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { random_numbers } from './lib/machine.mjs';
import { plan } from './lib/traffic.mjs';
import { cdc, usb_board, UsbLineHost, vendor } from './lib/usb_board.mjs';
import { events_given, latency, work } from './lib/work.mjs';

const cycles_per_ms = 48_000; // one scan per ms
const budget = cycles_per_ms / 20;

function report(what, { cycles, instructions, most }) {
  const share = ((100 * cycles) / cycles_per_ms).toFixed(1);
  console.log(`# pico-matrix per scan, ${what}: ${Math.round(instructions)} instructions, ${Math.round(cycles)} cycles (${share} % of the processor), at most ${most}`);
}

test('a scan of a quiet board takes at most 5 % of the processor', () => {
  const { machine } = matrix_board();
  machine.run_for(100_000);
  const quiet = work(machine, 1_000);
  report('quiet', quiet);
  assert.ok(quiet.cycles <= budget);
  assert.ok(quiet.most <= cycles_per_ms / 4, 'with a ping to be answered, and all');
});

test('two players in a hurry: at most 5 % too, told to the host and all', () => {
  const board = matrix_board();
  const { machine, host } = board;
  const { expected } = plan(board, 100, random_numbers(5), { pause_us: 120_000 });
  const busy = work(machine, 4_000);
  report(`busy with ${host.events.length / 4} changes a second`, busy);
  assert.ok(host.events.length > 4 * 20 && expected.length === 100);
  assert.ok(busy.cycles <= budget);
});

test('140 changes a second, as no hands make them: at most 10 %', () => {
  const board = matrix_board();
  const { machine, host } = board;
  plan(board, 1_000, random_numbers(5));
  const busy = work(machine, 2_000);
  report(`busy with ${host.events.length / 2} changes a second`, busy);
  assert.ok(host.events.length > 2 * 120);
  assert.ok(busy.cycles <= 2 * budget);
});

for (const [count, late] of [[16, 0], [64, 1]])
  test(`${count} squares at once, again and again: at most ${late} scans are late each time`, () => {
    const { machine, matrix, host } = matrix_board({ squares: [] });
    const squares = [...Array(count).keys()];
    const worst = work(machine, 1_000, at => at % 100 === 0 && matrix.set_all(at % 200 === 0 ? squares : []));
    report(`${10 * count} changes a second, in bursts of ${count}`, worst);
    machine.run_for(200_000);
    assert.equal(host.events.length, 10 * count);
    host.send('resend', { boot_id: host.boot_id, from_seq: host.record.expected });
    machine.run_for(100_000);
    assert.ok(host.last('health').late_scans <= 10 * late);
  });

const allowed_us = 5_000 + 1_000 + 2_000; // debounce, one scan, 2 ms

test('from first edge to bytes handed to the UART', () => {
  const board = matrix_board();
  const { machine, matrix } = board;
  machine.run_for(100_000); // nothing is under way
  const given = events_given(board);
  const most = latency(machine, on => matrix.set(20, on), edge_us => given.find(us => us > edge_us));
  console.log(`# pico-matrix from first edge to the UART: at most ${Math.round(most)} µs of ${allowed_us}`);
  assert.ok(most <= allowed_us);
});

for (const [what, endpoints] of [['serial port', cdc], ['vendor interface', vendor]]) {
  test(`from first edge to bytes that the host has from the USB ${what}`, async () => {
    const board = await usb_board();
    const { machine, matrix } = board;
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const most = latency(machine, on => matrix.set(20, on), edge_us => host.events.find(({ taken_us }) => taken_us > edge_us)?.taken_us);
    console.log(`# pico-matrix from first edge to the host by the USB ${what}: at most ${Math.round(most)} µs of ${allowed_us}`);
    assert.ok(most <= allowed_us);
  });
}
