// The parts of the wall that need no browser: how boards are laid out, what an address asks for, what is found, what was
// captured, the names of openings, and the languages. Run by CTest with ADOUBE_WEB set.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const text_of = name => readFileSync(join(process.env.ADOUBE_WEB, name), 'utf8');
const { Chess } = createRequire(import.meta.url)('chess.js');
const address_of = name => `data:text/javascript,${encodeURIComponent(text_of(name).replace(/from '\/([\w-]+\.js)'/g, (_, part) => `from "${address_of(part)}"`))}`;
const load = name => import(address_of(name));
const { best_grid, gap, of_page, on_page, smallest_side, turn_after_s } = await load('grid.js');
const { wall_settings } = await load('wall-settings.js');
const { is_found } = await load('found.js');
const { captured } = await load('captured.js');
const { opening_of } = await load('openings.js');

const screens = { '1080p': [1880, 980], '4K': [3760, 1960], laptop: [1240, 700], upright: [1040, 1780] };
const rows_of = ({ columns }, count) => Array.from({ length: Math.ceil(count / columns) }, (_, row) => Math.min(columns, count - row * columns)).join('+');

test('a grid leaves more places empty than it must', () => {
  for (const [count, rows] of [[1, '1'], [2, '2'], [4, '2+2'], [6, '3+3'], [8, '4+4'], [10, '5+5'], [12, '6+6'], [15, '5+5+5'], [18, '6+6+6'], [21, '7+7+7']])
    assert.equal(rows_of(best_grid(count, 0, ...screens['1080p']), count), rows, `${count} boards`);
  for (let count = 1; count <= 24; ++count) assert.ok(best_grid(count, 0, ...screens['1080p']).empty <= 3, `${count} boards`);
});

test('cards are larger than the screen, or need not be as small as they are', () => {
  for (const [name, [width, height]] of Object.entries(screens))
    for (let count = 1; count <= 60; ++count)
      for (const featured of [0, 1, 2, 3]) {
        const { columns, rows, side, card, shape, empty } = best_grid(count, featured, width, height);
        const high = side * (shape === 'tall' ? 1.31 : 1.06);
        assert.ok(columns * (card + gap) - gap <= width && rows * (high + gap) - gap <= height + 1, `${name}, ${count}`);
        assert.ok(columns * rows >= count + 4 * featured && empty >= 0);
        // No other grid of this shape has cards larger by more than what fewer empty places are worth.
        for (let other = 2; other <= count + 4 * featured; ++other) {
          const lines = Math.max(featured && 2 * Math.ceil(featured / (other >> 1)), Math.ceil((count + 4 * featured) / other));
          const possible = Math.min(((width + gap) / other - gap) / (shape === 'tall' ? 1.06 : 1.72), ((height + gap) / lines - gap - 5) / (shape === 'tall' ? 1.31 : 1.06));
          assert.ok(side >= 0.92 * possible - 1, `${name}, ${count}, ${featured}: ${side} < ${possible} in ${other} columns`);
        }
      }
});

test('a board of a hundred is too small to be read across a room, or is not seen within a minute', () => {
  for (const [width, height] of [[1920, 1080], [3840, 2160]])
    for (const count of [22, 40, 100, 128]) {
      const smallest = smallest_side(width, height), here = on_page(count, 0, width - 40, height - 110, smallest);
      const pages = Math.ceil(count / here);
      assert.ok(best_grid(here, 0, width - 40, height - 110).side >= 0.93 * height / 5);
      assert.ok(pages * turn_after_s(pages) <= 60, `${count}: ${pages} pages of ${turn_after_s(pages)} s`);
    }
  assert.equal(on_page(100, 0, 1880, 980, 216, 12), 12);
  assert.equal(on_page(3, 2, 1880, 980, 216, 1), 1);
});

test('a board is on no page, or on two, or a page is emptier than another', () => {
  for (const count of [1, 2, 21, 22, 99, 100, 200])
    for (let pages = 1; pages <= Math.min(count, 20); ++pages) {
      const all = Array.from({ length: count }, (_, at) => at);
      const parts = Array.from({ length: pages }, (_, page) => of_page(all, page, pages));
      assert.deepEqual(parts.flat(), all);
      const sizes = parts.map(({ length }) => length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1 && Math.max(...sizes) === Math.ceil(count / pages));
    }
});

test('an address is not obeyed, or beats the operator where it says nothing', () => {
  const operator = { featured: [3], turn_s: 20, page: 8 };
  const shown = ({ shows }) => [1, 2, 5, 20, 33].filter(shows);
  const nothing = wall_settings('', operator);
  assert.deepEqual([shown(nothing), nothing.featured, nothing.turn_s, nothing.page], [[1, 2, 5, 20, 33], [3], 20, 8]);
  const all = wall_settings('?boards=2-5,33&featured=7,1&turn=0&page=24', operator);
  assert.deepEqual([shown(all), all.featured, all.turn_s, all.page], [[2, 5, 33], [7, 1], 0, 24]);
  assert.deepEqual(shown(wall_settings('', { boards: '2-5,33' })), [2, 5, 33]);
  assert.deepEqual(shown(wall_settings('?boards=1', { boards: '2-5,33' })), [1]);
  assert.deepEqual(shown(wall_settings('', { boards: 'all' })), [1, 2, 5, 20, 33]);
  const none = wall_settings('?featured=&page=0', operator);
  assert.deepEqual([none.featured, none.page], [[], 8]);
  const nonsense = wall_settings('?boards=x&turn=-1&page=many&featured=a,2', {});
  assert.deepEqual([shown(nonsense), nonsense.turn_s, nonsense.page, nonsense.featured], [[1, 2, 5, 20, 33], undefined, undefined, [2]]);
});

test('a search misses a game, or finds another', () => {
  const game = { board: 12, tags: { White: 'Nakamura, Hikaru', Black: 'Capablanca, José Raúl', WhiteTitle: 'GM' } };
  for (const asked of ['naka', 'HIKARU nakamura', 'jose', 'josé', 'capablanca 12', '12', 'gm', ' raul, ']) assert.ok(is_found(game, asked), asked);
  for (const asked of ['1', '2', '112', 'naka 13', 'carlsen', 'hikaru1']) assert.ok(!is_found(game, asked), asked);
  assert.ok(is_found({ board: 1, tags: { White: 'Иванчук, Василий' } }, 'ИВАНЧУК'));
});

test('what is captured is counted wrongly, above all after a promotion', () => {
  const placed = letters => new Map([...letters].map((letter, at) => [at, letter]));
  const start = 'KQRRBBNNPPPPPPPPkqrrbbnnpppppppp';
  assert.deepEqual(captured(placed(start), placed(start)), { w: [], b: [], ahead: 0 });
  assert.deepEqual(captured(placed(start), placed('KQRRBBNNPPPPPPPkrrbbnnpppppppp')), { w: ['q'], b: ['P'], ahead: 8 });
  assert.deepEqual(captured(placed(start), placed('KQQRRBBNNPPPPPPPkqrrbbnnpppppppp')), { w: [], b: [], ahead: 8 }); // promoted
  assert.deepEqual(captured(placed(start), placed('KQRRRBBNNPPPPPPPkqrbbnnppppppp')), { w: ['r', 'p'], b: [], ahead: 10 });
});

/// As the page knows it.
const played = sans => {
  const chess = new Chess(), start = chess.fen();
  const moves = sans.map(san => chess.move(san, { strict: false })).map(({ san, from, to }) => [san, from + to]);
  return { start, moves, position: chess.fen().split(' ').slice(0, 2).join(' ') };
};
const named = text => {
  const game = played(text.split(' ').filter(Boolean)), found = opening_of(game, game.moves.length);
  return found && `${found.code} ${found.name}`;
};

test('an opening has an illegal move, a wrong form or place, stands twice, or is not found by its moves', async () => {
  const lines = (await load('opening-table.js')).default.trim().split('\n'), seen = new Map();
  assert.ok(lines.length > 600);
  let before = '';
  for (const line of lines) {
    const [, code, name, moves] = line.match(/^([A-E]\d\d) (\S.*\S): (\S+(?: \S+)*)$/) ?? assert.fail(line);
    const { position } = played(moves.split(' '));
    assert.ok(!seen.has(position), `${line} is ${seen.get(position)}`);
    seen.set(position, line);
    assert.equal(named(moves), `${code} ${name}`);
    assert.ok(before <= code, `${line} stands after ${before}`);
    before = code;
  }
  assert.equal(new Set(lines.map(line => line.split(': ')[0])).size, lines.length, 'two openings have one name');
});

test('an opening is not known by its position, is forgotten once the game goes on, or known before it is played', () => {
  assert.equal(named('Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O e4 d6 Be2 e5'), 'E92 King\'s Indian Defence, Classical Variation');
  assert.equal(named('e4 c5 Nc3 a6 Nf3 d6 d4 cxd4 Nxd4 Nf6'), 'B90 Sicilian Defence, Najdorf Variation');
  assert.equal(named('e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Rg1 b5 h4'), 'B90 Sicilian Defence, Najdorf Variation');
  assert.equal(named(''), null);
  const game = played('e4 e5 Nf3 Nc6 Bb5 a6'.split(' '));
  assert.deepEqual([1, 3, 5].map(count => opening_of(game, count).code), ['B00', 'C40', 'C60']);
  // From another start position, as soon as the game comes to one that is known.
  assert.equal(opening_of({ start: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', moves: [['f4', 'f2f4']] }, 1).code, 'C30');
  assert.equal(opening_of({ start: 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1', moves: [['e4', 'e2e4']] }, 1), null);
});

test('a language lacks a word, has one too many or another blank to fill in', async () => {
  const files = readdirSync(process.env.ADOUBE_WEB).filter(name => /^language-..\.js$/.test(name));
  const english = (await load('language-en.js')).default;
  const blanks = word => String(word).match(/\{\w+\}/g)?.sort().join() ?? '';
  for (const file of files) {
    const words = (await load(file)).default;
    for (const key of Object.keys(words)) assert.ok(key in english, `${file}: ${key}`);
    for (const key of Object.keys(english)) assert.ok(key in words, `${file} lacks ${key}`);
    for (const [key, word] of Object.entries(words)) assert.equal(blanks(word), blanks(english[key]), `${file}: ${key}`);
    assert.equal(words.letters.length, 5);
  }
  assert.ok(files.length >= 8);
  const keys = text_of('index.html') + text_of('board.html');
  for (const [, key] of keys.matchAll(/data-(?:say|label)="(\w+)"/g)) assert.ok(key in english, key);
});
