// A USB device in plain JavaScript, for usbip_server.mjs.

const bytes = hex => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

export const device_descriptor = bytes('12 01 1002 ef 02 01 40 0912 0100 3412 01 02 03 01');
const configuration_descriptor = bytes(`09 02 2000 01 01 00 80 32   09 04 00 00 02 ff 41 01 00
  07 05 82 02 4000 00   07 05 02 02 4000 00`);

/// Returns on endpoint 0x82 what it gets on 0x02, in packets of 64 bytes. A string request makes it stall.
export class Echo {
  attached = 0;
  #packets = [];
  #wanted;

  async attach() {
    ++this.attached;
    this.#packets = [];
  }
  /// A read is waiting.
  get is_waited_for() {
    return this.#wanted !== undefined;
  }
  detach() {
    this.attached = 0;
  }
  async control(setup) {
    const descriptors = [undefined, device_descriptor, configuration_descriptor];
    const descriptor = setup[1] === 6 ? descriptors[setup[3]] : Buffer.alloc(0);
    if (!descriptor) throw Object.assign(new Error('stalled'), { stall: true });
    return descriptor.subarray(0, setup.readUInt16LE(6));
  }
  async out(endpoint, data) {
    if (endpoint !== 2 || data.length > 64) throw new Error(`${data.length} bytes to endpoint ${endpoint}`);
    this.#packets.push(Buffer.from(data));
    this.#wanted?.();
  }
  async in(endpoint, length, signal) {
    if (endpoint !== 0x82) throw new Error(`endpoint ${endpoint} is none`);
    while (this.#packets.length === 0) {
      await new Promise((resolve, reject) => {
        this.#wanted = resolve;
        signal.addEventListener('abort', () => reject(new Error('broken off')));
      });
    }
    return this.#packets.shift();
  }
}
