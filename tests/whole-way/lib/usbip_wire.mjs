// The server's side of USB/IP 1.1.1 as bytes: Documentation/usb/usbip_protocol.rst of the Linux kernel.

const version = 0x0111;
const op = { request_devlist: 0x8005, reply_devlist: 0x0005, request_import: 0x8003, reply_import: 0x0003 };
const command = { submit: 1, unlink: 2, ret_submit: 3, ret_unlink: 4 };
const header_size = 48;
const import_size = 40;
const largest_transfer = 1 << 20;

export const full_speed = 2;

/// 0 or a kernel error number.
export const status = { ok: 0, stall: -32, overflow: -75, protocol: -71, unlinked: -104 };

/// Parses a connection's bytes, in pieces of any size:
///   { kind: 'devlist' }   { kind: 'import', busid }
///   { kind: 'submit', seqnum, in, endpoint, flags, length, setup, data }   data: OUT only; setup: 8 bytes
///   { kind: 'unlink', seqnum, unlink_seqnum }
export class Requests {
  #bytes = Buffer.alloc(0);

  push(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  /// Undefined until a request is complete. Throws if it is no USB/IP.
  next() {
    const size = this.#size();
    if (size === undefined || this.#bytes.length < size) return undefined;
    const bytes = this.#bytes.subarray(0, size);
    this.#bytes = this.#bytes.subarray(size);
    if (bytes.readUInt16BE(0) === version) return operation(bytes);
    return bytes.readUInt32BE(0) === command.submit ? submit(bytes) : unlink(bytes);
  }

  #size() {
    const bytes = this.#bytes;
    if (bytes.length < 4) return undefined;
    if (bytes.readUInt16BE(0) === version) {
      const code = bytes.readUInt16BE(2);
      if (code === op.request_devlist) return 8;
      if (code === op.request_import) return import_size;
      throw new Error(`USB/IP operation 0x${code.toString(16)} is none`);
    }
    const what = bytes.readUInt32BE(0);
    if (what === command.unlink) return header_size;
    if (what !== command.submit) throw new Error(`USB/IP command ${what} is none`);
    if (bytes.length < header_size) return undefined;
    const length = bytes.readUInt32BE(24);
    if (length > largest_transfer) throw new Error(`a transfer of ${length} bytes is too long`);
    return header_size + (bytes.readUInt32BE(12) === 0 ? length : 0);
  }
}

function operation(bytes) {
  if (bytes.readUInt16BE(2) === op.request_devlist) return { kind: 'devlist' };
  return { kind: 'import', busid: text(bytes.subarray(8, import_size)) };
}

function submit(bytes) {
  return {
    kind: 'submit',
    seqnum: bytes.readUInt32BE(4),
    in: bytes.readUInt32BE(12) === 1,
    endpoint: bytes.readUInt32BE(16),
    flags: bytes.readUInt32BE(20),
    length: bytes.readUInt32BE(24),
    setup: bytes.subarray(40, header_size),
    data: bytes.subarray(header_size),
  };
}

const unlink = bytes => ({ kind: 'unlink', seqnum: bytes.readUInt32BE(4), unlink_seqnum: bytes.readUInt32BE(20) });

const text = bytes => bytes.subarray(0, (bytes.indexOf(0) + bytes.length + 1) % (bytes.length + 1)).toString('latin1');

/// `devices` are { busid, busnum, devnum, speed, description: Description }.
export function devlist_reply(devices) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(devices.length);
  return Buffer.concat([operation_head(op.reply_devlist, 0), count,
    ...devices.flatMap(device => [record(device), interfaces(device.description)])]);
}

/// Undefined: no such device, or taken.
export function import_reply(device) {
  return device ? Buffer.concat([operation_head(op.reply_import, 0), record(device)]) : operation_head(op.reply_import, 1);
}

/// `data` came in; `length` bytes went out.
export function submit_reply(request, result, data = Buffer.alloc(0), length = data.length) {
  const head = urb_head(command.ret_submit, request.seqnum, result);
  head.writeUInt32BE(length, 24);
  head.writeUInt32BE(0xffffffff, 28); // start_frame: not isochronous
  return Buffer.concat([head, data]);
}

export const unlink_reply = (request, result) => urb_head(command.ret_unlink, request.seqnum, result);

function operation_head(code, result) {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16BE(version, 0);
  bytes.writeUInt16BE(code, 2);
  bytes.writeUInt32BE(result, 4);
  return bytes;
}

function urb_head(what, seqnum, result) {
  const bytes = Buffer.alloc(header_size);
  bytes.writeUInt32BE(what, 0);
  bytes.writeUInt32BE(seqnum, 4);
  bytes.writeInt32BE(result, 20);
  return bytes;
}

function record({ busid, busnum, devnum, speed, description }) {
  const bytes = Buffer.alloc(312);
  bytes.write(`/sys/devices/emulated/${busid}`, 0, 'latin1');
  bytes.write(busid, 256, 'latin1');
  bytes.writeUInt32BE(busnum, 288);
  bytes.writeUInt32BE(devnum, 292);
  bytes.writeUInt32BE(speed, 296);
  const { device, configuration } = description;
  bytes.writeUInt16BE(device.readUInt16LE(8), 300);  // idVendor
  bytes.writeUInt16BE(device.readUInt16LE(10), 302); // idProduct
  bytes.writeUInt16BE(device.readUInt16LE(12), 304); // bcdDevice
  device.copy(bytes, 306, 4, 7);                     // class, subclass, protocol
  bytes[309] = configuration[5];                     // bConfigurationValue
  bytes[310] = device[17];                           // bNumConfigurations
  bytes[311] = configuration[4];                     // bNumInterfaces
  return bytes;
}

const interfaces = ({ interface_classes }) => Buffer.concat(interface_classes.map(kind => Buffer.from([...kind, 0])));

/// Device descriptor and whole first configuration (USB 2.0, 9.6).
export class Description {
  /// By endpoint address; [class, subclass, protocol] by interface.
  max_packet = new Map();
  interface_classes = [];

  constructor(device, configuration) {
    this.device = Buffer.from(device);
    this.configuration = Buffer.from(configuration);
    const all = this.configuration;
    for (let at = 0; at + 2 <= all.length && all[at] >= 2; at += all[at]) {
      const [interface_type, endpoint_type] = [4, 5];
      if (all[at + 1] === endpoint_type) this.max_packet.set(all[at + 2], all.readUInt16LE(at + 4) & 0x7ff);
      if (all[at + 1] === interface_type && all[at + 3] === 0) this.interface_classes.push([...all.subarray(at + 5, at + 8)]);
    }
  }
}
