// The calibration in flash: how long erasing takes, and what a cut of the power leaves.

import { Failed } from '../link.mjs';

const s = 1e6, ms = 1e3;
const longest_write_ms = 400; // README, "How pico-hall reads its sensors"

const wish_of = ({ threshold, release, zero }) => ({ threshold, release, zero });
const same = (a, b) => JSON.stringify(wish_of(a)) === JSON.stringify(wish_of(b));

/// What is in force now, which the step writes again and again with a threshold that differs by one. Of a board that was
/// never calibrated those are the defaults, which it then keeps.
async function held(bench) {
  const told = await bench.link.calibration();
  if (!told.kept) await bench.person.ask('The board was never calibrated, and will keep its defaults as a calibration');
  return wish_of(told);
}
const other = wish => ({ ...wish, threshold: wish.threshold + 1 });

async function erase(bench) {
  const { link, clock, effort } = bench;
  const hello = await link.hello();
  const wish = await held(bench);
  const took_ms = [];
  let kept = true;
  for (let write = 0; write < effort.writes; ++write) {
    const asked_us = clock.now_us();
    const told = await link.calibration(write % 2 === 0 ? other(wish) : wish);
    took_ms.push((told.taken_us - asked_us) / ms);
    kept &&= told.kept === 1;
  }
  bench.check(kept, `all of ${effort.writes} writes were kept`);
  bench.figure('shortest write', Math.min(...took_ms), 'ms');
  bench.within('longest write', Math.max(...took_ms), 'ms', longest_write_ms);
  bench.check((await link.hello()).boot_id === hello.boot_id, 'the watchdog was patient');
  const last = await link.calibration(wish);
  bench.is_new_boot((await link.restart()).boot_id);
  bench.check(same(await link.calibration(), last), 'what was written last survives a restart');
}

/// Writes until the board is gone.
async function write_on(link, wish) {
  try {
    for (let write = 0; ; ++write) await link.calibration(write % 2 === 0 ? other(wish) : wish);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
}

async function cut(bench) {
  const { link, clock, person, effort } = bench;
  const wish = await held(bench);
  let spoilt = 0;
  for (let time = 0; time < effort.power_cuts; ++time) {
    await person.ask(`${time + 1} of ${effort.power_cuts}: press Enter, wait a second or two, unplug, and plug in again`);
    const begun_us = clock.now_us();
    await write_on(link, wish);
    const hello = await link.hello(60 * s, begun_us);
    bench.is_new_boot(hello.boot_id);
    const left = await link.calibration();
    if (!left.kept || ![wish, other(wish)].some(each => same(each, left))) ++spoilt;
  }
  await link.calibration(wish);
  bench.check(spoilt === 0, `${effort.power_cuts} cuts left the old calibration or the new one (${spoilt} did not)`);
}

export default [
  { name: 'flash-erase', settles: 'Erasing and writing; that the watchdog\'s patience of 2 s suffices.', minutes: 1, model: 'pico-hall',
    run: erase },
  { name: 'flash-power-cut', settles: 'What a cable pulled while flash is written leaves.', minutes: 2, model: 'pico-hall', hands: true,
    run: cut },
];
