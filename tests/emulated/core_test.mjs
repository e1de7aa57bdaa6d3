// The tests of the firmware's core, compiled for the chip from the same sources, do there what they do on the host.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { Machine, read_image } from './machine.mjs';
import { UartLine } from './uart_line.mjs';

const limit_us = 600e6; // of the chip's time

/// What the host counts in the same sources: it says so itself.
function on_host() {
  const report = execFileSync(join(process.env.ADOUBE_BIN, 'test_core'), ['~[many]'], { encoding: 'utf8' });
  const [, passed, cases] = report.match(/All tests passed \((\d+) assertions in (\d+) test cases\)/).map(Number);
  return { cases, passed };
}

test('as many tests with as many assertions as on the host, and none fails', () => {
  const machine = new Machine(read_image('core-tests'));
  const line = machine.plug(new UartLine());
  let said = '';
  line.on_bytes = bytes => { said += String.fromCharCode(...bytes); };
  machine.power_on();
  machine.run_until_met(() => /^cases .*\n/m.test(said), limit_us, `the end of the tests (${said})`);
  console.log(`# on the chip: ${said.trim()}; ${Math.round(machine.instructions / 1e6)} million instructions, ${Math.round(machine.now_us / 1e6)} s of the chip's`);
  const [, cases, passed, failed] = said.match(/cases (\d+) passed (\d+) failed (\d+)/).map(Number);
  assert.equal(failed, 0, said);
  assert.deepEqual({ cases, passed }, on_host());
});
