// What the page of a finished game says of the hall's signature, and what anybody can check without it. Run by CTest as
// arbiter_test.js.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, bin, board_at_hall, folder, look_at, page, photograph, restart_with, say } from './console_hall.js';
import { comes_to, text_of } from './page.js';
import { axe_finds_nothing, is_legible } from './readable.js';

const sheet = '/games/E-r1-b2.html', note_at = '/games/E-r1-b2.note', pgn_at = '/games/E-r1-b2.pgn';
const get = async path => (await fetch(address + path)).text();
const status_of = async path => (await fetch(address + path)).status;

const finish_game_2 = async () => {
  await say({ board: '2', moves: '1. f3 e5 2. g4 Qh4#' });
  await comes_to(async () => (await board_at_hall(2)).game.result, '0-1');
};
const signed_hall = async () => {
  await restart_with('evidence_key = "hall.key"');
  await finish_game_2();
  await comes_to(() => status_of(note_at), 200);
};
/// From now on the page gets `body` there.
const give = (path, body) => page.route(url => url.pathname === path, route => route.fulfill({ body, contentType: 'text/plain; charset=utf-8' }));
/// What the page says then, or each time that it is loaded again.
const says = async expected => {
  await page.reload();
  await comes_to(async () => (await text_of(page, '.signed')).includes(expected), true);
};

/// Somebody else's key of that name: what it signs, and its public half.
const stranger = name => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Buffer.concat([Buffer.from([1]), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
  const id = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4);
  return {
    vkey: `${name}+${id.toString('hex')}+${key.toString('base64')}`,
    note_on: text => `${text}\n— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64')}\n`,
  };
};

test('a true game is not told to be signed, or a changed PGN, a changed note or another key passes', async () => {
  await signed_hall();
  const note = await get(note_at), pgn = await get(pgn_at), key = (await get('/api/keys')).trim();
  const [name] = key.split('+'), [text] = note.split('\n\n'), signed = `${text}\n`;
  assert.match(pgn, /2\. g4.*Qh4# .*0-1\s*$/s);
  const true_words = `Signed by ${name}; matches this sheet. ${key}`;

  // As the QR code on paper has it, with the checkpoint behind it.
  await look_at(`${sheet}#${'A'.repeat(200)}`);
  await comes_to(() => text_of(page, '.signed'), true_words);
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    await is_legible(page, `the signed sheet, ${scheme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await is_legible(page, 'the signed sheet on a phone');
  await axe_finds_nothing(page, 'the signed sheet');
  await photograph('signed-sheet-phone');

  const elsewhere = stranger('elsewhere.example'), impostor = stranger(name);
  const other_pgn = pgn.replace('2. g4', '2. h4');
  const digest = createHash('sha256').update(other_pgn).digest('hex');
  const forged = signed.replace(/pgn .*/, `pgn ${digest}`), with_forged = note.replace(/pgn .*/, `pgn ${digest}`);
  const changed = 'Does not match: the note of this game was changed, or is none.';
  const other_game = 'Does not match: the PGN of this game is not the one that';
  for (const [what, given, expected] of [
    ['a move is another', { [pgn_at]: other_pgn }, other_game],
    ['the PGN has one newline more', { [pgn_at]: `${pgn}\n` }, other_game],
    ['the note is of the other PGN', { [pgn_at]: other_pgn, [note_at]: with_forged }, changed],
    ['the result is another', { [note_at]: note.replace('result 0-1', 'result 1-0') }, changed],
    ['the signature is cut', { [note_at]: `${note.slice(0, -8)}\n` }, changed],
    ['it is no note', { [note_at]: 'nothing\n' }, changed],
    ['it is the note of another game, signed by whoever has the page\'s key',
      { '/api/keys': elsewhere.vkey, [note_at]: elsewhere.note_on(signed.replace('E-r1-b2', 'E-r1-b9')) }, changed],
    ['somebody else signed it', { [pgn_at]: other_pgn, [note_at]: elsewhere.note_on(forged) }, 'the note is signed by elsewhere.example, with another key than this hall’s.'],
    ['somebody else of the same name', { [pgn_at]: other_pgn, [note_at]: impostor.note_on(forged) }, `the note is signed by ${name}, with another key than this hall’s.`],
  ]) {
    for (const [path, body] of Object.entries(given)) await give(path, body);
    await says(expected).catch(error => assert.fail(`${what}: ${error.message}`));
    await page.unrouteAll();
  }
  await page.route(url => url.pathname === sheet, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/data-made-of="\w+"/, 'data-made-of="0123456789abcdef01234567"') });
  });
  await says('Does not match: this sheet is of another state of the game');
  await page.unrouteAll();
  await page.route(url => url.pathname === note_at, route => route.abort());
  await says('The signed note could not be fetched.');
  await page.unrouteAll();
  await says(true_words);

  await say({ board: '1', moves: '1. e4 e5' });
  await comes_to(async () => (await get('/games/E-r1-b1.pgn')).includes('e5'), true);
  await look_at('/games/E-r1-b1.html');
  assert.equal(await status_of('/games/E-r1-b1.note'), 404);
  assert.equal(await page.locator('.signed').count(), 0, 'a game in play is not signed');
});

test('where a browser cannot check a signature the page does not say so, or the command that it gives does not check it', async () => {
  await signed_hall();
  const unable = [() => Object.defineProperty(crypto, 'subtle', { value: undefined }), // a page that came unsafely
    () => (crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError')))];
  for (const script of unable) {
    await look_at(sheet);
    await page.addInitScript(script);
    await says('The signature cannot be checked in this browser, or not over this connection.');
    assert.equal(await text_of(page, '.signed code'), 'adoube evidence note E-r1-b2.note E-r1-b2.pgn --key "$(cat hall.vkey)"');
  }
  for (const [name, path] of [['E-r1-b2.note', note_at], ['E-r1-b2.pgn', pgn_at], ['hall.vkey', '/api/keys']])
    writeFileSync(join(folder, name), await get(path));
  const command = await text_of(page, '.signed code');
  const run = () => execFileSync('sh', ['-c', command.replace('adoube', join(bin, 'adoube'))], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  assert.match(run(), /^VERIFIED by .*\n {2}E-r1-b2\.pgn is game E-r1-b2, 0-1,/);
  writeFileSync(join(folder, 'E-r1-b2.pgn'), `${await get(pgn_at)}\n`);
  assert.throws(run, ({ status, stdout }) => status === 1 && stdout.startsWith('NOT VERIFIED\n  E-r1-b2.pgn is not the PGN of game E-r1-b2'));
});

test('a game is signed where nothing is, before the public may know its end, or after its end was taken back', async () => {
  await finish_game_2(); // without a key
  await comes_to(async () => (await get(pgn_at)).includes('0-1'), true);
  assert.equal(await status_of(note_at), 404);
  await look_at(sheet);
  assert.equal(await page.locator('nav a[href*=".note"]').count(), 0);
  await restart_with('evidence_key = "hall.key"\ndelay_s = 900');
  await comes_to(() => status_of(note_at), 200); // it was public before
  await say({ board: '9', moves: '1. f3 e5 2. g4 Qh4#' });
  await comes_to(async () => (await board_at_hall(9)).game.result, '0-1');
  assert.equal(await status_of('/games/E-r1-b9.note'), 404);
  await restart_with('evidence_key = "hall.key"');
  await comes_to(() => status_of('/games/E-r1-b9.note'), 200);
  await say({ board: '9', arbiter: { do: 'result', result: '*' } });
  await comes_to(() => status_of('/games/E-r1-b9.note'), 404);
});
