// The firmware core's tests, compiled from the same sources, and the protocol's vectors do on the chip what
// they do on the host.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Machine, read_image } from './lib/machine.mjs';
import { UartLine } from './lib/uart_line.mjs';
import { from_board } from './lib/wire.mjs';

/// The image of tests/emulated/on_chip. ask() returns its output once it matches `until`.
function chip() {
  const machine = new Machine(read_image('core-tests'));
  const line = machine.plug(new UartLine());
  let said = '';
  line.on_bytes = bytes => { said += String.fromCharCode(...bytes); };
  machine.power_on();
  machine.run_for(250_000);
  const ask = (bytes, until, limit_us) => {
    said = '';
    line.send(bytes);
    machine.run_until_met(() => until.test(said), limit_us, 'the answer');
    return said.trim();
  };
  return { machine, ask };
}

/// The host's counts for the same sources.
function on_host() {
  const report = execFileSync(join(process.env.ADOUBE_BIN, 'test_core'), ['~[many]'], { encoding: 'utf8' });
  const [, passed, cases] = report.match(/All tests passed \((\d+) assertions in (\d+) test cases\)/).map(Number);
  return { cases, passed };
}

test('every vector of the protocol means on the chip what it means everywhere', () => {
  const { ask } = chip();
  const counters = ['good', 'too_long', 'bad_stuffing', 'too_short', 'bad_crc', 'other_version', 'unknown_type', 'malformed'];
  const mirror = (from, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    const [written, ...counts] = ask([from.charCodeAt(0), bytes.length & 255, bytes.length >> 8, ...bytes], /\n/, 5e6).split(' ');
    return { written, counts: Object.fromEntries(counters.map((name, at) => [name, Number(counts[at])])) };
  };
  const vectors = name => readFileSync(new URL(`../../protocol/vectors/${name}.jsonl`, import.meta.url), 'utf8')
    .trim().split('\n').map(line => JSON.parse(line));
  const none = Object.fromEntries(counters.map(name => [name, 0]));
  for (const { name, message, frame } of vectors('messages'))
    assert.deepEqual(mirror(from_board.includes(message) ? 'B' : 'H', frame), { written: frame, counts: { ...none, good: 1 } }, name);
  for (const { name, from, counter, bytes } of vectors('refused'))
    assert.deepEqual(mirror(from === 'board' ? 'B' : 'H', bytes), { written: '-', counts: { ...none, [counter]: 1 } }, name);
});

test('as many tests with as many assertions as on the host, and none fails', () => {
  const { machine, ask } = chip();
  const said = ask(['T'.charCodeAt(0)], /^cases .*\n/m, 600e6);
  console.log(`# on the chip: ${said}; ${Math.round(machine.instructions / 1e6)} million instructions, ${Math.round(machine.now_us / 1e6)} s of the chip's`);
  const [, cases, passed, failed] = said.match(/cases (\d+) passed (\d+) failed (\d+)/).map(Number);
  assert.equal(failed, 0, said);
  assert.deepEqual({ cases, passed }, on_host());
});
