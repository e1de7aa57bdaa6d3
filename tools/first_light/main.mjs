// The program behind tools/first-light, whose head tells how it is used.

import { spawn } from 'node:child_process';
import { release, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { open_adapter } from './adapter.mjs';
import { Bench, full, run_steps, trial } from './bench.mjs';
import { RealClock } from './clock.mjs';
import { open_line } from './line.mjs';
import { Failed, Link } from './link.mjs';
import { Nobody, Person } from './person.mjs';
import { Report } from './report.mjs';
import { steps } from './steps/all.mjs';

const root = join(new URL('.', import.meta.url).pathname, '../..');
const bin = process.env.ADOUBE_BIN ?? join(root, 'build/release/bin');

function refuse(text) {
  console.error(`first-light: ${text}`);
  process.exit(2);
}

function options_given() {
  const text = { type: 'string' }, flag = { type: 'boolean', default: false };
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: {
      only: { type: 'string', multiple: true, default: [] }, as: text, folder: { type: 'string', default: 'first-light' }, image: text,
      adapter: text, radius: text, lift: text, list: flag, trial: flag, 'no-hands': flag } });
    if (positionals.length > 1) refuse('one port is enough');
    const wanted = values.only.flatMap(names => names.split(','));
    for (const name of wanted) if (!steps.some(step => step.name === name)) refuse(`there is no step ${name}; --list names them`);
    return { ...values, wanted, port: positionals[0] };
  } catch (error) {
    return refuse(error.message);
  }
}

/// Its exit status and what it said on both streams.
function adoube(...words) {
  return new Promise(resolve => {
    let said = '';
    const child = spawn(join(bin, 'adoube'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { said += text; });
    child.once('error', error => resolve({ status: 127, said: error.message }));
    child.once('close', status => resolve({ status, said }));
  });
}

/// That of the only board that is plugged in; undefined if there is none, or more.
async function port_found() {
  const { said } = await adoube('board', 'list');
  const ports = said.split('\n').map(line => line.split(' ')[0]).filter(word => /^usb:/.test(word));
  return ports.length === 1 ? ports[0] : undefined;
}

/// By its hello; its events are taken from here on. Undefined if it is silent.
async function board_at(link, port) {
  try {
    const hello = await link.hello();
    const { chip } = await link.follow();
    link.close();
    const { said } = await adoube('board', 'info', port);
    const { firmware_major, firmware_minor, firmware_patch } = hello;
    return {
      id: hello.board_id.toString(16).padStart(16, '0'),
      model: ['presence (pico-matrix)', 'colour (pico-hall)', 'identity'][hello.sensing],
      firmware: `${firmware_major}.${firmware_minor}.${firmware_patch}`,
      chip: said.match(/^chip +revision (\d+)/m)?.[1] ?? String(chip?.revision ?? 'unknown'), info: said, port,
      host: `${type()} ${release()}`,
    };
  } catch (error) {
    if (error instanceof Failed) return undefined;
    throw error;
  }
}

async function main() {
  const options = options_given();
  if (options.list) {
    for (const { name, minutes, hands, settles } of steps)
      console.log(`${name.padEnd(16)} ${String(minutes).padStart(3)} min  ${hands ? 'hands' : '     '}  ${settles}`);
    return;
  }
  const needs_none = name => steps.find(step => step.name === name).without_board;
  const blank = options.as && options.wanted.length > 0 && options.wanted.every(needs_none);
  let port = options.port ?? await port_found();
  if (!port && !blank) refuse('name the port, as adoube board list shows it');
  const clock = new RealClock();
  const link = new Link(async () => {
    port ??= await port_found();
    return port && open_line(port);
  }, clock);
  const board = blank ? {} : await board_at(link, port);
  if (!board) refuse(`no board answers at ${port}; a Pico without firmware: --as NAME --only flash-bootsel --image IMAGE`);
  const report = new Report(options.folder, options.as ?? board.id);
  report.identify(board);
  const person = options['no-hands'] ? new Nobody() : new Person();
  const adapter = options.adapter && await open_adapter(options.adapter, clock);
  const number = text => (text === undefined ? undefined : Number(text));
  const bench = new Bench({ link, clock, person, report, effort: options.trial ? trial : full, adoube, adapter,
    options: { image: options.image, port, radius_mm: number(options.radius), lift_mm: number(options.lift) } });
  await run_steps(bench, steps, { wanted: options.wanted, say: text => console.log(text) });
  if (blank && port) report.identify(await board_at(link, port) ?? {});
  report.save(steps);
  console.log(`The report: ${report.path}.md`);
  link.close();
  adapter?.close();
  person.close();
  process.exitCode = Object.values(report.data.steps).some(({ verdict }) => verdict === 'refuted') ? 1 : 0;
}

process.once('SIGINT', () => {
  console.log('\nThe steps that ended are in the report; the same command goes on with the others.');
  process.exit(130);
});
await main();
