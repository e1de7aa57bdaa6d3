// The steps of tools/first-light against emulated boards with a fault: the step that looks for it refutes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sensors } from '../emulated/lib/sensors.mjs';
import { widths } from '../../tools/first_light/steps/levels.mjs';
import { square_of } from '../../tools/first_light/steps/squares.mjs';
import { expect, grounded, make_bench, press, touches, verdicts } from './emulated_bench.mjs';

const counted_in = 2 * 1024 * 1024 - 4 * 4096; // the starts, then the calibration: the last four sectors

test('a crystal that is 500 ppm off is refuted', async () => {
  const world = make_bench({ model: 'matrix', rate: 1 - 500e-6 });
  expect(world, await verdicts(world, 'hello', 'clock'), { hello: 'confirmed', clock: 'refuted' });
  const { value } = world.report.data.steps.clock.figures[0];
  assert.ok(Math.abs(value - 500) < 30, `${value} ppm`);
});

test('one that is 60 ppm slow is confirmed, and told', async () => {
  const world = make_bench({ model: 'matrix', rate: 1 + 60e-6, effort: { clock_s: 6 } });
  expect(world, await verdicts(world, 'clock'), { clock: 'confirmed' });
  assert.ok(Math.abs(world.report.data.steps.clock.figures[0].value + 60) < 30);
});

test('a flash that forgets, and a ring oscillator that draws the same boot id again, are refuted', async () => {
  const world = make_bench({ model: 'matrix', effort: { starts: 3 } });
  world.machine.random = () => 0.25;
  world.machine.plug({ connect: ({ chip }) => chip.flash.fill(0xff, counted_in) });
  expect(world, await verdicts(world, 'hello', 'boot-ids'), { hello: 'confirmed', 'boot-ids': 'refuted' });
  assert.match(JSON.stringify(world.report.data.steps['boot-ids'].checks), /repeated/);
});

test('a processor that is held up is refuted by its late scans', async () => {
  const world = make_bench({ model: 'hall' });
  const { machine } = world;
  const hold_up = () => {
    machine.chip.clock.tick(2_500_000); // more than a scan, at whatever moment of it
    machine.after(310_000, hold_up);
  };
  machine.after(300_000, hold_up);
  expect(world, await verdicts(world, 'late-scans', 'levels-at-rest'), { 'late-scans': 'refuted', 'levels-at-rest': 'confirmed' });
});

test('noisy levels are refuted, and the worst square is named', async () => {
  const sensors = new Sensors({ noise: 15 });
  const world = make_bench({ model: 'hall', sensors });
  expect(world, await verdicts(world, 'hello', 'levels-at-rest'), { hello: 'confirmed', 'levels-at-rest': 'refuted' });
  assert.match(JSON.stringify(world.report.data.steps['levels-at-rest'].checks), /largest \([a-h][1-8]\)/);
});

test('inputs that settle too slowly are refuted', async () => {
  const sensors = new Sensors({ settling_us: 4, open_settling_us: 2.2 });
  const acts = [[/join that input to ground/, world => grounded(world.sensors, square_of('d4'))], [/Put the wire back/, () => {}]];
  const world = make_bench({ model: 'hall', acts, sensors });
  expect(world, await verdicts(world, 'settling'), { settling: 'refuted' });
});

test('a memory that survives a replug is refuted as power on', async () => {
  const acts = [[/unplug, count to five/, ({ machine, usb }) => (usb.detach(), machine.brown_out())]];
  const world = make_bench({ model: 'matrix', acts });
  expect(world, await verdicts(world, 'usb-enumeration'), { 'usb-enumeration': 'refuted' });
});

test('reeds that bounce beyond the debounce time are refuted', async () => {
  const world = make_bench({ model: 'matrix', acts: [touches(12_000)] });
  expect(world, await verdicts(world, 'reed-bounce'), { 'reed-bounce': 'refuted' });
});

test('a contact that fails now and then is refuted', async () => {
  const world = make_bench({ model: 'matrix' });
  const { adapter, clock } = world.bench;
  let count = 0;
  adapter.press = () => (++count % 10 === 0 ? clock.now_us() : press(world, clock));
  expect(world, await verdicts(world, 'contact-to-host'), { 'contact-to-host': 'refuted' });
});

test('presses by hand are timed by the fitted clock', async () => {
  const by_hand = [/button (\d+) times/, ({ machine, ...world }, [, times]) => {
    for (let time = 0; time < times; ++time) machine.after(300_000 + 400_000 * time, () => press({ machine, ...world }));
  }];
  const world = make_bench({ model: 'matrix', acts: [by_hand] });
  world.bench.adapter = undefined;
  expect(world, await verdicts(world, 'contact-to-host'), { 'contact-to-host': 'confirmed' });
  const { value } = world.report.data.steps['contact-to-host'].figures.find(({ what }) => what === 'longest');
  assert.ok(value > 4 && value < 7, `${value} ms`);
});

// --- the converter's steps
/// A potentiometer on all inputs, turned from end to end in 3 s, through a converter of which some codes are wide.
function potentiometer(wide_codes, width) {
  const sensors = new Sensors({ noise: 0.5 });
  sensors.zero.fill(0);
  sensors.drift = now_us => {
    const level = 4095 * Math.abs(((now_us / 3e6) % 2) - 1);
    return wide_codes.find(code => Math.abs(level - code) < width / 2) ?? level;
  };
  return sensors;
}
test('a converter with the wide codes of erratum E11, and no others, is confirmed', async () => {
  const world = make_bench({ model: 'hall', sensors: potentiometer([512, 1536, 2560, 3584], 9), acts: [[/potentiometer/, () => {}]] });
  expect(world, await verdicts(world, 'converter-steps'), { 'converter-steps': 'confirmed' });
});

test('a code\'s width is how often it comes among its neighbours', () => {
  const counts = new Uint32Array(4096).fill(10);
  counts[1000] = 200;
  const found = widths(counts);
  assert.equal(found.find(({ code }) => code === 1000).width, 20);
  assert.ok(found.every(({ code, width }) => code === 1000 || width < 1.01));
});
