// A board's UART as a TCP port of this computer, for one host after another.

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
  /// Gives the port.
  async listen() {
    await new Promise((resolve, reject) => this.server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return this.server.address().port;
  }
  close() {
    this.socket?.destroy();
    this.server.close();
  }
}
