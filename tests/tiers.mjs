// Which test runs where, and whether all that were counted have run.
//
//   node tests/tiers.mjs list BUILD…        a line for each test: in which presets it runs in the quick tier, and in all.
//                                           Fails where a TEST_CASE or a file of tests is in none.
//   node tests/tiers.mjs ran BUILD REPORT   fails unless REPORT (JUnit, by CTest) has as many cases of each program in
//                                           BUILD/bin as the program itself lists
//
// BUILD is a build folder whose test programs are built.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const here = dirname(new URL(import.meta.url).pathname);

function tests_of(build) {
  const shown = execFileSync('ctest', ['--test-dir', build, '--show-only=json-v1'], { maxBuffer: 1 << 28 });
  return JSON.parse(shown).tests.map(({ name, command, properties }) => {
    const labels = properties.find(each => each.name === 'LABELS')?.value ?? [];
    return { name, command: command ?? [], quick: labels.includes('quick') };
  });
}

// The names of TEST_CASE and TEST_CASE_METHOD in a source, a name being one or more literals; ARTICLE_TEST makes names of its own.
function cases_in(source) {
  const names = [];
  for (const [, literals] of source.matchAll(/^\s*(?:static\s+)?TEST_CASE(?:\(|_METHOD\(\s*[\w:]+\s*,)\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/gm))
    names.push(JSON.parse(`[${[...literals.matchAll(/"(?:[^"\\]|\\.)*"/g)].join(',')}]`).join(''));
  return names;
}

function* files_below(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* files_below(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
}

// Every test that is written, as what must stand in the name or the command of one that runs.
function* written() {
  for (const file of files_below(here)) {
    if (file.endsWith('.cpp')) for (const name of cases_in(readFileSync(file, 'utf8'))) yield { file, name };
    if (/_test\.(m?js|sh)$/.test(file)) yield { file, name: basename(file) };
  }
}

const program_of = name => name.slice(0, name.indexOf(': '));

// A program that only the other tier builds in a preset has the cases there that it has in the first, where all are built.
function list(builds) {
  const where = new Map(); // name to { quick, all }
  const commands = new Set(), later = [];
  for (const build of builds)
    for (const { name, command, quick } of tests_of(build)) {
      const preset = basename(build);
      if (name.endsWith(': not built')) {
        later.push({ program: program_of(name), preset });
        continue;
      }
      if (!where.has(name)) where.set(name, { quick: [], all: [] });
      where.get(name).all.push(preset);
      if (quick) where.get(name).quick.push(preset);
      for (const word of command) commands.add(basename(word));
    }
  for (const { program, preset } of later)
    for (const [name, { all }] of where) if (program_of(name) === program) all.push(preset);
  for (const [name, { quick, all }] of [...where].sort())
    console.log(`${(quick.join(' ') || '-').padEnd(18)} ${all.join(' ').padEnd(24)} ${name}`);
  const known = new Set([...where.keys()].map(name => name.slice(program_of(name).length + 2)));
  const programs = new Set([...where.keys()].map(program_of));
  const lost = [...written()].filter(({ name }) => !known.has(name) && !commands.has(name));
  for (const { file, name } of lost) console.error(`tiers: in no tier: ${file}: ${name}`);
  const unbuilt = later.filter(({ program }) => !programs.has(program));
  for (const { program } of unbuilt) console.error(`tiers: not built: ${program}`);
  return lost.length + unbuilt.length === 0;
}

// Catch 2 gives the number of cases as its status, and so cannot be asked by that.
function count_listed(command) {
  const ask = (...options) => spawnSync(command[0], [...command.slice(1), ...options], { encoding: 'utf8' }).stdout;
  const names = ask('--list-test-names-only') || ask('--list-tests', '--verbosity', 'quiet');
  return names.split('\n').filter(Boolean).length;
}

function ran(build, report) {
  const counted = new Map();
  for (const [, program] of readFileSync(report, 'utf8').matchAll(/<testcase name="(test_\w+): [^>]*status="(?:run|fail)"/g))
    counted.set(program, (counted.get(program) ?? 0) + 1);
  const programs = new Map(); // name to its command, without the name of a case and what follows it
  for (const { name, command, quick } of tests_of(build))
    if (/^test_\w+: /.test(name) && command.length > 3 && (quick || process.env.ADOUBE_TIER === 'all'))
      programs.set(name.slice(0, name.indexOf(':')), command.slice(0, -3));
  let right = true;
  for (const [program, command] of programs) {
    const listed = count_listed(command), count = counted.get(program) ?? 0;
    if (listed === count) continue;
    right = false;
    console.error(`tiers: of the ${listed} cases of ${program}, ${count} ran`);
  }
  return right;
}

const [verb, ...rest] = process.argv.slice(2);
const verbs = { list: () => list(rest), ran: () => ran(...rest) };
if (!verbs[verb]) throw new Error('usage: tiers.mjs list BUILD… | ran BUILD REPORT');
process.exitCode = verbs[verb]() ? 0 : 1;
