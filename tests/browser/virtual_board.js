// A virtual board whose hands do at once what the test says. CTest sets ADOUBE_BIN.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Chess } from 'chess.js';

const castlings = { g: ['h', 'f'], c: ['a', 'd'] }; // by the king's file: the rook's way

export class VirtualBoard {
  #process;
  #t_ms = 0;
  #game = new Chess();

  /// It stands in the start position. `pty`: a path to become a link to its terminal.
  constructor(pty, id) {
    this.#process = spawn(join(process.env.ADOUBE_BIN, 'adoube-virtual-board'), ['--pty', pty, '--id', `${id}`, '--speed', '0', '--stay'],
      { stdio: ['pipe', 'ignore', 'ignore'] });
    this.#write({ log: 'adoube-sensor-log', version: 1, sensing: 'presence', laws: '2023', rate_of_play: 'standard', tags: {} });
  }

  lift(square) {
    this.#happen({ lift: square });
  }
  drop(square) {
    this.#happen({ drop: square });
  }
  /// What is moved so is no move of the game here, legal or not.
  carry(from, to) {
    this.lift(from);
    this.drop(to);
  }
  touch(square) {
    this.carry(square, square);
  }
  /// `what`: "press", "adjust" or "call".
  button(what, side) {
    this.#happen({ [what]: side });
  }
  /// "f3 e5 g4 Qh4", each with a press of the clock.
  play(moves) {
    for (const san of moves.split(' ')) this.button('press', this.#carry_out(san));
  }
  /// Pieces put where the moves lead, without a clock.
  stand_after(moves) {
    for (const san of moves.split(' ')) this.#carry_out(san);
  }
  #carry_out(san) {
    const { from, to, color, flags } = this.#game.move(san);
    this.lift(from);
    if (flags.includes('c')) this.lift(to);
    this.drop(to);
    if (/[kq]/.test(flags)) {
      const [rook, stands] = castlings[to[0]];
      this.lift(rook + to[1]);
      this.drop(stands + to[1]);
    }
    return color;
  }
  /// So many plies of play() were not played; what is to go back is carried back.
  take_back(plies) {
    for (let n = 0; n < plies; ++n) this.#game.undo();
  }
  /// As players end a game: with both kings in the centre.
  agree_on(result) {
    const squares = { '1-0': ['e4', 'd5'], '0-1': ['e5', 'd4'], '1/2-1/2': ['e4', 'e5'] }[result];
    for (const square of squares) if (this.#game.get(square)) this.lift(square);
    ['w', 'b'].forEach((side, at) => this.carry(this.#game.findPiece({ type: 'k', color: side })[0], squares[at]));
  }
  /// For the next game: wrong pieces off first, then missing ones on.
  set_up() {
    const squares = game => game.board().flat().filter(Boolean).map(({ square }) => square);
    const stand = squares(this.#game), start = squares(new Chess());
    for (const square of stand.filter(one => !start.includes(one))) this.lift(square);
    for (const square of start.filter(one => !stand.includes(one))) this.drop(square);
    this.#game = new Chess();
    this.#t_ms += 5_000;
  }
  leave() {
    this.#process.kill('SIGKILL');
  }

  #happen(what) {
    this.#write({ t: (this.#t_ms += 500), ...what });
  }
  #write(line) {
    this.#process.stdin.write(`${JSON.stringify(line)}\n`);
  }
}
