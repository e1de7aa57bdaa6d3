// Reeds, magnets and a ruler.

import { NotTried } from '../person.mjs';
import { mean, quantile } from '../statistics.mjs';
import { name_of, square_of } from './squares.mjs';

const s = 1e6, ms = 1e3;
const settled_us = 40 * ms; // longer than any bounce
const tried_squares = ['e4', 'a1', 'h8', 'd5'];

/// What comes from one square until `changes` ended with a pause, or the hand is gone.
async function changes_of(bench, square, changes, limit_us) {
  const { link, clock } = bench;
  const before = link.events.length, end_us = clock.now_us() + limit_us;
  const mine = () => bench.events_since(before).filter(event => event.square === square && ['lift', 'drop'].includes(event.kind));
  while (bursts(mine()).length < changes && clock.now_us() < end_us) await clock.sleep(50 * ms);
  await clock.sleep(2 * settled_us);
  return mine();
}
/// Changes that follow each other within a bounce.
function bursts(events) {
  const found = [];
  for (const event of events) {
    if (found.length > 0 && event.time_us - found.at(-1).at(-1).time_us < settled_us) found.at(-1).push(event);
    else found.push([event]);
  }
  return found;
}
const length_ms = burst => (burst.at(-1).time_us - burst[0].time_us) / ms;

/// With the fastest scan and nearly no debounce each bounce that a scan meets is told.
async function bounce(bench) {
  const { link, person, effort } = bench;
  const usual = (await link.hello()).settings;
  const square = square_of(tried_squares[0]);
  const fast = await link.settings({ scan_interval_us: 500, debounce_us: 1 });
  await person.ask(`Press Enter, then set a piece on ${name_of(square)} and lift it, ${effort.presses} times, once a second`);
  const found = bursts(await changes_of(bench, square, 2 * effort.presses, effort.presses * s + 30 * s));
  await link.settings(usual);
  if (found.length < effort.presses) throw new NotTried(`only ${found.length} of ${2 * effort.presses} changes came`);
  const lengths = found.map(length_ms);
  bench.figure('looked at every', fast.scan_interval_us / ms, 'ms');
  bench.figure('changes', found.length, '', String(2 * effort.presses));
  bench.figure('that bounced', 100 * lengths.filter(each => each > 0).length / found.length, '%');
  bench.figure('bounce, mean', mean(lengths), 'ms');
  bench.figure('bounce, of a hundred 99', quantile(lengths, 0.99), 'ms', 'the model has up to 2');
  bench.within('bounce, longest', Math.max(...lengths), 'ms', usual.debounce_us / ms);
}

async function no_double_presses(bench) {
  const { person, effort } = bench;
  const square = square_of(tried_squares[0]);
  await person.ask(`Press Enter, then set a piece on ${name_of(square)} and lift it, exactly ${effort.presses} times, two times a second`);
  const told = await changes_of(bench, square, 2 * effort.presses, effort.presses * s + 30 * s);
  bench.check(told.length === 2 * effort.presses, `${2 * effort.presses} changes are told as so many events (${told.length} came)`);
  bench.check(told.every((event, at) => event.kind === (at % 2 === 0 ? 'drop' : 'lift')), 'drop and lift by turns');
}

// --- with a ruler
const to_every_side = ['towards rank 8', 'towards file h', 'towards rank 1', 'towards file a'];

async function when_lifted(bench, text) {
  const { link, clock, person } = bench;
  const before = link.events.length;
  await person.ask(text);
  if (!await clock.until(() => bench.events_since(before, 'lift').length > 0, 60 * s)) throw new NotTried('no lift came within a minute');
  person.tell('  Lifted: stop, and measure.');
}

async function radius(bench) {
  const { person, effort, options } = bench;
  const wanted = options.radius_mm, slack = 3; // of magnets 10 %, of place 1 mm, of the ruler 1 mm
  const measured = [];
  for (const name of tried_squares.slice(0, effort.squares))
    for (const side of to_every_side) {
      await when_lifted(bench, `A piece in the middle of ${name}. Press Enter, and push it slowly ${side} until this says "lifted"`);
      measured.push(await person.number('From the middle of the square to the middle of the piece', 'mm'));
    }
  bench.figure('let go at', measured.join(' '), 'mm', wanted ? `${wanted} ± ${slack}` : 'by adoube board design');
  const spread = Math.max(...measured) - Math.min(...measured);
  bench.within('the sides differ by', spread, 'mm', 2 * slack);
  if (wanted) bench.check(measured.every(each => Math.abs(each - wanted) <= slack), `each lets go ${wanted} ± ${slack} mm from the middle`);
}

async function height(bench) {
  const { person, effort, options } = bench;
  const wanted = options.lift_mm ?? (bench.is_hall ? 21 : 30); // README, "What you need"
  const measured = [];
  for (const name of tried_squares.slice(0, effort.squares)) {
    await when_lifted(bench, `A piece in the middle of ${name}. Press Enter, and raise it straight up on spacers until this says "lifted"`);
    measured.push(await person.number('From the board to the piece\'s bottom', 'mm'));
  }
  bench.figure('each', measured.join(' '), 'mm');
  bench.within('let go when raised by', Math.max(...measured), 'mm', wanted);
}

async function reed_height(bench) {
  const { person } = bench;
  const least_mm = 13, count = 20, depths = [];
  person.tell(`  Adjust ${count} reeds as firmware/README.md tells ("Adjust each reed").`);
  for (let reed = 0; reed < count; ++reed)
    depths.push(await person.number(`Reed ${reed + 1}: from its upper end to the magnet's lower face`, 'mm'));
  const near = depths.filter(depth => depth < least_mm).length;
  bench.figure('depths', depths.join(' '), 'mm');
  bench.within(`of ${count} to be replaced, nearer than ${least_mm} mm`, near, '', 8); // expected 4; beyond 8 by chance once in 100
}

export default [
  { name: 'reed-bounce', settles: 'Bounce of a real reed.', minutes: 3, model: 'pico-matrix', hands: true, run: bounce },
  { name: 'touches', settles: 'That each touch is told once.', minutes: 3, hands: true, run: no_double_presses },
  { name: 'reed-height', settles: 'What an ampere-turn is in mT: how deep reeds end up when they are adjusted.', minutes: 20,
    model: 'pico-matrix', hands: true, run: reed_height },
  { name: 'feel-radius', settles: 'The field beside a magnet: where a piece is let go.', minutes: 8, hands: true, run: radius },
  { name: 'lift-height', settles: 'The field above: how high a piece is still felt.', minutes: 4, hands: true, run: height },
];
