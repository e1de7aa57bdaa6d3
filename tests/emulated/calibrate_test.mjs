// `adoube board calibrate` against the unchanged pico-hall image: magnets do what it asks, and the board
// keeps the result.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { strength, white, black } from './lib/hall_board.mjs';
import { calibrate as calibrate_at } from './lib/calibrate_verb.mjs';
import { jack_of } from './lib/clock_jack.mjs';
import { Contacts } from './lib/contacts.mjs';
import { Host } from './lib/host.mjs';
import { Machine, read_image } from './lib/machine.mjs';
import { RealTime } from './lib/real_time.mjs';
import { Sensors } from './lib/sensors.mjs';
import { TcpLine } from './lib/tcp_line.mjs';
import { UartLine } from './lib/uart_line.mjs';

const image = read_image('pico-hall');
const squares = [...Array(64).keys()];
let machine, sensors, uart, tcp, port, time, running;

before(async () => {
  machine = new Machine(image);
  sensors = machine.plug(new Sensors({ seed: 7 }));
  machine.plug(new Contacts('pico-hall'));
  jack_of(machine, 14);
  uart = machine.plug(new UartLine());
  machine.power_on();
  tcp = new TcpLine(uart);
  port = `tcp:127.0.0.1:${await tcp.listen()}`;
  time = new RealTime(machine);
  running = time.run();
});
after(async () => {
  time.stop();
  tcp.close();
  await running;
});

const place = level_of => squares.forEach(square => sensors.move(square, level_of(square)));
const nothing = () => 0;
const piece = 405; // as the deep board's are felt (tests/magnets has the field)
const start = square => square < 16 ? piece + square : square >= 48 ? 33 - piece - square : 0;

const [e2, e4, e5] = [12, 28, 36];
/// What the sensors feel of the pawn from e2.
const in_corner = square => square === e2 ? 0 : square === e4 ? 100 : start(square);
const at_edge = square => square === e2 ? 0 : square === e4 ? -8 : square === e5 ? 200 : start(square);

const calibrate = (...levels) => calibrate_at(port, levels.map(each => () => place(each)));

test('a board is calibrated, and keeps it over a loss of power', { timeout: 120_000 }, async () => {
  const { status, said } = await calibrate(nothing, start, in_corner, in_corner, at_edge);
  assert.equal(status, 0, said);
  assert.match(said, /kept by the board: a piece stands from \d+ steps/);

  time.stop();
  await running;
  place(start);
  machine.power_on();
  const host = new Host(machine, uart);
  host.open();
  machine.run_until_met(() => host.last('snapshot'), 3e6, 'a snapshot');
  const { squares: planes } = host.last('snapshot');
  const content = square => [0, 1, 2, 3].reduce((sum, plane) => sum | Number((BigInt(planes[`plane${plane}`]) >> BigInt(square)) & 1n) << plane, 0);
  for (const square of squares) assert.equal(content(square), square < 16 ? white : square >= 48 ? black : 0, `square ${square}`);
  host.send('calibration', { boot_id: host.boot_id, kept: 0, threshold: 0, release: 0, zero: Array(64).fill(0) });
  machine.run_until_met(() => host.last('calibration'), 2e6, 'the calibration');
  assert.equal(host.last('calibration').kept, 1);
  host.close();
  uart.on_bytes = bytes => tcp.socket?.write(Buffer.from(bytes));
  time = new RealTime(machine);
  running = time.run();
});

test('a piece left on the empty board, or one of the other side, is named', { timeout: 120_000 }, async () => {
  const left = await calibrate(square => square === 27 ? strength : 0);
  assert.equal(left.status, 1);
  assert.match(left.said, /d4 reads \d+ where the others read about \d+/);

  const wrong = await calibrate(nothing, square => square === 4 ? -piece : start(square));
  assert.equal(wrong.status, 1);
  assert.match(wrong.said, /e1 shows a piece of the other side/);
});
