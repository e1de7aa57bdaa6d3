// The parts of the arbiter's console that need no browser: which board is worst, what a change leaves, and that a command
// is done once. Run by CTest with ADOUBE_WEB set.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/// With the modules that it imports, as the daemon serves them.
const address_of = name => {
  const text = readFileSync(join(process.env.ADOUBE_WEB, name), 'utf8').replace(/from '\/([\w-]+\.js)'/g, (_, other) => `from '${address_of(other)}'`);
  return `data:text/javascript,${encodeURIComponent(text).replace(/'/g, '%27')}`;
};
const load = name => import(address_of(name));
const { cases_of, worst_first } = await load('urgency.js');
const { breach_ended_by, window_of } = await load('claim-window.js');
const { next_urgent } = await load('desk-bar.js');
const { in_hand } = await load('in-hand.js');
const { NewUrgent } = await load('new-urgent.js');
const { PutRight } = await load('put-right.js');
const { given_before } = await load('added-time.js');
const { Settled } = await load('settled.js');
const { deliver } = await load('commands.js');
const { InOrder } = await load('in-order.js');
const { moves_between, targets_of, written } = await load('legal-moves.js');
const { clock_text, whole_clock_text, written_ms } = await load('clock.js');

const incident = (seq, kind, t = seq * 1000) => ({ seq, kind, t, ply: 1, move: 1, article: '', squares: [], text: kind });
const proposal = (seq, about, t = seq * 1000) => ({ seq, t, incident: about, result: '*', add_ms: [0, 0], text: 'proposed' });
const board = (number, more = {}, game = {}) => ({
  board: number, started: '2026-11-28T10:00:00Z', incidents: [], proposals: [], dismissed: [], electronics: true, here: true,
  trouble: null, complaints: [], notice: null, lost: null, confirmed: false, ...more, game: { id: `g${number}`, begun: true, result: '*', moves: [], ...game },
});
const done_with = (...keys) => new Map(keys.map(key => [key, 'Anna']));
const ranking = (boards, settled) => worst_first(boards, settled).map(one => `${one.board.board} ${one.level}`).join(', ');

test('a board that needs its arbiter stands below one that does not', () => {
  const rows = [
    [board(1), 'playing'],
    [board(1, {}, { begun: false }), 'waiting'],
    [board(1, {}, { result: '1-0' }), 'confirm'],
    [board(1, { confirmed: true }, { result: '1-0' }), 'over'],
    [board(1, { here: false, confirmed: true }, { result: '1-0' }), 'over'],
    [board(1, { confirmed: true }), 'over'], // both players lose by default
    [board(1, { confirmed: true, here: false }, { begun: false }), 'over'],
    [board(1, { incidents: [incident(1, 'illegal-move')] }), 'act'],
    [board(1, { incidents: [incident(1, 'touch-move')] }, { result: '1-0' }), 'act'],
    [board(1, { proposals: [proposal(1, 0)] }), 'act'],
    [board(1, { incidents: [incident(1, 'ambiguous')] }), 'look'],
    [board(1, { incidents: [incident(1, 'a kind of tomorrow')] }), 'look'],
    [board(1, { incidents: [incident(1, 'draw-claimable'), incident(2, 'reconstructed')] }), 'playing'],
    [board(1, { incidents: [incident(1, 'illegal-move')], dismissed: [1] }), 'playing'],
    [board(1, { incidents: [incident(1, 'flag')], proposals: [proposal(1, 1)], dismissed: [1] }), 'playing'],
    [board(1, { here: false }), 'look'],
    [board(1, { here: false, electronics: false }), 'playing'],
    [board(1, { here: false }, { begun: false }), 'waiting'],
    [board(1, { here: false }, { result: '1-0' }), 'confirm'],
    [board(1, { lost: 'inputs are missing' }), 'look'],
    [board(1, { notice: 'e2 is empty' }, { begun: false }), 'look'],
    [board(1, { complaints: [{ about: 'battery', text: 'its battery has 9 % left' }] }), 'look'],
  ];
  for (const [one, level] of rows) assert.equal(ranking([one]), `1 ${level}`, JSON.stringify(one));
  assert.equal(ranking([
    board(1, { confirmed: true }, { result: '1-0' }), board(9, {}, { result: '1-0' }), board(2), board(3, { incidents: [incident(1, 'flag', 9000)] }), board(4, {}, { begun: false }),
    board(5, { incidents: [incident(1, 'flag', 2000)] }), board(6, { lost: 'x' }), board(7, { incidents: [incident(1, 'ambiguous')] }), board(8),
  ]), '5 act, 3 act, 7 look, 6 look, 9 confirm, 2 playing, 8 playing, 4 waiting, 1 over');
});

test('a complaint that an arbiter has done with goes on asking, or hides the next one', () => {
  const one = board(1, { complaints: [{ about: 'clock set', text: 'it was set to 1:00' }, { about: 'squares', text: 'it does not see e4' }] });
  const after = (...keys) => worst_first([one], () => done_with(...keys))[0];
  assert.equal(after().trouble, 'it does not see e4');
  assert.equal(after('csquares: it does not see e4').trouble, 'it was set to 1:00');
  assert.equal(after('csquares: it does not see e4', 'cclock set: it was set to 1:00').level, 'playing');
  assert.equal(after('cclock set: it was set to 0:59', 'csquares: it does not see e4').trouble, 'it was set to 1:00', 'another time is another complaint');
});

test('what an arbiter has done with goes on asking, or a new case hides behind it', () => {
  const one = board(1, { incidents: [incident(1, 'flag'), incident(2, 'illegal-move')], proposals: [proposal(1, 1), proposal(2, 0)] });
  const of = (...keys) => cases_of(one, done_with(...keys)).map(each => `${each.key} ${each.state}`);
  assert.deepEqual(of(), ['i2 open', 'p2 open', 'i1 open'], 'a proposal stands with its incident');
  assert.equal(cases_of(one)[2].proposal.seq, 1);
  assert.deepEqual(of('i2'), ['p2 open', 'i1 open', 'i2 settled']);
  assert.equal(ranking([one], () => done_with('i1', 'i2', 'p2')), '1 playing');
  assert.equal(ranking([one], () => done_with('i1', 'p2')), '1 act');
});

test('a draw may be claimed, says a card, of a position that does not stand, by the other player, or after a touch', () => {
  const claimable = (seq, side, ply) => ({ ...incident(seq, 'draw-claimable'), side, ply });
  const right = { side: 'w', ply: 9, times: 3, fifty: false, lost: false };
  const state = (own, more = {}) => cases_of(board(1, { incidents: [own], right, ...more }))[0].past;
  const rows = [
    [claimable(1, 'w', 9), {}, false],
    [claimable(1, 'w', 9), { right: { ...right, fifty: true } }, false],
    [claimable(1, 'w', 9), { right: { ...right, lost: true } }, true],
    [claimable(1, 'w', 9), { right: { ...right, side: 'b' } }, true],
    [claimable(1, 'w', 9), { right: null }, true],
    [claimable(1, 'w', 5), {}, true],
    [claimable(1, 'b', 9), {}, true],
    [incident(1, 'touch-move'), { right: null }, false],
  ];
  for (const [own, more, past] of rows) assert.equal(state(own, more), past, JSON.stringify([own, more]));
  assert.equal(cases_of(board(1, { incidents: [claimable(1, 'w', 9)], right: null }))[0].state, 'past');
});

test('a breach of Article 4 may be claimed, says its card, by who cannot, or leads to the end of another claim', () => {
  const touched = (seq, ply, more) => ({ ...incident(seq, 'touch-move'), ply, side: ply % 2 ? 'w' : 'b', ...more });
  const ended = (seq, ply) => ({ ...incident(seq, 'claim-window-closed'), ply, side: ply % 2 ? 'w' : 'b' });
  const rows = [
    [[touched(1, 9)], { breach: 1 }, { by: 'b', open: true, note: null }],
    [[touched(1, 9)], { breach: null }, { by: 'b', open: false, note: null }],
    [[touched(1, 9), ended(2, 10)], { breach: null }, { by: 'b', open: false, note: 2 }],
    [[touched(1, 9, { kind: 'released-piece' })], { breach: 1 }, { by: 'b', open: true, note: null }],
    [[touched(1, 8, { kind: 'rook-first-castling' }), ended(2, 9)], { breach: null }, { by: 'w', open: false, note: 2 }],
    [[touched(1, 9), ended(2, 12)], { breach: null }, { by: 'b', open: false, note: null }],
    [[touched(1, 9)], { breach: 1, dismissed: [1] }, null],
    [[touched(1, 9, { kind: 'illegal-move' })], { breach: null }, null],
  ];
  for (const [incidents, more, wanted] of rows) {
    const one = board(1, { incidents, ...more }), told = window_of(one, incidents[0]);
    assert.deepEqual(told && { ...told, note: told.note?.seq ?? null }, wanted, JSON.stringify([incidents, more]));
    if (wanted?.note) assert.equal(breach_ended_by(one, incidents[1]), incidents[0], 'each leads to the other');
  }
  const two = board(1, { incidents: [touched(1, 9), ended(2, 10), touched(3, 11), ended(4, 12)], breach: null });
  assert.equal(breach_ended_by(two, two.incidents[3]).seq, 3);
  assert.equal(breach_ended_by(two, two.incidents[0]), null);
});

test('the order depends on the order in which the boards came', () => {
  const kinds = ['flag', 'ambiguous', 'draw-claimable'];
  let state = 7;
  const random = n => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  for (let round = 0; round < 200; ++round) {
    const boards = Array.from({ length: 12 }, (_, at) => board(at + 1,
      { incidents: random(3) ? [] : [incident(1, kinds[random(3)], random(4) * 1000)], here: random(5) > 0 },
      { begun: random(4) > 0, result: random(4) ? '*' : '1-0' }));
    const wanted = ranking(boards);
    const mixed = boards.map(one => [random(1000), one]).sort((a, b) => a[0] - b[0]).map(pair => pair[1]);
    assert.equal(ranking(mixed), wanted);
  }
});

test('the next urgent board is one that is not, the same again, or one is never come to', () => {
  const ranked = [[5, 'act'], [3, 'act'], [7, 'look'], [9, 'confirm'], [2, 'playing']].map(([number, level]) => ({ board: board(number), level }));
  for (const [open, next, count] of [[5, 3, 2], [3, 7, 2], [7, 5, 2], [2, 5, 3], [9, 5, 3], [null, 5, 3]])
    assert.deepEqual(next_urgent(ranked, open), { next, count }, `at ${open}`);
  assert.deepEqual(next_urgent(ranked.slice(0, 1), 5), { next: null, count: 0 });
  assert.deepEqual(next_urgent(ranked.slice(3), 2), { next: null, count: 0 });
});

test('what a capture takes is still in the hand, or takes another piece out of it', () => {
  for (const [air, taken, hand] of [['', '', ''], ['P', '', 'P'], ['Pp', 'p', 'P'], ['p', 'p', ''], ['Nnn', 'n', 'Nn'], ['QRq', 'Q', 'Rq']])
    assert.equal(in_hand(air, taken), hand, air);
});

test('an urgent incident is no news, or is news twice, or once for what can wait', () => {
  const news = new NewUrgent(), none = () => undefined;
  const flag = incident(1, 'flag'), illegal = incident(2, 'illegal-move');
  const rows = [
    [[board(1, { incidents: [flag] })], 0, 'it was there when the page came'],
    [[board(1, { incidents: [flag] })], 0],
    [[board(1, { incidents: [flag, illegal] })], 1],
    [[board(1, { incidents: [flag, illegal] }), board(2, { incidents: [incident(1, 'flag'), incident(2, 'ambiguous')] })], 1],
    [[board(1, { incidents: [flag, illegal], dismissed: [2] })], 0],
    [[board(1, { incidents: [flag, illegal] })], 0, 'it is known'],
    [[board(1, { incidents: [flag] }, { id: 'g1 of the next round' })], 1],
    [[board(1, { proposals: [proposal(1, 0)] }, { id: 'another' })], 1],
    [[board(1, { incidents: [incident(1, 'draw-claimable')] }, { id: 'third' })], 0],
  ];
  for (const [boards, fresh, why] of rows) assert.equal(news.look(boards, none), fresh, why ?? JSON.stringify(boards.map(({ incidents }) => incidents)));
  assert.equal(news.look([board(5, { incidents: [flag] })], () => done_with('i1')), 0, 'an arbiter has done with it');
});

// --- done with ---

/// A daemon and the pages of three arbiters on lines that break, written from what daemon/server/settled.hpp promises.
function arbiters(random) {
  const told = new Map(); // by case
  const pages = [];
  const news = () => ({ boards: told.size ? [{ board: 1, game: 'g1', cases: [...told].map(([key, by]) => ({ case: key, by })) }] : [] });
  const to_page = (page, message) => page.connected && page.to_page.push(message);
  for (const name of ['Anna', 'Ben', 'Cleo']) {
    const page = { name, connected: false, to_page: [], to_daemon: [] };
    page.settled = new Settled(mark => page.to_daemon.push(mark));
    pages.push(page);
  }
  const hear = (page, mark) => {
    const before = JSON.stringify(news());
    if (mark.settled && !told.has(mark.case)) told.set(mark.case, page.name);
    else if (!mark.settled) told.delete(mark.case);
    const changed = JSON.stringify(news()) !== before;
    for (const other of pages) if (changed || other === page) to_page(other, other === page ? { ...news(), answer: true } : news());
  };
  const step = page => {
    if (page.to_daemon.length && random(2)) hear(page, page.to_daemon.shift());
    else if (page.to_page.length) page.settled.hear(page.to_page.shift());
  };
  return {
    pages, step, shown: page => [...page.settled.of(board(1)).keys()].sort(),
    told: () => [...told.keys()].sort(),
    connect: page => {
      if (page.connected) return;
      page.connected = true;
      to_page(page, news());
    },
    cut: page => {
      page.connected = false;
      page.to_page = [];
      page.to_daemon = []; // on the way
      page.settled.lost(false);
    },
    restart() {
      for (const page of pages) this.cut(page); // the daemon keeps what it was told
    },
  };
}

test('what one arbiter has done with stays open for another, or is so again, after lost lines or a restart', () => {
  for (let seed = 1; seed <= 300; ++seed) {
    let state = seed;
    const random = n => (state = (state * 48271) % 2147483647) % n;
    const hall = arbiters(random), said = new Map(); // by case, and whether it was last called done: nobody takes another's word back here
    for (let at = 0; at < 200; ++at) {
      const page = hall.pages[random(3)];
      const act = random(12), own = `i${hall.pages.indexOf(page) + 1}${random(3)}`; // cases of one's own, so that the order between pages does not matter
      if (act === 0) hall.cut(page);
      else if (act === 1 && random(8) === 0) hall.restart();
      else if (act <= 3) hall.connect(page);
      else if (act <= 5) {
        const is_done = random(2) === 1;
        page.settled.mark(board(1), own, is_done, page.connected);
        said.set(own, is_done);
        assert.equal(hall.shown(page).includes(own), is_done, `seed ${seed}: not shown at once`);
      } else hall.step(page);
    }
    for (const page of hall.pages) hall.connect(page);
    for (let at = 0; at < 2000; ++at) hall.step(hall.pages[random(3)]);
    for (const page of hall.pages) assert.deepEqual(hall.shown(page), hall.told(), `seed ${seed}`);
    for (const [key, is_done] of said) assert.equal(hall.told().includes(key), is_done, `seed ${seed}: ${key}`);
  }
});

test('what the daemon never takes is said again and again', () => {
  const said = [], settled = new Settled(mark => said.push(mark.case));
  for (const key of ['i1', 'i2']) settled.mark(board(1), key, true, true);
  settled.lost(true);
  settled.hear({ boards: [] });
  assert.deepEqual(said, ['i1', 'i2']);
  settled.lost(false);
  settled.hear({ boards: [] });
  assert.deepEqual(said, ['i1', 'i2', 'i2']);
  assert.deepEqual([...settled.of(board(1)).keys()], ['i2']);
});

test('what was done with in one game is done with in the next', () => {
  const settled = new Settled(() => {});
  settled.mark(board(1), 'i1', true, false);
  settled.hear({ boards: [{ board: 2, game: 'g2', cases: [{ case: 'i1', by: 'Ben' }] }] });
  assert.deepEqual([...settled.of(board(1))], [['i1', '']]);
  assert.deepEqual([...settled.of(board(2))], [['i1', 'Ben']]);
  for (const number of [1, 2]) assert.equal(settled.of(board(number, {}, { id: 'next' })).size, 0);
});

test('time is given a second time unasked, or it is asked where none was given', () => {
  const act = (w, b) => ({ t: 1000, what: 'the arbiter set the clock', by: null, ...(w || b ? { added_ms: [w, b] } : {}) });
  const two = 120_000;
  const rows = [
    [[], [two, 0], null],
    [[act(0, 0)], [two, 0], null],
    [[act(two - 3, 0)], [two, 0], 'w'],
    [[act(two, 0)], [0, two], null],
    [[act(two, 0), act(-two, 0)], [two, 0], null, 'it was undone'],
    [[act(0, two), act(1500, 0)], [two, two], 'b'],
    [[act(two, 0)], [-two, 0], null],
    [[act(59_000, 0)], [two, 0], null, 'a clock was put right'],
  ];
  for (const [acts, add_ms, side, why] of rows) assert.equal(given_before(acts, add_ms)?.side ?? null, side, why ?? JSON.stringify([acts, add_ms]));
  assert.equal(given_before([act(two, 0), act(two, 0), act(-1000, 0)], [two, 0]).ms, 2 * two);
  assert.equal(given_before([act(two, 0), act(-180_000, 0)], [two, 0]).ms, two, 'a clock was put right');
  const [by_anna, by_bert] = ['Anna', 'Bert'].map(by => ({ ...act(two + 2, 0), by }));
  assert.equal(given_before([by_anna, by_bert, act(-two, 0)], [two, 0]).act.by, 'Anna', 'Bert undid his');
});

// --- putting right ---

test('a square that is right is not ticked off, or a hand on its way is taken for a fault', () => {
  const list = new PutRight();
  const at = (ms, ...differ) => list.update(differ, ms).map(row => `${row.square} ${row.right ? 'right' : row.wanted ?? 'empty'}`).join(', ');
  const e2 = ['e2', 'P', null], e4 = ['e4', null, 'P'];
  assert.equal(at(0, e2), '');
  assert.equal(at(1999, e2, e4), '');
  assert.equal(at(2500), '', 'it was but a hand');
  assert.equal(at(9000, e4, e2), '', 'the time begins anew');
  assert.equal(at(11000, e4, e2), 'e2 P, e4 empty');
  assert.equal(at(12000, e2), 'e2 P, e4 right');
  assert.equal(at(13000, e2, e4), 'e2 P, e4 empty', 'wrong again');
  assert.equal(at(14000), 'e2 right, e4 right');
  assert.equal(at(19999), 'e2 right, e4 right');
  assert.equal(at(20000), '', 'seen to be right for long enough');
  assert.equal(at(21000, e2), '');
});

// --- sending ---

const refused = (status, message) => Object.assign(new Error(message), { status });

/// A daemon behind a bad line, written from what daemon/server/answered_once.hpp promises: `fates` of the calls, one each.
function hall(fates) {
  const done = new Map(), paths = [];
  let now = 0, retries = 0;
  return {
    done, paths,
    run: () => deliver({ board: '1' }, {
      epoch: '7', id: 'a b', now: () => now, sleep: async ms => { now += ms; }, retrying: () => ++retries,
      post: async (path, line) => {
        paths.push(path);
        const fate = fates.shift() ?? 'lost before';
        now += 100;
        if (fate === 'lost before') throw new TypeError('Failed to fetch');
        if (typeof fate === 'object') throw fate;
        if (!done.has(path)) done.set(path, line);
        if (fate === 'lost after') throw new TypeError('Failed to fetch');
        return { ok: true, answer: 'noted' };
      },
    }),
    retries: () => retries,
  };
}

test('a command is lost, done twice, or called done when it was not', async () => {
  const rows = [
    [['there'], { done: true, text: 'noted' }, 1],
    [['lost before', 'there'], { done: true, text: 'noted' }, 1],
    [['lost after', 'lost after', 'there'], { done: true, text: 'noted' }, 1],
    [['lost after', refused(409, 'being carried out'), 'there'], { done: true, text: 'noted' }, 1],
    [[refused(503, 'late'), 'there'], { done: true, text: 'noted' }, 1],
    [[refused(422, 'no such incident')], { done: false, text: 'no such incident', status: 422 }, 0],
    [[refused(403, 'not for board 1')], { done: false, text: 'not for board 1', status: 403 }, 0],
    [['lost after', refused(410, 'started again')], { done: null, text: 'started again', status: 410 }, 1],
    [[], { done: null, text: '' }, 0],
  ];
  for (const [fates, wanted, times] of rows) {
    const one = hall([...fates]);
    assert.deepEqual(await one.run(), wanted, JSON.stringify(fates));
    assert.equal(one.done.size, times);
    assert.equal(new Set(one.paths).size, 1, 'every try has the same id');
    assert.equal(one.paths[0], '/api/command?epoch=7&id=a%20b');
    assert.equal(one.retries() >= one.paths.length - 1, true);
  }
  const silent = hall([]);
  await silent.run();
  assert.ok(silent.paths.length > 20 && silent.paths.length < 40, `gives up after a minute, not after ${silent.paths.length} tries`);
});

test('moves that are entered quickly are sent at once, in another order, or after one that was refused', async () => {
  const sent = [], told = [], answers = [];
  const order = new InOrder({
    send: entry => new Promise(resolve => {
      sent.push(entry);
      answers.push(resolve);
    }),
    changed: () => told.push(order.waiting.join(' ')), given_up: entries => told.push(`not ${entries.join(' ')}`),
  });
  const rest = () => new Promise(resolve => setImmediate(resolve));
  const first = order.put('e4'), second = order.put('e5'), third = order.put('Ke3'), fourth = order.put('Nc6');
  assert.deepEqual(sent, ['e4']);
  answers.shift()(true);
  assert.equal(await first, true);
  await rest();
  assert.deepEqual(sent, ['e4', 'e5']);
  answers.shift()(true);
  await rest();
  answers.shift()(false);
  assert.deepEqual(await Promise.all([second, third, fourth]), [true, false, false]);
  assert.deepEqual(sent, ['e4', 'e5', 'Ke3']);
  assert.deepEqual(told, ['e4', 'e4 e5', 'e4 e5 Ke3', 'e4 e5 Ke3 Nc6', 'e5 Ke3 Nc6', 'Ke3 Nc6', '', 'not Ke3 Nc6']);
  const again = order.put('Nf3');
  await rest();
  answers.shift()(true);
  assert.equal(await again, true);
});

test('a move is read otherwise than it is written, or from another square', () => {
  const rows = [
    ['Nf3', ['Nf3'], 'Nf3'], [' 1.e4 ', ['e4'], '1.e4'], ['23… Nf6', ['Nf6'], '23... Nf6'], ['1. e4 e5 2. Nf3 1-0', ['e4', 'e5', 'Nf3'], '1. e4 e5 2. Nf3 1-0'],
    ['0-0', ['0-0'], '0-0'], ['e4\n e5  1/2-1/2', ['e4', 'e5'], 'e4 e5 1/2-1/2'], ['', [], ''], ['7 . ', [], '7 .'],
  ];
  for (const [text, moves, plain] of rows) assert.deepEqual(written(text), { moves, text: plain }, text);
  const legal = [['e3', 'e2e3'], ['e4', 'e2e4'], ['axb8=Q', 'a7b8q'], ['axb8=N', 'a7b8n'], ['O-O', 'e1h1']];
  assert.deepEqual(targets_of(legal, 'e2'), ['e3', 'e4']);
  assert.deepEqual(targets_of(legal, 'a7'), ['b8']);
  assert.deepEqual(targets_of(legal, 'h1'), []);
  assert.deepEqual(moves_between(legal, 'e1', 'h1'), [['O-O', 'e1h1']]);
  assert.equal(moves_between(legal, 'a7', 'b8').length, 2);
});

test('a time that is typed is taken for another one', () => {
  const rows = [['1:29:57', 5_397_000], ['0:00:00', 0], ['4:05', 245_000], ['90:00', 5_400_000], ['90', 5_400_000], [' 5 ', 300_000], ['12:34:56', 45_296_000]];
  for (const [text, ms] of rows) assert.equal(written_ms(text), ms, text);
  for (const text of ['', 'x', '1:5', '1:60', '1:60:00', '1:2:03', '1:29:5', '-5', '1:123:00', '1:00:00:00', '5.5', '1000'])
    assert.equal(written_ms(text), null, text);
  for (let ms = 0; ms < 40 * 3_600_000; ms += 1_237_000) {
    assert.match(whole_clock_text(ms), /^\d+:\d\d:\d\d$/);
    assert.equal(written_ms(whole_clock_text(ms)), ms);
    assert.equal(written_ms(clock_text(ms)), ms);
  }
});
