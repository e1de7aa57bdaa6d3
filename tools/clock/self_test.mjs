// The steps, done to the model of the clock by hands that are late by some tenths of a second; then what the log is judged to prove
// must be what the model was.

import assert from 'node:assert/strict';
import { BusLog } from './bus_log.mjs';
import { judge } from './questions.mjs';
import { steps } from './steps.mjs';
import { controls, Dgt3000, Listener, unproven } from '../../tests/emulated/lib/dgt3000.mjs';
import { I2cBus } from '../../tests/emulated/lib/i2c_bus.mjs';
import { PlainTime } from '../../tests/emulated/lib/plain_time.mjs';
import { random_numbers } from '../../tests/emulated/lib/random.mjs';

/// A model of the clock, led through the steps: JSON lines.
export function led(options, { seed = 1 } = {}) {
  const time = new PlainTime();
  const bus = time.plug(new I2cBus({ seed }));
  const lines = [];
  const random = random_numbers(seed ^ 0xbe4c);
  let deaf = false;
  const clock = time.plug(new Dgt3000({ bus, seed, control: controls.blitz, ...options }));
  time.plug(new Listener({ bus, acknowledges: () => !deaf }));
  bus.on_transfer = ({ t_us, to, bytes, acked, ack }) => {
    const seen = bytes.slice(0, Math.max(0, acked - 1)); // an analyser sees no byte after the one that was not acknowledged
    lines.push(JSON.stringify({ t_us, to, bytes: seen.map(byte => byte.toString(16).padStart(2, '0')).join(' '), ack }));
  };
  const act = {
    plugged() {}, shows() {},
    on({ up }) {
      clock.press(up === 'left' ? 'right' : 'left');
      clock.push('on_off');
    },
    option() { if (lines.some(line => line.includes('"hears"')) && starts > 1) clock.set_up([{ base_s: 20 }]); },
    start() { ++starts; clock.push('play'); },
    pause() { clock.push('play'); },
    resume() { clock.push('play'); },
    press({ side }) { clock.press(side); },
    deaf() { deaf = true; },
    hears() { deaf = false; },
    off() { clock.push('on_off'); },
    flag() {},
  };
  let starts = 0;
  for (const step of steps) {
    if (step.mark === 'flag') while (!clock.truth().fallen) time.run_for(10_000);
    const at_us = time.now_us;
    act[step.mark](step.with ?? {});
    const shown = step.ask ? { left_s: clock.shown_s('left'), right_s: clock.shown_s('right') } : {};
    lines.push(JSON.stringify({ t_us: Math.round(at_us + 250_000 * random()), mark: step.mark, ...step.with, ...shown }));
    time.run_for(Math.max(500_000, (step.wait_s ?? 0) * 1e6));
    time.run_for(1e6 * random());
  }
  return lines;
}
export function judged(lines) {
  const log = new BusLog();
  for (const line of lines) assert.ok(log.add(line), line);
  return judge(log.sort());
}
const verdict = ({ verdict: is }) => is;

/// Where the clock told nothing more after it was not acknowledged, the rest is open.
function check(options, found) {
  const silent_for_ever = options.silent_us === Infinity && options.misses_to_silence !== Infinity;
  assert.equal(verdict(found.whole), 'confirmed', found.whole.text);
  assert.equal(verdict(found.pushes_times), 'confirmed', found.pushes_times.text);
  assert.equal(verdict(found.up_runs), 'confirmed', found.up_runs.text);
  assert.ok(found.interval.value.median_us < 1.1 * options.interval_us, found.interval.text);
  if (!options.tells_changes) assert.ok(found.interval.value.most_us > 0.9 * options.interval_us, found.interval.text);
  if (found.rounding.verdict !== 'open') assert.equal(found.rounding.value, options.rounding, found.rounding.text);
  if (found.lever.verdict !== 'open') assert.equal(found.lever.value, options.lever_bit, found.lever.text);
  if (!silent_for_ever) assert.equal(found.lever.verdict, 'measured', found.lever.text);
  const tries_us = Math.min(options.interval_us, options.tells_changes ? 1e6 : Infinity) * options.misses_to_silence;
  if (tries_us > 25e6) assert.equal(verdict(found.silenced), 'refuted', found.silenced.text);
  if (tries_us < 15e6 && options.silent_us === Infinity) assert.equal(verdict(found.silenced), 'confirmed', found.silenced.text);
  assert.ok(found.after_press.value.first_us[0] < options.time_after_press_us + 50_000, found.after_press.text);
}

export async function self_test() {
  let rounded = 0;
  const seeds = 24;
  for (let seed = 1; seed <= seeds; ++seed) {
    const options = unproven(seed);
    const found = judged(led(options, { seed }));
    try {
      check(options, found);
    } catch (error) {
      throw new Error(`seed ${seed}, ${JSON.stringify(options)}: ${error.message}`);
    }
    if (found.rounding.verdict === 'measured') ++rounded;
  }
  assert.ok(rounded > (2 * seeds) / 3, `the rounding was found in ${rounded} of ${seeds}`);
  for (const silent of ['times', 'all']) {
    const found = judged(led({ silent }));
    assert.equal(verdict(found.pushes_times), 'refuted');
    assert.equal(verdict(found.pushes_buttons), silent === 'all' ? 'refuted' : 'confirmed');
  }
  assert.equal(judged(led({ lever: { stuck: true } })).lever.value, 'none');
  assert.equal(verdict(judged(led({ upside_down: true })).up_runs), 'confirmed'); // left is the clock's left
  assert.equal(verdict(judged([]).pushes_times), 'open');
  console.log(`${seeds + 5} logs of the model were judged rightly; the rounding was found in ${rounded} of ${seeds}`);
}
