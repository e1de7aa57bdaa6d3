// The protocol over either USB line and both: nothing is lost or doubled, whatever hosts and cables do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hall_board } from './lib/hall_board.mjs';
import { cdc, clear_halt, endpoint_status, set_halt, set_interface, shake, usb_board, UsbLineHost, vendor } from './lib/usb_board.mjs';

/// By shake(): within one, the order depends on where the scan was.
const groups = events => Array.from({ length: Math.ceil(events.length / 64) }, (_, at) =>
  events.slice(64 * at, 64 * at + 64).map(([kind, square]) => `${kind} ${square}`).sort());
const told = host => groups(host.events.map(({ kind, square }) => [kind, square]));
function assert_told(host, expected) {
  assert.equal(host.events.length, expected.length);
  assert.deepEqual(told(host), groups(expected));
  host.events.forEach(({ seq, time_us }, at) => assert.ok(seq === at && time_us >= (host.events[at - 1]?.time_us ?? 0)));
  assert.deepEqual(host.record.gaps, []);
}
const good = host => Object.entries(host.receiver.counters).every(([name, count]) => name === 'good' || count === 0);

for (const [name, endpoints] of Object.entries({ 'serial port': cdc, 'vendor interface': vendor })) {
  test(`${name}: hello, events and acknowledgements`, async () => {
    const board = await usb_board();
    const host = await new UsbLineHost(board, endpoints).plug_in();
    assert.deepEqual(host.heard.map(([heard]) => heard), ['hello', 'snapshot', 'health', 'condition', 'chip']);
    const lifted_us = board.machine.now_us + 10_000;
    board.machine.at(lifted_us, () => board.matrix.set(12, false));
    board.machine.run_for(100_000);
    assert_told(host, [['lift', 12]]);
    const late_us = host.events[0].taken_us - lifted_us;
    assert.ok(late_us <= 5_000 + 1_000 + 2_000, `${late_us} µs from the edge to the host`);
    board.machine.run_for(2_500_000);
    assert.equal(host.last('pong').boot_id, host.boot_id);
    assert.equal(host.heard.filter(([heard]) => heard === 'events').length, 1); // was acknowledged
    assert.ok(good(host));
  });

  test(`${name}: thousands of events, each once and in order`, async () => {
    const board = await usb_board();
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const expected = shake(board, 40);
    board.machine.run_for(100_000);
    assert.equal(expected.length, 2560);
    assert_told(host, expected);
    assert.equal(host.duplicates, 0);
    assert.ok(good(host));
    assert.ok(host.line.packets.at(-1) < 64);
    assert.equal(board.usb.bus.toggle_errors, 0);
  });

  test(`${name}: what happened while the cable was out comes when it is in again`, async () => {
    const board = await usb_board();
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const expected = shake(board, 3);
    for (let time = 0; time < 4; ++time) {
      expected.push(...shake(board, 1, 0));
      board.machine.run_until_met(() => host.receiver.collected.length > 60 * time, 1e5, 'a frame that has begun', 10);
      board.usb.detach();
      board.machine.run_for(70_000);
      expected.push(...shake(board, 8));
      await board.usb.settled(board.usb.attach());
      await board.usb.settled(board.usb.enumerate());
      await host.plug_in({ wait: false });
      expected.push(...shake(board, 2, 75_000 + 1_300 * time));
    }
    board.machine.run_for(1_500_000);
    assert_told(host, expected);
    assert.equal(board.machine.starts, 1);
  });

  test(`${name}: halted endpoints stall, and go on where they were`, async () => {
    const board = await usb_board();
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const expected = [];
    for (let time = 0; time < 6; ++time) {
      for (const endpoint of [endpoints.in, endpoints.out]) {
        await board.usb.settled(board.usb.control(set_halt(endpoint)));
        expected.push(...shake(board, 1));
        await assert.rejects(board.usb.settled(endpoint & 0x80 ? board.usb.in(endpoint, 64) : board.usb.out(endpoint, [0])), { stall: true });
        assert.deepEqual([...await board.usb.settled(board.usb.control(endpoint_status(endpoint)))], [1, 0]);
        await board.usb.settled(board.usb.control(clear_halt(endpoint)));
        assert.deepEqual([...await board.usb.settled(board.usb.control(endpoint_status(endpoint)))], [0, 0]);
        host.line.open(); // the host gave it up
      }
      expected.push(...shake(board, 1));
    }
    board.machine.run_for(1_500_000);
    assert_told(host, expected);
    assert.equal(board.usb.bus.toggle_errors, 0);
  });

  test(`${name}: a bus that sleeps keeps what happens for when it wakes`, async () => {
    const board = await usb_board();
    const host = await new UsbLineHost(board, endpoints).plug_in();
    const expected = shake(board, 2);
    board.usb.suspend();
    expected.push(...shake(board, 10));
    board.machine.run_for(7_000_000);
    board.usb.resume();
    board.machine.run_for(3_000_000);
    expected.push(...shake(board, 2));
    board.machine.run_for(100_000);
    assert_told(host, expected);
  });
}

test('a host that never reads one line holds up nobody on the other', async () => {
  for (const [unread, read] of [[cdc, vendor], [vendor, cdc]]) {
    const board = await usb_board();
    const deaf = new UsbLineHost(board, unread);
    deaf.line.set_reads(false);
    await deaf.plug_in({ wait: false });
    const expected = shake(board, 20); // fills the line
    deaf.close();
    const host = await new UsbLineHost(board, read).plug_in({ wait: false });
    board.machine.run_for(7_000_000); // the last host's silence frees the link
    deaf.open();
    expected.push(...shake(board, 20));
    board.machine.run_for(500_000);
    assert_told(host, expected);
  }
});

test('requests and bytes for nobody on the other line do not disturb the one in use', async () => {
  const board = await usb_board();
  const { machine, usb } = board;
  const host = await new UsbLineHost(board, vendor).plug_in();
  let requests = 0, packets = 0, busy = true;
  const ask = done => usb.controlling(endpoint_status(0x83))((error, status) => {
    assert.ifError(error);
    assert.deepEqual([...status], [0, 0]);
    ++requests;
    if (busy) ask();
  });
  const chatter = () => usb.writing(cdc.out, Array.from({ length: 1 + requests % 64 }, () => 0x41))(error => {
    assert.ifError(error);
    ++packets;
    if (busy) chatter();
  });
  ask();
  chatter();
  const expected = shake(board, 20);
  busy = false;
  machine.run_for(100_000);
  assert_told(host, expected);
  assert.ok(good(host));
  assert.ok(requests > 2_000 && packets > 2_000, `${requests} requests, ${packets} packets`);
  assert.equal(usb.bus.toggle_errors, 0);
});

test('the link changes lines with its host, and nothing is lost on the way', async () => {
  const board = await usb_board();
  const serial = await new UsbLineHost(board, cdc).plug_in();
  const direct = new UsbLineHost(board, vendor);
  const first = shake(board, 5);
  await direct.plug_in({ wait: false });
  const second = shake(board, 5);
  board.machine.run_for(1_500_000);
  assert.deepEqual(direct.heard, []); // the serial port is in use
  assert_told(serial, [...first, ...second]);

  await serial.leave();
  board.machine.run_for(1_100_000);
  const third = shake(board, 5);
  board.machine.run_for(100_000);
  assert.deepEqual(told(direct), groups(third));

  direct.close();
  direct.line.close();
  await board.usb.settled(board.usb.control(set_interface(2)));
  serial.following = false;
  await serial.plug_in({ wait: false });
  board.machine.run_for(100_000);
  const fourth = shake(board, 5);
  board.machine.run_for(100_000);
  assert.deepEqual(told(serial).slice((first.length + second.length) / 64), groups(fourth));
});

test('the UART has the link where no USB host wants it, and gives it up to one', async () => {
  const board = await usb_board();
  board.host.open();
  board.machine.run_until_met(() => board.host.last('condition'), 1e6, 'a board that is followed');
  const first = shake(board, 2, 200_000);
  assert_told(board.host, first);
  board.host.close();
  const host = new UsbLineHost(board, vendor);
  await host.plug_in({ wait: false });
  board.machine.run_for(7_000_000);
  const second = shake(board, 3);
  board.machine.run_for(100_000);
  assert.deepEqual(told(host), groups(second));
});

test('a board that starts anew is gone from the bus, and comes back as another boot', async () => {
  const board = await usb_board();
  const host = await new UsbLineHost(board, vendor).plug_in();
  shake(board, 2);
  const boot_id = host.boot_id;
  let gone = 0;
  board.usb.on_gone = () => ++gone;
  board.machine.pull_run_pin();
  assert.equal(gone, 1);
  board.machine.run_for(100_000);
  await board.usb.settled(board.usb.attach());
  await board.usb.settled(board.usb.enumerate());
  await host.plug_in();
  const expected = shake(board, 3);
  board.machine.run_for(100_000);
  assert.notEqual(host.boot_id, boot_id);
  assert_told(host, expected);
});

test('told to start anew, it answers what came before', async () => {
  const board = await usb_board();
  const host = await new UsbLineHost(board, vendor).plug_in();
  host.send('ping', { host_us: 7n });
  host.send('reboot', { boot_id: host.boot_id, into: 1 });
  board.machine.run_until_met(() => board.machine.starts === 2, 1e6, 'another start');
  assert.equal(host.last('pong').host_us, 7n);
});

test('told to start anew by a host that takes nothing more, it does', async () => {
  const board = await usb_board();
  const host = await new UsbLineHost(board, vendor).plug_in();
  host.line.set_reads(false);
  shake(board, 4);
  host.send('reboot', { boot_id: host.boot_id, into: 1 });
  board.machine.run_for(400_000);
  assert.equal(board.machine.starts, 1);
  board.machine.run_for(200_000);
  assert.equal(board.machine.starts, 2);
});

test('a board that writes its flash, and hears nothing meanwhile, takes what was sent then', async () => {
  const board = hall_board();
  const { machine, usb } = board;
  board.host.close();
  await usb.settled(usb.attach());
  await usb.settled(usb.enumerate());
  machine.run_for(6_000_000); // until the UART's host has lost the link
  const host = await new UsbLineHost(board, vendor).plug_in();
  const boot_id = host.boot_id;
  host.send('calibration', { boot_id, kept: 0, threshold: 300, release: 200, zero: Array(64).fill(2048) });
  for (let sent = 0n; sent < 10n; ++sent) host.send('ping', { host_us: sent });
  const asked = usb.control(endpoint_status(0x83));
  machine.run_for(1_000_000);
  assert.deepEqual([...await asked], [0, 0]);
  assert.equal(host.last('calibration').kept, 1);
  // Of several pings only the last is answered.
  assert.ok(host.heard.some(([name, { host_us }]) => name === 'pong' && host_us === 9n));
  assert.ok(good(host));
  assert.equal(machine.starts, 1);
});
