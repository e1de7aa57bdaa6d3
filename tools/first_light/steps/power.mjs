// Supply, sleep, resets and the watchdog: a hand at the bench provokes each.

import { NotTried } from '../person.mjs';
import { cause } from './start.mjs';

const s = 1e6;
const low_v = 0.8; // what the chip takes for low at 3.3 V

async function restarted_with(bench, wanted, since_us, text) {
  const hello = await bench.link.hello(60 * s, since_us);
  const told = await bench.link.follow();
  bench.is_new_boot(hello.boot_id);
  bench.check(told.condition?.reset_cause === wanted, `${text} (it told ${told.condition?.reset_cause})`);
  return told;
}

async function own_supply(bench) {
  const { link, person } = bench;
  await person.ask('Give the board 5 V of its own at VSYS, through the diode');
  const { boot_id } = await link.hello(60 * s);
  bench.figure('supply with both', (await link.follow()).condition?.supply_mv ?? 'untold', 'mV');
  const before = link.events.length;
  await person.ask('Unplug USB, press White\'s "j\'adoube" button twice, and leave it unplugged');
  const gp24 = await person.number('Between GP24 and ground', 'V');
  const data = await person.number('Between D+ (test point TP3) and ground', 'V');
  bench.within('GP24, unplugged', gp24, 'V', low_v);
  bench.within('D+, unplugged: not pulled up', data, 'V', low_v);
  await person.ask('Plug USB in again');
  const again = await link.hello(60 * s);
  bench.check(again.boot_id === boot_id, 'it went on without USB');
  if (again.boot_id !== boot_id) return;
  const { condition } = await link.follow();
  await bench.clock.sleep(0.5 * s);
  bench.check(bench.events_since(before, 'adjust_white').length === 2, 'both presses were kept and told');
  bench.figure('supply again', condition?.supply_mv ?? 'untold', 'mV');
}

async function sleep_and_wake(bench) {
  const { link, clock, person } = bench;
  const { boot_id } = await link.hello();
  const before = link.events.length;
  await person.ask('Put the computer to sleep for 20 s, press White\'s "j\'adoube" button once meanwhile, wake it, then press Enter');
  const woke_us = clock.now_us();
  const again = await link.hello(30 * s);
  if (again.boot_id !== boot_id) throw new NotTried('this port takes the power away while the computer sleeps');
  bench.within('from Enter to hello', (clock.now_us() - woke_us) / s, 's', 5);
  await link.follow();
  await clock.sleep(0.5 * s);
  bench.check(bench.events_since(before, 'adjust_white').length === 1, 'the press in its sleep was kept and told');
}

async function brown_out(bench) {
  const { clock, person, effort } = bench;
  const volts = [];
  for (let dip = 0; dip < effort.dips; ++dip) {
    const since_us = clock.now_us();
    volts.push(await person.number(`${dip + 1} of ${effort.dips}: from a bench supply at VSYS: lower it until the light goes out, ` +
      'raise it at once. At which voltage did it go out', 'V'));
    await restarted_with(bench, cause.brown_out, since_us, 'a dip is told as a brown-out');
  }
  bench.figure('it stopped at', volts.join(' '), 'V');
  const since_us = clock.now_us();
  await person.ask('Take all supply away for ten seconds, and give it back');
  await restarted_with(bench, cause.power_on, since_us, 'ten seconds without are told as power on');
}

async function run_pin(bench) {
  const since_us = bench.clock.now_us();
  await bench.person.ask('Join RUN to ground for a moment');
  await restarted_with(bench, cause.asked, since_us, 'a reset by RUN is told as asked for');
}

const openocd = commands => `openocd -f interface/cmsis-dap.cfg -f target/rp2040.cfg -c "${commands}"`;

async function watchdog(bench) {
  const { clock, person } = bench;
  person.tell('  This needs a debug probe at the board\'s SWD pins; another Pico with the firmware "debugprobe" is one.');
  let since_us = clock.now_us();
  await person.ask(`Stop its scans: ${openocd('init; mww 0x40054038 0; exit')}`);
  await restarted_with(bench, cause.watchdog, since_us, 'a program that hangs is restarted by the watchdog, and says so');
  since_us = clock.now_us();
  await person.ask(`Let it jump where no memory is: ${openocd('init; halt; reg pc 0x50500000; resume; exit')}`);
  const { chip } = await restarted_with(bench, cause.watchdog, since_us, 'a fault is told as one');
  bench.check(chip?.fault_at > 0, 'with the address where it stopped');
  bench.figure('fault at', `0x${(chip?.fault_at ?? 0).toString(16)}`, '', '0x50500000 or the jump there');
}

export default [
  { name: 'own-supply', settles: 'The level at GP24, D+ and the events, while a board with a supply of its own is unplugged.',
    minutes: 3, hands: true, run: own_supply },
  { name: 'suspend', settles: 'DEV_SUSPEND: the board over a sleep of the computer.', minutes: 2, hands: true, run: sleep_and_wake },
  { name: 'brown-out', settles: 'Brown-out: at which voltage, and that memory survives it but no longer pause.', minutes: 4,
    hands: true, run: brown_out },
  { name: 'run-pin', settles: 'The cause that is told after a reset by RUN.', minutes: 1, hands: true, run: run_pin },
  { name: 'watchdog', settles: 'The watchdog, and the report of a fault.', minutes: 5, hands: true, run: watchdog },
];
