// Starts, USB and the loader.

import { Failed } from '../link.mjs';
import { NotTried } from '../person.mjs';
import { median } from '../statistics.mjs';

const s = 1e6;
export const cause = { power_on: 1, brown_out: 2, watchdog: 3, asked: 4 };
const longest_plug_s = 3;

const seconds_up = hello => Number(hello.time_us) / s;

async function meet(bench) {
  const { link } = bench;
  const hello = await link.hello();
  const { health, condition, chip } = await link.follow();
  bench.check(hello.board_id !== 0n, 'the board has an id');
  bench.check(condition, 'it tells its condition');
  bench.check(chip?.revision > 0, 'it tells the revision of its chip');
  bench.check(health.lost_events === 0, 'it lost no events');
  bench.figure('boot id', hello.boot_id);
  bench.figure('reset cause', condition?.reset_cause ?? 'untold');
  bench.figure('supply', condition?.supply_mv || 'not measured', condition?.supply_mv ? 'mV' : '');
  bench.figure('scan, debounce', `${hello.settings.scan_interval_us}, ${hello.settings.debounce_us}`, 'us');
  bench.is_new_boot(hello.boot_id);
}

async function many_starts(bench) {
  const { link, effort } = bench;
  const took_s = [];
  let repeated = 0, other_cause = 0;
  for (let start = 0; start < effort.starts; ++start) {
    const hello = await link.restart();
    took_s.push(seconds_up(hello));
    if (!bench.is_new_boot(hello.boot_id)) ++repeated;
    if ((await link.follow()).condition?.reset_cause !== cause.asked) ++other_cause;
  }
  bench.check(repeated === 0, `${effort.starts} starts got boot ids that none had before (${repeated} repeated)`);
  bench.check(other_cause === 0, 'each start told that it was asked for');
  bench.figure('from start to hello, median', median(took_s), 's');
  bench.figure('from start to hello, longest', Math.max(...took_s), 's');
}

async function replug(bench) {
  const { link, clock, person, effort } = bench;
  const took_s = [], hellos = [];
  let repeated = 0, other_cause = 0;
  for (let time = 0; time < effort.replugs; ++time) {
    const where = time < effort.replugs / 2 ? 'into a port of the computer' : 'into a hub, beside a stick that is being read';
    await person.ask(`${time + 1} of ${effort.replugs}: press Enter, then unplug, count to five, and plug it ${where}`);
    const ready_us = clock.now_us();
    const hello = await link.hello(60 * s, ready_us);
    took_s.push(seconds_up(hello));
    hellos.push(hello);
    if (!bench.is_new_boot(hello.boot_id)) ++repeated;
    if ((await link.follow()).condition?.reset_cause !== cause.power_on) ++other_cause;
  }
  bench.check(repeated === 0, `every start by the plug got a new boot id (${repeated} repeated)`);
  bench.check(other_cause === 0, `every one told power on (${other_cause} told another cause: did memory survive the pause?)`);
  bench.figure('from power to hello, each', took_s.map(each => each.toFixed(2)).join(' '), 's');
  bench.within('from power to hello, longest', Math.max(...took_s), 's', longest_plug_s);
}

async function reopen(bench) {
  const { link, clock, effort } = bench;
  const { boot_id } = await link.hello();
  let longest_us = 0;
  for (let time = 0; time < effort.reopens; ++time) {
    for (let each = 0; each < 5; ++each) link.send(bench.is_hall ? 'ask_levels' : 'ping', { boot_id, host_us: 0n });
    await clock.sleep(3_000 + 700 * (time % 7)); // in the middle of the answers
    link.close();
    const opened_us = clock.now_us();
    const hello = await link.hello(5 * s);
    if (hello.boot_id !== boot_id) throw new Failed(`it restarted when the port was closed for the ${time + 1}. time`);
    longest_us = Math.max(longest_us, clock.now_us() - opened_us);
  }
  bench.within(`from opening to hello, longest of ${effort.reopens}`, longest_us / s, 's', 1);
}

// --- the loader
function image_of(bench, kind) {
  const { image } = bench.options;
  if (!image) throw new NotTried('needs --image');
  if (kind && !image.endsWith(kind)) throw new NotTried(`needs an --image that ends in ${kind}`);
  return image;
}

async function flash(bench, words) {
  const { link, adoube, clock } = bench;
  link.close();
  const begun_us = clock.now_us();
  const { status, said } = await adoube('board', 'flash', ...words);
  bench.check(status === 0, `adoube board flash succeeds: ${said.trim().split('\n').at(-1)}`);
  bench.figure('flashing took', (clock.now_us() - begun_us) / s, 's');
  if (status === 0) await comes_back(bench, begun_us);
}
async function comes_back(bench, since_us) {
  const hello = await bench.link.hello(60 * s, since_us);
  bench.check(bench.is_new_boot(hello.boot_id), 'it runs, and is a new start');
}

async function flash_held(bench) {
  const image = image_of(bench);
  await bench.person.ask('Hold BOOTSEL while you plug the Pico in (no other one in its loader)');
  await flash(bench, [image]);
}
async function flash_running(bench) {
  if (!bench.options.port || bench.options.port.startsWith('tcp:')) throw new NotTried('needs a board on USB');
  await flash(bench, [image_of(bench), '--port', bench.options.port]);
}
async function drag(bench) {
  const { link, clock, person } = bench;
  const image = image_of(bench, '.uf2');
  const { boot_id } = await link.hello();
  link.send('reboot', { boot_id, into: 2 });
  await clock.sleep(0.5 * s);
  link.close();
  const ordered_us = clock.now_us();
  await person.ask(`A drive RPI-RP2 appears: drag ${image} onto it, then press Enter`);
  await comes_back(bench, ordered_us);
}

export default [
  { name: 'flash-bootsel', settles: 'adoube board flash against the real boot ROM of a Pico whose BOOTSEL is held.',
    minutes: 1, hands: true, without_board: true, run: flash_held },
  { name: 'hello', settles: 'That it starts: crystal, PLL, second boot stage, the flash chip\'s id.', minutes: 1, run: meet },
  { name: 'usb-enumeration', settles: 'Enumeration at real ports and hubs; erratum RP2040-E5; GP24 where nothing drives it.',
    minutes: 3, hands: true, run: replug },
  { name: 'boot-ids', settles: 'That no start gets a boot id again: each is counted in flash.', minutes: 2,
    run: many_starts },
  { name: 'reopen', settles: 'EP_ABORT under traffic: the port is closed and opened while the board answers.', minutes: 1, run: reopen },
  { name: 'flash-drag', settles: 'The loader asked for by the firmware, and the .uf2 on its drive.', minutes: 1, hands: true, run: drag },
  { name: 'flash-port', settles: 'adoube board flash of a board that runs.', minutes: 1, run: flash_running },
];
