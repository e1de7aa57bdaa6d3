// The wall of boards and the page of one board as spectators use them: across a room, by keyboard, in their language, without
// sight, in another site's frame. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { Fixture } from './fixture.js';
import { comes_to, read_board, text_of } from './page.js';
import { picture } from './photograph.js';

const path = browser_or_skip();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const opera = 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 ' +
  'Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';
const names = ['Anand, Viswanathan', 'Polgar, Judit', 'Vachier-Lagrave, Maxime', 'Capablanca, José Raúl', 'Иванчук, Василий', 'צ׳רנין, אלכסנדר'];

let browser, fixture, page;
const pages = [];

const visit = async (where, { locale, ...options } = {}) => {
  page = await open(browser, fixture.url + where, options);
  pages.push(page);
  await comes_to(() => page.$$eval('.card, #game:not([hidden]), #games a', shown => shown.length > 0), true);
  return page;
};
const play = async (board, sans, more = {}) => {
  for (const san of sans.split(' ')) await fixture.do('move', { board, san, ...more });
};
const begin = (board, tags = {}) => fixture.do('game', { board, id: `r3b${board}`, clock_ms: 5_400_000,
  tags: { Event: 'Hall Open', Round: '3', White: names[board % 6], Black: names[(board + 1) % 6], WhiteTitle: 'GM', BlackElo: '2450', ...tags } });
const fill = async count => {
  for (let board = 1; board <= count; ++board) {
    await begin(board);
    if (board % 5) await play(board, opera.split(' ').slice(0, board % 8 + 1).join(' '), { clock_ms: 4_000_000 });
  }
};
const boards_shown = () => page.$$eval('.card', cards => cards.map(card => Number(card.getAttribute('href').match(/\d+/)[0])));
const in_view = () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth);
const photograph = name => picture(page, name);

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  fixture = await Fixture.start(join(process.env.ADOUBE_BIN, 'adoube_page_fixture'));
});
afterEach(async () => {
  fixture.end();
  await close_pages(pages);
});

test('boards stand in a balanced grid, all in view, and words grow with them', async () => {
  for (const [count, rows] of [[1, [1]], [6, [3, 3]], [8, [4, 4]], [10, [5, 5]]]) {
    await fill(count);
    const sizes = [];
    for (const [width, height] of [[1920, 1080], [3840, 2160]]) {
      await visit('/', { width, height });
      await comes_to(() => boards_shown().then(all => all.length), count);
      const seen = await page.$$eval('.card', cards => cards.map(card => {
        const { top, bottom, right } = card.getBoundingClientRect();
        const words = [...card.querySelectorAll('.clock, .number, .last, .score')].filter(node => node.offsetWidth).map(node => node.getBoundingClientRect());
        return { top: Math.round(top), inside: words.every(box => box.bottom <= bottom + 1 && box.right <= right + 1), text: parseFloat(getComputedStyle(card.querySelector('.name')).fontSize) };
      }));
      const tops = [...new Set(seen.map(({ top }) => top))];
      assert.deepEqual(tops.map(top => seen.filter(one => one.top === top).length), rows, `${count} boards at ${width}`);
      assert.ok(seen.every(({ inside }) => inside), `${count} boards: words outside their card`);
      assert.ok(await in_view(), `${count} boards at ${width}x${height}`);
      sizes.push(seen[0].text);
    }
    assert.ok(sizes[0] >= 20 && Math.abs(sizes[1] / sizes[0] - 2) < 0.15, `${count} boards: text of ${sizes} px`);
    await photograph(`wall-${count}-4k`);
  }
});

test('a hundred boards come in pages that turn by themselves, stop at a touch, and show each board once', async () => {
  await fill(100);
  await visit('/?turn=1', { width: 1920, height: 1080 });
  const seen = new Set(), first = await boards_shown();
  for (const end = Date.now() + 15_000; seen.size < 100 && Date.now() < end; await sleep(150)) for (const board of await boards_shown()) seen.add(board);
  assert.equal(seen.size, 100);
  assert.ok(first.length >= 15 && await in_view());
  const cut = await page.$$eval('.name', all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent));
  assert.deepEqual(cut, [], 'a name is cut that can be shorter');
  await photograph('wall-100');
  await page.click('#turning');
  const stopped = await text_of(page, '#page');
  await sleep(1500);
  assert.equal(await text_of(page, '#page'), stopped);
  await page.keyboard.press('PageDown');
  await comes_to(async () => (await text_of(page, '#page')) !== stopped, true);
  // Without a word in the address, each is seen within a minute.
  await visit('/', { width: 1920, height: 1080 });
  const count = Number((await text_of(page, '#page')).split('/')[1]);
  assert.ok(count >= 4 && count <= 10, `${count} pages`);
});

test('featured boards are first and larger, and on every page; the address beats the operator', async () => {
  await fixture.do('close');
  await fixture.do('open', { wall: { featured: [7], turn_s: 0, page: 5 } });
  await fill(12);
  await visit('/', { width: 1920, height: 1080 });
  await comes_to(boards_shown, [7, 1, 2, 3, 4]);
  const width = selector => page.$eval(selector, card => card.offsetWidth);
  assert.ok(await width('.featured') > 1.9 * await width('.card:not(.featured)'));
  assert.ok(await in_view());
  await page.keyboard.press('ArrowRight');
  await comes_to(boards_shown, [7, 5, 6, 8, 9]);
  await visit('/?featured=2,11&page=40', { width: 1920, height: 1080 });
  await comes_to(boards_shown, [2, 11, 1, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
  assert.ok(await in_view());
  await photograph('wall-featured');
  await visit('/?boards=2-4,9&featured=', { width: 1920, height: 1080 });
  await comes_to(boards_shown, [2, 3, 4, 9]);
  await visit('/?boards=3', { width: 1920, height: 1080 });
  await comes_to(boards_shown, [3]);
  assert.ok(await page.$eval('svg.board', board => board.clientHeight) > 0.8 * 1080, 'one board fills the screen');
  assert.ok(await in_view());
});

test('each state is told apart: not begun, played, paused, over and why', async () => {
  const state = board => page.$eval(`.card[href="/board/${board}"]`, card => `${card.dataset.state}: ${card.querySelector('.last').textContent}`);
  for (const board of [1, 2, 3, 4, 5, 6, 7, 8]) await begin(board);
  await fixture.do('clocks', { board: 7, w: 5_000_000, b: 5_000_000, running: null }); // before the first press
  await play(8, 'e4 e5', { clock_ms: 5_000_000 });
  await fixture.do('clocks', { board: 8, w: 0, b: 5_000_000, running: null }); // fallen, and nobody has said so yet
  await play(2, 'e4', { clock_ms: 5_000_000 });
  await play(3, 'e4 e5', { clock_ms: 5_000_000 });
  await fixture.do('clocks', { board: 3, w: 5_000_000, b: 5_000_000, running: null });
  await play(4, opera, { clock_ms: 5_000_000 });
  await play(5, 'e4', { clock_ms: 5_000_000 });
  await play(6, 'e4', { clock_ms: 5_000_000 });
  for (const [board, result, by_time] of [[4, '1-0', false], [5, '1-0', true], [6, '1-0', false]]) await fixture.do('result', { board, result, by_time });
  await visit('/', { width: 1920, height: 1080 });
  for (const [board, expected] of Object.entries({ 1: 'waiting: Not begun', 2: 'playing: 1. e4', 3: 'paused: Paused', 4: 'over: 1–0 · checkmate',
    5: 'over: 1–0 · on time', 6: 'over: 1–0', 7: 'waiting: Not begun', 8: 'playing: 1… e5' })) await comes_to(() => state(board), expected);
  await photograph('wall-states');
});

test('a hall that is shown late never calls itself live, and tells a new delay at once', async () => {
  await begin(1);
  await fixture.do('delay', { delay_ms: 900_000 });
  for (const [where, words] of [['/', /\blive\b/i], ['/board/1', /\blive\b/i], ['/?lang=pt', /direto/i], ['/board/1?lang=pt', /direto/i]]) {
    await visit(where);
    await comes_to(() => text_of(page, '#connection'), where.includes('pt') ? 'Com atraso de 15 minutos' : 'Delayed by 15 minutes');
    assert.doesNotMatch(await page.evaluate(() => document.title + document.body.innerText + [...document.querySelectorAll('[title], [aria-label]')]
      .map(node => node.title + node.getAttribute('aria-label')).join()), words);
  }
  await fixture.do('delay', { delay_ms: 0 });
  await comes_to(() => text_of(page, '#connection'), 'Em direto');
  await fixture.do('delay', { delay_ms: 90_000 });
  await comes_to(() => text_of(page, '#connection'), 'Com atraso de 1 minuto 30 segundos');
});

test('looking back shows the clocks of then and what was captured by then; keys lead to the ends; the board turns', async () => {
  await begin(1);
  let left_ms = 5_400_000;
  for (const san of opera.split(' ').slice(0, 12)) await fixture.do('move', { board: 1, san, clock_ms: left_ms -= 60_000 });
  await visit('/board/1', { width: 1920, height: 1080 });
  await comes_to(() => page.$$eval('#white .taken use', pieces => pieces.map(piece => piece.getAttribute('href').slice(-2))), ['bb', 'bp']);
  assert.equal(await text_of(page, '#white .taken'), '');
  await page.keyboard.press('Home');
  await comes_to(() => read_board(page), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  assert.equal(await text_of(page, '#white .clock'), '', 'no move tells this time');
  await page.click('[data-ply="7"]');
  await comes_to(() => text_of(page, '#white .clock'), '1:23:00');
  assert.equal(await text_of(page, '#black .clock'), '1:24:00');
  await comes_to(() => text_of(page, '#white .taken'), '+1');
  assert.equal((await page.$$('.running')).length, 0);
  await page.keyboard.press('End');
  await comes_to(() => page.$$eval('.running', all => all.length), 1);
  const before = 'rn1qkb1r/ppp2ppp/5n2/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R';
  await comes_to(() => read_board(page), before);
  await page.click('#flip');
  await comes_to(() => read_board(page), [...before].reverse().join(''));
  assert.equal(await page.$eval('svg.board text', name => name.textContent), 'h');
  const places = await page.$$eval('#black, #white', all => all.map(one => one.getBoundingClientRect().top));
  assert.ok(places[1] < places[0], 'White is above');
  await photograph('one-board-turned');
});

test('what was captured is not shown on a phone, or pushes the board or the buttons off it', async () => {
  await begin(1);
  await play(1, opera.split(' ').slice(0, 12).join(' '));
  for (const [width, height] of [[390, 844], [360, 640], [320, 568]]) {
    await visit('/board/1', { width, height });
    await comes_to(() => page.$$eval('#white .taken use', pieces => pieces.map(piece => piece.getAttribute('href').slice(-2))), ['bb', 'bp']);
    const parts = await page.$$eval('#white .taken, #black .taken, #board svg, #browse', all => all.map(one => one.getBoundingClientRect()).map(({ left, right, bottom, height }) =>
      [height > 10, left >= 0 && right <= innerWidth, bottom <= innerHeight]));
    assert.deepEqual(parts, Array(4).fill([true, true, true]), `${width} x ${height}`);
    const overlaps = await page.$eval('#white', player => {
      const [taken, name] = ['.taken', '.name'].map(part => player.querySelector(part).getBoundingClientRect());
      return taken.top < name.bottom - 6;
    });
    assert.equal(overlaps, false);
  }
  await photograph('one-board-phone-captured');
});

test('the opening of the move looked at is named where the operator wants it, and never in the playing hall', async () => {
  await begin(1);
  await play(1, 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4');
  const opening = () => page.$eval('#opening', node => (node.hidden ? '' : node.textContent));
  for (const wall of [{}, { openings: true }, { hall: [] }]) { // the second: this computer is in the hall
    await fixture.do('close');
    await fixture.do('open', { wall });
    await visit('/board/1');
    await sleep(300);
    assert.equal(await opening(), '', JSON.stringify(wall));
  }
  await fixture.do('close');
  await fixture.do('open', { wall: { openings: true, hall: [] } });
  for (const [width, height] of [[1920, 1080], [390, 844]]) {
    await visit('/board/1?lang=pt', { width, height });
    await comes_to(opening, 'C80 Ruy Lopez, Open Variation');
    await photograph(`one-board-opening-${width}`);
    await page.click('[data-ply="4"]');
    await comes_to(opening, 'C44 King\'s Knight Opening, Normal Variation');
    await page.keyboard.press('Home');
    await comes_to(opening, '');
  }
});

test('a link leads to the move, also in the next round, when another game is on the board', async () => {
  await begin(1);
  await play(1, opera.split(' ').slice(0, 9).join(' '), { clock_ms: 4_000_000 });
  await visit('/board/1?lang=de');
  await page.click('[data-ply="6"]');
  const link = await page.$eval('#share', node => node.getAttribute('href'));
  assert.equal(link, '/board/1?game=r3b1&move=6&lang=de');
  await visit(link);
  await comes_to(() => text_of(page, '[aria-current]'), 'Lg4');
  await fixture.do('game', { board: 1, id: 'r4b1', tags: { White: 'Next', Black: 'Other' } });
  await visit(link);
  await comes_to(() => text_of(page, '[aria-current]'), 'Lg4');
  assert.equal(await text_of(page, '#white .name'), names[1]);
  await page.click('#now a');
  await comes_to(() => text_of(page, '#white .name'), 'Next');
  await page.goto(`${fixture.url}/board/1?game=never`);
  await comes_to(() => text_of(page, '#empty'), 'This game is not kept here any more.');
  page.errors.length = 0; // the 404
});

test('two hundred boards are searched by keyboard, by name or number, and so are earlier rounds', async () => {
  await fixture.do('game', { board: 1, id: 'r2b1', tags: { Round: '2', White: 'Capablanca, José Raúl', Black: 'Earlier' } });
  await fill(200);
  await visit('/', { width: 1920, height: 1080 });
  const type = async text => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(text);
  };
  await type('187');
  await comes_to(boards_shown, [187]);
  await type('jose capa earlier');
  await comes_to(() => page.$$eval('#earlier a', links => links.map(link => link.innerText.replace(/\s+/g, ' '))), ['Capablanca, José Raúl – Earlier Round 2 · Board 1']);
  assert.deepEqual(await boards_shown(), []);
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#black .name'), 'Earlier');
  await visit('/', { width: 1920, height: 1080 });
  await type('ИВАНЧУК');
  await comes_to(async () => (await page.$$eval('.card', cards => cards.every(card => card.innerText.includes('Иванчук')))), true);
  await type('nobody of that name');
  await comes_to(() => text_of(page, '#empty'), 'No game here has “nobody of that name”.');
  await page.keyboard.press('Escape');
  await comes_to(async () => (await boards_shown()).length > 10, true);
});

test('a round of before cannot be chosen, lacks a game or its result, or leads to no game of it', async () => {
  const rounds = [1, 2, 3], boards = [2, 1, 10];
  const round_text = () => text_of(page, '#round');
  const rows = () => page.$$eval('#games a', all => all.map(row => [...row.children].map(part => part.textContent.trim()).join('|')));
  const play_round = async round => {
    for (const board of boards) {
      await fixture.do('game', { board, id: `r${round}b${board}`, tags: { Event: 'Hall Open', Round: `${round}.${board}`,
        White: `White ${round}-${board}`, Black: `Black ${round}-${board}`, WhiteTitle: 'WGM' } });
      await play(board, 'e4 e5 Nf3', {});
    }
  };
  for (const round of rounds) {
    await play_round(round);
    if (round === 3) break;
    await fixture.do('result', { board: 1, result: '1-0' });
    await fixture.do('result', { board: 10, result: '1/2-1/2' });
  }
  await visit('/?lang=de', { width: 1920, height: 1080 });
  await page.click('#rounds');
  await comes_to(round_text, 'Runde 2');
  const second = ['1|WGM White 2-1|1–0|Black 2-1', '2|WGM White 2-2||Black 2-2', '10|WGM White 2-10|½–½|Black 2-10'];
  await comes_to(rows, second);
  assert.deepEqual(await page.$$eval('#rounds a', all => all.map(one => [one.textContent, one.getAttribute('aria-label')])), [['1', 'Runde 1'], ['2', 'Runde 2'], ['3', 'Runde 3']]);
  await page.click('#rounds a:first-child');
  await comes_to(round_text, 'Runde 1');
  await comes_to(() => rows().then(all => all.length), 3);
  await page.click('#games li:nth-child(2) a');
  await comes_to(() => page.$$eval('#moves button', all => all.map(one => one.textContent)), ['e4', 'e5', 'Sf3']);
  await comes_to(() => text_of(page, '#white .name'), 'White 1-2');
  // Through the games of that round, and back to it.
  await page.click('#next');
  await comes_to(() => text_of(page, '#white .name'), 'White 1-10');
  await comes_to(() => page.$eval('#next', node => node.hidden), true);
  await page.click('#previous');
  await comes_to(() => text_of(page, '#white .name'), 'White 1-2');
  await comes_to(() => text_of(page, '#all'), 'Runde 1');
  await page.click('#all a');
  await comes_to(() => rows().then(all => all[0]), '1|WGM White 1-1|1–0|Black 1-1');
  // The round that is played is followed.
  await page.click('#rounds a:last-child');
  await comes_to(rows, ['1|WGM White 3-1||Black 3-1', '2|WGM White 3-2||Black 3-2', '10|WGM White 3-10||Black 3-10']);
  await fixture.do('result', { board: 2, result: '0-1' });
  await comes_to(() => rows().then(all => all[1]), '2|WGM White 3-2|0–1|Black 3-2');
  await page.goto(`${fixture.url}/rounds?round=7`);
  await comes_to(() => text_of(page, '#empty'), 'No game of this round is kept here.');
});

test('games of another daemon are not on the page of their round, lead to no game, or stand still there', async () => {
  const pgn = (round, moves, result) => `[Event "Hall Open"]\n[Round "${round}.7"]\n[White "Far ${round}"]\n[Black "Away ${round}"]\n`
    + `[Result "${result}"]\n[GameId "far-r${round}-b7"]\n[Board "7"]\n\n${moves} ${result}\n\n`;
  const rows = () => page.$$eval('#games a', all => all.map(row => [...row.children].map(part => part.textContent.trim()).join('|')));
  const moves = () => page.$$eval('#moves button', all => all.map(one => one.textContent));
  await begin(1);
  await fixture.do('elsewhere', { pgn: pgn(2, '1. d4', '0-1') });
  await fixture.do('elsewhere', { pgn: pgn(3, '1. e4 e5', '*') });
  await visit('/');
  assert.deepEqual(await boards_shown(), [1]); // the wall has its own
  await visit('/rounds?round=2');
  await comes_to(rows, ['7|Far 2|0–1|Away 2']);
  await page.click('#rounds a:last-child');
  await comes_to(() => rows().then(all => all.at(-1)), '7|Far 3||Away 3');
  await page.click('#games li:last-child a');
  await comes_to(moves, ['e4', 'e5']);
  await fixture.do('elsewhere', { pgn: pgn(3, '1. e4 e5 2. Nf3', '*') });
  await comes_to(moves, ['e4', 'e5', 'Nf3'], 20_000);
  await fixture.do('elsewhere', { pgn: pgn(3, '1. e4 e5 2. Nf3', '1/2-1/2') });
  await comes_to(() => text_of(page, '#result'), '½–½', 20_000);
  await page.goto(`${fixture.url}/rounds?round=3`);
  await comes_to(() => rows().then(all => all.at(-1)), '7|Far 3|½–½|Away 3');
  await fixture.do('elsewhere', { pgn: pgn(3, '1. e4 e5 2. Nf3', '1-0') }); // corrected there
  await comes_to(() => rows().then(all => all.at(-1)), '7|Far 3|1–0|Away 3', 30_000);
});

/// Ways in which a list does not come, or not whole.
const failures = [route => route.abort(), route => route.fulfill({ status: 503, body: 'busy' }),
  route => route.fulfill({ status: 200, contentType: 'application/json', body: '{"games":[{"board":1,' }),
  route => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' })];
const is_said_old = () => page.$eval('#old', node => !node.hidden && node.innerText !== '');
const forget_failures = () => {
  page.errors = page.errors.filter(text => !/ERR_FAILED|503/.test(text));
};

test('a round whose games cannot be read again is shown as if it had none, or nobody learns that the list is old', async () => {
  const games = () => page.$$eval('#games a', all => all.length);
  for (const board of [1, 2]) await begin(board);
  await fixture.do('elsewhere', { pgn: '[Event "Hall Open"]\n[Round "3.7"]\n[White "Far"]\n[Black "Away"]\n[Result "*"]\n[GameId "far-r3-b7"]\n[Board "7"]\n\n1. e4 *\n\n' });
  await visit('/rounds?round=3');
  await comes_to(games, 3);
  assert.equal(await is_said_old(), false);
  for (const fail of failures) {
    await page.route('**/games.json', fail);
    await comes_to(is_said_old, true, 40_000);
    assert.equal(await games(), 3);
    await page.unroute('**/games.json');
    await comes_to(is_said_old, false, 40_000);
    assert.equal(await games(), 3);
  }
  forget_failures();
});

test('standings that cannot be read are taken away, are not asked for again, or nobody learns that they are old', async () => {
  const standings = after_round => ({ event: 'E', after_round, places: [{ place: 1, name: 'Adams, Ann', points: 2 }] });
  const round = () => text_of(page, '#round');
  await fixture.do('close');
  await fixture.do('open', { wall: { hall: [] } }); // this computer is not in the hall
  await fixture.do('standings', { standings: standings(1) });
  page = await open(browser, `${fixture.url}/standings`, {});
  pages.push(page);
  await comes_to(round, 'After round 1');
  for (const [at, fail] of failures.slice(0, 3).entries()) {
    await page.route('**/standings.json', fail);
    await fixture.do('standings', { standings: standings(at + 2) });
    await comes_to(is_said_old, true);
    assert.equal(await round(), `After round ${at + 1}`);
    assert.equal(await page.$$eval('#standings tbody tr', rows => rows.length), 1);
    await page.unroute('**/standings.json');
    await comes_to(round, `After round ${at + 2}`);
    assert.equal(await is_said_old(), false);
  }
  forget_failures();
});

test('a team is not beside its player, or takes the room of his name', async () => {
  for (const [width, height] of [[1920, 1080], [1080, 1920], [390, 844]]) {
    for (const board of [1, 2, 3, 4, 5, 6]) await begin(board);
    await visit('/', { width, height });
    const heights = () => page.$$eval('.card .name', all => all.map(name => name.offsetHeight));
    const names = () => page.$$eval('.card .name', all => all.map(name => name.textContent));
    const before = [await names(), await heights()];
    for (const board of [1, 2, 3, 4, 5, 6]) await begin(board, { WhiteTeam: 'A-Town', BlackTeam: 'A Team With A Very Long Name Of The First Division' });
    await comes_to(() => page.$$eval('.card .w .team', all => all.map(team => team.textContent)), Array(6).fill('A-Town'));
    assert.deepEqual([await names(), await heights()], before, `${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: wider than the screen`);
    await photograph(`wall-teams-${width}`);
    await visit('/board/1', { width, height });
    await comes_to(() => text_of(page, '#white .team'), 'A-Town');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: wider than the screen`);
    await photograph(`board-team-${width}`);
  }
});

test('standings lack a player or the round, stay as they were, or are shown in the playing hall', async () => {
  const standings = { event: 'Hall Open', after_round: 3, places: [...names.keys()].map(at => ({ place: Math.max(1, at), name: names[at],
    title: at < 2 ? 'GM' : '', federation: at % 2 ? 'FRA' : 'IND', rating: String(2700 - at), points: 3 - at / 2 })),
  teams: [{ place: 1, name: 'A-Town', match_points: 5, game_points: 9.5 }, { place: 2, name: 'B-Ville', match_points: 4, game_points: 10 }] };
  const teams = () => page.$$eval('#teams tbody tr', all => all.map(row => [...row.children].filter(cell => cell.checkVisibility()).map(cell => cell.textContent).join('|')));
  const rows = () => page.$$eval('#standings tbody tr', all => all.map(row => [...row.children].map(cell => cell.textContent).join('|')));
  await begin(1);
  await fixture.do('standings', { standings }); // this computer is in the hall
  await visit('/');
  await sleep(300);
  assert.equal(await page.$eval('#standings', link => link.hidden), true);
  page = await open(browser, `${fixture.url}/standings`);
  pages.push(page);
  await comes_to(() => text_of(page, '#empty'), 'There are no standings here yet.');
  assert.equal((await fetch(`${fixture.url}/standings.json`)).status, 404);
  await fixture.do('close');
  await fixture.do('open', { wall: { hall: [] } });
  await visit('/?lang=pt', { width: 1920, height: 1080 });
  await sleep(300);
  assert.equal(await page.$eval('#standings', link => link.hidden), true);
  await fixture.do('standings', { standings });
  await comes_to(() => page.$eval('#standings', link => link.hidden), false);
  await page.click('#standings');
  await comes_to(() => text_of(page, '#round'), 'Depois da ronda 3');
  await comes_to(() => rows().then(all => all.slice(0, 2)), [`1|GM ${names[0]}|IND|2700|3`, `1|GM ${names[1]}|FRA|2699|2,5`]);
  assert.equal((await rows()).length, names.length);
  assert.deepEqual(await teams(), ['1|A-Town|5|9,5', '2|B-Ville|4|10']);
  await photograph('standings-1920');
  await fixture.do('standings', { standings: { ...standings, after_round: 5, teams: [] } });
  await comes_to(() => text_of(page, '#round'), 'Depois da ronda 5');
  assert.equal(await page.$eval('#teams', table => table.hidden), true);
  const uncounted = [{ place: 1, name: 'A-Town', game_points: 9.5 }];
  await fixture.do('standings', { standings: { ...standings, after_round: 4, teams: uncounted, places: standings.places.slice(2) } });
  await comes_to(() => text_of(page, '#round'), 'Depois da ronda 4');
  assert.equal((await rows()).length, names.length - 2);
  assert.deepEqual(await teams(), ['1|A-Town|9,5']);
  for (const [width, height, scheme] of [[390, 844, 'light'], [3840, 2160, 'dark']]) {
    page = await open(browser, `${fixture.url}/standings`, { width, height, scheme });
    pages.push(page);
    await comes_to(() => rows().then(all => all.length), names.length - 2);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: it is wider than the screen`);
    await photograph(`standings-${width}`);
    await page.waitForFunction(() => !document.querySelector('.lost') && document.getAnimations().every(each => each.playState === 'finished'));
    await page.evaluate(axe);
    assert.deepEqual((await page.evaluate(() => axe.run())).violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html)}`), []);
  }
});

test('a hundred games of a round are read on a wall and on a phone', async () => {
  for (const round of [4, 5]) for (let board = 1; board <= 100; ++board) {
    await fixture.do('game', { board, id: `r${round}b${board}`, tags: { Event: 'Hall Open', Round: String(round), White: names[board % 6], Black: names[(board + 3) % 6], BlackTitle: 'GM' } });
    await fixture.do('result', { board, result: ['1-0', '0-1', '1/2-1/2'][board % 3] });
  }
  for (const [width, height] of [[1920, 1080], [3840, 2160], [390, 844]]) {
    page = await open(browser, `${fixture.url}/rounds?round=4`, { width, height });
    pages.push(page);
    await comes_to(() => page.$$eval('#games a', all => all.length), 100);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: it is wider than the screen`);
    assert.deepEqual(await page.$$eval('.name', all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)), [], 'a name is cut');
    await photograph(`round-${width}`);
  }
});

test('the language is the browser\'s, or the address\'s; names of every script stand as they are written', async () => {
  await begin(5);
  await play(5, 'e4 e5 Nf3', { clock_ms: 4_000_000 });
  const context = await browser.newContext({ locale: 'pt-BR' });
  page = await context.newPage();
  page.errors = [];
  pages.push(page);
  await page.goto(fixture.url);
  await comes_to(() => text_of(page, '#connection'), 'Em direto');
  await comes_to(() => text_of(page, '.last'), '2. Cf3');
  assert.equal(await text_of(page, '.number'), 'Tabuleiro 5');
  assert.equal(await page.$eval('html', html => html.lang), 'pt');
  assert.equal(await page.$eval('.w .name', name => getComputedStyle(name).direction), 'rtl');
  for (const [code, last] of Object.entries({ en: '2. Nf3', de: '2. Sf3', fr: '2. Cf3', es: '2. Cf3', it: '2. Cf3', ru: '2. Кf3', zh: '2. Nf3', pt: '2. Cf3' })) {
    await visit(`/?lang=${code}`);
    await comes_to(() => text_of(page, '.last'), last);
    assert.equal(await page.$eval('.card', card => card.getAttribute('href')), `/board/5?lang=${code}`);
    const words = await text_of(page, 'body');
    if (code !== 'en') assert.doesNotMatch(words, /\b(Round|Board \d|claim|Search)\b/);
    assert.match(words, /6\.12\.2/);
    if (code === 'pt') await photograph('wall-pt');
  }
  await visit('/board/5?lang=ru', { width: 1920, height: 1080 });
  await photograph('one-board-ru');
  await page.selectOption('#language', 'en');
  await comes_to(() => text_of(page, '#board-name'), 'Board 5');
});

test('a language that is a file is not served, or another line somewhere is needed for it', async () => {
  const folder = fileURLToPath(new URL('../../daemon/web/', import.meta.url));
  const codes = readdirSync(folder).map(name => name.match(/^language-(\w+)\.js$/)?.[1]).filter(Boolean).sort();
  assert.ok(codes.length >= 8);
  await begin(5);
  await visit('/?lang=de');
  await comes_to(() => page.$$eval('#language option', all => all.map(({ value }) => value).sort()), codes);
  const names = await page.$$eval('#language option', all => Object.fromEntries(all.map(({ value, textContent }) => [value, textContent])));
  assert.deepEqual([names.en, names.pt, names.ru, names.zh], ['English', 'Português', 'Русский', '中文']);
  for (const code of codes) assert.equal((await fetch(`${fixture.url}/language-${code}.js`)).status, 200);
  for (const name of ['CMakeLists.txt', 'language.js']) assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /language-\w\w\.js(?<!language-en\.js)/);
});

test('moves and results are said, with name and time, in the page\'s language', async () => {
  await begin(1);
  await play(1, 'e4 e5', { clock_ms: 5_000_000 });
  await visit('/board/1');
  assert.equal(await text_of(page, '#news'), '', 'what was played before is not news');
  await fixture.do('move', { board: 1, san: 'Nf3', clock_ms: 4_809_000 });
  await comes_to(() => text_of(page, '#news'), 'Polgar, Judit: knight f3. 1 hour 20 minutes 9 seconds left');
  await play(1, 'Nf6 Nxe5', { clock_ms: 60_000 });
  await comes_to(() => text_of(page, '#news'), 'Polgar, Judit: knight takes e5. 1 minute left');
  await fixture.do('result', { board: 1, result: '0-1', by_time: true });
  await comes_to(() => text_of(page, '#news'), 'Black wins, on time');
  await begin(2);
  await visit('/board/2?lang=pt');
  await play(2, 'd4', { clock_ms: 61_000 });
  await comes_to(() => text_of(page, '#news'), 'Vachier-Lagrave, Maxime: d4. restam 1 minuto 1 segundo');
  await visit('/');
  await fixture.do('result', { board: 2, result: '1/2-1/2' });
  await comes_to(() => text_of(page, '#news'), 'Board 2: Vachier-Lagrave, Maxime – Capablanca, José Raúl. Draw');
});

test('axe finds something on a page, by day or by night', async () => {
  await fill(9);
  await fixture.do('result', { board: 4, result: '1-0' });
  await fixture.do('clocks', { board: 6, w: 30_000, b: 5_000_000, running: 'w' });
  for (const where of ['/', '/?featured=2', '/?lang=pt', '/board/1', '/board/4', '/board/3?lang=pt', '/rounds?round=3'])
    for (const [scheme, width, height] of [['light', 1920, 1080], ['dark', 1920, 1080], ['light', 390, 844]]) {
      await visit(where, { scheme, width, height });
      // What fades in has come.
      await page.waitForFunction(() => !document.querySelector('.lost') && document.getAnimations().every(each => each.playState === 'finished'));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).slice(0, 3).join(' ')}`), [], `${where} ${scheme} ${width}`);
    }
});

test('another site may frame the pages where the operator says so, and nowhere else', async () => {
  await begin(1);
  const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const club = `http://127.0.0.1:${other.address().port}`;
  const framed = async () => {
    const foreign = await browser.newPage();
    await foreign.goto(club);
    await foreign.evaluate(address => new Promise(resolve => {
      const frame = document.createElement('iframe');
      frame.onload = resolve;
      frame.src = address;
      frame.width = 400;
      frame.height = 640;
      document.body.append(frame);
    }), `${fixture.url}/board/1`);
    const frame = foreign.frames().find(one => one !== foreign.mainFrame());
    const shown = frame.url().startsWith(fixture.url) && await frame.waitForSelector('#game:not([hidden]) svg.board', { timeout: 10_000 }).then(() => true);
    await foreign.close();
    return shown;
  };
  assert.equal(await framed(), false);
  await fixture.do('close');
  await fixture.do('open', { framed_by: club });
  assert.equal(await framed(), true);
  await fixture.do('close');
  await fixture.do('open', { framed_by: 'https://another.example' });
  assert.equal(await framed(), false);
  other.close();
});

test('what Article 6.14 hides is on a page, in a language, in the list of games or said to the blind', async () => {
  const hidden = { Termination: 'rules infraction', Annotator: 'arbiter: touch-move claimed', Incident: 'illegal move' };
  await begin(1, hidden);
  await play(1, 'e4 e5', { clock_ms: 1_000 });
  await visit('/board/1');
  await fixture.do('result', { board: 1, result: '0-1' });
  await comes_to(() => text_of(page, '#news'), 'Black wins');
  await fixture.do('game', { board: 2, id: 'r3b2', tags: hidden });
  const words = /infraction|arbiter|touch|claimed|illegal|incident|offer|penalt|flag|forfeit|dispute|warning|resign/i;
  const all = () => page.evaluate(() => document.documentElement.outerHTML);
  for (const where of ['/board/1', '/', '/?boards=1', '/?featured=1', '/?lang=pt', '/?lang=ru', '/board/1?game=r3b1&move=1', '/rounds?round=3']) {
    await visit(where);
    assert.doesNotMatch(await all(), words, where);
  }
  await visit('/');
  await page.fill('#asked', 'e');
  await comes_to(() => page.$$eval('.card', cards => cards.length > 0), true);
  assert.doesNotMatch(await all(), words);
  for (const where of ['/games.json', '/games/r3b1.json', '/api/round', '/round.pgn', '/games/r3b1.pgn'])
    assert.doesNotMatch(await (await fetch(fixture.url + where)).text(), words, where);
});
