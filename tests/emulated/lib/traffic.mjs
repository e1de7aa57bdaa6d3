// Heavy traffic: lifts, drops and presses in known order, among bounces and glitches.

import { change, glitch } from './hands.mjs';

const bounce_us = 2_000;
const apart_us = bounce_us + 1_100; // between first edges: over bounce and scan, far below debounce
const rest_us = 80_000;             // per square or contact: no flutter
const glitch_us = 2_500;
const presses = ['press_white', 'press_black', 'adjust_white', 'adjust_black', 'call_white', 'call_black'];

/// `count` changes. Returns what they must cause, [kind, square, first edge in world time], and the end.
export function plan({ machine, matrix, contacts }, count, random, { presses_of_100 = 5, glitches_of_100 = 30, pause_us = 12_000 } = {}) {
  const occupied = Array.from(matrix.occupied, Boolean);
  const busy_until = new Float64Array(64), contact_busy_until = new Float64Array(6);
  const expected = [];
  let time_us = machine.now_us + 5_000;
  while (expected.length < count) {
    if (random() * 100 < presses_of_100) press();
    else move();
    if (random() * 100 < glitches_of_100) disturb();
    time_us += apart_us + random() ** 2 * pause_us;
  }
  return { expected, end_us: time_us + 50_000 };

  function free_square() {
    for (;;) {
      const square = Math.floor(random() * 64);
      if (busy_until[square] <= time_us) return square;
    }
  }
  function move() {
    const square = free_square();
    occupied[square] = !occupied[square];
    busy_until[square] = time_us + rest_us;
    change(machine, on => matrix.set(square, on), occupied[square], time_us, { random, bounce_us });
    expected.push([occupied[square] ? 'drop' : 'lift', square, time_us]);
  }
  function press() {
    const contact = Math.floor(random() * 6);
    if (contact_busy_until[contact] > time_us) return;
    contact_busy_until[contact] = time_us + 2 * rest_us;
    const set = on => contacts.set(contact, on);
    change(machine, set, true, time_us, { random, bounce_us });
    change(machine, set, false, time_us + rest_us, { random, bounce_us });
    expected.push([presses[contact], 0, time_us]);
  }
  function disturb() {
    const square = free_square();
    busy_until[square] = time_us + 30_000;
    glitch(machine, () => matrix.occupied[square] === 1, on => matrix.set(square, on), time_us + random() * 10_000, random() * glitch_us);
  }
}
