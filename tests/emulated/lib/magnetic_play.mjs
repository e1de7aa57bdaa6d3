// Boards over a magnetic world: set up, calibrated as documented, and played on; what they tell is held against what
// hands did.

import { matrix_board } from './board.mjs';
import { calibration, hall_board, levels, start } from './hall_board.mjs';
import { close_contacts, MagneticBoard, sensors_over } from './magnetic_board.mjs';
import { MagnetHands } from './magnet_hands.mjs';
import { wiring_of_board } from './netlist.mjs';
import { random_numbers } from './random.mjs';

const at_start = square => square < 16 ? 'white' : square >= 48 ? 'black' : undefined;
export const all_squares = [...Array(64).keys()];

/// A pico-hall that is followed, over an empty board.
export function magnetic_hall({ built, seed = 1, drift, anywhere, wiring = 'pico-hall' }) {
  const world = new MagneticBoard({ built, seed, drift });
  const board = hall_board({ sensors: { seed, ...sensors_over(world), wiring: wiring_of_board(wiring) } });
  return { ...board, world, hands: new MagnetHands(world, random_numbers(1000 + seed), { anywhere }) };
}
/// A pico-matrix over an empty board.
export function magnetic_matrix({ built, seed = 1, anywhere, bounces }) {
  const world = new MagneticBoard({ built, seed });
  const board = matrix_board({ squares: [] });
  close_contacts(world, board, { bounces });
  return { ...board, world, hands: new MagnetHands(world, random_numbers(1000 + seed), { anywhere }) };
}

// --- nearly as "adoube board calibrate": by a share of the median, and without its readings of a pawn
const release_share = 0.85;

function read(board) {
  board.machine.run_for(20_000);
  const all = [];
  for (let reading = 0; reading < 8; ++reading) {
    all.push(levels(board));
    board.machine.run_for(7_000);
  }
  return all_squares.map(square => all.reduce((sum, each) => sum + each[square], 0) / all.length);
}
const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];

/// What an empty board and the start position say, by this share of the median.
function found(board, share) {
  const { hands } = board;
  hands.clear();
  const zero = read(board).map(Math.round);
  for (const square of all_squares) if (at_start(square)) hands.set_up(square, at_start(square));
  const begun = read(board);
  hands.clear();
  const strong = all_squares.filter(at_start).map(square => (begun[square] - zero[square]) * (square < 16 ? 1 : -1));
  const threshold = Math.floor(share * median(strong));
  return { zero, median: median(strong), weakest: Math.min(...strong), threshold, release: Math.floor(threshold * release_share) };
}
/// The board keeps it.
export function calibrate(board, share = board.world.built.share) {
  const { zero, threshold, release, ...seen } = found(board, share);
  const told = calibration(board, { threshold, release, zero });
  if (told.kept !== 1) throw new Error('the board does not keep its calibration');
  board.machine.run_for(100_000);
  forget(board);
  return { zero, threshold, release, ...seen };
}
/// Off, and on again with so many kelvins more than at the calibration.
export function cold_start(board, kelvin) {
  board.world.kelvin = () => kelvin;
  start(board);
  board.seen = 0; // another boot's events
  forget(board);
}

// --- what is told
const content = ({ world }, colour) => world.built.blade_mm ? 8 : colour === 'white' ? 7 : 15;
/// Until all is at rest and told.
function told_until(board, end_us) {
  const before = board.seen ?? 0;
  board.machine.run_until(end_us + 60_000);
  board.seen = board.host.events.length;
  return board.host.events.slice(before).map(({ kind, square, content }) => ({ kind, square, content }));
}
/// Events till now are of no interest.
export function forget(board) {
  told_until(board, board.machine.now_us);
}
const name = square => 'abcdefgh'[square % 8] + (1 + (square >> 3));
export const in_words = events => events.map(({ kind, square, content }) => `${kind} ${name(square)} (${content})`).join(', ');

/// Half of the squares get a piece each, of either colour; then all are taken away.
export function place_and_lift(board, rounds) {
  const { hands, machine } = board;
  hands.clear();
  forget(board);
  const count = { placed: 0, missed: 0, wrong: 0, felt: 0, stuck: 0 };
  const apart_us = 12_000;
  for (let round = 0; round < rounds; ++round) {
    const squares = [...all_squares];
    const chosen = Array.from({ length: 32 }, () => squares.splice(Math.floor(hands.random() * squares.length), 1)[0]);
    const colours = new Map(chosen.map(square => [square, hands.one_of(['white', 'black'])]));
    const begin_us = machine.now_us + 5_000;
    const down_us = Math.max(...chosen.map((square, at) => hands.put_down(square, colours.get(square), begin_us + apart_us * at)));
    const dropped = told_until(board, down_us);
    const lifting_us = machine.now_us + 5_000;
    const up_us = Math.max(...chosen.map((square, at) => hands.take_off(square, lifting_us + apart_us * at)));
    const lifted = told_until(board, up_us);
    for (const square of all_squares) {
      const drops = dropped.filter(event => event.square === square), lifts = lifted.filter(event => event.square === square);
      judge(board, count, colours.get(square), drops, lifts);
    }
  }
  return count;
}
function judge(board, count, colour, drops, lifts) {
  if (!colour) {
    count.felt += drops.length + lifts.length;
    return;
  }
  ++count.placed;
  const is = (events, kind) => events.length === 1 && events[0].kind === kind && events[0].content === content(board, colour);
  if (drops.length === 0) ++count.missed; // one beside it may show it later
  else if (lifts.length === 0) ++count.stuck;
  else if (!is(drops, 'drop') || !is(lifts, 'lift')) ++count.wrong;
}

/// Squares are free for moves among `pieces` pieces.
export function set_up(board, pieces) {
  const { hands } = board;
  hands.clear();
  while (hands.stands.size < pieces) {
    const square = Math.floor(hands.random() * 64);
    if (!hands.stands.has(square)) hands.set_up(square, hands.one_of(['white', 'black']), hands.somewhere_on(square));
  }
  board.machine.run_for(100_000);
  forget(board);
}
/// Moves that are told wrongly, with what was told. Counts squares that were felt on the way.
export function play(board, kinds, count) {
  const wrong = [];
  let felt = 0;
  for (let done = 0; done < count; ++done) {
    const move = board.hands.move(kinds[done % kinds.length], board.machine.now_us + 5_000);
    const events = told_until(board, move.end_us);
    felt += (events.length - move.lifts.length - move.drops.length) / 2;
    const why = told_wrongly(board, move, events);
    if (why) wrong.push(`${move.kind}: ${why}: ${in_words(events)}; done: ${in_words(expected(board, move))}`);
  }
  return { wrong, felt };
}
function expected(board, { lifts, drops }) {
  const events = kind => ([square, colour]) => ({ kind, square, content: content(board, colour) });
  return [...lifts.map(events('lift')), ...drops.map(events('drop'))];
}
function told_wrongly(board, move, events) {
  const own = expected(board, move);
  const is_own = ({ square }) => own.some(event => event.square === square);
  if (in_words(events.filter(is_own)) !== in_words(own)) return 'the move itself';
  const others = events.filter(event => !is_own(event));
  for (const square of new Set(others.map(event => event.square))) {
    if (!move.may_feel.includes(square)) return `${name(square)} feels it`;
    const of_square = others.filter(event => event.square === square);
    const passes = of_square.every(({ kind, content: is }, at) =>
      kind === (at % 2 === 0 ? 'drop' : 'lift') && is === content(board, move.colour));
    if (!passes || of_square.length % 2 !== 0) return `${name(square)} is not left empty`;
  }
  return undefined;
}
/// What each square shows: 'white', 'black', 'piece' or undefined.
export function shown(board) {
  const before = board.host.heard.length;
  const { machine, host } = board;
  host.send('resend', { boot_id: host.boot_id, from_seq: host.record.expected });
  machine.run_for(100_000);
  const snapshot = host.heard.slice(before).findLast(([what]) => what === 'snapshot')?.[1].squares ?? host.last('snapshot').squares;
  const bit = (plane, square) => plane >> BigInt(square) & 1n;
  return all_squares.map(square => {
    if (bit(snapshot.plane3, square) === 0n && bit(snapshot.plane0, square) === 0n) return undefined;
    return board.world.built.blade_mm ? 'piece' : bit(snapshot.plane3, square) === 1n ? 'black' : 'white';
  });
}
