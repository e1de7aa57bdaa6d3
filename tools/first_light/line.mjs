// A stream to a board: { send(bytes), close(), on_bytes, ended }.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import tty from 'node:tty';

const by_id = '/dev/serial/by-id';

/// The terminal of `usb:ID` is that board's serial function. Undefined while it is not there.
export function device_of(port) {
  const [, kind, name] = port.match(/^(?:(serial|usb):)?(.*)$/);
  if (kind !== 'usb') return fs.existsSync(name) ? name : undefined;
  const entries = fs.existsSync(by_id) ? fs.readdirSync(by_id) : [];
  const entry = entries.find(each => each.includes(`_${name}-`));
  return entry && join(by_id, entry);
}

function set_raw(device, baud) {
  const flag = process.platform === 'darwin' ? '-f' : '-F';
  return spawnSync('stty', [flag, device, String(baud), 'raw', '-echo']).status === 0;
}

function stream_line(stream, after_close = () => {}) {
  const line = {
    ended: false,
    on_bytes: () => {},
    send: bytes => line.ended || stream.write(Buffer.from(bytes)),
    close() {
      line.ended = true;
      stream.destroy();
      after_close();
    },
  };
  stream.on('data', bytes => line.on_bytes(bytes));
  for (const event of ['error', 'end', 'close']) stream.on(event, () => { line.ended = true; });
  return line;
}

function open_tcp(where) {
  const [host, port] = where.split(/:(?=\d+$)/);
  return new Promise(resolve => {
    const socket = net.connect({ host, port: Number(port), noDelay: true });
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(stream_line(socket)));
  });
}

function open_terminal(port, baud) {
  const device = device_of(port);
  if (!device || !set_raw(device, baud)) return undefined;
  try {
    const { O_RDWR, O_NOCTTY, O_NONBLOCK } = fs.constants;
    const descriptor = fs.openSync(device, O_RDWR | O_NOCTTY | O_NONBLOCK);
    return stream_line(new tty.ReadStream(descriptor));
  } catch {
    return undefined; // unplugged since
  }
}

/// Undefined if nobody is there.
export async function open_line(port, baud = 115_200) {
  return port.startsWith('tcp:') ? open_tcp(port.slice(4)) : open_terminal(port, baud);
}
