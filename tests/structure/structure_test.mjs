// No circle of files anywhere, no room that includes what lies above it, and no document that names what is not there.
//
//   node --test tests/structure/structure_test.mjs    with ROOMS=BUILD/rooms.txt

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';

import { all_addresses, for_everybody, pages, with_token } from '../browser/addresses.js';
import { addresses_in, circles, circles_of, includes_of, links_to_nothing, names_of_nothing, rooms_of, scenarios_in, scenarios_without_test, unlisted, upward_includes,
  words_of_no_page } from './house.mjs';

const root = join(dirname(new URL(import.meta.url).pathname), '../..');
const includes = includes_of(root, ['protocol', 'firmware', 'daemon', 'tools', 'tests']);
const rooms = rooms_of(readFileSync(process.env.ROOMS, 'utf8'));

test('files include each other in a circle', () => {
  assert.ok(includes.size > 500);
  assert.deepEqual(circles(includes), []);
});

test('rooms link each other in a circle', () => {
  assert.ok(rooms.size > 25);
  assert.deepEqual(circles_of(new Map([...rooms].map(([name, room]) => [name, room.links.filter((link) => rooms.has(link))]))), []);
});

test('a room includes what its target does not link', () => {
  assert.deepEqual(upward_includes(includes, rooms), []);
});

test('a circle or an include upwards is not found', () => {
  const made = new Map([['a/x.hpp', []], ['a/x.cpp', ['a/x.hpp', 'a/y.hpp']], ['a/y.hpp', ['a/x.hpp']], ['b/z.hpp', ['a/x.hpp']]]);
  assert.deepEqual(circles(made), [['a/x', 'a/y']]);
  const house = rooms_of('lower|a|x.cpp y.cpp|\nupper|b||lower\n');
  assert.deepEqual(upward_includes(made, house), []);
  assert.deepEqual(upward_includes(new Map([...made, ['a/y.cpp', ['b/z.hpp']]]), house), ['a/y.cpp includes b/z.hpp']);
});

const files = ['.', 'protocol', 'firmware', 'daemon', 'packages', 'tools', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.includes('node_modules/')));

test('a document names a file, a folder or a test that is not there', () => {
  const documents = files.filter((path) => path.endsWith('.md'));
  assert.ok(documents.length >= 9);
  for (const path of documents) assert.deepEqual(names_of_nothing(path, readFileSync(join(root, path), 'utf8'), files), [], path);
});

test('a document links to a file or a heading that is not there', () => {
  const documents = new Map(files.filter((path) => path.endsWith('.md')).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  for (const path of documents.keys()) assert.deepEqual(links_to_nothing(path, documents, files), [], path);
});

test('the manual names a button or a sentence that is on no page', () => {
  const pages = files.filter((path) => /^daemon\/web\/.*\.(html|js)$/.test(path)).map((path) => readFileSync(join(root, path), 'utf8'));
  assert.deepEqual(words_of_no_page(readFileSync(join(root, 'daemon/MANUAL.md'), 'utf8'), pages), []);
});

test('a link to nothing, or a word of no page, is not found', () => {
  const documents = new Map([['a/x.md', '[one](y.md#the-end-of-it) [two](y.md#the-end)\n[three](z.md) [four](#x) [five](b/)\n\n[six]: ../x.md\n# X\n'],
    ['a/y.md', '# The end, of it\n```\n# The end\n```\n']]);
  assert.deepEqual(links_to_nothing('a/x.md', documents, ['a/x.md', 'a/y.md', 'a/b/c.hpp']), ['y.md#the-end', 'z.md', '../x.md']);
  const pages = ['<button>Sign in</button>', 'arm: round => `Arm round ${round}…`, more: (n, side) => `+${n} min ${words.side[side]}`'];
  assert.deepEqual(words_of_no_page('**Sign\nin** **Arm round 3…** **+2 min White** **Sign out** **Arm round one**\n', pages), ['Sign out', 'Arm round one']);
});

test('a line of a document is too long to be read beside the code', () => {
  const too_long = files.filter((path) => path.endsWith('.md')).flatMap((path) =>
    readFileSync(join(root, path), 'utf8').split('\n')
      .map((line, at) => [`${path}:${at + 1}`, [...line].length])
      .filter(([, length]) => length >= 120));
  assert.deepEqual(too_long, []);
});

test('the way of a lift is not told in twelve steps, each with the file where it happens', () => {
  const [, way] = readFileSync(join(root, 'daemon/README.md'), 'utf8').match(/## The way of one lift.*\n\n((?:(?:\d+\.|  ) .*\n)+)/);
  const steps = way.trim().split(/\n(?=\d)/);
  assert.equal(steps.length, 12);
  for (const step of steps) assert.match(step, /`[a-z_/]+\/[a-z_]+\.(cpp|hpp|js)`/);
});

test('a name of nothing is not found', () => {
  const text = 'See `b/x.hpp`, `x.hpp`, `y_test`, `a/`, `board/NAME/`, `c/x.hpp`, `z.hpp`, `none_test`, `d/`.\n```\n`e/`\n```\n';
  assert.deepEqual(names_of_nothing('a/README.md', text, ['a/b/x.hpp', 'tests/y_test.cpp', 'board/x.md']), ['c/x.hpp', 'z.hpp', 'none_test', 'd/']);
});

const text_of = (path) => readFileSync(join(root, path), 'utf8');

test('the daemon serves an address at which no test looks for what it must not tell, or which no document names', () => {
  const sources = files.filter((path) => /^daemon\/server\/.*\.[ch]pp$/.test(path) || (/^daemon\/.*\.cpp$/.test(path) && /\bshow_\("\//.test(text_of(path))));
  const addresses = addresses_in(new Map([...sources, 'daemon/sheet/address.hpp', 'daemon/adoubed/inquiries.cpp'].map((path) => [path, text_of(path)])));
  assert.ok(addresses.size >= 30, `only ${[...addresses].join(' ')}`);
  assert.deepEqual(unlisted(addresses, all_addresses), []);
  const named = (documents, address) => documents.some((path) => text_of(path).includes(address));
  assert.deepEqual([...pages, ...for_everybody].filter((address) => !named(['daemon/server/router.hpp', 'daemon/evidence/KEYS.md'], address)), []);
  assert.deepEqual(with_token.map(({ path }) => path.replace(/ID\/.*/, 'ID/')).filter((address) => !named(['daemon/INTERFACES.md'], address)), []);
});

test('an alert or a panel watches what the daemon does not tell, or a fault has no alert and no panel', () => {
  const told = new Set(text_of('daemon/adoubed/metrics.cpp').match(/(?<=")(?:adoube|process)_[a-z_]+(?=")/g));
  const watched = new Set(['alerts.yml', 'dashboard.json'].flatMap((file) => text_of(`daemon/monitoring/${file}`).match(/\b(?:adoube|process)_[a-z_]+\b(?=[{ )[\]]|$)/gm)));
  assert.ok(told.size >= 50, `only ${[...told].join(' ')}`);
  assert.deepEqual([...watched].filter((name) => !told.has(name.replace(/_bucket$/, ''))), []);
  const of_faults = [...told].filter((name) => /lost|bad|silences|masked|refused|failing|doubtful|writable|closed|left_out/.test(name));
  assert.deepEqual(of_faults.filter((name) => !watched.has(name) && !/requests_refused|strangers/.test(name)), []);
});

test('an address that is in no list is not found', () => {
  const source = 'if (path == "/spy") return; constexpr auto games = "/games/"; id_in(path, ".fen"); {"moods", What::moods}; "no address"; "/api/round"';
  assert.deepEqual(unlisted(addresses_in(new Map([['x.cpp', source]])), ['/games/ID.pgn', '/api/round/pairings', '/api/games/ID/inputs']),
    ['/spy', '/api/round', '/games/ID.fen', '/api/games/ID/moods']);
});

test('a scenario that the pages must go through has lost its test', () => {
  const scenarios = scenarios_in(text_of('tests/browser/README.md'), 'Scenarios');
  const tests = files.filter((path) => /^tests\/browser\/\w+_test\.js$/.test(path));
  assert.ok(scenarios.length >= 20);
  assert.deepEqual(scenarios_without_test(scenarios, new Map(tests.map((path) => [basename(path), text_of(path)]))), []);
});

test('a scenario without a test is not found', () => {
  const document = '# Scenarios\n\n- A: `x_test.js`, "it is\n  not so"; `x_test.js`, "nobody\'s"\n- B: `y_test.js`, "it is not so"\n- C: none yet\n\n# More\n- D\n';
  const texts = new Map([['x_test.js', "test('it is not so', () => {});\n  // test('nobody\\'s', () => {});\ntest('other', async () => {});\n"]]);
  assert.deepEqual(scenarios_without_test(scenarios_in(document, 'Scenarios'), texts).map(([what, , name]) => `${what} ${name}`), ['A nobody\'s', 'B it is not so', 'C: none yet ']);
});
