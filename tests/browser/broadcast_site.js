// A stand-in for a site that games are pushed into, as lichess takes them: matched by GameId; a move that was shown stays,
// another one in its place becomes a variation. It also keeps files that are PUT.

import { createServer } from 'node:http';
import { once } from 'node:events';
import { Chess } from 'chess.js';

const round = '/api/broadcast/round/AbCd1234';
const games_in = pgn => pgn.split(/\n\n(?=\[)/).filter(text => text.trim()).map(text => {
  const game = new Chess();
  game.loadPgn(text);
  return { id: game.getHeaders().GameId, moves: game.history() };
});

export class BroadcastSite {
  games = new Map(); // id to moves of the main line
  variations = 0;
  refused = new Map(); // id to why
  files = new Map(); // path to text
  requests = [];

  static async start(token) {
    const site = new BroadcastSite();
    site.#token = token;
    await site.up();
    return site;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }
  get push_url() {
    return `${this.url}${round}/push`;
  }

  /// On the same port as before.
  async up() {
    this.#server = createServer((request, response) => this.#take(request, response)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = this.#server.address().port;
  }
  async down() {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #take(request, response) {
    let body = '';
    for await (const part of request) body += part;
    this.requests.push(`${request.method} ${request.url}`);
    const answer = (status, json) => {
      response.statusCode = status;
      response.setHeader('Connection', 'close');
      response.end(JSON.stringify(json));
    };
    if (request.headers.authorization !== `Bearer ${this.#token}`) return answer(401, { error: 'No such token' });
    if (request.url === `${round}/reset`) {
      this.games.clear();
      return answer(200, { ok: true });
    }
    if (request.url === `${round}/push`) return answer(200, { games: games_in(body).map(game => this.#merge(game)) });
    this.files.set(request.url, body);
    answer(201, {});
  }

  #merge({ id, moves }) {
    const why = this.refused.get(id);
    if (why) return { tags: { GameId: id }, error: why };
    const known = this.games.get(id) ?? [];
    const same = moves.findIndex((move, at) => move !== known[at]);
    if (same >= 0 && same < known.length) ++this.variations;
    else if (moves.length > known.length) this.games.set(id, moves);
    return { tags: { GameId: id }, moves: moves.length };
  }

  #token;
  #port = 0;
  #server;
}
