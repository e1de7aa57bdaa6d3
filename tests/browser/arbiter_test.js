// The arbiter's console in a real browser, on a real daemon, with a virtual board under human hands. Run by CTest with
// ADOUBE_BIN, ADOUBE_GAMES and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, anna, bin, board_at_hall, clock_of, configuration, daemon, enter, folder, go_to, new_token, operator, order, page, photograph,
  play_on_7, press, say, sign_in, start_daemon, visit } from './console_hall.js';
import { comes_to, read_board, text_of } from './page.js';
import { end_daemon, say_to } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { VirtualBoard } from './virtual_board.js';


test('a QR code does not sign in, or leaves the token in the address, in the history or with the server', async () => {
  await say({ board: '1', moves: '1. d4' });
  await visit();
  const asked = [];
  page.on('request', request => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto('about:blank');
  await page.goto(`${address}/arbiter#${anna}`);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await comes_to(order, '1 playing, 2 waiting, 7 waiting');
  assert.equal(page.url(), `${address}/arbiter`);
  assert.ok(asked.filter(text => !text.startsWith(`${address}/arbiter#`)).every(text => !text.includes(anna)));
  assert.equal(await page.evaluate(() => localStorage.getItem('adoube.token')), null);
  await page.goto(`${address}/arbiter#adoube_wrong`); // scanned into the page that is open
  await comes_to(async () => /opens nothing here/.test(await text_of(page, '#why')), true);
  assert.equal(page.url(), `${address}/arbiter`);
  assert.equal(await page.isVisible('main'), false);
  await page.goto(`${address}/arbiter#${anna}`);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await page.goBack().catch(() => {});
  assert.ok(!page.url().includes(anna));
  await page.goForward().catch(() => {});
  assert.ok(!page.url().includes(anna));
});

test('an arbiter sees another\'s boards, or anything without a good token', async () => {
  await say({ board: '9', moves: '1. e4' });
  const officer = new_token('Fay', '--role', 'fair-play');
  await visit();
  for (const [text, why] of [['adoube_wrong', /opens nothing here/], ['not a token', /no token/], [officer, /not an arbiter/]]) {
    await enter(text);
    await comes_to(async () => why.test(await text_of(page, '#why')), true);
    assert.equal(await page.isVisible('main'), false);
    assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'a token that opens nothing is not kept');
  }
  await enter(anna);
  await comes_to(order, '1 waiting, 2 waiting, 7 waiting');
  await page.goto(`${address}/arbiter#9`);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  const all = await page.evaluate(() => document.documentElement.outerHTML + document.cookie + location.href + JSON.stringify(localStorage));
  for (const secret of ['Hidden', 'Unseen', anna]) assert.ok(!all.includes(secret), `${secret} is on the page`);

  execFileSync(join(bin, 'adoube'), ['token', 'revoke', '2', '--tokens', join(folder, 'hall.tokens')], { stdio: 'ignore' });
  await comes_to(async () => /revoked/.test(await text_of(page, '#why')), true);
  assert.equal(await page.$eval('#list', list => list.children.length), 0);
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
});

test('a wrong claim is not on top at once, or its two minutes cannot be given, undone and settled with three touches', async () => {
  await say({ board: '1', moves: '1. d4' });
  await play_on_7(() => true);
  await sign_in({ width: 360, height: 740 });
  await comes_to(order, '7 look, 1 playing, 2 waiting');
  const { running } = (await board_at_hall(7)).game.clocks, side = running === 'w' ? 'b' : 'w'; // whose clock stands
  const names = { w: 'White', b: 'Black' };
  await say_to(address, anna, { board: '7', claim: running, on: 'repetition' }); // what another enters she must have read
  await comes_to(order, '7 act, 1 playing, 2 waiting');
  assert.equal(await text_of(page, '#tally'), '1 to act on');
  assert.equal(await page.title(), '(1) Arbiter');
  const row = await text_of(page, '#list .row');
  assert.match(row, /Act now · Article 9\.5\.3 (White|Black)'s claim of threefold repetition is incorrect/);
  await photograph('arbiter-phone-list');

  await go_to(7);
  await photograph('arbiter-phone-claim');
  const before_ms = await clock_of(7, side);
  await page.locator('.case').first().getByRole('button', { name: `+2 min ${names[side]}` }).click();
  await comes_to(async () => /^Board 7: Done/.test(await text_of(page, '#said')), true);
  assert.equal(await clock_of(7, side) - before_ms, 120_000);
  await press('Undo');
  await comes_to(() => clock_of(7, side), before_ms);
  assert.equal(await page.isVisible('#undo'), false);

  await page.locator('.case').first().getByRole('button', { name: 'Done with it' }).click();
  await comes_to(() => text_of(page, '#tally'), '1 to look at');
  await page.reload();
  await comes_to(() => text_of(page, '#tally'), '1 to look at');
  await page.getByRole('button', { name: 'Open again' }).click();
  await comes_to(() => text_of(page, '#tally'), '1 to act on');
});

test('time is given twice where the first answer was lost', async () => {
  await play_on_7(() => true);
  const side = (await board_at_hall(7)).game.clocks.running === 'w' ? 'b' : 'w'; // whose clock stands
  await sign_in({}, 7);
  const lose_answers = async (number) => {
    let lost = 0;
    await page.route('**/api/command?*', async route => {
      if (++lost > number) return route.continue();
      await route.fetch();
      await route.abort();
    });
  };
  await lose_answers(2);
  const before_ms = await clock_of(7, side);
  await page.locator('.both').getByRole('button', { name: side === 'w' ? '+2 min White' : '+2 min Black' }).click();
  await comes_to(() => text_of(page, '#said'), 'Board 7: No answer yet. It is sent again until there is one, and done once.');
  await comes_to(async () => /^Board 7: Done/.test(await text_of(page, '#said')), true);
  assert.equal(await clock_of(7, side) - before_ms, 120_000);

  // A second time it is asked, and by whom it was given the first time is said.
  const again = page.locator('.both').getByRole('button', { name: side === 'w' ? '+2 min White…' : '+2 min Black…' });
  await again.click();
  assert.match(await page.locator('#confirm-text').innerText(), /^(White|Black) got 0:02:00 already, the last of it at \d\d:\d\d:\d\d, from Anna\.$/);
  await press('Leave it as it is');
  assert.equal(await clock_of(7, side) - before_ms, 120_000);
  await again.click();
  await press('Yes');
  await comes_to(async () => await clock_of(7, side) - before_ms, 240_000);
});

test('a command is said anew to a daemon that has started again since', async () => {
  await say({ board: '1', moves: '1. d4' });
  await sign_in({}, 1);
  writeFileSync(join(folder, 'hall.toml'), configuration(new URL(address).host));
  let restarted = false;
  await page.route('**/api/command?*', async route => {
    if (restarted) return route.continue();
    restarted = true;
    await end_daemon(daemon);
    await route.abort();
    await start_daemon();
  });
  await page.locator('.results').getByRole('button', { name: 'Draw ½–½…' }).click();
  await press('Yes');
  await comes_to(async () => /^Board 1: Not known whether it was done\. Look at the board.*started again/.test(await text_of(page, '#said')), true);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  assert.equal((await board_at_hall(1)).game.result, '*');
});

test('without a connection the page does not say so, or how old it is', async () => {
  await say({ board: '1', moves: '1. d4' });
  await sign_in({ width: 360, height: 740 });
  writeFileSync(join(folder, 'hall.toml'), configuration(new URL(address).host));
  await end_daemon(daemon, 'SIGTERM');
  await comes_to(async () => /^No connection for \d+ s\. You see the boards as of \d\d:\d\d:\d\d\.$/.test(await text_of(page, '#connection')), true);
  assert.equal(await page.isVisible('#list .row'), true, 'what was known stays');
  await photograph('arbiter-phone-lost');
  await start_daemon();
  await say({ board: '1', claim: 'w', on: 'repetition' });
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await comes_to(order, '1 act, 2 waiting, 7 waiting');
});

test('a result is entered, or an incident dismissed, without a question', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await sign_in({}, 1);
  const dialog = page.getByRole('dialog');
  for (const way_out of ['Escape', 'Enter']) { // the first button of the question leaves all as it is
    await page.locator('.case .advised').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Black wins 0–1 on board 1?' }).waitFor();
    await page.keyboard.press(way_out);
    await dialog.waitFor({ state: 'hidden' });
  }
  await photograph('arbiter-flag');
  await press('No offence…');
  await page.getByRole('dialog', { name: 'No offence on board 1?' }).waitFor();
  await press('Leave it as it is');
  assert.equal((await board_at_hall(1)).game.result, '*');
  assert.deepEqual((await board_at_hall(1)).dismissed, []);
  await press('No offence…');
  await press('Yes');
  await comes_to(async () => (await board_at_hall(1)).dismissed, [1]);
  await comes_to(() => text_of(page, '.case .state'), 'No offence');
  await comes_to(order, '1 playing, 2 waiting, 7 waiting');
  await page.locator('.results').getByRole('button', { name: 'Draw ½–½…' }).click();
  await press('Yes');
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  await comes_to(order, '2 waiting, 7 waiting, 1 over');
});

test('a result that no arbiter has confirmed looks like one that he has, the public is told of it, or confirming it changes the game', async () => {
  await say({ board: '1', moves: '1. f3 e5 2. g4 Qh4#' });
  const public_pgn = async () => (await fetch(`${address}/round.pgn`)).text();
  await comes_to(async () => /Qh4# 0-1/.test(await public_pgn()), true);
  const before = await public_pgn();
  await sign_in({}, 1);
  await comes_to(order, '1 confirm, 2 waiting, 7 waiting');
  assert.equal(await text_of(page, '#tally'), '1 to confirm');
  const results = page.locator('.results');
  assert.match(await text_of(page, '.ended'), /Black wins 0–1\. No arbiter has confirmed it yet \(8\.7\)\./);
  await photograph('arbiter-confirm');
  await press('Confirm: Black wins 0–1…');
  await page.getByRole('dialog', { name: 'Black wins 0–1 on board 1, as both players say?' }).waitFor();
  await press('Yes');
  await comes_to(order, '2 waiting, 7 waiting, 1 over');
  await comes_to(() => text_of(page, '#said'), 'Board 1: Done: result 0-1 confirmed.');
  assert.match(await text_of(page, '.ended'), /An arbiter has confirmed it\./);
  assert.equal(await page.locator('.ended').getByRole('button', { name: /^Confirm/ }).count(), 0);
  assert.equal(await public_pgn(), before);
  // Another result is his word, too.
  await results.getByRole('button', { name: 'Draw ½–½…' }).click();
  await press('Yes');
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  assert.equal((await board_at_hall(1)).confirmed, true);
});

test('a game that is over by mistake cannot go on, or a forfeit is no result, another one, or without a question', async () => {
  await say({ board: '1', moves: '1. f3 e5 2. g4 Qh4#' });
  await sign_in({}, 1);
  const results = page.locator('.results'), goes_on = results.getByRole('button', { name: 'The game goes on…' });
  assert.equal(await goes_on.isVisible(), false, 'seldom, so not among the others');
  await results.getByText('More results…').click();
  await photograph('arbiter-more-results');
  await goes_on.click();
  await page.getByRole('dialog', { name: 'The game on board 1 goes on?' }).waitFor();
  await press('Leave it as it is');
  assert.equal((await board_at_hall(1)).game.result, '0-1');
  for (const arbiter of [{ do: 'takeback', plies: 1 }, { do: 'result', result: '1-0' }]) await say_to(address, anna, { board: '1', arbiter });
  await comes_to(order, '2 waiting, 7 waiting, 1 over');
  await goes_on.click();
  await press('Yes');
  await comes_to(order, '1 playing, 2 waiting, 7 waiting');
  assert.equal(await goes_on.isVisible(), false, 'it does already');
  for (const [name, end, written] of [['Black forfeits +/−', 'White wins 1–0', '+/-'], ['White forfeits −/+', 'Black wins 0–1', '-/+'], ['Both forfeit −/−', 'Both forfeit −/−', '-/-']]) {
    await results.getByRole('button', { name: `${name}…` }).click();
    await page.getByRole('dialog', { name: `${name} on board 1?` }).waitFor();
    await press('Yes');
    await comes_to(async () => (await text_of(page, '.ended')).startsWith(`${end}. An arbiter has confirmed it.`), true);
    await comes_to(order, '2 waiting, 7 waiting, 1 over');
    const { answer } = await (await fetch(`${address}/api/command`, { method: 'POST', headers: { Authorization: `Bearer ${operator}` }, body: '{"results":{}}' })).json();
    assert.ok(answer.includes(`"${written}"`), answer);
  }
  assert.match(await text_of(page, '#list .row[href="#1"]'), /Over|–\/–/);
  await goes_on.click();
  await press('Yes');
  await comes_to(order, '1 playing, 2 waiting, 7 waiting');
});

test('what a player says cannot be entered with a button, is entered without a question, or is said of the other one', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await sign_in({}, 1);
  const results = page.locator('.results'), last_act = async () => (await board_at_hall(1)).acts.at(-1)?.what;
  await results.getByText('A player…').click();
  await photograph('arbiter-player');
  const says = async (side, what, title) => {
    await results.getByRole('group', { name: side }).getByRole('button', { name: `${what}…` }).click();
    await page.getByRole('dialog', { name: title }).waitFor();
    await press('Yes');
  };
  await results.getByRole('group', { name: 'White' }).getByRole('button', { name: 'resigns…' }).click();
  await press('Leave it as it is');
  assert.equal((await board_at_hall(1)).game.result, '*');
  for (const [side, what, told] of [['White', 'says “j’adoube”', 'White announced "j\'adoube"'], ['Black', 'flag has fallen', 'Black\'s flag'],
    ['White', 'offers a draw', 'White offered a draw'], ['Black', 'declines the draw', 'Black declined'], ['Black', 'offers a draw', 'Black offered a draw']]) {
    await says(side, what, `${side}${what.startsWith('flag') ? '’s' : ''} ${what} on board 1?`);
    await comes_to(async () => (await last_act())?.startsWith(told), true);
  }
  await says('White', 'accepts the draw', 'White accepts the draw on board 1?');
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  assert.equal(await results.getByText('A player…').isVisible(), false, 'the game is over');
});

test('what hands did on a board is told without the squares in their order, or cannot be put right', async () => {
  await play_on_7(({ game, incidents }) => game.moves.length > 2 && incidents.some(({ squares }) => squares.length > 1),
    () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } })); // while the players go on
  await sign_in({}, 7);
  const first = (await board_at_hall(7)).incidents.find(({ squares }) => squares.length > 1);
  const card = page.locator('.case', { hasText: first.text }).first();
  await card.getByRole('button', { name: 'Show on the board' }).click();
  assert.match(await card.locator('.facts time').innerText(), /^\d\d:\d\d:\d\d$/);
  const { game } = await board_at_hall(7);
  await photograph('arbiter-incident');
  await page.setViewportSize({ width: 360, height: 740 });
  await photograph('arbiter-phone-incident');
  await page.setViewportSize({ width: 1280, height: 800 });

  await press('Show the position now');
  await comes_to(() => read_board(page, '.place'), game.fen.split(' ')[0]);
  await page.locator('.record').getByRole('button', { name: '1… e5' }).click();
  await comes_to(() => read_board(page, '.place'), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR');
  assert.equal(await text_of(page, '.when'), 'After 1… e5 · White to move');
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByRole('dialog', { name: `Take back to before 2. ${game.moves[2][0]} on board 7?` }).waitFor();
  await press('Yes');
  await comes_to(async () => (await board_at_hall(7)).game.moves.length, 2);
  await comes_to(async () => /^Board 7: Done: taken back/.test(await text_of(page, '#said')), true);
  await comes_to(() => text_of(page, '.record ol'), '1. e4 1… e5');
});

test('an underpromotion that the sensors cannot tell is named nowhere, without a question, or asked for again', async () => {
  const board = new VirtualBoard(join(folder, 'board-7'), 7);
  try {
    await comes_to(async () => (await board_at_hall(7)).here, true);
    board.play('a4 b5 axb5 a6 bxa6 Bb7 axb7 h6 bxa8=Q h5');
    await comes_to(async () => (await board_at_hall(7)).untold, [9]);
    await sign_in({}, 7);
    await comes_to(order, '7 playing, 1 waiting, 2 waiting');
    const offered = page.getByRole('group', { name: 'What the pawn of 5. bxa8=Q became' });
    assert.match(await offered.innerText(), /no sensor tells what this pawn became\. It is taken for a queen\./);
    await photograph('arbiter-promotion');
    await offered.getByRole('button', { name: 'Knight…' }).click();
    await page.getByRole('dialog', { name: 'Knight on a8 of board 7?' }).waitFor();
    await press('Leave it as it is');
    assert.equal((await board_at_hall(7)).game.moves[8][0], 'bxa8=Q');
    await offered.getByRole('button', { name: 'Knight…' }).click();
    await press('Yes');
    await comes_to(async () => (await board_at_hall(7)).game.moves[8][0], 'bxa8=N');
    await comes_to(() => page.getByRole('group', { name: /What the pawn/ }).count(), 0);
    await comes_to(async () => (await read_board(page, '.place')).startsWith('Nn'), true);
  } finally {
    board.leave();
  }
});

test('a card of a touched piece does not say who may still claim it, or does not lead to what ended that', async () => {
  const board = new VirtualBoard(join(folder, 'board-7'), 7);
  try {
    await comes_to(async () => (await board_at_hall(7)).here, true);
    board.lift('g1');
    board.drop('g1');
    board.play('e4');
    await comes_to(async () => (await board_at_hall(7)).breach, 1);
    await sign_in({}, 7);
    const breach = page.locator('.case', { hasText: 'Touched piece not moved' }), note = page.locator('.case', { hasText: 'Too late to claim' });
    await comes_to(() => breach.locator('.window').innerText(), 'Black may still claim it.');
    board.lift('e7');
    await comes_to(async () => (await breach.locator('.window span').innerText()), 'Black can no longer claim it.');
    board.drop('e5');
    await breach.getByRole('button', { name: 'What ended that' }).click();
    await comes_to(() => note.evaluate(node => node === document.activeElement), true);
    await photograph('arbiter-claim-window');
    await note.getByRole('button', { name: 'What could be claimed' }).click();
    await comes_to(() => breach.evaluate(node => node === document.activeElement), true);
  } finally {
    board.leave();
  }
});

test('what the players must put back after a takeback is not told square by square', async () => {
  await sign_in({}, 7);
  await play_on_7(({ differ }) => differ.length >= 3, async () => {
    await say({ board: '7', arbiter: { do: 'takeback', plies: 4 } });
    await comes_to(async () => (await page.$$('.put-right li')).length >= 3, true);
    await photograph('arbiter-put-right');
    const { differ } = await board_at_hall(7);
    const text = await text_of(page, '.put-right');
    assert.ok(differ.filter(([square]) => text.includes(square)).length >= 3, `${text}: ${JSON.stringify(differ)}`);
    assert.equal(await page.isVisible('.put-right'), true);
    assert.match(text, /[a-h][1-8] must (be empty|have the white pawn)/);
  });
  await comes_to(async () => (await board_at_hall(7)).differ, []); // the board is away
});

test('on a phone the other boards are out of the thumb\'s reach at the desk, or covered by what was answered', async () => {
  for (const board of ['1', '2']) {
    await say({ board, moves: '1. e4' });
    await say({ board, flag: 'w' });
  }
  await sign_in({ width: 390, height: 740 });
  assert.equal(await page.isVisible('#bar'), false, 'the list is there');
  await go_to(1);
  const bar = page.locator('#bar'), next = bar.getByRole('button', { name: 'Next urgent board (1)' });
  await next.waitFor();
  const where = await next.boundingBox();
  assert.ok(where.y > 740 * 0.75 && where.height >= 44 && where.y + where.height <= 740, JSON.stringify(where));
  await photograph('arbiter-phone-bar');
  await next.click();
  await comes_to(() => text_of(page, '#desk-title'), 'Board 2');
  await press('No offence…');
  await press('Yes');
  await comes_to(async () => /Done/.test(await text_of(page, '#said')), true);
  const covered = await page.evaluate(() => [...document.querySelectorAll('#bar button, #said')].map(one => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? '' : one.textContent;
  }).filter(Boolean));
  assert.deepEqual(covered, []);
  await photograph('arbiter-phone-bar-answer');
  await bar.getByRole('button', { name: 'All boards' }).click();
  await comes_to(() => page.isVisible('#list .row'), true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address}/arbiter#1`);
  await comes_to(() => text_of(page, '#desk-title'), 'Board 1');
  assert.equal(await page.isVisible('#bar'), false, 'the list is beside the desk');
});

test('a new urgent incident is heard though nobody asked for it, is not heard by who did, or is forgotten by a reload', async () => {
  await say({ board: '1', moves: '1. e4' });
  await visit();
  await page.addInitScript(() => {
    window.called = [];
    navigator.vibrate = pattern => window.called.push(`vibrate ${pattern}`);
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async what => (window.called.push(`awake ${what}`), { release: () => window.called.push('let go') }) } });
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () {
      window.called.push('tone');
      return createOscillator.call(this);
    };
  });
  await page.reload();
  await enter(anna);
  await comes_to(order, '1 playing, 2 waiting, 7 waiting');
  const called = () => page.evaluate(() => window.called.splice(0));
  await say({ board: '1', flag: 'w' });
  const flagged_ms = Date.now();
  await comes_to(order, '1 act, 2 waiting, 7 waiting');
  assert.deepEqual(await called(), [], 'silent by choice');
  const signals = page.getByRole('group', { name: 'At a new urgent incident' });
  assert.deepEqual(await signals.getByRole('button').evaluateAll(all => all.map(one => `${one.textContent} ${one.getAttribute('aria-pressed')}`)),
    ['Sound false', 'Vibrate false', 'Keep the screen on false']);
  for (const name of ['Sound', 'Vibrate', 'Keep the screen on']) await press(name);
  await comes_to(() => page.evaluate(() => [...window.called].sort()), ['awake screen', 'tone', 'tone', 'tone', 'vibrate 200,100,200']);
  await page.evaluate(() => (window.called = []));
  await page.waitForTimeout(Math.max(0, flagged_ms + 1_000 - Date.now())); // starts of games are told to the second
  await say({ board: '2', moves: '1. d4' });
  await say({ board: '2', flag: 'b' });
  await comes_to(() => page.evaluate(() => [...window.called].sort()), ['tone', 'tone', 'tone', 'vibrate 200,100,200']);
  await photograph('arbiter-signals');
  await page.reload();
  await comes_to(order, '1 act, 2 act, 7 waiting');
  assert.equal(await signals.getByRole('button', { name: 'Vibrate' }).getAttribute('aria-pressed'), 'true');
  assert.deepEqual((await called()).filter(what => what.startsWith('vibrate')), [], 'what is known calls nobody');
  await press('Sign out');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.ok((await called()).includes('let go'));
});

test('the keyboard alone cannot do it, or a control has no name', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await visit();
  await page.keyboard.type(anna);
  await page.keyboard.press('Enter');
  await comes_to(order, '1 act, 2 waiting, 7 waiting');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('href') ?? document.activeElement.textContent);
  for (let n = 0; n < 20 && await focused() !== '#1'; ++n) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comes_to(focused, 'Board 1');
  for (let n = 0; n < 20 && await focused() !== 'Black wins 0–1…'; ++n) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comes_to(async () => (await board_at_hall(1)).game.result, '0-1');
  const names = await page.evaluate(() => [...document.querySelectorAll('button, a, input')].filter(one => one.checkVisibility())
    .map(one => one.getAttribute('aria-label') ?? (one.labels?.[0] ?? one).textContent.trim()));
  assert.ok(names.every(Boolean), JSON.stringify(names));
  assert.equal(await page.getByRole('region', { name: 'Board 1' }).count(), 1);
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the focus is kept');
});

test('on a phone or a laptop, by day and by night, something is cut off, hard to read, too small for a thumb or without a name', async () => {
  await play_on_7(({ incidents }) => incidents.length > 0, () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } }));
  await say({ board: '1', moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6' });
  await say({ board: '1', flag: 'w' });
  await say({ board: '2', moves: '1. e4' });
  await say({ board: '2', claim: 'b', on: 'repetition' });
  for (const [scheme, widths] of [['light', [320, 390, 768, 1024, 1280]], ['dark', [390, 1280]]])
    for (const width of widths) {
      await sign_in({ width, height: 740, scheme });
      for (const number of [null, 1, 7]) {
        if (number) await page.goto(`${address}/arbiter#${number}`);
        if (number) await comes_to(() => text_of(page, '#desk-title'), `Board ${number}`);
        if (number === 7) await press('Touch by touch');
        if (number === 7) await page.getByRole('button', { name: 'From here…' }).waitFor();
        await page.waitForFunction(() => document.getAnimations().every(each => each.playState === 'finished'));
        await axe_finds_nothing(page, `board ${number} ${scheme} ${width}`);
        const over = await page.evaluate(() => [...document.querySelectorAll('main button, main .time, main p')].filter(one => one.checkVisibility())
          .filter(one => one.getBoundingClientRect().right > one.parentElement.closest('section, article, .row, div').getBoundingClientRect().right + 1)
          .map(one => one.textContent));
        assert.deepEqual(over, [], `over the edge at ${width}`);
        await is_legible(page, `${scheme} ${width}`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, .row')].filter(one => one.checkVisibility())
          .map(one => [one.getBoundingClientRect().height, one.textContent]).filter(([height]) => height < 39.5));
        assert.deepEqual(small, []);
        await photograph(`arbiter-${scheme}-${width}${number ? `-desk-${number}` : ''}`);
      }
    }
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.reload();
  await comes_to(() => text_of(page, '#theme'), 'Dark');
});
