// tools/bench-clock judges logs of the clock's model, whose truth is known, and says so on its output.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { led, self_test } from '../../tools/clock/self_test.mjs';
import { matrix_board } from './lib/board.mjs';
import { plug_clock } from './lib/clock_jack.mjs';
import { RealTime } from './lib/real_time.mjs';
import { TcpLine } from './lib/tcp_line.mjs';

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
test('a board of ours, with the clock at its jack, gives the log', { timeout: 60_000 }, async () => {
  const board = matrix_board({ host: false });
  const clock = plug_clock(board, { interval_us: 200_000 });
  const tcp = new TcpLine(board.line), time = new RealTime(board.machine);
  const port = `tcp:127.0.0.1:${await tcp.listen()}`, running = time.run();
  const listener = spawn(program, ['--listen', port]);
  let said = '';
  listener.stdout.on('data', text => { said += text; });
  clock.push('on_off');
  clock.push('play');
  try {
    for (let tries = 0; said.split('\n').length < 8 && tries < 300; ++tries) await new Promise(then => setTimeout(then, 100));
    const lines = said.trim().split('\n').slice(0, 7);
    const sent = clock.sent.map(({ bytes }) => bytes.slice(1).map(byte => byte.toString(16).padStart(2, '0')).join(' '));
    for (const line of lines) assert.ok(sent.includes(JSON.parse(line).bytes), line);
    assert.match(run(['-'], lines.join('\n')).stdout, /^confirmed All its messages have the known form and sum: of 7 writes 0 were broken/m);
  } finally {
    listener.kill();
    time.stop();
    tcp.close();
    await running;
  }
});
