// The pages in a real browser, while games are played. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chess } from 'chess.js';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { Fixture } from './fixture.js';
import { picture } from './photograph.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { comes_to, read_board, read_clock, read_marks, read_moves, text_of } from './page.js';

const path = browser_or_skip();
const notice = 'This display is for information only; no claim may be based on it (FIDE Laws of Chess, Article 6.12.2).';
const tags = { Event: 'Hall Open', Round: '3', White: 'Morphy, Paul', WhiteElo: '2690', Black: 'Duke of Brunswick' };
const opera = 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 ' +
  'Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';
// En passant by both sides, castling, promotions with and without capture, to a knight, a queen and a rook.
const rare = 'e4 Nf6 e5 d5 exd6 Bg4 dxc7 Nc6 cxd8=N Rxd8 Nf3 e6 Be2 Be7 O-O O-O h3 Bh5 a4 b5 axb5 Nb4 b6 Nd3 bxa7 Rb8 a8=Q ' +
  'Nf4 d4 Ng6 d5 e5 d6 e4 d7 e3 c4 exf2+ Rxf2 Ne8 Rf1 f5 Na3 f4 g4 fxg3 dxe8=R';

let browser, fixture, page;
const pages = [];

const live = { de: 'Live', pt: 'Em direto', zh: '直播' };
const visit = async (where, options) => {
  page = await open(browser, fixture.url + where, options);
  pages.push(page);
  await comes_to(() => text_of(page, '#connection'), live[new URL(page.url()).searchParams.get('lang')] ?? 'Live');
  // The time of day came first, then the games.
  if (fixture.has_games) await comes_to(() => page.$$eval('.card, #game:not([hidden])', shown => shown.length > 0), true);
  return page;
};
const play = (board, sans, more = {}) =>
  sans.split(' ').reduce((before, san) => before.then(() => fixture.do('move', { board, san, ...more })), Promise.resolve());
const placement = fen => fen.split(' ')[0];
const read_at = async (page, selector) => {
  const before_ms = Date.now(), clock_ms = await read_clock(page, selector);
  return { before_ms, clock_ms, after_ms: Date.now() };
};
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

for (const [name, sans] of Object.entries({ opera, rare }))
  test(`after every move of the ${name} game the board, the mark and the list of moves are those of the game`, async () => {
    await fixture.do('game', { board: 1, id: name, tags });
    await visit('/board/1');
    const game = new Chess();
    await comes_to(() => read_board(page), placement(game.fen()));
    for (const san of sans.split(' ')) {
      const { from, to } = game.move(san);
      await fixture.do('move', { board: 1, san });
      await comes_to(() => read_board(page), placement(game.fen()));
      assert.deepEqual(await read_marks(page), [from, to].sort());
    }
    const numbered = game.history().map((san, ply) => (ply % 2 ? san : `${ply / 2 + 1}. ${san}`)).join(' ');
    assert.equal(await read_moves(page), numbered);
    assert.equal(await text_of(page, '[aria-current]'), game.history().at(-1));
    assert.ok(await page.$eval('[aria-current]', move => {
      const row = move.getBoundingClientRect(), list = document.getElementById('moves').getBoundingClientRect();
      return row.top >= list.top && row.bottom <= list.bottom;
    }), 'the last move is in view');
    await photograph(`one-board-${name}`);
  });

test('a page opened in the middle of a game shows all of it, and looks back at any move', async () => {
  await fixture.do('game', { board: 1, id: 'g', tags });
  await play(1, rare);
  await visit('/board/1');
  const game = new Chess(), positions = [placement(game.fen())];
  for (const san of rare.split(' ')) {
    game.move(san);
    positions.push(placement(game.fen()));
  }
  await comes_to(() => read_board(page), positions.at(-1));
  for (let ply = positions.length - 2; ply >= 0; --ply) {
    await page.keyboard.press('ArrowLeft');
    await comes_to(() => read_board(page), positions[ply]);
  }
  await page.click('[data-ply="9"]');
  await comes_to(() => read_board(page), positions[9]);
  await fixture.do('move', { board: 1, san: 'Rbxe8' });
  await comes_to(() => page.$$eval('#moves button', moves => moves.at(-1).textContent), 'Rbxe8');
  assert.equal(await read_board(page), positions[9], 'whoever looks back is left in peace');
  await page.click('#latest');
  game.move('Rbxe8');
  await comes_to(() => read_board(page), placement(game.fen()));
});

test('Chess960 castling, seen as it happens and looking back', async () => {
  const start = 'r3k3/8/8/8/8/8/8/1KR5 w Ca - 0 1';
  await fixture.do('game', { board: 1, id: 'g', tags, start, chess960: true });
  await visit('/board/1');
  await comes_to(() => read_board(page), placement(start));
  await play(1, 'O-O O-O-O Rf7');
  await comes_to(() => read_board(page), '2kr4/5R2/8/8/8/8/8/6K1');
  await page.keyboard.press('ArrowLeft');
  await comes_to(() => read_board(page), '2kr4/8/8/8/8/8/8/5RK1');
});

test('a game from another position, Black to move, is numbered from there; a move taken back is gone', async () => {
  const start = '4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 40';
  await fixture.do('game', { board: 1, id: 'g', tags, start });
  await visit('/board/1');
  await play(1, 'e5 e4 Ke7 Kd2');
  await comes_to(() => read_moves(page), '40... e5 41. e4 Ke7 42. Kd2');
  await fixture.do('take back', { board: 1, plies: 2 });
  await comes_to(() => read_moves(page), '40... e5 41. e4');
  await play(1, 'Kf7');
  await comes_to(() => read_moves(page), '40... e5 41. e4 Kf7');
  await comes_to(() => read_board(page), '8/5k2/8/4p3/4P3/8/8/4K3');
});

test('names, ratings, result and scores are shown, and the PGN holds the same game', async () => {
  await fixture.do('game', { board: 2, id: 'r3b2', tags: { ...tags, WhiteTitle: 'GM' } });
  await visit('/board/2');
  assert.equal(await text_of(page, '#white .name'), 'Morphy, Paul');
  assert.equal(await text_of(page, '#white .title'), 'GM');
  assert.equal(await text_of(page, '#white .rating'), '2690');
  assert.equal(await text_of(page, '#black .name'), 'Duke of Brunswick');
  assert.equal(await text_of(page, '#round'), 'Hall Open · Round 3');
  assert.equal(await page.title(), 'Morphy, Paul – Duke of Brunswick');
  await play(2, opera, { clock_ms: 3_723_000 });
  await fixture.do('result', { board: 2, result: '1-0' });
  await comes_to(() => text_of(page, '#result'), '1–0 · checkmate');
  assert.equal(await text_of(page, '#white .score'), '1');
  assert.equal(await text_of(page, '#black .score'), '0');

  const pgn = await (await fetch(fixture.url + await page.$eval('#pgn', link => link.getAttribute('href')))).text();
  const game = new Chess();
  game.loadPgn(pgn);
  await comes_to(() => read_board(page), placement(game.fen()));
  assert.match(pgn, /\[GameId "r3b2"\]/);
  assert.match(pgn, /\[Round "3\.2"\]/);
  assert.match(pgn, /\[%clk 1:02:03\]/);
});

test('the clock of the side to move runs by itself, the other stands; both stand after the end', async () => {
  await fixture.do('game', { board: 1, id: 'g', tags, clock_ms: 5_400_000 });
  await visit('/board/1');
  await comes_to(() => text_of(page, '#white .clock'), '1:30:00');
  await sleep(1200);
  assert.equal(await text_of(page, '#white .clock'), '1:30:00', 'no clock runs before the game');
  await fixture.do('move', { board: 1, san: 'e4', clock_ms: 5_395_000 });
  await comes_to(() => page.$eval('#black', player => player.classList.contains('running')), true);
  assert.equal(await text_of(page, '#white .clock'), '1:29:55');
  // How much of its time is gone, and between how much and how much was in the world when that was read.
  const began = await read_at(page, '#black .clock');
  await sleep(3000);
  await comes_to(async () => {
    const now = await read_at(page, '#black .clock'), gone_ms = began.clock_ms - now.clock_ms;
    return gone_ms > now.before_ms - began.after_ms - 1200 && gone_ms < now.after_ms - began.before_ms + 1200;
  }, true);
  assert.equal(await text_of(page, '#white .clock'), '1:29:55');

  await fixture.do('clocks', { board: 1, w: 61_000, b: 1_500, running: 'b' });
  await comes_to(() => text_of(page, '#black .clock'), '0:00');
  await sleep(1200);
  assert.equal(await text_of(page, '#black .clock'), '0:00', 'no clock shows less than nothing');
  await fixture.do('result', { board: 1, result: '1/2-1/2' });
  await comes_to(() => page.$eval('#black', player => player.classList.contains('running')), false);
  assert.equal(await text_of(page, '#white .clock'), '1:01');
});

test('a clock is right although the viewer\'s own is an hour wrong', async () => {
  await fixture.do('game', { board: 1, id: 'g', tags, clock_ms: 600_000 });
  const began_ms = Date.now();
  await fixture.do('move', { board: 1, san: 'e4', clock_ms: 600_000 });
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  page = await context.newPage();
  page.errors = [];
  pages.push(page);
  await page.goto(`${fixture.url}/board/1`);
  await comes_to(() => page.$eval('#black', player => player.classList.contains('running')), true);
  const shown_ms = await read_clock(page, '#black .clock'), gone_ms = Date.now() - began_ms;
  assert.ok(shown_ms > 598_800 - gone_ms && shown_ms <= 600_000, `${shown_ms} after ${gone_ms}`);
});

test('the overview shows every board of the round, each live, and new ones as they come', async () => {
  const sans = opera.split(' ');
  for (const board of [3, 1, 2, 12]) {
    await fixture.do('game', { board, id: `r3b${board}`, tags: { ...tags, White: `White ${board}` }, clock_ms: 5_400_000 });
    await play(board, sans.slice(0, board + 2).join(' '), { clock_ms: 4_000_000 });
  }
  await visit('/', { width: 1920, height: 1080 });
  const card = board => `.card[href="/board/${board}"]`;
  const boards = () => page.$$eval('.card', cards => cards.map(one => one.getAttribute('href')));
  assert.deepEqual(await boards(), ['/board/1', '/board/2', '/board/3', '/board/12']);
  assert.equal(await text_of(page, 'h1'), 'Hall Open');
  for (const board of [1, 2, 3, 12]) {
    const game = new Chess();
    for (const san of sans.slice(0, board + 2)) game.move(san);
    await comes_to(() => read_board(page, card(board)), placement(game.fen()));
    assert.equal(await text_of(page, `${card(board)} .w .name`), `White ${board}`);
    assert.equal(await text_of(page, `${card(board)} .number`), `Board ${board}`);
    assert.equal((await page.$$(`${card(board)} .running`)).length, 1);
  }
  assert.equal(await text_of(page, `${card(1)} .last`), '2. Nf3');
  assert.equal(await text_of(page, `${card(2)} .last`), '2… d6');

  await fixture.do('move', { board: 1, san: 'Nc6', clock_ms: 3_900_000 });
  await comes_to(() => text_of(page, `${card(1)} .last`), '2… Nc6');
  assert.deepEqual(await read_marks(page, card(1)), ['b8', 'c6']);
  await fixture.do('result', { board: 2, result: '1/2-1/2' });
  await comes_to(() => text_of(page, `${card(2)} .last`), '½–½');
  await fixture.do('game', { board: 4, id: 'r3b4', tags });
  await comes_to(boards, ['/board/1', '/board/2', '/board/3', '/board/4', '/board/12']);
  await fixture.do('game', { board: 1, id: 'r4b1', tags: { ...tags, White: 'Next' } });
  await comes_to(() => text_of(page, `${card(1)} .w .name`), 'Next');
  await comes_to(() => read_board(page, card(1)), placement(new Chess().fen()));
  await photograph('all-boards-hall');

  await page.click(card(3));
  await comes_to(() => text_of(page, '#board-name'), 'Board 3');
  await page.click('#next');
  await comes_to(() => text_of(page, '#board-name'), 'Board 4');
  await comes_to(() => page.$eval('#previous', link => link.getAttribute('href')), '/board/3');
});

test('on a phone nothing is wider than the screen, and the board is as wide as it', async () => {
  const long = { ...tags, Event: 'The Open Championship of the Whole Region and its Neighbours', White: 'Ramachandran Venkatasubramanian, Krishnamurthy' };
  for (const board of [1, 2, 3]) {
    await fixture.do('game', { board, id: `r3b${board}`, tags: board === 2 ? long : tags, clock_ms: 5_400_000 });
    await play(board, opera, { clock_ms: 4_000_000 });
  }
  await fixture.do('result', { board: 3, result: '1-0' });
  for (const [name, where] of Object.entries({ 'all-boards': '/', 'one-board': '/board/1', 'long-names': '/board/2' }))
    for (const scheme of ['light', 'dark']) {
      await visit(where, { width: 360, height: 740, scheme, scale: 2 });
      await comes_to(async () => (await read_board(page, 'main')).length > 15, true);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(widths[0] <= widths[1], `${where}: ${widths[0]} > ${widths[1]}`);
      if (where !== '/') assert.equal(await page.$eval('svg.board', svg => svg.clientWidth), 360);
      await photograph(`phone-${name}-${scheme}`);
    }
});

test('on a phone a game is in view with the row that leads back and forth, and names have two lines', async () => {
  await fixture.do('game', { board: 1, id: 'r3b1', tags: { ...tags, White: 'Duke of Brunswick and Count Isouard' }, clock_ms: 5_400_000 });
  await fixture.do('game', { board: 2, id: 'r3b2', tags, clock_ms: 5_400_000 });
  await play(2, opera, { clock_ms: 4_000_000 });
  for (const [width, height] of [[390, 844], [390, 664], [360, 740]])
    for (const where of ['/board/1', '/board/2']) {
      await visit(where, { width, height });
      await comes_to(async () => (await read_board(page)).length > 15, true);
      const low = await page.$eval('#browse', row => row.getBoundingClientRect().bottom);
      assert.ok(low <= height, `${where} at ${width}x${height}: the row ends at ${low}`);
    }
  await visit('/', { width: 390, height: 844 });
  const cut = await page.$$eval('.name', names => names.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent));
  assert.deepEqual(cut, []);
});

test('a lost connection is shown, and after a restart of the server the page is right again by itself', async () => {
  await fixture.do('game', { board: 1, id: 'g', tags, clock_ms: 5_400_000 });
  await play(1, 'e4 e5', { clock_ms: 5_300_000 });
  await visit('/board/1');
  await fixture.do('close');
  await comes_to(() => text_of(page, '#connection'), 'Connection lost. Trying again…');
  const stopped = await text_of(page, '#white .clock');
  await photograph('connection-lost');
  await play(1, 'Nf3 Nc6', { clock_ms: 5_200_000 });
  await sleep(1500);
  assert.equal(await text_of(page, '#white .clock'), stopped, 'a clock that is not known does not pretend to run');
  await fixture.do('open');
  await comes_to(() => text_of(page, '#connection'), 'Live', 20_000);
  await comes_to(() => read_moves(page), '1. e4 e5 2. Nf3 Nc6');
  await play(1, 'Bb5', { clock_ms: 5_100_000 });
  await comes_to(() => read_moves(page), '1. e4 e5 2. Nf3 Nc6 3. Bb5');
});

test('nothing that Article 6.14 does not permit is on a page, in the PGN or in the JSON; the pages say what they are', async () => {
  const private_tags = { Termination: 'rules infraction', Annotator: 'arbiter: touch-move claimed', Incident: 'illegal move' };
  await fixture.do('game', { board: 1, id: 'g', tags: { ...tags, ...private_tags }, clock_ms: 5_400_000 });
  await play(1, 'e4 e5', { clock_ms: 1_000 });
  await fixture.do('result', { board: 1, result: '0-1' });
  const words = /infraction|arbiter|touch|claim|illegal|incident|offer|penalt|flag|forfeit|dispute|warning/i;
  for (const where of ['/', '/board/1']) {
    await visit(where);
    await comes_to(async () => (await text_of(page, 'main')).includes('0–1'), true);
    const text = await text_of(page, 'body');
    assert.ok(text.includes(notice));
    assert.doesNotMatch(text.replace(notice, ''), words);
  }
  for (const where of ['/round.pgn', '/games/g.pgn', '/api/round'])
    assert.doesNotMatch(await (await fetch(fixture.url + where)).text(), words);
});

test('the scoresheet of a game is not one step from its page, is in other letters, cut on paper, or holds what is not public', async () => {
  const private_tags = { Termination: 'rules infraction', Annotator: 'arbiter: touch-move claimed', Incident: 'illegal move' };
  await fixture.do('game', { board: 1, id: 'r3b1', tags: { ...tags, ...private_tags }, clock_ms: 5_400_000 });
  await play(1, opera, { clock_ms: 4_000_000 });
  await fixture.do('result', { board: 1, result: '1-0' });
  for (const [lang, knight] of [['de', 'Sf3'], ['zh', 'Nf3'], ['en', 'Nf3']]) {
    await visit(`/board/1?lang=${lang}`);
    await Promise.all([page.waitForURL('**/games/r3b1.html*'), page.click('#sheet')]);
    assert.deepEqual((await page.locator('.move').allInnerTexts()).slice(0, 3), ['e4', 'e5', knight], lang);
  }
  const text = await text_of(page, 'body');
  for (const part of ['Morphy, Paul', 'Duke of Brunswick', 'Hall Open', '1–0', 'Rd8#', '1:06:40']) assert.ok(text.includes(part), `${part}: ${text}`);
  assert.doesNotMatch(text.replace('Arbiter', ''), /infraction|arbiter|touch|claim|illegal|incident|offer|flag|forfeit|\(=\)/i);
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    await is_legible(page, `the scoresheet, ${scheme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await is_legible(page, 'the scoresheet on a phone');
  await axe_finds_nothing(page, 'the scoresheet');
  await photograph('scoresheet-phone');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('nav'), false, 'the ways on are not on paper');
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  assert.equal((printed.match(/\/Type\s*\/Page[^s]/g) ?? []).length, 1);
  await page.emulateMedia({ media: null });
  const drawn = async () => {
    const [path] = await page.locator('nav a', { hasText: 'PDF' }).evaluateAll(links => links.map(link => link.getAttribute('href')));
    const answer = await fetch(fixture.url + path);
    assert.equal(answer.headers.get('Content-Type'), 'application/pdf');
    return { path, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
  };
  const english = await drawn();
  assert.match(english.text, /^%PDF-/);
  await page.click('nav a:text-is("figurines")');
  assert.deepEqual((await page.locator('.move').allInnerTexts()).slice(2, 4), ['♘f3', 'd6']);
  assert.equal(await text_of(page, 'nav [aria-current]'), 'figurines');
  await page.click('nav a:text-is("without times")');
  assert.equal(await page.locator('.clock').count(), 0);
  assert.equal((await page.locator('.move').allInnerTexts())[2], '♘f3');
  const figurines = await drawn();
  assert.equal(figurines.path, '/games/r3b1.pdf?letters=figurines&times=no&lang=en');
  assert.notEqual(figurines.text, english.text);
});

test('the scoresheet is in another language than the page that leads to it, or one of its headings is in none', async () => {
  await fixture.do('game', { board: 1, id: 'r3b1', tags });
  await play(1, opera);
  const words_of = async code => (await import(`data:text/javascript,${encodeURIComponent(readFileSync(new URL(`../../daemon/web/language-${code}.js`, import.meta.url), 'utf8'))}`)).default;
  const english = await words_of('en');
  const headings = () => page.$$eval('[data-say]', all => all.map(one => [one.dataset.say, one.textContent]));
  for (const [lang, letters, white, signed, knight] of [['de', 'de', 'Weiß', 'Schiedsrichter', 'Sf3'], ['pt', 'pt', 'Brancas', 'Árbitro', 'Cf3'],
    ['zh', null, '白方', '裁判', 'Nf3'], ['en', null, 'White', 'Arbiter', 'Nf3']]) {
    await visit(`/board/1?lang=${lang}`);
    await Promise.all([page.waitForURL('**/games/r3b1.html*'), page.click('#sheet')]);
    const query = new URL(page.url()).searchParams;
    assert.deepEqual([query.get('lang'), query.get('letters')], [lang, letters]);
    await comes_to(() => page.$eval('html', html => html.lang), lang);
    const words = await words_of(lang);
    for (const [key, text] of await headings()) {
      assert.ok(key in english, key);
      assert.equal(text, words[key]);
    }
    assert.equal(await text_of(page, 'thead [data-say=white]'), white);
    assert.equal(await text_of(page, '[data-say=sign_arbiter]'), signed);
    assert.equal((await page.locator('.move').allInnerTexts())[2], knight);
  }
  // Without a script it says the same as in English.
  const bare = await (await fetch(`${fixture.url}/games/r3b1.html`)).text();
  for (const [key, text] of await headings()) assert.ok(bare.includes(`data-say="${key}"`) && bare.includes(`>${text}<`), `${key}: ${text}`);
});

test('over TLS the pages are as live, and nothing runs on them that is not a file of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adoube-tls-'));
  fixture.end();
  fixture = await Fixture.start(join(process.env.ADOUBE_BIN, 'adoube_page_fixture'), folder);
  rmSync(folder, { recursive: true });
  await fixture.do('game', { board: 1, id: 'g', tags, clock_ms: 5_400_000 });
  await visit('/');
  await comes_to(() => page.$$eval('.card', cards => cards.length), 1);
  await visit('/board/1');
  assert.ok(page.url().startsWith('https://'));
  await play(1, 'e4 e5 Nf3', { clock_ms: 5_000_000 });
  await comes_to(() => read_moves(page), '1. e4 e5 2. Nf3');
  assert.deepEqual(page.errors, []);
  const stopped = await page.evaluate(() => new Promise(resolve => {
    document.addEventListener('securitypolicyviolation', violation => resolve(violation.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.intruded = true';
    document.body.append(script);
  }));
  assert.equal(stopped, 'script-src-elem');
  assert.equal(await page.evaluate(() => window.intruded), undefined);
  page.errors.length = 0; // the intruder's
});

test('a page of another site can neither open the feed nor show our pages in a frame', async () => {
  await fixture.do('game', { board: 1, id: 'g', tags });
  const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const foreign = await browser.newPage();
  await foreign.goto(`http://127.0.0.1:${other.address().port}/`);
  const feed = await foreign.evaluate(address => new Promise(resolve => {
    const socket = new WebSocket(address);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  }), `${fixture.url.replace('http', 'ws')}/live`);
  assert.equal(feed, 'refused');
  await foreign.evaluate(address => new Promise(resolve => {
    const frame = document.createElement('iframe');
    frame.onload = resolve;
    frame.src = address;
    document.body.append(frame);
  }), fixture.url);
  const framed = foreign.frames().find(frame => frame !== foreign.mainFrame());
  assert.equal(framed.url().startsWith(fixture.url), false);
  await foreign.close();
  other.close();
});

test('a hall, a board and a round without games say so', async () => {
  await visit('/');
  await comes_to(() => text_of(page, '#empty'), 'No game has begun. A board appears here as soon as it plays.');
  await visit('/board/7');
  await comes_to(() => text_of(page, '#empty'), 'No game has begun on this board. It appears here by itself.');
  await fixture.do('game', { board: 7, id: 'g', tags });
  await comes_to(() => read_board(page), placement(new Chess().fen()));
});

test('a hall\'s screen shows four boards at once, by day and by night', async () => {
  const names = [['Anand, Viswanathan', 'GM', 2751, 'Polgar, Judit', 'GM', 2675], ['Hou, Yifan', 'GM', 2633, 'Carlsen, Magnus', 'GM', 2839],
    ['Morphy, Paul', '', '', 'Duke of Brunswick and Count Isouard', '', ''], ['Menchik, Vera', 'WGM', 2350, 'Capablanca, José Raúl', 'GM', 2725]];
  for (const [index, [White, WhiteTitle, WhiteElo, Black, BlackTitle, BlackElo]] of names.entries()) {
    const board = index + 1;
    await fixture.do('game', { board, id: `r3b${board}`, clock_ms: 5_400_000, tags: { Event: 'Hall Open', Round: '3', White, WhiteTitle,
      WhiteElo: String(WhiteElo), Black, BlackTitle, BlackElo: String(BlackElo) } });
    let left_ms = 5_400_000;
    for (const san of (board % 2 ? opera : rare).split(' ').slice(0, board === 3 ? 33 : 11 + 5 * board))
      await fixture.do('move', { board, san, clock_ms: left_ms -= 47_000 });
  }
  await fixture.do('result', { board: 3, result: '1-0' });
  for (const [scheme, width, height] of [['light', 1920, 1080], ['dark', 1280, 800]]) {
    await visit('/', { width, height, scheme });
    await comes_to(() => page.$$eval('.card', cards => cards.length), 4);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'all is in view without scrolling');
    await photograph(`four-boards-${scheme}`);
    await visit('/board/2', { width, height, scheme });
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'all is in view without scrolling');
    await photograph(`one-board-${scheme}`);
  }
});
