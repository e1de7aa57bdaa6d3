// What the tests are worth: puts small faults into the product, one at a time, and tells which of them no test finds.
//
//   node tests/mutants/mutants.mjs [--seed N] [--count 100]   draws them evenly from the rooms below, and tries the quick tier
//   node tests/mutants/mutants.mjs --seed N --all             tries those that it left on everything that --all runs as released
//
// It works on a copy of HEAD in build/mutants, as released. Of the tests those of the room come first, then all others that link
// the file, then the commands; the first that fails ends it. What does not compile is drawn anew. What was found stays in
// build/mutants/COMMIT/SEED.jsonl, so that a run that was ended goes on there.

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { mutated, mutations_of, random } from './mutations.mjs';

const rooms = ['umpire', 'round', 'server', 'journal', 'evidence'];
const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '100' }, all: { type: 'boolean', default: false } },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 1e9)), count = Number(options.count);
const root = join(dirname(new URL(import.meta.url).pathname), '../..');
const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const tree = join(root, 'build/mutants/tree'), build = join(tree, 'build/release');
const place = join(root, 'build/mutants', head.slice(0, 12)), found = join(place, `${seed}.jsonl`);
const environment = { ...process.env, ADOUBE_TIER: options.all ? 'all' : 'quick', ADOUBE_SEED: options.all ? '1' : '' };
if (!options.all) delete environment.ADOUBE_SEED;

const git = (...words) => execFileSync('git', words, { cwd: tree, encoding: 'utf8' }).trim();
const built = (...targets) => spawnSync('ninja', ['-C', build, ...targets], { stdio: 'ignore' }).status === 0;
const tier = options.all ? [] : ['-L', '^quick$'];

function tests() {
  const shown = execFileSync('ctest', ['--test-dir', build, '--show-only=json-v1', ...tier], { maxBuffer: 1 << 28, env: environment });
  return JSON.parse(shown).tests.map(({ name }) => name);
}

// Whether the tests whose names match pass, in fewer seconds than a mutant is given. `timeout` ends the tests too, not only CTest.
function pass(selection, seconds) {
  const ctest = ['ctest', '--test-dir', build, ...tier, ...selection, '--stop-on-failure', '-j', String(2 * availableParallelism())];
  return spawnSync('timeout', ['--kill-after=10', String(Math.ceil(seconds)), ...ctest], { stdio: 'ignore', env: environment }).status === 0;
}

function set_up() {
  mkdirSync(place, { recursive: true });
  if (!existsSync(tree)) execFileSync('git', ['clone', '--quiet', '--shared', root, tree]);
  git('fetch', '--quiet', 'origin', head);
  git('checkout', '--quiet', '--force', head);
  const data = join(root, '../shared/data');
  execFileSync('cmake', ['--preset', 'release', '-DCMAKE_UNITY_BUILD=OFF', '-DADOUBE_TESTS=ON', `-DADOUBE_SHARED_DATA=${data}`], { cwd: tree, stdio: 'ignore' });
  execFileSync('cmake', ['--preset', 'pico'], { cwd: tree, stdio: 'ignore' });
  execFileSync('cmake', ['--build', '--preset', 'pico'], { cwd: tree, stdio: 'ignore' });
  if (!built(options.all ? 'all' : 'quick_targets')) throw new Error('the product does not build without a mutant');
}

// The programs of tests, each with the objects that it is linked from and the seconds that it takes.
function programs() {
  const kept = join(place, `seconds-${environment.ADOUBE_TIER}.json`);
  const measured = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const seconds_of = (name) => {
    const begun = Date.now();
    if (!pass(['-R', `^${name}: `], 3600)) throw new Error(`${name} fails without a mutant`);
    return Math.ceil((Date.now() - begun) / 1000);
  };
  const names = new Set(tests().map((name) => name.match(/^(test_\w+): /)?.[1]).filter(Boolean));
  const all = [...names].map((name) => {
    const inputs = execFileSync('ninja', ['-C', build, '-t', 'inputs', name], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return { name, inputs: new Set(inputs.split('\n')), seconds: (measured[name] ??= seconds_of(name)) };
  });
  writeFileSync(kept, JSON.stringify(measured));
  return all;
}

// What finds the mutant: a program's name, `compiler`, or nothing.
function finder(file, all) {
  const objects = new Set(all.flatMap(({ inputs }) => [...inputs]));
  const object = [...objects].find((path) => path.replace(/CMakeFiles\/[^/]+\.dir\//, '') === `${file}.o`);
  if (object && !built(object)) return 'compiler';
  const room = file.split('/')[1];
  const linked = all.filter(({ inputs }) => inputs.has(object)).sort((a, b) => (b.name === `test_${room}`) - (a.name === `test_${room}`) || a.seconds - b.seconds);
  for (const { name, seconds } of linked) {
    if (!built(name)) return 'compiler';
    if (!pass(['-R', `^${name}: `], 5 * seconds + 60)) return name;
  }
  if (!built(options.all ? 'all' : 'quick_targets')) return 'compiler';
  return pass(['-E', '^test_'], 3600) ? null : 'a command';
}

function tried(mutant, all) {
  const path = join(tree, mutant.file), source = readFileSync(path, 'utf8');
  const begun = Date.now();
  writeFileSync(path, mutated(source, mutant));
  try {
    return { ...mutant, by: finder(mutant.file, all), seconds: Math.round((Date.now() - begun) / 1000) };
  } finally {
    writeFileSync(path, source);
  }
}

// Each room's mutations, in an order that the seed gives.
function* drawn_from(room, draw) {
  const left = git('ls-files', `daemon/${room}/*.cpp`).split('\n').flatMap((file) => {
    const source = readFileSync(join(tree, file), 'utf8');
    return mutations_of(source).map((each) => ({ room, file, line: source.slice(0, each.at).split('\n').length, ...each }));
  });
  while (left.length) yield left.splice(draw(left.length), 1)[0];
}

const known = existsSync(found) ? readFileSync(found, 'utf8').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
const same = (a) => (b) => a.file === b.file && a.at === b.at && a.is === b.is;
const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replace(/\s+/g, ' ');
const sentence = ({ file, line, was, is, by, seconds }) => `${file}:${line}: ${short(was)} -> ${short(is)}: ${by ? `found by ${by}` : 'NOT FOUND'} (${seconds} s)`;

function keep(result) {
  appendFileSync(found, JSON.stringify(result) + '\n');
  console.log(sentence(result));
}

function quick(all) {
  const results = [];
  for (const room of rooms) {
    let counted = 0;
    for (const mutant of drawn_from(room, random(seed))) {
      if (counted === Math.ceil(count / rooms.length)) break;
      const before = known.find(same(mutant));
      const result = before ?? tried(mutant, all);
      if (!before) keep(result);
      if (result.by !== 'compiler') ++counted;
      results.push(result);
    }
  }
  return results;
}

console.log(`seed ${seed}`);
set_up();
const all = programs();
const results = options.all
  ? known.filter(({ by }) => by === null).map((mutant) => tried(mutant, all))
  : quick(all);
if (options.all) for (const result of results) console.log(sentence(result));
for (const room of rooms) {
  const here = results.filter((each) => each.room === room && each.by !== 'compiler');
  console.log(`${room}: ${here.filter(({ by }) => by).length} of ${here.length} found`);
}
