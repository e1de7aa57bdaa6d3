// The USB/IP server against its specification (Documentation/usb/usbip_protocol.rst of the Linux kernel).

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { Echo, device_descriptor } from './lib/echo_device.mjs';
import { UsbIpServer } from './lib/usbip_server.mjs';
import { Requests, submit_reply } from './lib/usbip_wire.mjs';

const bytes = hex => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

// The specification's example.
const interrupt_in = bytes(`00000001 00000d05 0001000f 00000001 00000001 00000200 00000040 ffffffff 00000000 00000004 00000000 00000000`);
const interrupt_out = bytes(`00000001 00000d06 0001000f 00000000 00000001 00000000 00000040 ffffffff 00000000 00000004 00000000 00000000
  ffffffff860008a784ce5ae212376300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000`);
const returned_out = bytes(`00000003 00000d06 00000000 00000000 00000000 00000000 00000040 ffffffff 00000000 00000000 00000000 00000000`);
const returned_in = bytes(`00000003 00000d05 00000000 00000000 00000000 00000000 00000040 ffffffff 00000000 00000000 00000000 00000000
  ffffffff860011a784ce5ae2123763612891b1020100000400000000000000000000000000000000000000000000000000000000000000000000000000000000`);

test('requests of the specification, in pieces of every size', () => {
  const stream = Buffer.concat([bytes('0111 8005 00000000'), bytes('0111 8003 00000000'), Buffer.from('1-1'.padEnd(32, '\0')),
    interrupt_in, interrupt_out, bytes('00000002 00000d07 0001000f 00000001 00000001 00000d05'), Buffer.alloc(24)]);
  for (let size = 1; size <= stream.length; ++size) {
    const requests = new Requests();
    const got = [];
    for (let at = 0; at < stream.length; at += size) {
      requests.push(stream.subarray(at, at + size));
      for (let request; (request = requests.next()); ) got.push(request);
    }
    assert.deepEqual(got.map(({ kind }) => kind), ['devlist', 'import', 'submit', 'submit', 'unlink']);
    assert.equal(got[1].busid, '1-1');
    const [, , into, out, unlink] = got;
    assert.deepEqual([into.seqnum, into.in, into.endpoint, into.flags, into.length, into.data.length], [0xd05, true, 1, 0x200, 64, 0]);
    assert.deepEqual([out.seqnum, out.in, out.endpoint, out.length], [0xd06, false, 1, 64]);
    assert.deepEqual(out.data, interrupt_out.subarray(48));
    assert.deepEqual([unlink.seqnum, unlink.unlink_seqnum], [0xd07, 0xd05]);
  }
});

test('answers of the specification', () => {
  assert.deepEqual(submit_reply({ seqnum: 0xd06 }, 0, undefined, 64), returned_out);
  assert.deepEqual(submit_reply({ seqnum: 0xd05 }, 0, returned_in.subarray(48)), returned_in);
});

test('what is no USB/IP is refused', () => {
  for (const wrong of ['0111 8004 00000000', '0110 8005 00000000', '00000003 00000001', '00000000']) {
    const requests = new Requests();
    requests.push(bytes(wrong));
    assert.throws(() => requests.next(), /is none/, wrong);
  }
  const requests = new Requests();
  requests.push(Buffer.concat([interrupt_in.subarray(0, 24), bytes('7fffffff'), interrupt_in.subarray(28)]));
  assert.throws(() => requests.next(), /too long/);
});

let server, port;
before(async () => {
  server = new UsbIpServer();
  port = await server.listen();
});
after(() => server.close());

class Client {
  #socket = net.connect(port, '127.0.0.1');
  #bytes = Buffer.alloc(0);
  #more = () => {};
  ended = new Promise(resolve => this.#socket.on('close', resolve));

  constructor() {
    this.#socket.on('error', () => {});
    this.#socket.on('data', data => {
      this.#bytes = Buffer.concat([this.#bytes, data]);
      this.#more();
    });
  }
  send(...pieces) {
    this.#socket.write(Buffer.concat(pieces));
  }
  async read(length) {
    while (this.#bytes.length < length) await new Promise(resolve => (this.#more = resolve));
    const read = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return read;
  }
  async import(busid) {
    this.send(bytes('0111 8003 00000000'), Buffer.from(busid.padEnd(32, '\0')));
    return this.read(8);
  }
  submit(seqnum, { in: into = false, endpoint, length = 0, flags = 0, setup = Buffer.alloc(8), data = Buffer.alloc(0) }) {
    const head = Buffer.alloc(48);
    [1, seqnum, 0x10001, Number(into), endpoint, flags, into ? length : data.length].forEach((value, n) => head.writeUInt32BE(value, 4 * n));
    setup.copy(head, 40);
    this.send(head, data);
  }
  unlink(seqnum, unlinked) {
    const head = Buffer.alloc(48);
    [2, seqnum, 0x10001, 0, 0, unlinked].forEach((value, n) => head.writeUInt32BE(value, 4 * n));
    this.send(head);
  }
  // [command, seqnum, status]; for a submit also its length or, `in_data`, the data.
  async answer(in_data = false) {
    const head = await this.read(48);
    const [what, seqnum, result, length] = [head.readUInt32BE(0), head.readUInt32BE(4), head.readInt32BE(20), head.readUInt32BE(24)];
    if (what !== 3) return [what, seqnum, result];
    return in_data ? [what, seqnum, result, await this.read(length)] : [what, seqnum, result, length];
  }
  close() {
    this.#socket.destroy();
    return this.ended;
  }
}

let echoes = 0;
async function imported() {
  const busid = `1-${++echoes}`;
  const device = new Echo();
  await server.plug(busid, device);
  const client = new Client();
  assert.deepEqual(await client.import(busid), bytes('0111 0003 00000000'));
  await client.read(312);
  return { busid, device, client };
}

test('the list of devices, and what an import says of one', async () => {
  await server.plug('3-2', new Echo());
  const record = Buffer.alloc(312);
  record.write('/sys/devices/emulated/3-2', 0);
  record.write('3-2', 256);
  bytes(`00000001 00000001 00000002 1209 0001 1234 ef 02 01 01 01 01`).copy(record, 288);
  const client = new Client();
  client.send(bytes('0111 8005 00000000'));
  assert.deepEqual(await client.read(12 + 312 + 4), Buffer.concat([bytes('0111 0005 00000000 00000001'), record, bytes('ff 41 01 00')]));
  await client.ended;
  const importer = new Client();
  assert.deepEqual(await importer.import('3-2'), bytes('0111 0003 00000000'));
  assert.deepEqual(await importer.read(312), record);
  server.unplug('3-2');
  await importer.ended;
});

test('what is not there, or taken, is not to be imported', async () => {
  const refused = bytes('0111 0003 00000001');
  assert.deepEqual(await new Client().import('9-9'), refused);
  const { busid, client } = await imported();
  assert.deepEqual(await new Client().import(busid), refused);
  await client.close();
  let answer = refused; // until the server notices
  while (answer.equals(refused)) answer = await new Client().import(busid);
  assert.deepEqual(answer, bytes('0111 0003 00000000'));
});

test('control transfers, and a stall', async () => {
  const { client } = await imported();
  client.submit(1, { in: true, endpoint: 0, length: 18, setup: bytes('80 06 0001 0000 1200') });
  assert.deepEqual(await client.answer(true), [3, 1, 0, device_descriptor]);
  client.submit(2, { in: true, endpoint: 0, length: 255, setup: bytes('80 06 0003 0000 ff00') });
  assert.deepEqual(await client.answer(), [3, 2, -32, 0]);
  client.submit(3, { endpoint: 0, setup: bytes('00 09 0100 0000 0000') });
  assert.deepEqual(await client.answer(), [3, 3, 0, 0]);
});

test('bulk transfers end with a short packet, or when they are full', async () => {
  const { client } = await imported();
  const data = Buffer.from(Array.from({ length: 150 }, (_, n) => n));
  client.submit(1, { endpoint: 2, data });
  assert.deepEqual(await client.answer(), [3, 1, 0, 150]);
  client.submit(2, { in: true, endpoint: 2, length: 128 });
  assert.deepEqual(await client.answer(true), [3, 2, 0, data.subarray(0, 128)]);
  client.submit(3, { in: true, endpoint: 2, length: 128 });
  assert.deepEqual(await client.answer(true), [3, 3, 0, data.subarray(128)]);
  const urb_zero_packet = 0x40;
  client.submit(4, { endpoint: 2, data: data.subarray(0, 64), flags: urb_zero_packet });
  client.submit(5, { in: true, endpoint: 2, length: 128 });
  assert.deepEqual([await client.answer(), await client.answer(true)], [[3, 4, 0, 64], [3, 5, 0, data.subarray(0, 64)]]);
});

test('more than there is room for is an overflow', async () => {
  const { client } = await imported();
  client.submit(1, { endpoint: 2, data: Buffer.alloc(64) });
  await client.answer();
  client.submit(2, { in: true, endpoint: 2, length: 10 });
  assert.deepEqual(await client.answer(), [3, 2, -75, 0]);
});

test('transfers wait for the device, and are unlinked in any order', async () => {
  const { client } = await imported();
  for (const seqnum of [1, 2, 3]) client.submit(seqnum, { in: true, endpoint: 2, length: 64 });
  client.unlink(4, 2); // not begun
  assert.deepEqual(await client.answer(), [4, 4, -104]);
  client.unlink(5, 1); // waits for the device
  assert.deepEqual(await client.answer(), [4, 5, -104]);
  client.submit(6, { endpoint: 2, data: Buffer.from('here') });
  const answers = [await client.read(48), await client.read(48 + 4)];
  assert.deepEqual(answers.map(answer => answer.readUInt32BE(4)).sort(), [3, 6]);
  client.unlink(7, 3); // was answered
  assert.deepEqual(await client.answer(), [4, 7, 0]);
});

test('a cable pulled in the middle of a transfer ends the connection; plugged in again the device is another', async () => {
  const { busid, device, client } = await imported();
  client.submit(1, { in: true, endpoint: 2, length: 64 });
  while (!device.is_waited_for) await new Promise(setImmediate);
  server.unplug(busid);
  await client.ended;
  assert.equal(device.attached, 0);
  assert.deepEqual(await new Client().import(busid), bytes('0111 0003 00000001'));
  await server.plug(busid, device);
  assert.deepEqual(await new Client().import(busid), bytes('0111 0003 00000000'));
});

test('a connection that talks nonsense is cut', async () => {
  const before_import = new Client();
  before_import.send(interrupt_in);
  await before_import.ended;
  const { client } = await imported();
  client.send(bytes('00000007'));
  await client.ended;
});
