// Time: the crystal, the way to the host and back, scans, and how late a touch is told.

import { press_us } from '../adapter.mjs';
import { NotTried } from '../person.mjs';
import { fit_clock, median, quantile } from '../statistics.mjs';

const s = 1e6, ms = 1e3;
const most_ppm = 100; // a crystal's ±30, its load, ageing, and the host's own
const most_trip_ms = 20;

async function pings(bench, seconds, a_second) {
  const { link, clock } = bench;
  const taken = [], end_us = clock.now_us() + seconds * s;
  while (clock.now_us() < end_us) {
    taken.push(await link.ping());
    await clock.sleep(s / a_second);
  }
  return taken;
}

async function measure_clock(bench) {
  const { clock_s, pings_a_second } = bench.effort;
  const { ppm, error_ppm, jump_us } = fit_clock(await pings(bench, clock_s, pings_a_second));
  if (error_ppm > most_ppm / 2) throw new NotTried(`known only to ${Math.round(error_ppm)} ppm: the computer is too busy`);
  bench.figure('the board\'s clock is fast by', ppm, 'ppm', `within ±${most_ppm}`);
  bench.figure('known to', error_ppm, 'ppm');
  bench.figure('farthest from a steady clock', jump_us / ms, 'ms');
  bench.check(Math.abs(ppm) <= most_ppm, `it runs within ${most_ppm} ppm of the host's`);
  bench.check(jump_us <= 20 * ms, 'it does not jump');
}

async function round_trip(bench) {
  const trips_ms = [];
  for (let trip = 0; trip < bench.effort.trips; ++trip) {
    trips_ms.push((await bench.link.ping()).trip_us / ms);
    await bench.clock.sleep(1_000 + 137 * (trip % 16)); // at any phase of the scan
  }
  bench.figure('median', median(trips_ms), 'ms');
  bench.within('of a hundred 99', quantile(trips_ms, 0.99), 'ms', most_trip_ms);
  bench.figure('longest', Math.max(...trips_ms), 'ms');
}

async function late_scans(bench) {
  const { link, clock, effort } = bench;
  const before = (await link.follow()).health.late_scans;
  const end_us = clock.now_us() + effort.late_s * s;
  while (clock.now_us() < end_us) {
    await (bench.is_hall ? link.levels() : link.ping());
    await clock.sleep(20 * ms);
  }
  const late = (await link.follow()).health.late_scans - before;
  bench.within(`late scans in ${effort.late_s} s, while the host asks`, late, '', 0);
}

/// A press of White's "j'adoube" button, as { arrived_us, event } when it is told.
async function next_press(bench, limit_us) {
  const { link, clock } = bench;
  const before = link.events.length;
  const found = () => bench.events_since(before, 'adjust_white')[0];
  return await clock.until(found, limit_us) ? found() : undefined;
}

async function presses_by_adapter(bench) {
  const late_ms = [];
  let lost = 0;
  for (let touch = 0; touch < bench.effort.touches; ++touch) {
    await bench.clock.sleep(2 * press_us + 310 * (touch % 13)); // at any phase of the scan
    const ordered_us = bench.adapter.press();
    const event = await next_press(bench, 0.5 * s);
    if (event) late_ms.push((event.taken_us - ordered_us) / ms);
    else ++lost;
  }
  bench.check(lost === 0, `every one of ${bench.effort.touches} presses is told (${lost} were not)`);
  return late_ms;
}

async function presses_by_hand(bench) {
  const { person, effort } = bench;
  const clock_fit = fit_clock(await pings(bench, Math.min(10, effort.clock_s), 20));
  const late_ms = [], count = Math.ceil(effort.touches / 8);
  await person.ask(`Press Enter here, then White's "j'adoube" button ${count} times, once a second`);
  while (late_ms.length < count) {
    const event = await next_press(bench, 20 * s);
    if (!event) throw new NotTried(`only ${late_ms.length} presses came`);
    late_ms.push((event.taken_us - clock_fit.host_us(event.time_us)) / ms);
  }
  return late_ms;
}

/// README, "Time and size": debounce + one scan + 2 ms. By hand it counts from the first scan that saw the contact.
async function contact_to_host(bench) {
  const { settings } = bench.link.last.hello;
  const by_hand = !bench.adapter;
  const late_ms = by_hand ? await presses_by_hand(bench) : await presses_by_adapter(bench);
  if (late_ms.length === 0) return;
  const allowed_us = settings.debounce_us + (by_hand ? 0 : settings.scan_interval_us + bench.adapter.adds_us) + 2 * ms;
  bench.figure('measured from', by_hand ? 'the first scan that saw it, by the fitted clock' : 'the order to the adapter');
  bench.figure('shortest', Math.min(...late_ms), 'ms');
  bench.figure('median', median(late_ms), 'ms');
  bench.within('longest', Math.max(...late_ms), 'ms', allowed_us / ms);
}

export default [
  { name: 'clock', settles: 'That the crystal runs at its frequency: board time against the host\'s clock.', minutes: 5,
    run: measure_clock },
  { name: 'round-trip', settles: 'The way to the board and back, by ping.', minutes: 1, run: round_trip },
  { name: 'late-scans', settles: 'Cycles: whether interrupts and DMA that meet on the bus make scans late.', minutes: 1, run: late_scans },
  { name: 'contact-to-host', settles: 'From a contact to the host: by --adapter, else by hand.', minutes: 1, run: contact_to_host },
];
