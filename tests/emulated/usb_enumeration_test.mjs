// The descriptors, against bytes derived from the specifications; behaviour at the port.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { hall_board } from './lib/hall_board.mjs';
import { clear_halt, control_lines, endpoint_status, get_descriptor, set_configuration, set_halt, set_interface, usb_board } from './lib/usb_board.mjs';

const bytes = hex => Uint8Array.from(hex.replace(/\/\/.*$/gm, '').match(/[0-9a-f]{2}/g), byte => parseInt(byte, 16));
const hex = data => Buffer.from(data).toString('hex');

const expected = {
  // USB 2.0 table 9-8; EF/02/01 from the interface association ECN
  device: `12 01  10 02  ef 02 01  40  09 12  01 00  10 00  01 02 03  01`,
  configuration: `
    09 02  62 00  03 01 00  80 32        // table 9-10: 98 bytes, 3 interfaces, powered by the bus, 100 mA
    08 0b  00 02  02 02 00  00           // ECN: interfaces 0 and 1 are one function, a modem
    09 04  00 00 01  02 02 00  00        // table 9-12
    05 24 00  10 01                      // CDC 1.2 table 15: header
    05 24 01  00 01                      // PSTN 1.2 table 3: call management, none
    04 24 02  02                         // PSTN 1.2 table 4: ACM, line coding and serial state
    05 24 06  00 01                      // CDC 1.2 table 16: union
    07 05  81 03  10 00  10              // table 9-13: interrupt IN, 16 bytes, every 16 ms
    09 04  01 00 02  0a 00 00  00
    07 05  02 02  40 00  00              // bulk OUT, 64 bytes
    07 05  82 02  40 00  00              // bulk IN
    09 04  02 00 02  ff 41 01  04
    07 05  03 02  40 00  00
    07 05  83 02  40 00  00`,
  bos: `
    05 0f  39 00  02                     // USB 3.2 table 9-12
    18 10  05 00  38 b6 08 34 a9 09 a0 47 8b fd a0 76 88 15 b6 65  00 01  01 00   // WebUSB, "Platform Capability"
    1c 10  05 00  df 60 dd d8 89 45 c7 4c 9c d2 65 9d 9e 64 8a 9f  00 00 03 06  b2 00  02 00`, // MS OS 2.0 table 4
  microsoft: `
    0a 00  00 00  00 00 03 06  b2 00     // MS OS 2.0 table 10: set header
    08 00  01 00  00 00  a8 00           // table 11: configuration subset
    08 00  02 00  02 00  a0 00           // table 12: function subset, from interface 2
    14 00  03 00  57 49 4e 55 53 42 00 00  00 00 00 00 00 00 00 00                // table 13: "WINUSB"
    84 00  04 00  07 00  2a 00 ${utf16('DeviceInterfaceGUIDs\0')}                 // table 14: REG_MULTI_SZ
    50 00 ${utf16('{8E7C5A1F-3C60-4D8B-9E0B-AD0BE0640001}\0\0')}`,
};
function utf16(text) {
  return Buffer.from(text, 'utf16le').toString('hex');
}

test('every descriptor is as the specifications want it', async () => {
  const board = matrix_board({ host: false, flash_id: [0xde, 0xad, 0xbe, 0xef, 0, 1, 2, 3] });
  board.machine.run_for(20_000);
  await board.usb.settled(board.usb.attach());
  const { device, configuration, bos, strings } = await board.usb.settled(board.usb.enumerate());
  assert.equal(hex(device), hex(bytes(expected.device)));
  assert.equal(hex(configuration), hex(bytes(expected.configuration)));
  assert.equal(hex(bos), hex(bytes(expected.bos)));
  assert.deepEqual(strings, ['Adoube', 'Adoube pico-matrix', 'deadbeef00010203']);
  const ask = setup => board.usb.settled(board.usb.control(setup));
  assert.equal(hex(await ask([0xc0, 2, 0, 0, 7, 0, 178, 0])), hex(bytes(expected.microsoft)));
  assert.equal(hex(await ask(get_descriptor(3, 0, 255))), '04030904');
  assert.equal(hex(await ask(get_descriptor(3, 4, 255, 0x0409))), '1803' + utf16('Adoube link'));
  assert.equal(hex(await ask(get_descriptor(2, 0, 64))), hex(bytes(expected.configuration).subarray(0, 64)));
  assert.equal(hex(await ask([0x80, 8, 0, 0, 0, 0, 1, 0])), '01');
  await assert.rejects(ask(get_descriptor(6, 0, 10)), { stall: true });
  assert.equal(board.usb.bus.toggle_errors, 0);
});

test('the address holds, and no other; before the configuration no endpoint answers', async () => {
  const { machine, usb } = matrix_board({ host: false });
  machine.run_for(20_000);
  await usb.settled(usb.attach());
  await assert.rejects(usb.settled(usb.in(0x83, 64)), { gone: true });
  await usb.settled(usb.enumerate());
  usb.address = 6;
  await assert.rejects(usb.settled(usb.control(endpoint_status(0))), { gone: true });
  usb.address = 5;
  assert.equal(hex(await usb.settled(usb.control(endpoint_status(0x83)))), '0000');
});

test('D+ is pulled up only while the bus has power', async () => {
  const { machine, usb } = matrix_board({ host: false });
  machine.run_for(50_000);
  assert.ok(!usb.controller.present);
  await usb.settled(usb.attach());
  assert.ok(usb.controller.present);
  usb.detach();
  machine.run_for(2_000);
  assert.ok(!usb.controller.present);
  await usb.settled(usb.attach());
  assert.equal((await usb.settled(usb.enumerate())).strings[0], 'Adoube');
});

test('a board whose GP24 is connected to nothing, as on clones, enumerates too', async () => {
  const { machine, usb } = matrix_board({ host: false, usb: { vbus_floats: true } });
  machine.run_for(20_000);
  await usb.settled(usb.attach());
  assert.equal((await usb.settled(usb.enumerate())).strings[1], 'Adoube pico-matrix');
});

test('a dead bus keeps the board from nothing', async () => {
  const { machine, usb } = await usb_board();
  usb.controller.tells_of_aborts = false;
  usb.detach();
  machine.run_for(1_000_000);
  usb.controller.tells_of_aborts = true;
  await usb.settled(usb.attach());
  assert.equal((await usb.settled(usb.enumerate())).strings[0], 'Adoube');
  assert.equal(machine.starts, 1);
});

test('a port may be reset at any time, and often', async () => {
  const { machine, usb } = await usb_board();
  for (let time = 0; time < 20; ++time) {
    const configured = usb.control([0x00, 9, 1, 0, 0, 0, 0, 0]).catch(error => assert.ok(error.gone));
    machine.run_for(time * 7);
    await usb.settled(usb.attach());
    await configured;
    assert.equal((await usb.settled(usb.enumerate())).configuration.length, 98);
  }
});

test('a request broken off in any stage does not disturb the next', async () => {
  const { machine, usb } = await usb_board();
  for (let time_us = 1; time_us < 400; time_us += 3) {
    const breaking = new AbortController();
    const request = usb.control(get_descriptor(2, 0, 98), [], breaking.signal).catch(() => {});
    machine.run_for(time_us);
    breaking.abort(new Error('broken off'));
    await request;
    assert.equal((await usb.settled(usb.control(get_descriptor(1, 0, 18)))).length, 18);
  }
  assert.equal(usb.bus.toggle_errors, 0);
});

test('after a storm of random requests the board can be enumerated, and has not started anew', async () => {
  const { machine, usb } = await usb_board();
  const known = [get_descriptor(1, 0, 18), get_descriptor(2, 0, 255), get_descriptor(3, 2, 64, 0x0409), get_descriptor(15, 0, 57),
    endpoint_status(0x83), set_halt(0x82), clear_halt(0x82), set_halt(3), clear_halt(3), set_configuration(1), set_configuration(0),
    set_interface(1), [0x81, 10, 0, 0, 2, 0, 1, 0], [0x80, 8, 0, 0, 0, 0, 1, 0], [0x21, 0x20, 0, 0, 0, 0, 7, 0],
    [0xa1, 0x21, 0, 0, 0, 0, 7, 0], control_lines(true), control_lines(false), [0xc0, 2, 0, 0, 7, 0, 178, 0]];
  const below = limit => Math.floor(machine.random() * limit);
  let stalls = 0, answers = 0;
  for (let time = 0; time < 3_000; ++time) {
    const setup = [...known[below(known.length)]];
    for (let changes = below(3); changes > 0; --changes) setup[below(8)] = below(2) ? below(256) : below(4);
    if (setup[0] === 0 && setup[1] === 5) continue; // SET_ADDRESS would lose the host
    const data = setup[0] & 0x80 ? [] : Array.from({ length: setup[6] | (setup[7] << 8) }, () => below(256));
    try {
      await usb.settled(usb.control(setup, data));
      ++answers;
    } catch (error) {
      assert.ok(error.stall, `${setup}: ${error}`);
      ++stalls;
    }
  }
  assert.ok(stalls > 500 && answers > 500, `${stalls} stalls, ${answers} answers`);
  await usb.settled(usb.attach());
  assert.equal((await usb.settled(usb.enumerate())).strings[1], 'Adoube pico-matrix');
  assert.equal(machine.starts, 1);
});

test('a pico-hall says that it is one, and draws what its sensors need', async () => {
  const { usb } = hall_board();
  await usb.settled(usb.attach());
  const { configuration, strings } = await usb.settled(usb.enumerate());
  assert.deepEqual(strings.slice(0, 2), ['Adoube', 'Adoube pico-hall']);
  const drawing_500_ma = bytes(expected.configuration);
  drawing_500_ma[8] = 250;
  assert.equal(hex(configuration), hex(drawing_500_ma));
});
