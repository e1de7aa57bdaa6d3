// One of the board's USB lines, for host.mjs: always reads, writes in order.

export const cdc = { in: 0x82, out: 0x02 }, vendor = { in: 0x83, out: 0x03 };

export class UsbLine {
  #open = false;
  #to_send = [];
  #writing = false;
  #reading = false;

  constructor(usb, endpoints) {
    this.usb = usb;
    this.endpoints = endpoints;
    this.on_bytes = () => {};
    this.reads = true; // a program reads
    this.packets = [];  // lengths received
  }
  open() {
    this.#open = true;
    this.#read();
  }
  /// Drops unsent bytes, but finishes the current packet.
  close() {
    this.#open = false;
    this.#to_send = [];
  }
  set_reads(reads) {
    this.reads = reads;
    this.#read();
  }
  send(bytes) {
    if (!this.#open) return;
    this.#to_send.push(...bytes);
    this.#write();
  }

  #read() {
    if (!this.#open || !this.reads || this.#reading) return;
    this.#reading = true;
    this.usb.reading(this.endpoints.in, 64)((error, packet) => {
      this.#reading = false;
      if (error) return this.close();
      this.packets.push(packet.length);
      this.on_bytes(packet);
      this.#read();
    });
  }
  #write() {
    if (this.#writing || this.#to_send.length === 0) return;
    this.#writing = true;
    this.usb.writing(this.endpoints.out, this.#to_send.splice(0, 64))(error => {
      this.#writing = false;
      if (error) this.close();
      else this.#write();
    });
  }
}
