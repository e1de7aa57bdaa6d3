// A board's UART as a local TCP port; one host at a time.

import net from 'node:net';

export class TcpLine {
  constructor(line) {
    this.server = net.createServer(socket => {
      this.socket?.destroy();
      this.socket = socket;
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('data', bytes => line.send(bytes));
    });
    line.on_bytes = bytes => this.socket?.write(Buffer.from(bytes));
  }
  /// Returns the port.
  async listen() {
    await new Promise((resolve, reject) => this.server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return this.server.address().port;
  }
  close() {
    this.socket?.destroy();
    this.server.close();
  }
}
