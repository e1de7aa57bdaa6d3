// Processor use and latency, in the model's cycles and times: repeatable, but silicon may differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { random_numbers } from './lib/machine.mjs';
import { plan } from './lib/traffic.mjs';
import { cdc, usb_board, UsbLineHost, vendor } from './lib/usb_board.mjs';

const cycles_per_ms = 48_000; // one scan per ms
const budget = cycles_per_ms / 10;

/// The work per scan in `ms`: the average, and the most cycles in any 1 ms.
function work(machine, ms, step = () => {}) {
  let most = 0;
  const [cycles, instructions] = [machine.busy_cycles, machine.instructions];
  for (let at = 0; at < ms; ++at) {
    const before = machine.busy_cycles;
    step(at);
    machine.run_for(1_000);
    most = Math.max(most, machine.busy_cycles - before);
  }
  return { cycles: (machine.busy_cycles - cycles) / ms, instructions: (machine.instructions - instructions) / ms, most };
}
function report(what, { cycles, instructions, most }) {
  const share = ((100 * cycles) / cycles_per_ms).toFixed(1);
  console.log(`# pico-matrix per scan, ${what}: ${Math.round(instructions)} instructions, ${Math.round(cycles)} cycles (${share} % of the processor), at most ${most}`);
}

test('a scan of a quiet board takes at most 10 % of the processor', () => {
  const { machine } = matrix_board();
  machine.run_for(100_000);
  const quiet = work(machine, 1_000);
  report('quiet', quiet);
  assert.ok(quiet.cycles <= budget);
  assert.ok(quiet.most <= cycles_per_ms / 4, 'with a ping to be answered, and all');
});

test('two players in a hurry: at most 10 % too, told to the host and all', () => {
  const board = matrix_board();
  const { machine, host } = board;
  const { expected } = plan(board, 100, random_numbers(5), { pause_us: 120_000 });
  const busy = work(machine, 4_000);
  report(`busy with ${host.events.length / 4} changes a second`, busy);
  assert.ok(host.events.length > 4 * 20 && expected.length === 100);
  assert.ok(busy.cycles <= budget);
});

test('140 changes a second, as no hands make them: at most 20 %', () => {
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

/// The longest time from edge to first byte sent, over all phases of a scan.
function latency(machine, matrix, handed_us) {
  let most = 0;
  for (let time = 0; time < 40; ++time) {
    machine.run_for(60_000 + 25 * time + 7);
    const edge_us = machine.now_us;
    matrix.set(20, time % 2 === 0);
    machine.run_for(20_000);
    const after_us = handed_us(edge_us) - edge_us;
    assert.ok(after_us > 0, 'it was handed over');
    most = Math.max(most, after_us);
  }
  return most;
}
const allowed_us = 5_000 + 1_000 + 2_000; // debounce, one scan, 2 ms

test('from first edge to bytes handed to the UART', () => {
  const { machine, matrix, host } = matrix_board();
  machine.run_for(100_000); // nothing is under way
  const begun = []; // each frame's first byte; the host hears them in this order
  let last = 0;
  const write = machine.uart.writeUint32.bind(machine.uart);
  machine.uart.writeUint32 = (offset, value) => {
    if (offset === 0 && last === 0) begun.push(machine.now_us);
    if (offset === 0) last = value;
    write(offset, value);
  };
  const handed = [], before = host.heard.length;
  host.on_message = name => name === 'events' && handed.push(begun[host.heard.length - before - 1]);
  const most = latency(machine, matrix, edge_us => handed.find(us => us > edge_us));
  console.log(`# pico-matrix from first edge to the UART: at most ${Math.round(most)} µs of ${allowed_us}`);
  assert.ok(most <= allowed_us);
});

for (const [what, endpoints] of [['serial port', cdc], ['vendor interface', vendor]]) {
  test(`from first edge to bytes that the host has from the USB ${what}`, async () => {
    const board = await usb_board();
    const { machine, matrix } = board;
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const most = latency(machine, matrix, edge_us => host.events.find(({ taken_us }) => taken_us > edge_us)?.taken_us);
    console.log(`# pico-matrix from first edge to the host by the USB ${what}: at most ${Math.round(most)} µs of ${allowed_us}`);
    assert.ok(most <= allowed_us);
  });
}
