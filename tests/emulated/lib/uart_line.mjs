// The host's end of the UART, with its timing both ways.

export class UartLine {
  constructor() {
    this.on_bytes = () => {};
    this.free_us = 0;
    this.connected = true; // the cable
  }
  connect(machine) {
    this.machine = machine;
    machine.uart_listener = byte => this.connected && this.on_bytes([byte]);
  }
  send(bytes) {
    const { machine } = this;
    for (const byte of bytes) {
      this.free_us = Math.max(this.free_us, machine.now_us) + machine.uart.byte_ns / 1000;
      machine.at(this.free_us, () => this.connected && machine.uart.receive(byte));
    }
  }
}
