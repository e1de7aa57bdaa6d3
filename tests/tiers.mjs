// Which test runs where, and whether all that were counted have run.
//
//   node tests/tiers.mjs list BUILD…        a line for each test: in which presets it runs in the quick tier, and in all.
//                                           Fails where a case or a file of tests is in none.
//   node tests/tiers.mjs ran BUILD REPORT   fails unless REPORT (JUnit, by CTest) has as many cases of each program in
//                                           BUILD/bin as the program itself lists, each of them run to its end, and as
//                                           many tests of each script as it has
//
// BUILD is a build folder whose test programs are built, the first of them with all sources of tests in it. ADOUBE_TIER says
// what is built there; of what an earlier run may have left, nothing is believed.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const here = dirname(new URL(import.meta.url).pathname);
const in_all = process.env.ADOUBE_TIER === 'all';

function tests_of(build) {
  const shown = execFileSync('ctest', ['--test-dir', build, '--show-only=json-v1'], { maxBuffer: 1 << 28 });
  return JSON.parse(shown).tests.map(({ name, command, properties }) => {
    const labels = properties.find(each => each.name === 'LABELS')?.value ?? [];
    return { name, command: command ?? [], quick: labels.includes('quick') };
  });
}

// The sources that BUILD compiles, alone or together.
function compiled(build) {
  const commands = execFileSync('ninja', ['-C', build, '-t', 'compdb'], { maxBuffer: 1 << 30, encoding: 'utf8' });
  return JSON.parse(commands).flatMap(({ directory, file }) => {
    const source = resolve(directory, file);
    if (!/\/unity_\d+_cxx\.cxx$/.test(source)) return source;
    return [...readFileSync(source, 'utf8').matchAll(/^#include "(.*)"$/gm)].map(([, part]) => resolve(dirname(source), part));
  });
}

// The names of cases in a source, a name being one or more literals. Those that other macros make are looked for as files alone.
function cases_in(source) {
  const literal = String.raw`"(?:[^"\\]|\\.)*"`, literals = String.raw`((?:${literal}\s*)+)`;
  const joined = text => JSON.parse(`[${text.match(new RegExp(literal, 'g')).join(',')}]`).join('');
  const found = start => [...source.matchAll(new RegExp(String.raw`^\s*(?:static\s+)?${start}`, 'gm'))];
  return [
    ...found(String.raw`TEST_CASE(?:\(|_METHOD\(\s*[\w:]+\s*,)\s*${literals}`).map(([, name]) => joined(name)),
    ...found(String.raw`ARTICLE_TEST\(\s*\w+\s*,\s*${literals},\s*${literals}`)
      .map(([, title, broken]) => `Article ${joined(title)}: ${joined(broken)}`),
  ];
}

function* files_below(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* files_below(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
}

// Every test that is written and none of these: a source that is compiled, the name of a case, a file in a command.
function* lost(sources, names, words) {
  for (const file of files_below(here)) {
    const is_source = /\.(c|cc|cpp|cxx)$/.test(file);
    if (is_source && !sources.has(file) && !words.has(file)) yield file;
    else if (is_source) {
      for (const name of cases_in(readFileSync(file, 'utf8'))) if (!names.has(name)) yield `${file}: ${name}`;
    } else if (/(^test_|_test\.)/.test(basename(file)) && !/\.(hpp|h)$/.test(file) && !words.has(file)) yield file;
  }
}

const program_of = name => name.slice(0, name.indexOf(': '));

// A program that only the other tier builds in a preset has the cases there that it has in the first, where all are built.
function list(builds) {
  const where = new Map(); // name to { quick, all }
  const words = new Set(), later = [];
  for (const build of builds)
    for (const { name, command, quick } of tests_of(build)) {
      const preset = basename(build), all_built = in_all || build === builds[0], is_case = /^test_\w+: /.test(name);
      if (preset === 'fuzz' && !name.startsWith('fuzz_')) continue; // it builds and runs nothing else
      for (const word of command) words.add(resolve(here, word.replace(/^-DSOURCE=/, '')));
      if (is_case && !quick && !all_built) {
        later.push({ program: program_of(name), preset });
        continue;
      }
      if (!where.has(name)) where.set(name, { quick: [], all: [] });
      where.get(name).all.push(preset);
      if (quick) where.get(name).quick.push(preset);
    }
  for (const { program, preset } of later)
    for (const [name, { all }] of where) if (program_of(name) === program && !all.includes(preset)) all.push(preset);
  for (const [name, { quick, all }] of [...where].sort())
    console.log(`${(quick.join(' ') || '-').padEnd(18)} ${all.join(' ').padEnd(24)} ${name}`);
  const names = new Set([...where.keys()].map(name => name.slice(program_of(name).length + 2)));
  const programs = new Set([...where.keys()].map(program_of));
  const sources = new Set([...builds, join(dirname(here), 'build/pico')].flatMap(compiled));
  const missing = [
    ...[...lost(sources, names, words)].map(test => `in no tier: ${test}`),
    ...new Set(later.filter(({ program }) => !programs.has(program)).map(({ program }) => `not built: ${program}`)),
    ...[...where.keys()].filter(name => name.endsWith(': not built')),
  ];
  for (const what of missing) console.error(`tiers: ${what}`);
  return missing.length === 0;
}

// Catch 2 gives the number of cases as its status, and so cannot be asked by that.
function count_listed(command) {
  const ask = (...options) => spawnSync(command[0], [...command.slice(1), ...options], { encoding: 'utf8' }).stdout;
  const names = ask('--list-test-names-only') || ask('--list-tests', '--verbosity', 'quiet');
  return names.split('\n').filter(Boolean).length;
}

// What Catch says when it has come to its end, and not a case that ended the process.
const end_of_case = /All tests passed \(|No assertions ran|test cases?: +\d+/;

const nothing_checked = /No assertions ran|assertions: - none -/;

function fault_of(test, skipped) {
  if (!end_of_case.test(test)) return 'ended within';
  if (skipped) return /assertions?: .*\bfailed/.test(test) && 'skipped, and failed in';
  return nothing_checked.test(test) && 'checks nothing in';
}

function* cases_not_run(tests, report) {
  const counted = new Map();
  for (const [test, program, name, status] of report.matchAll(
    /<testcase name="(test_\w+): ([^"]*)"[^>]*status="(run|fail|notrun)"[\s\S]*?<\/testcase>/g)) {
    const skipped = test.includes('SKIP_REGULAR_EXPRESSION');
    if (status === 'notrun' && !skipped) continue; // could not be started
    counted.set(program, (counted.get(program) ?? 0) + 1);
    const fault = fault_of(test, skipped);
    if (status === 'fail' || !fault) continue;
    yield `${program} ${fault} "${name}"`;
  }
  const programs = new Map(); // name to its command, without the name of a case and what follows it
  for (const { name, command } of tests)
    if (/^test_\w+: /.test(name) && command.length > 3)
      programs.set(name.slice(0, name.indexOf(':')), command.slice(0, -3));
  for (const [program, command] of programs) {
    const listed = count_listed(command), count = counted.get(program) ?? 0;
    if (listed !== count) yield `of the ${listed} cases of ${program}, ${count} ran`;
  }
}

// Scripts of node:test, which may write several tests with one call.
function* scripts_not_run(tests, report) {
  for (const { name, command } of tests) {
    const file = command.find(word => /_test\.mjs$/.test(word)), source = file ? readFileSync(file, 'utf8') : '';
    if (!source.includes(`from 'node:test'`)) continue;
    const from = report.indexOf(`<testcase name="${name}"`), test = report.slice(from, report.indexOf('</testcase>', from));
    if (from >= 0 && !test.includes('status="run"')) continue; // failed, or skipped with a word
    const written = source.match(/^\s*(await )?test\(/gm)?.length ?? 0;
    const passed = Number(test.match(/^(?:#|ℹ) pass (\d+)$/m)?.[1] ?? 0);
    if (passed < Math.max(1, written)) yield `of the ${written} tests of ${basename(file)}, ${passed} ran`;
  }
}

function ran(build, report_file) {
  const tests = tests_of(build).filter(({ quick }) => quick || in_all), report = readFileSync(report_file, 'utf8');
  const missing = [...cases_not_run(tests, report), ...scripts_not_run(tests, report)];
  for (const what of missing) console.error(`tiers: ${what}`);
  return missing.length === 0;
}

const [verb, ...rest] = process.argv.slice(2);
const verbs = { list: () => list(rest), ran: () => ran(...rest) };
if (!verbs[verb]) throw new Error('usage: tiers.mjs list BUILD… | ran BUILD REPORT');
process.exitCode = verbs[verb]() ? 0 : 1;
