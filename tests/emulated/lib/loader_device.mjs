// The RP2040's boot ROM loader as a USB device (data sheet 2.8.4 and 2.8.5) over a Machine's flash: PICOBOOT,
// and a drive that nobody mounts. Same interface as usb_host.mjs: attach(), detach(), control(setup, data),
// in(endpoint, length), out(endpoint, data).

const sector = 4096, page = 256;
const flash_start = 0x10000000;
const loader_magic = 0x431fd10b;
const status = {
  ok: 0, unknown_command: 1, command_length: 2, transfer_length: 3, address: 4, alignment: 5, rebooting: 7,
};

const device_descriptor = Buffer.from('12011001000000408a2e0300000101020301', 'hex');
const configuration_descriptor = Buffer.from(
  '0902370002010080fa' +
  '090400000208065000' + '07058102400000' + '07050202400000' +
  '0904010002ff000000' + '07050302400000' + '07058402400000', 'hex');

class Stall extends Error {
  stall = true;
}

export class LoaderDevice {
  /// `restart()`: the chip runs its flash.
  constructor(machine, restart) {
    this.flash = machine.chip.flash;
    this.restart = restart;
    this.#forget();
  }

  #forget() {
    this.command = null;  // under way
    this.arrived = [];    // bytes of its data
    this.replies = [];    // packets to the host
    this.stalled = false;
    this.last = { token: 0, status: status.ok, id: 0 };
  }

  async attach() {}
  detach() {}

  async control(setup, data) {
    const [type, request, value_low, value_high] = setup;
    const length = setup.readUInt16LE(6);
    if (type === 0x80 && request === 6) return this.#descriptor(value_high, value_low).subarray(0, length);
    if (type === 0x80 && request === 0) return Buffer.alloc(2);
    if (type === 0x80 && request === 8) return Buffer.from([1]);
    if (type === 0x00 && [5, 9].includes(request)) return Buffer.alloc(0);
    if (type === 0x01 && request === 11) return Buffer.alloc(0);
    if (type === 0x02 && request === 1) {
      this.stalled = false;
      return Buffer.alloc(0);
    }
    if (type === 0x41 && request === 0x41) {
      this.#forget();
      return Buffer.alloc(0);
    }
    if (type === 0xc1 && request === 0x42) return this.#status().subarray(0, length);
    throw new Stall(`request ${setup.toString('hex')}`);
  }
  #descriptor(kind, index) {
    if (kind === 1) return device_descriptor;
    if (kind === 2) return configuration_descriptor;
    if (kind !== 3) throw new Stall('descriptor');
    if (index === 0) return Buffer.from('04030904', 'hex');
    const text = Buffer.from(['', 'Raspberry Pi', 'RP2 Boot', 'E0C9125B0D9B'][index] ?? '', 'utf16le');
    return Buffer.concat([Buffer.from([text.length + 2, 3]), text]);
  }
  #status() {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32LE(this.last.token, 0);
    bytes.writeUInt32LE(this.last.status, 4);
    bytes[8] = this.last.id;
    return bytes;
  }

  async out(endpoint, data) {
    if (endpoint !== 3 || this.stalled) throw new Stall('out');
    if (!this.command) return this.#begin(Buffer.from(data));
    if (this.command.id & 0x80) { // the host acknowledges the data
      this.command = null;
      return;
    }
    this.arrived.push(Buffer.from(data));
    const bytes = Buffer.concat(this.arrived);
    if (bytes.length < this.command.length) return;
    // Programming only clears bits.
    for (let at = 0; at < bytes.length; ++at) this.flash[this.command.offset + at] &= bytes[at];
    this.#agree();
  }
  async in(endpoint, length, signal) {
    if (endpoint !== 0x84 || this.stalled) throw new Stall('in');
    while (this.replies.length === 0) {
      if (signal?.aborted) throw signal.reason;
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    return this.replies.shift().subarray(0, length);
  }

  #begin(bytes) {
    if (bytes.length !== 32 || bytes.readUInt32LE(0) !== loader_magic) return this.#refuse(status.command_length);
    const [token, id, arguments_length] = [bytes.readUInt32LE(4), bytes[8], bytes[9]];
    const length = bytes.readUInt32LE(12);
    const [address, size] = [bytes.readUInt32LE(16), bytes.readUInt32LE(20)];
    this.last = { token, status: status.ok, id };
    const offset = address - flash_start;
    const in_flash = offset >= 0 && offset + size <= this.flash.length;
    this.arrived = [];
    this.command = { id, length, offset };
    const range = id === 0x03 || id === 0x05 || id === 0x84;
    if (range && arguments_length !== 8) return this.#refuse(status.command_length);
    if (range && !in_flash) return this.#refuse(status.address);
    switch (id) {
    case 0x01: case 0x06:
      return this.#agree();
    case 0x02:
      this.#agree();
      setTimeout(() => this.restart(), bytes.readUInt32LE(24));
      return;
    case 0x03:
      if (offset % sector || size % sector) return this.#refuse(status.alignment);
      this.flash.fill(0xff, offset, offset + size);
      return this.#agree();
    case 0x05:
      if (offset % page) return this.#refuse(status.alignment);
      if (length !== size) return this.#refuse(status.transfer_length);
      return;
    case 0x84:
      if (length !== size) return this.#refuse(status.transfer_length);
      for (let at = 0; at < size; at += 64)
        this.replies.push(Buffer.from(this.flash.subarray(offset + at, offset + Math.min(at + 64, size))));
      return;
    default:
      return this.#refuse(status.unknown_command);
    }
  }
  #agree() {
    this.command = null;
    this.replies.push(Buffer.alloc(0));
  }
  #refuse(why) {
    this.command = null;
    this.last.status = why;
    this.stalled = true;
  }
}
