// A WebSocket server as one is usually written for Node: what one client says, all others are sent. For bench_fanout.
//
//   node ws_server.cjs PORT

// Debian's package is not where Node looks that came from elsewhere.
const installed = ['ws', '/usr/share/nodejs/ws'].find((name) => {
  try {
    return require.resolve(name);
  } catch {
    return false;
  }
});
if (!installed) process.exit(1);
const { WebSocketServer } = require(installed);

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]), backlog: 4096, perMessageDeflate: false });
server.on('connection', (speaker) => speaker.on('message', (message) => {
  for (const client of server.clients) if (client !== speaker) client.send(message);
}));
