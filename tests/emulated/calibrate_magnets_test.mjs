// adoube board calibrate, with a pico-hall in real time under magnets: boards as published are calibrated, one whose
// sensors lie too near is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate as calibrate_at } from './lib/calibrate_verb.mjs';
import { jack_of } from './lib/clock_jack.mjs';
import { Contacts } from './lib/contacts.mjs';
import { Machine, read_image } from './lib/machine.mjs';
import { deep, MagneticBoard, sensors_over, thin } from './lib/magnetic_board.mjs';
import { RealTime } from './lib/real_time.mjs';
import { Sensors } from './lib/sensors.mjs';
import { TcpLine } from './lib/tcp_line.mjs';
import { UartLine } from './lib/uart_line.mjs';

const [e2, e4, e5] = [12, 28, 36];
const told_of_thin = ['--gap', '8', '--sensor', 'A2', '--four', '7.5'];
const to_edge_mm = 13.5; // of a base of 28 on a square of 55
const middle = square => [square % 8 * 55, Math.floor(square / 8) * 55];

/// Perfect sensors and magnets.
function made_perfectly(world, built) {
  for (const square of world.squares)
    square.feels = built.places.map(([file_mm, rank_mm]) => ({
      file_mm, rank_mm, gap_mm: built.gap_mm, steps_per_mt: built.sensor.steps_per_mt, rest: 0, drift_per_kelvin: 0,
    }));
}

/// What hands do at each question.
function hands(world) {
  let pawn;
  const put = (square, file_mm, rank_mm) => world.move(pawn, [[0, middle(square)[0] + file_mm, middle(square)[1] + rank_mm, 0]]);
  const set_up = () => {
    for (let square = 0; square < 64; ++square) {
      if (square >= 16 && square < 48) continue;
      const piece = world.add(square < 16 ? 'white' : 'black', [0, ...middle(square), 0]);
      if (square === e2) pawn = piece;
    }
  };
  return [() => {}, set_up, () => put(e4, -to_edge_mm, -to_edge_mm), () => put(e4, to_edge_mm, to_edge_mm),
    () => put(e5, 0, -to_edge_mm)];
}

async function calibrate(built, { seed = 1, perfect = false, told = [], acts = 5 } = {}) {
  const world = new MagneticBoard({ built, seed });
  if (perfect) made_perfectly(world, built);
  const machine = new Machine(read_image('pico-hall'));
  machine.plug(new Sensors(sensors_over(world)));
  machine.plug(new Contacts('pico-hall'));
  jack_of(machine, 14);
  const uart = machine.plug(new UartLine());
  machine.power_on();
  const tcp = new TcpLine(uart), time = new RealTime(machine);
  const port = `tcp:127.0.0.1:${await tcp.listen()}`, running = time.run();
  const answer = await calibrate_at(port, hands(world).slice(0, acts), ...told);
  time.stop();
  tcp.close();
  await running;
  return answer;
}

for (const [name, built, how] of [
  ['a deep board', deep, { perfect: true }], ['a deep board as parts are sold', deep, { seed: 2 }],
  ['a thin board', thin, { perfect: true, told: told_of_thin }], ['a thin board as parts are sold', thin, { seed: 2, told: told_of_thin }],
])
  test(`${name} is calibrated as documented`, { timeout: 120_000 }, async () => {
    const { status, said } = await calibrate(built, how);
    assert.equal(status, 0, said);
    assert.match(said, /kept by the board/);
  });

test('a board whose sensors lie too near is refused', { timeout: 120_000 }, async () => {
  const { status, said } = await calibrate({ ...deep, gap_mm: 9 }, { perfect: true, acts: 2 });
  assert.equal(status, 1, said);
  assert.match(said, /measure the gap \(20 mm\)/);
});
