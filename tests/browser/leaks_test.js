// What the public, or an arbiter of other boards, gets at each address that the daemon serves: the same, byte for byte, whatever
// happens that is not for them. Run by CTest as arbiter_test.js, with ADOUBE_WEB.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { for_everybody, pages, path_at, with_token } from './addresses.js';
import { address, anna, board_at_hall, bring_board, go_on_at, look_at, moves_on_7, new_token, operator, page, restart_with, say, sign_in } from './console_hall.js';
import { comes_to, text_of } from './page.js';
import { say_to } from './real_daemon.js';

const parts = readdirSync(process.env.ADOUBE_WEB).filter(name => /\.(js|css|svg)$/.test(name)).map(name => `/${name}`);
const standings = { event: 'E', after_round: 1, places: [{ place: 1, name: 'Adams, Ann', title: '', federation: '', rating: '', points: 1 }] };
const with_all = '[wall]\nstandings_in_hall = true\n';

const ask = (where, { token, method = 'GET', body } = {}) =>
  fetch(address + where, { method, body, headers: token ? { Authorization: `Bearer ${token}` } : {} });
/// Status, tag and text, but for the time of day.
const told = async (where, options) => {
  const response = await ask(where, options), text = await response.text();
  return [response.status, response.headers.get('etag'), text.replace(/"now":\d+/g, '"now":0')];
};

const of_everybody = async () => {
  const all = new Map();
  for (const board of [1, 7, 9])
    for (const path of [...pages, ...for_everybody]) all.set(path_at(path, board), await told(path_at(path, board)));
  for (const path of parts) all.set(path, await told(path));
  return Object.fromEntries(all);
};
/// What is not as it was: address, and both answers.
const changes = (before, after) => Object.entries(after).filter(([where, one]) => JSON.stringify(one) !== JSON.stringify(before[where])).map(([where, one]) => [where, before[where], one]);
/// Once the clock of a board that has just come is known well, by `read`.
const at_rest = async read => {
  for (let before = JSON.stringify(await read());;) {
    await sleep(1_500);
    const now = await read();
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now);
  }
};
/// All that comes to a page by a feed, but for the time of day.
const hear = async open => {
  const heard = [];
  const seen = await open(), is_open = () => comes_to(async () => /Live|Delayed/.test(await text_of(seen, '#connection')), true);
  await is_open();
  seen.on('websocket', socket => socket.on('framereceived', ({ payload }) => /^\{"type":"now"/.test(payload) || heard.push(String(payload))));
  await seen.reload();
  await is_open();
  await comes_to(async () => heard.length > 0, true);
  heard.length = 0;
  return { seen, heard };
};
/// What arbiters are told of board 7 in words.
const sentences = async () => {
  const { incidents, proposals, acts } = await board_at_hall(7);
  return [...incidents.flatMap(({ text, kind }) => [text, kind]), ...proposals.map(({ text }) => text), ...acts.map(({ what }) => what)];
};

/// Everything on board 7 that is neither a move, nor a clock, nor a result, by hands, players and arbiters.
const misbehave = async board => {
  await sign_in({}, 7); // who looks at a board is told to arbiters
  board.touch('b1');
  board.touch('g8'); // out of turn
  board.button('adjust', 'w');
  board.touch('g1');
  board.button('adjust', 'b');
  board.button('call', 'b');
  await comes_to(async () => (await board_at_hall(7)).incidents.length > 0, true);
  for (const line of [{ claim: 'w', on: 'repetition' }, { claim: 'w', on: 'fifty', move: 'Nf3' }, { offer: 'w' }, { decline: 'b' }, { adjust: 'w' }, { call: 'w' }])
    await say({ board: '7', ...line });
  const { incidents: [{ seq }], record } = await board_at_hall(7);
  await say_to(address, anna, { board: '7', arbiter: { do: 'dismiss', incident: seq } });
  await say({ hold: { game: record, why: 'appeal' } });
  for (const path of ['inputs', 'reading', 'claims', 'evidence', 'evidence.txt']) await ask(`/api/games/${record}/${path}`, { token: anna });
  await ask('/api/report', { token: anna });
  await comes_to(async () => (await board_at_hall(7)).dismissed, [seq]);
  await comes_to(async () => (await board_at_hall(7)).proposals.length, 2);
};

test('what players or arbiters do beside moves, clocks and results changes something for everybody, at some address', async () => {
  await restart_with('evidence_key = "hall.key"', with_all);
  const board = await bring_board();
  board.play('e4 e5');
  await say({ standings });
  await comes_to(moves_on_7, 'e4 e5');
  await comes_to(async () => (await told('/round.pgn'))[2].includes('e5'), true);
  await comes_to(async () => (await told('/standings.json'))[0], 200);
  const before = await at_rest(of_everybody);
  const { seen, heard } = await hear(() => look_at('/'));
  await misbehave(board);
  assert.deepEqual(changes(before, await of_everybody()), []);
  assert.deepEqual(heard, []);

  const secrets = await sentences();
  assert.ok(secrets.length > 4);
  const untold = async (where, text) => secrets.forEach(secret => assert.ok(!text.includes(secret), `“${secret}” is at ${where}`));
  for (const path of pages) {
    await seen.goto(`${address}${path_at(path, 7)}`);
    await seen.waitForLoadState('networkidle');
    await untold(path, await seen.evaluate(() => document.documentElement.outerHTML));
  }
  // It is no wonder that nothing has changed, or else nothing ever does.
  board.play('Nf3');
  await comes_to(moves_on_7, 'e4 e5 Nf3');
  const changed = async () => changes(before, await of_everybody()).map(([where]) => where).sort();
  const of_game = ['/api/round', '/cloud/round-1/game-7.json', '/games/E-r1-b7.html', '/games/E-r1-b7.json', '/games/E-r1-b7.pgn', '/round.pgn'];
  await comes_to(async () => (await changed()).filter(path => of_game.includes(path)), of_game);
});

test('before the delay is over anything at all of the hall is at some address', async () => {
  await restart_with('evidence_key = "hall.key"\ndelay_s = 900', with_all);
  const board = await bring_board();
  const before = await at_rest(of_everybody);
  const { heard } = await hear(() => look_at('/'));
  board.play('e4 e5');
  await comes_to(moves_on_7, 'e4 e5');
  await misbehave(board);
  board.play('Qh5 Ke7 Qxe5');
  await comes_to(async () => (await board_at_hall(7)).game.result, '1-0');
  await say({ board: '7', tags: { White: 'Another, Name' } });
  await say({ board: '2', moves: '1. d4 d5' });
  await say({ board: '2', arbiter: { do: 'result', result: '1/2-1/2' } });
  await say({ board: '2', arm: { tags: { White: 'Next, Nora', Black: 'Other, Otis', Round: '2' } } });
  await say({ standings });
  await comes_to(async () => (await board_at_hall(2)).game.tags.White, 'Next, Nora');
  assert.deepEqual(changes(before, await of_everybody()), []);
  assert.deepEqual(heard, []);
});

// --- with a token ---

const target_of = ({ path, asked = '' }, board) => path_at(path, board) + asked.replace('ID', `E-r1-b${board}`);
/// Papers tell when they were made, and the report how long ago; evidence is signed with its time; a clock may be told
/// more exactly later.
const without_times = text => text.replace(/\d{4}-\d\d-\d\d|\d\d:\d\d(:\d\d)?|\d{10,}/g, '0').replace(/[\w+/]{60,}=*/g, 'S').replace(/"clocks":\{[^}]*\}/g, '');
const of_token = async (token, boards = [7, 9]) => {
  const all = {};
  for (const one of with_token)
    for (const board of boards) {
      const [status, tag, text] = await told(target_of(one, board), { token, method: one.method, body: one.method && '{}' });
      all[`${one.method ?? 'GET'} ${target_of(one, board)}`] = [status, tag, without_times(text)];
    }
  return all;
};

test('an address that takes a token opens without one, with one in the address, or with one that is not for it', async () => {
  const fay = new_token('Fay', '--role', 'fair-play'), wrong = [];
  for (const one of with_token) {
    const check = async (who, expected, token, more = '') => {
      const { status } = await ask(target_of(one, 7) + more, { token, method: one.method, body: one.method && '{}' });
      if (status !== expected) wrong.push(`${one.path}, ${who}: ${status}`);
    };
    await check('nobody', 401);
    await check('in the address', 401, undefined, `${one.asked ? '&' : '?'}token=${operator}`);
    if (one.for_operator || one.for_officer) await check('an arbiter', 403, anna);
    await check('the fair-play officer', one.for_officer ? 200 : 403, fay);
  }
  assert.deepEqual(wrong, []);
});

/// Lines about board 9, from somebody whose board that is not; each of another kind, or with the game of one board and the number of another.
const about_9 = [
  { board: '9', arbiter: { do: 'result', result: '1-0' } }, { board: '9', arbiter: { do: 'dismiss', incident: 1 } }, { board: '9', arbiter: { do: 'time', add_w: 60_000 } },
  { board: '9', moves: '1. e4 e5 2. Nf3' }, { board: '9', resign: 'w' }, { board: '9', claim: 'w', on: 'repetition' }, { board: '9', flag: 'w' }, { board: '9', offer: 'w' },
  { board: '9', tags: { White: 'Nobody' } }, { board: '9', arm: { tags: { Round: '2' } } }, { board: '9', port: 'pty:/nowhere' },
  { board: '7', game: 'E-r1-b9', arbiter: { do: 'result', result: '1-0' } }, { board: '9', game: 'E-r1-b7', arbiter: { do: 'result', result: '1-0' } },
  { board: '7', game: 'E-r1-b9', moves: '1. e4 e5 2. Nf3' }, { board: '7', game: 'E-r1-b9', tags: { White: 'Nobody' } },
  { round: { games: [{ board: 9, tags: { White: 'Adams, Ann', Black: 'Baker, Ben' } }] } },
  { round: { ask: 'changes', games: [{ board: 9, tags: { White: 'Adams, Ann', Black: 'Baker, Ben' } }] } },
  { hold: { game: 'E-r1-b9', why: 'appeal' } }, { delete: { game: 'E-r1-b9' } }, { delay_s: 0 }, { exits: true }, { targets: {} }, { standings }, { watch: true },
];

test('an arbiter\'s token shows something of another arbiter\'s board, or changes it, at some address', async () => {
  await restart_with('evidence_key = "hall.key"');
  const board = await bring_board(), zoe = new_token('Zoe', '--role', 'arbiter', '--boards', '9');
  board.play('e4 e5');
  board.touch('b1');
  board.play('Nf3'); // that her own answers hold something
  await say({ board: '9', moves: '1. d4' });
  await comes_to(moves_on_7, 'e4 e5 Nf3');
  await sign_in({}, 7);
  const her_page = page, { heard } = await hear(() => her_page);
  const zoes = await hear(() => look_at(`/arbiter#${zoe}`));
  go_on_at(her_page);
  // Some seconds after the last touch the board tells all squares once more.
  const last_input = async () => /"what":"([^"]*)"[^{}]*\}\]\}\s*$/.exec(await (await ask('/api/games/E-r1-b7/inputs?from=1', { token: anna })).text())?.[1];
  await comes_to(last_input, 'the board told what stands on all squares', 30_000);
  await at_rest(async () => (await board_at_hall(7)).game.clocks);
  heard.length = 0;
  const before = await of_token(anna);

  // Zoe is at work.
  await zoes.seen.goto(`${address}/arbiter#9`);
  for (const line of [{ moves: '1. d4 d5 2. c4' }, { flag: 'b' }, { claim: 'b', on: 'repetition' }, { arbiter: { do: 'dismiss', incident: 1 } }, { arbiter: { do: 'result', result: '1-0' } }])
    await say_to(address, zoe, { board: '9', ...line });
  for (const path of ['/api/games/E-r1-b9/inputs', '/api/games/E-r1-b9/evidence', '/api/report']) assert.equal((await ask(path, { token: zoe })).status, 200, path);
  await comes_to(async () => (await board_at_hall(9)).game.result, '1-0');

  const after = await of_token(anna);
  // Her own board's clock may be told more exactly: that counts as news of hers, and nothing else does.
  const of_hers = heard.filter(said => said.startsWith('{"type":"board","board":7,')).length;
  const news = all => Number(/"seq":(\d+)/.exec(all['GET /api/arbiter'].at(-1))[1]);
  assert.ok(news(after) - news(before) <= of_hers, `${news(before)} to ${news(after)}, ${of_hers} of hers`);
  const without_news = all => Object.fromEntries(Object.entries(all).map(([where, one]) => [where, JSON.stringify(one).replace(/\\"seq\\":\d+/, '')]));
  assert.deepEqual(changes(without_news(before), without_news(after)), []);
  assert.deepEqual(heard.filter(said => !said.startsWith('{"type":"board","board":7,')), []);
  const secrets = ['Hidden', 'Unseen', 'Zoe'], tells = all => Object.entries(all).filter(([, answer]) => secrets.some(secret => answer.at(-1).includes(secret))).map(([path]) => path);
  assert.deepEqual(tells(after), []);
  assert.ok(tells(await of_token(zoe)).length >= 4, 'to her all this is told');
  assert.ok(Object.values(after).filter(([status]) => status === 200).length >= 8, 'and Anna is told of her own');

  // Whatever Anna says of board 9, nothing happens there, and she is told no more than that it is not hers.
  const then = await board_at_hall(9), hers = await board_at_hall(7);
  for (const line of about_9) {
    const answer = await ask('/api/command', { token: anna, method: 'POST', body: JSON.stringify(line) }), text = await answer.text();
    assert.ok(answer.status >= 400, `${JSON.stringify(line)}: ${answer.status} ${text}`);
    for (const secret of secrets) assert.ok(!text.includes(secret), `${JSON.stringify(line)}: ${text}`);
  }
  // What is named beside a line tells no more.
  for (const board of ['7', '9']) {
    const beside = async (game, known) => {
      const answer = await ask(`/api/command?game=${game}&${known}`, { token: anna, method: 'POST', body: JSON.stringify({ board, call: 'w' }) });
      return [answer.status, (await answer.text()).replaceAll(game, 'G')];
    };
    for (const known of ['acts=0', 'acts=99', 'acts=99&moves=1', 'acts=99&moves=3']) assert.deepEqual(await beside('E-r1-b9', known), await beside('E-r1-b99', known));
  }
  assert.deepEqual(await board_at_hall(9), then);
  // Her own board's clock may be told more exactly meanwhile, by less than a display's second; else nothing of it changes.
  const now = await board_at_hall(7), at_one_moment = ({ game: { clocks } }) => clocks.b + clocks.at, rest = board => ({ ...board, game: { ...board.game, clocks: { ...board.game.clocks, b: 0, at: 0 } } });
  assert.deepEqual(rest(now), rest(hers));
  assert.ok(Math.abs(at_one_moment(now) - at_one_moment(hers)) < 1_000, `${JSON.stringify([now.game.clocks, hers.game.clocks])}`);
  assert.deepEqual(tells({ results: [(await (await ask('/api/command', { token: anna, method: 'POST', body: '{"results":{"round":"1"}}' })).text())] }), []);
});
