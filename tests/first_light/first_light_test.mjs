// The steps of tools/first-light against emulated boards that are good, and the program itself.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RealTime } from '../emulated/lib/real_time.mjs';
import { Sensors } from '../emulated/lib/sensors.mjs';
import { TcpLine } from '../emulated/lib/tcp_line.mjs';
import { UartLine } from '../emulated/lib/uart_line.mjs';
import { run_steps } from '../../tools/first_light/bench.mjs';
import { Nobody, NotTried, Person } from '../../tools/first_light/person.mjs';
import { steps } from '../../tools/first_light/steps/all.mjs';
import { square_of } from '../../tools/first_light/steps/squares.mjs';
import { all, expect, grounded, make_bench, power_cycle, press, touches, verdicts } from './emulated_bench.mjs';

const in_the_hand = [
  [/unplug, count to five/, power_cycle],
  [/5 V of its own/, () => {}],
  [/Unplug USB, press White/, world => {
    world.usb.detach();
    for (const at_us of [100_000, 400_000]) world.machine.after(at_us, () => press(world));
    world.machine.run_for(1e6);
  }],
  [/GP24/, () => 0.1], [/D\+/, () => 0], [/Plug USB in again/, () => {}],
  [/computer to sleep/, world => {
    world.usb.suspend();
    world.machine.after(1e6, () => press(world));
    world.machine.run_for(2e6);
    world.usb.resume();
  }],
  [/raise it at once/, ({ machine }) => (machine.brown_out(), 2.1)],
  [/Take all supply away/, power_cycle],
  [/Join RUN to ground/, ({ machine }) => machine.pull_run_pin()],
  [/mww 0x40054038 0/, ({ machine }) => machine.chip.writeUint32(0x40054038, 0)],
  [/reg pc/, ({ machine }) => {
    while (machine.chip.core.waiting) machine.run_for(1);
    machine.chip.sramView.setUint16((machine.chip.core.PC & ~1) - 0x20000000, 0xdeff, true); // the emulator has no bus faults
  }],
  [/RPI-RP2/, ({ machine }) => (machine.run_for(1e6), machine.leave_loader())],
  touches(2000),
  [/push it slowly|raise it straight/, world => {
    world.matrix.set(square_of('e4'), true);
    world.machine.after(200_000, () => world.matrix.set(square_of('e4'), false));
    world.machine.run_for(100_000);
  }],
  [/upper end/, () => 15], [/middle of the square to the middle/, () => 18], [/piece's bottom/, () => 28],
];

const without_hands = ['hello', 'boot-ids', 'reopen', 'clock', 'round-trip', 'late-scans', 'contact-to-host'];

test('a good pico-matrix is confirmed by all that its emulated chip can show', async () => {
  const names = [...without_hands, 'usb-enumeration', 'flash-drag', 'own-supply', 'suspend', 'brown-out', 'run-pin', 'watchdog',
    'reed-bounce', 'reed-height', 'feel-radius', 'lift-height'];
  const world = make_bench({ model: 'matrix', acts: in_the_hand });
  expect(world, await verdicts(world, ...names), all('confirmed', names));
});

test('a good pico-hall is confirmed', async () => {
  const names = [...without_hands, 'flash-erase', 'flash-power-cut', 'levels-at-rest', 'settling', 'warmth', 'touches'];
  const sensors = new Sensors();
  const acts = [
    [/never calibrated/, () => {}],
    [/wait a second or two, unplug/, world => world.machine.after(700_000, () => world.machine.power_on())],
    [/join that input to ground/, world => grounded(world.sensors, square_of('d4'))],
    [/Put the wire back/, ({ sensors: each }) => each.faults.clear()],
    [/How warm/, () => 20], [/hair dryer/, ({ sensors: each, machine }) => {
      const from_us = machine.now_us;
      each.drift = now_us => Math.max(0, now_us - from_us) / 1e6; // a step in a second
    }],
    touches(0),
  ];
  const world = make_bench({ model: 'hall', acts, sensors });
  expect(world, await verdicts(world, ...names), all('confirmed', names));
});

// --- the report, and the program
test('a step that nobody helps, or that is for another board, is not tried; what is settled is not run again', async () => {
  const world = make_bench({ model: 'matrix' });
  world.bench.person = new Nobody();
  const path = `${world.report.path}.md`;
  await run_steps(world.bench, steps, { wanted: ['run-pin', 'flash-erase', 'hello'] });
  const text = readFileSync(path, 'utf8');
  assert.match(text, /run-pin: not tried\*\*, needs a hand/);
  assert.match(text, /flash-erase: not tried\*\*, only for pico-hall/);
  assert.match(text, /## Confirmed: 1\n\n- \*\*hello: confirmed\*\* in a trial/);
  assert.ok(!world.report.is_settled('hello'), 'a trial');
  world.bench.effort.trial = false;
  await run_steps(world.bench, steps, { wanted: ['run-pin', 'hello'] });
  assert.ok(world.report.is_settled('hello') && !world.report.is_settled('run-pin'));
  const { date } = world.report.data.steps.hello;
  world.report.data.steps.hello.date = 'long ago';
  await run_steps(world.bench, steps.filter(({ name }) => name === 'hello'));
  assert.equal(world.report.data.steps.hello.date, 'long ago');
  assert.match(date, /^20\d\d-\d\d-\d\d /);
  assert.throws(() => { world.report.data.board.id = '1'; world.report.identify({ id: '2' }); }, /is of board 1/);
  rmSync(join(path, '..'), { recursive: true });
});

test('a person answers with Enter, a number in either way of writing it, skip, or not at all', async () => {
  const input = new PassThrough(), person = new Person(input, new PassThrough());
  const lines = ['', 'much', '1,5', '2.5', 'skip'];
  const typing = setInterval(() => (lines.length > 0 ? input.write(`${lines.shift()}\n`) : input.end()), 20);
  await person.ask('ready');
  assert.equal(await person.number('how much', 'V'), 1.5);
  assert.equal(await person.number('how much', 'V'), 2.5);
  await assert.rejects(person.ask('again'), NotTried);
  await assert.rejects(person.ask('once more'), NotTried);
  await assert.rejects(person.ask('and once more'), NotTried);
  clearInterval(typing);
});

/// The exit status of tools/first-light, what it said, and its report.
async function first_light(folder, ...words) {
  const script = new URL('../../tools/first-light', import.meta.url).pathname;
  const child = spawn(script, ['--folder', folder, '--trial', '--no-hands', ...words]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { said += text; });
  const status = await new Promise(resolve => child.once('close', resolve));
  return { status, said };
}

test('the program finds a board on a line, goes on where it was, and writes what it found', { timeout: 60_000 }, async () => {
  const world = make_bench({ model: 'matrix' });
  const uart = world.machine.plug(new UartLine());
  world.machine.power_on();
  const tcp = new TcpLine(uart), time = new RealTime(world.machine);
  const port = `tcp:127.0.0.1:${await tcp.listen()}`, running = time.run();
  const folder = mkdtempSync(join(tmpdir(), 'adoube-first-light-'));
  try {
    const first = await first_light(folder, port, '--only', 'hello,flash-port');
    assert.equal(first.status, 0, first.said);
    const again = await first_light(folder, port, '--only', 'reopen');
    assert.equal(again.status, 0, again.said);
    const report = JSON.parse(readFileSync(join(folder, 'e661a4c311223344.json'), 'utf8'));
    assert.deepEqual(Object.entries(report.steps).map(([name, { verdict }]) => [name, verdict]),
      [['hello', 'confirmed'], ['flash-port', 'not tried'], ['reopen', 'confirmed']]);
    assert.equal(report.board.chip, '2');
    assert.match(report.board.info, /^firmware /m);
  } finally {
    time.stop();
    tcp.close();
    await running;
    for (const each of [folder, join(world.report.path, '..')]) rmSync(each, { recursive: true });
  }
});

test('the program opens a terminal', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adoube-first-light-')), terminal = join(folder, 'board');
  const board = spawn(join(process.env.ADOUBE_BIN, 'adoube-virtual-board'), ['--pty', terminal, '--stay', '--sensing', 'presence'],
    { stdio: ['pipe', 'ignore', 'inherit'] });
  board.stdin.write('{"log":"adoube-sensor-log","version":1,"sensing":"presence","clock":true}\n');
  for (let tries = 0; !existsSync(terminal) && tries < 100; ++tries) await pause(50);
  const { status, said } = await first_light(folder, '--as', 'virtual', `serial:${terminal}`, '--only', 'reopen')
    .finally(() => board.kill());
  assert.equal(status, 0, said);
  assert.match(said, /reopen.*\n.*\n +confirmed/);
  rmSync(folder, { recursive: true });
});
