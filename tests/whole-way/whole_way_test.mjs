// The whole way: hands play on the emulated board, whose unchanged image is a USB device of a Debian kernel
// with adoubed. Cables come loose, the daemon is killed, the board restarts; the record is the game played,
// with every touch once.
//
//   node whole_way_test.mjs serial|libusb      environment: ADOUBE_BIN, ADOUBE_IMAGES;
//                                              ADOUBE_STORY=1 prints the log

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { check_events, check_game, game_by_hand, play } from './lib/game.mjs';
import { kernel_or_skip } from './lib/needs.mjs';
import { WholeWay } from './lib/whole_way.mjs';

const lines = {
  serial: {
    port_of: way => way.serial_port,
    group: 'dialout', // see README
  },
  libusb: {
    port_of: way => `usb:${way.board.serial}`,
    group: 'plugdev', // see firmware/60-adoube.rules
  },
};
const [name, other] = process.argv[2] === 'serial' ? ['serial', 'libusb'] : ['libusb', 'serial'];
const port_on = (line, way) => ({ port: lines[line].port_of(way), group: lines[line].group });

// Castling, or an en passant mate.
const game = { serial: 'opera', libusb: 'gundersen-faul' }[name];

const start_anew = {
  serial(way) { // a power loss
    way.board.power_off();
    way.power_on();
  },
  libusb: way => way.board.reset(),
}[name];

const bin = process.env.ADOUBE_BIN;
const kernel = kernel_or_skip();

test(`a game comes whole through ${name}`, { timeout: 280_000 }, async () => {
  const { played, hands } = game_by_hand(bin, game);
  await new WholeWay(bin).go(way => go(way, hands, played));
});

async function go(way, hands, played) {
  await way.begin(kernel);
  assert.equal(await way.cable_in(), '1-1');
  await look_after_board(way);
  await way.start_daemon(port_on(name, way));
  assert.match((await way.adoube('board', 'list')).said, { serial: /in use by adoubed .*as a serial port/, libusb: /in use by adoubed / }[name]);
  await play(way, hands, mishaps);
  await check_game(way, played);
  assert.equal(await way.kill_daemon('INT'), 0);
  check_record(await way.journal(), hands);
  assert.doesNotMatch(way.story, /may not be opened/, 'udev needs a moment, which is nobody\'s fault');
}

async function look_after_board(way) {
  const { port } = port_on(name, way), { serial } = way.board;
  assert.match((await way.adoube('board', 'list')).said, new RegExp(`^usb:${serial} .* pico-matrix .* free\n$`));
  const { status, said } = await way.adoube('board', 'info', port);
  assert.equal(status, 0, said);
  assert.match(said, new RegExp(`^board +${serial}\n[^]*^health `, 'm'));
}

const mishaps = [
  [4, async function the_cable_comes_loose_and_is_put_back(way) {
    const closed = way.daemon_says(/was closed/), back = way.daemon_says(/is on port/);
    way.cable_out();
    await closed;
    await way.cable_in();
    await back;
  }],
  [8, async function the_cable_comes_loose(way) {
    way.cable_out();
  }],
  [13, async function the_cable_is_put_into_another_port(way) {
    const back = way.daemon_says(/is on port/);
    await way.plug_another();
    assert.equal(await way.cable_in(), '1-2');
    await back;
  }],
  [17, async function the_daemon_is_killed(way) {
    await way.kill_daemon();
  }],
  [21, async function the_daemon_is_started_again(way) {
    await way.start_daemon(port_on(name, way));
  }],
  [24, async function the_cable_is_loose(way) {
    for (const contact_ms of [20, 300, 100, 700]) {
      way.cable_out();
      await way.cable_in();
      await way.board.pass(contact_ms);
    }
    const back = way.daemon_says(/is on port/);
    way.cable_out();
    await way.cable_in();
    await back;
  }],
  [29, async function the_board_starts_anew(way, made) {
    // The restart loses what only the board has.
    while ((await way.journal()).filter(({ boot }) => boot).length < made) await sleep(200);
    const back = way.daemon_says(/is on port/);
    way.cable_out();
    start_anew(way);
    await way.cable_in();
    await back;
  }],
  [32, async function the_daemon_is_started_on_the_other_line(way) {
    assert.equal(await way.kill_daemon('INT'), 0);
    await way.start_daemon(port_on(other, way));
  }],
];

/// Two boots, with nothing between.
function check_record(journal, hands) {
  assert.equal(check_events(journal, hands), 2);
  assert.deepEqual(journal.flatMap(({ input }) => input.gap ?? []), ['power']);
}
