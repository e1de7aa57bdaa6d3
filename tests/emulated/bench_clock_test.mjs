// tools/bench-clock judges logs of the clock's model, whose truth is known, and says so on its output.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { led, self_test } from '../../tools/clock/self_test.mjs';

const program = new URL('../../tools/bench-clock', import.meta.url).pathname;
const run = (args, input) => spawnSync(program, args, { input, encoding: 'utf8' });

test('it finds what the model was, for clocks of all kinds', self_test);

test('it judges a log on its input, and says what it could not read', () => {
  const { stdout, status } = run(['-'], [...led({ rounding: 'floor' }), 'no line'].join('\n'));
  assert.equal(status, 0);
  assert.match(stdout, /^confirmed It tells times unasked: /m);
  assert.match(stdout, /^measured {2}Whole seconds: floor/m);
  assert.match(stdout, /^confirmed It tells what it shows: /m);
  assert.match(stdout, /^measured {2}Increment: .* rose by 2 s$/m);
  assert.match(stdout, /^1 lines could not be read$/m);
});
test('of an empty log all is open', () => {
  const lines = run(['-'], '').stdout.trim().split('\n');
  assert.ok(lines.length > 15 && lines.every(line => line.startsWith('open ')));
});
test('without a log it says how it is called', () => {
  const { stdout, status } = run([]);
  assert.equal(status, 2);
  assert.match(stdout, /^Usage: /);
});
