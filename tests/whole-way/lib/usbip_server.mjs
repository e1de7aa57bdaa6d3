// A USB/IP server for a Linux kernel's `usbip attach`.
//
// The devices have the interface that tests/emulated/lib/usb_host.mjs gives a chip:
//   async attach()                 connects, resets and addresses
//   detach()
//   async control(setup, data, signal)    setup: 8 bytes; returns the data in
//   async in(endpoint, length, signal)    one packet; endpoint as in its descriptor, 0x80 + number
//   async out(endpoint, data, signal)     one packet
//
// They wait out NAKs until `signal` is aborted: then they throw, and nothing was transferred. A stall throws
// an error whose `stall` is true.

import net from 'node:net';
import { Description, Requests, devlist_reply, full_speed, import_reply, status, submit_reply, unlink_reply } from './usbip_wire.mjs';

const control_in = 0x80;
const get_descriptor = 6;
const zero_packet = 0x40; // transfer flag USBIP_URB_ZERO_PACKET

export class UsbIpServer {
  #devices = new Map();
  #connections = new Set();
  #server = net.createServer(socket => new Connection(socket, this.#devices, this.#connections));
  #plugged = 0;

  /// On loopback; returns the port.
  async listen() {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return this.#server.address().port;
  }

  /// Can be imported as `busid`, such as "1-1".
  async plug(busid, device) {
    await device.attach();
    const description = await describe(device);
    this.#devices.set(busid, { busid, busnum: 1, devnum: ++this.#plugged, speed: full_speed, device, description });
  }

  unplug(busid) {
    const entry = this.#devices.get(busid);
    this.#devices.delete(busid);
    entry?.connection?.cut();
    entry?.device.detach();
  }

  close() {
    for (const busid of [...this.#devices.keys()]) this.unplug(busid);
    for (const connection of this.#connections) connection.cut();
    this.#server.close();
  }
}

async function describe(device) {
  const configuration_head = await descriptor(device, 2, 9);
  return new Description(await descriptor(device, 1, 18), await descriptor(device, 2, configuration_head.readUInt16LE(2)));
}

async function descriptor(device, type, length) {
  return Buffer.from(await device.control(Buffer.from([control_in, get_descriptor, 0, type, 0, 0, length & 255, length >> 8])));
}

class Connection {
  #socket;
  #devices;
  #requests = new Requests();
  #queues = new Map(); // by endpoint address
  #entry;

  constructor(socket, devices, all) {
    this.#socket = socket;
    this.#devices = devices;
    all.add(this);
    socket.setNoDelay(true);
    socket.on('error', () => {}); // "close" follows
    socket.on('close', () => {
      all.delete(this);
      this.#abandon();
    });
    socket.on('data', bytes => this.#receive(bytes));
  }

  cut() {
    this.#socket.destroy();
    this.#abandon();
  }

  #abandon() {
    for (const queue of this.#queues.values()) queue.abandon();
    this.#queues.clear();
    if (this.#entry?.connection === this) this.#entry.connection = undefined;
    this.#entry = undefined;
  }

  #receive(bytes) {
    try {
      this.#requests.push(bytes);
      for (let request; (request = this.#requests.next()); ) this.#serve(request);
    } catch {
      this.cut(); // the rest means nothing
    }
  }

  #serve(request) {
    if (request.kind === 'devlist') this.#socket.end(devlist_reply([...this.#devices.values()]));
    else if (request.kind === 'import') this.#import(request);
    else if (!this.#entry) throw new Error('nothing was imported');
    else if (request.kind === 'submit') this.#queue(request).submit(request);
    else this.#unlink(request);
  }

  /// The reset clears what a former importer left.
  async #import({ busid }) {
    const entry = this.#devices.get(busid);
    if (!entry || entry.connection) {
      this.#socket.end(import_reply(undefined));
      return;
    }
    this.#entry = entry;
    entry.connection = this;
    try {
      await entry.device.attach();
      if (this.#entry === entry) this.#socket.write(import_reply(entry));
    } catch {
      this.cut();
    }
  }

  #queue(request) {
    const address = request.endpoint | (request.in && request.endpoint !== 0 ? 0x80 : 0);
    if (!this.#queues.has(address)) {
      const { device, description } = this.#entry;
      this.#queues.set(address, new EndpointQueue(device, address, description.max_packet.get(address) ?? 64,
        reply => this.#socket.writable && this.#socket.write(reply)));
    }
    return this.#queues.get(address);
  }

  #unlink(request) {
    for (const queue of this.#queues.values()) if (queue.unlink(request)) return;
    this.#socket.write(unlink_reply(request, status.ok)); // its answer is on the way
  }
}

/// The transfers of one endpoint, in order.
class EndpointQueue {
  #device;
  #address;
  #max_packet;
  #reply;
  #waiting = [];
  #current;

  constructor(device, address, max_packet, reply) {
    this.#device = device;
    this.#address = address;
    this.#max_packet = max_packet;
    this.#reply = reply;
  }

  submit(request) {
    this.#waiting.push(request);
    if (!this.#current) this.#run();
  }

  /// False if not here. Drops what has not begun, breaks off what waits for the device.
  unlink(request) {
    const at = this.#waiting.findIndex(({ seqnum }) => seqnum === request.unlink_seqnum);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      this.#reply(unlink_reply(request, status.unlinked));
      return true;
    }
    if (this.#current?.request.seqnum !== request.unlink_seqnum) return false;
    this.#current.unlinked_by = request;
    this.#current.abort.abort();
    return true;
  }

  abandon() {
    this.#waiting = [];
    this.#reply = () => {};
    this.#current?.abort.abort();
  }

  async #run() {
    while (this.#waiting.length > 0) {
      const current = { request: this.#waiting.shift(), abort: new AbortController(), unlinked_by: undefined };
      this.#current = current;
      const answer = await this.#transfer(current);
      const { unlinked_by } = current;
      if (answer) this.#reply(answer);
      if (unlinked_by) this.#reply(unlink_reply(unlinked_by, answer ? status.ok : status.unlinked));
    }
    this.#current = undefined;
  }

  /// Undefined if broken off.
  async #transfer({ request, abort }) {
    try {
      if (this.#address === 0) return await this.#control(request, abort.signal);
      if (this.#address & 0x80) return await this.#in(request, abort.signal);
      return await this.#out(request, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      return submit_reply(request, error.stall ? status.stall : status.protocol);
    }
  }

  async #control(request, signal) {
    const data = Buffer.from((await this.#device.control(request.setup, request.data, signal)) ?? []);
    return request.in ? submit_reply(request, status.ok, data) : submit_reply(request, status.ok, undefined, request.data.length);
  }

  /// Until a short packet or the full length.
  async #in(request, signal) {
    const packets = [];
    let length = 0;
    for (let last = this.#max_packet; last === this.#max_packet && length < request.length; ) {
      const packet = Buffer.from(await this.#device.in(this.#address, this.#max_packet, signal));
      packets.push(packet);
      last = packet.length;
      length += last;
    }
    if (length > request.length) return submit_reply(request, status.overflow);
    return submit_reply(request, status.ok, Buffer.concat(packets));
  }

  async #out(request, signal) {
    const { data, flags } = request;
    let sent = 0;
    do {
      const packet = data.subarray(sent, sent + this.#max_packet);
      await this.#device.out(this.#address, packet, signal);
      sent += packet.length;
    } while (sent < data.length);
    const even = data.length > 0 && data.length % this.#max_packet === 0;
    if (flags & zero_packet && even) await this.#device.out(this.#address, Buffer.alloc(0), signal);
    return submit_reply(request, status.ok, undefined, sent);
  }
}
