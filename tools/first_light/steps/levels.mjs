// The converter and the sensors of a pico-hall.

import { NotTried } from '../person.mjs';
import { mean, median, sigma } from '../statistics.mjs';
import { name_of } from './squares.mjs';

const s = 1e6, settled_us = 100_000;
const broken_below = 24, broken_above = 4071; // README, "How pico-hall reads its sensors"
const most_sigma = 6;      // twice what the model of tests/emulated has
const most_influence = 2;  // steps that one input may move the next
const e11_codes = [512, 1536, 2560, 3584], widest_code = 16;
const furthest_following = 64;

/// Not of before: sensors have power only from the configuration on, and a hand may just have let go.
async function readings(bench, count) {
  const taken = [];
  await bench.clock.sleep(settled_us);
  for (let at = 0; at < count; ++at) taken.push(await bench.link.levels());
  return taken;
}
const of_square = (taken, square) => taken.map(levels => levels[square]);
const squares = [...Array(64).keys()];

/// Squares with a sensor; without any the step is not tried.
function sound(taken) {
  const found = squares.filter(square => {
    const level = mean(of_square(taken, square));
    return level >= broken_below && level <= broken_above;
  });
  if (found.length === 0) throw new NotTried('no input has a sensor');
  return found;
}
const round = value => Math.round(10 * value) / 10;
const largest = (list, value) => list.reduce((a, b) => (value(b) > value(a) ? b : a));

async function at_rest(bench) {
  const taken = await readings(bench, bench.effort.readings);
  const found = sound(taken);
  const noise = new Map(found.map(square => [square, sigma(of_square(taken, square))]));
  const worst = largest(found, square => noise.get(square));
  const off = largest(found, square => Math.abs(mean(of_square(taken, square)) - 2048));
  bench.figure('inputs with a sensor', found.length, '', '64');
  bench.figure('sigma, median', median([...noise.values()]), 'steps');
  bench.within(`sigma, largest (${name_of(worst)})`, noise.get(worst), 'steps', most_sigma);
  bench.figure(`farthest from 2,048 (${name_of(off)})`, mean(of_square(taken, off)) - 2048, 'steps');
  bench.figure('sigma of each, a1 first', squares.map(square => noise.get(square)?.toFixed(1) ?? '-').join(' '));
}

/// How many times as often as its neighbours each code comes, where the sweep was dense: its width in steps.
export function widths(counts) {
  const found = [];
  for (let code = 64; code < 4032; ++code) {
    const near = [];
    for (let other = code - 24; other <= code + 24; ++other) if (Math.abs(other - code) > 6) near.push(counts[other]);
    const usual = mean(near);
    if (usual >= 4) found.push({ code, width: counts[code] / usual });
  }
  return found;
}

async function sweep(bench) {
  const { clock, person, effort } = bench;
  await person.ask('Join a potentiometer of 10 kΩ between ADC_VREF and AGND with its wiper to GP26, nothing else there. ' +
    `Press Enter, and turn it evenly from end to end and back for ${effort.sweep_s} s`);
  const counts = new Uint32Array(4096), end_us = clock.now_us() + effort.sweep_s * s;
  while (clock.now_us() < end_us) for (const level of (await bench.link.levels()).slice(0, 32)) ++counts[level];
  const found = widths(counts);
  if (found.length < 3000) throw new NotTried(`the sweep was too short: ${found.length} of 3,968 codes came often enough`);
  const is_e11 = ({ code }) => e11_codes.some(each => Math.abs(each - code) <= 2);
  const at_e11 = e11_codes.map(code => Math.max(0, ...found.filter(each => Math.abs(each.code - code) <= 2).map(({ width }) => width)));
  const rest = largest(found.filter(each => !is_e11(each)), ({ width }) => width);
  bench.figure('width at 512, 1536, 2560, 3584', at_e11.map(each => each.toFixed(1)).join(' '), 'steps', 'about 9 each by erratum E11');
  bench.within('widest there', Math.max(...at_e11), 'steps', widest_code);
  bench.within(`widest elsewhere (${rest.code})`, rest.width, 'steps', widest_code / 2);
}

async function settling(bench) {
  const { person, effort } = bench;
  let worst = { steps: 0, on: 0, by: 0 }, chance = 0; // what noise alone may seem to move
  for (let turn = 0; turn < effort.squares; ++turn) {
    const by = [27, 4, 35, 60][turn];
    const before = await readings(bench, effort.readings / 2);
    await person.ask(`Lift the wire of ${name_of(by)}'s sensor from its multiplexer, and join that input to ground`);
    const after = await readings(bench, effort.readings / 2);
    const found = sound(before).filter(square => square !== by);
    if (mean(of_square(after, by)) >= broken_below) throw new NotTried(`${name_of(by)} does not read ground`);
    const moved = square => Math.abs(mean(of_square(after, square)) - mean(of_square(before, square)));
    const on = largest(found, moved);
    const noise = mean(found.map(square => sigma(of_square(before, square)))); // of one square it is known badly
    chance = Math.max(chance, 4 * noise * Math.sqrt(2 / before.length));
    if (moved(on) >= worst.steps) worst = { steps: moved(on), on, by };
    await person.ask('Put the wire back');
  }
  const what = `one input at ground moves another by (${name_of(worst.by)}, ${name_of(worst.on)})`;
  bench.within(what, worst.steps, 'steps', round(most_influence + chance));
}

/// Both models: nothing may be told while the board is warmed. Of levels it also tells how far they went.
async function warmth(bench) {
  const { link, clock, person, effort } = bench;
  const from_c = await person.number('Set up the start position, touch nothing. How warm is the board', '°C');
  const first = bench.is_hall ? await readings(bench, 50) : [];
  const before = link.events.length, masked = (await link.follow()).health.masked;
  await person.ask(`Press Enter, and warm it with a hair dryer (or bring it from a fridge), within ${effort.warmth_s / 60} min`);
  await clock.sleep(effort.warmth_s * s);
  const last = bench.is_hall ? await readings(bench, 50) : [];
  const to_c = await person.number('How warm is it now', '°C');
  const { health } = await link.follow();
  bench.figure('from, to', `${from_c}, ${to_c}`, '°C');
  bench.check(bench.events_since(before).length === 0, `no event came (${bench.events_since(before).length} did)`);
  bench.check((health.masked & ~masked) === 0n, 'no square was masked by it');
  if (!bench.is_hall) return;
  const drift = square => Math.abs(mean(of_square(last, square)) - mean(of_square(first, square)));
  const worst = largest(sound(first), drift);
  bench.within(`farthest drift (${name_of(worst)})`, drift(worst), 'steps', furthest_following);
  bench.figure('for each degree', drift(worst) / Math.max(1, Math.abs(to_c - from_c)), 'steps');
}

export default [
  { name: 'levels-at-rest', settles: 'Noise of sensors, multiplexers and converter together at full speed.', minutes: 1, model: 'pico-hall',
    run: at_rest },
  { name: 'converter-steps', settles: 'The converter\'s non-linearity, erratum RP2040-E11, with a potentiometer.', minutes: 3,
    model: 'pico-hall', hands: true, run: sweep },
  { name: 'settling', settles: 'That an input settles in 12 µs: what one at ground does to the others.', minutes: 4, model: 'pico-hall',
    hands: true, run: settling },
  { name: 'warmth', settles: 'Drift of the sensors, leakage of the diodes, on a warm day.', minutes: 17, hands: true, run: warmth },
];
