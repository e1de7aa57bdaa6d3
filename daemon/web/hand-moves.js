// Moves entered by hand on an arbiter's desk: pressed on its board, from and to, or written as on a scoresheet. What is legal
// the daemon says; each is sent once, in the order of entering.

import { placement } from '/board.js';
import { button, element, set } from '/dom.js';
import { InOrder } from '/in-order.js';
import { moves_between, targets_of, written } from '/legal-moves.js';
import { numbered } from '/round-words.js';
import { SquareGrid } from '/square-grid.js';
import { words } from '/words.js';

export class HandMoves {
  #acts;
  #nodes = {};
  #grid;
  #order;
  #board = null; // as of the feed
  #is_now = true;
  #is_open = false;
  #from = null; // the square whose piece is chosen
  #entered = new Set(); // how many moves the game had after each that was entered here

  /// `holder` has the board, `root` takes all else. `acts`: `send({ board, game, said, after })` resolves to whether it was done:
  /// `said` as in a line to the daemon, `after` how many moves the game has by then; `look_now()` shows the position now.
  constructor(holder, root, acts) {
    this.#acts = acts;
    this.#order = new InOrder({ send: acts.send, changed: () => this.#show_waiting(), given_up: entries => this.#give_up(entries) });
    this.#grid = new SquareGrid(holder, words.hand.squares, { press: square => this.#press(square), leave: () => this.#choose(null) });
    const n = this.#nodes;
    n.open = button(root, '', () => this.#toggle(), { class: 'wide' });
    n.part = element('section', root, '', { class: 'hand-moves', 'aria-label': words.hand.part });
    n.squares = element('p', n.part, words.hand.squares, { class: 'quiet' });
    n.promotion = element('p', n.part, '', { class: 'buttons', role: 'group' });
    const form = element('form', n.part), label = element('label', form);
    n.name = element('span', label);
    n.text = element('input', label, '', { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    element('button', form, words.hand.enter, { type: 'submit' });
    form.onsubmit = event => {
      event.preventDefault();
      this.#write();
    };
    n.told = element('p', n.part, '', { role: 'status' });
    n.undo = button(n.part, '', () => this.#undo(), { class: 'wide' });
  }

  /// `is_now`: the desk shows the position as it is now.
  show(board, is_now) {
    const before = this.#board;
    this.#board = board;
    this.#is_now = is_now;
    if (before?.record !== board.record) this.#start();
    else if (before.game.fen !== board.game.fen) this.#tell_change(before.game);
    for (const plies of this.#entered) if (plies > board.game.moves.length) this.#entered.delete(plies);
    this.#show();
  }

  #start() {
    this.#entered.clear();
    this.#from = null;
    this.#is_open = !this.#board.electronics && this.#board.game.result === '*';
    this.#tell('');
  }

  #toggle() {
    this.#is_open = !this.#is_open;
    this.#show();
    if (!this.#is_open) return;
    this.#acts.look_now();
    if (!this.#grid.root.hidden) this.#grid.focus();
  }

  /// The armed game that has not begun, to which moves belong once the one that is shown is over.
  #next() {
    return this.#board.game.result === '*' ? null : this.#board.next;
  }

  #show() {
    const n = this.#nodes, { game } = this.#board, next = this.#next();
    set(n.open, this.#is_open ? words.hand.close : words.hand.open);
    n.open.setAttribute('aria-expanded', `${this.#is_open}`);
    n.part.hidden = !this.#is_open;
    n.squares.hidden = Boolean(next);
    this.#grid.root.hidden = !this.#is_open || !this.#is_now || Boolean(next);
    set(n.name, next ? words.hand.of_next(next) : words.hand.written);
    n.undo.hidden = this.#order.waiting.length > 0 || !this.#entered.has(game.moves.length);
    if (!n.undo.hidden) set(n.undo, words.hand.undo(numbered(game, game.moves.length - 1)));
    n.promotion.hidden = n.promotion.children.length === 0;
    this.#show_squares();
  }

  #tell(text) {
    set(this.#nodes.told, text);
  }
  #tell_change({ moves }) {
    const { game } = this.#board, now = game.moves.length, side = game.fen.split(' ')[1];
    this.#choose(null);
    if (now > moves.length) this.#tell(words.hand.moved(game.moves[now - 1][0], side));
    else this.#tell(words.hand.back(now ? numbered(game, now - 1) : '', side));
  }

  // --- by the board ---

  #show_squares() {
    const { game, legal } = this.#board, pieces = placement(game.fen);
    const targets = this.#from ? targets_of(legal, this.#from) : [];
    this.#grid.show(square => words.hand.square(square, pieces.get(square), targets.includes(square)), this.#from, targets);
  }

  #choose(square) {
    this.#from = square;
    this.#nodes.promotion.replaceChildren();
    this.#nodes.promotion.hidden = true;
    this.#show_squares();
  }

  #press(square) {
    const { game, legal } = this.#board, letter = placement(game.fen).get(square), from = this.#from;
    if (this.#order.waiting.length) return; // what stands then is not known yet
    const found = from ? moves_between(legal, from, square) : [];
    if (found.length === 1) return this.#enter_pressed(found[0]);
    if (found.length) return this.#ask_piece(found, square);
    const targets = targets_of(legal, square);
    this.#choose(targets.length && square !== from ? square : null);
    if (square === from) this.#tell('');
    else if (targets.length) this.#tell(words.hand.chosen(square, letter, targets));
    else this.#tell(from ? words.hand.no_way(from, square) : words.hand.no_move(square, letter, game.fen.split(' ')[1]));
  }

  #enter_pressed([san]) {
    this.#choose(null);
    this.#enter({ arbiter: { do: 'move', san } }, san, 1);
  }

  #ask_piece(found, square) {
    const { promotion } = this.#nodes;
    promotion.replaceChildren();
    promotion.hidden = false;
    promotion.setAttribute('aria-label', words.hand.becomes(square));
    element('span', promotion, words.hand.becomes(square));
    for (const move of found)
      button(promotion, words.piece[move[1][4]], () => {
        this.#grid.focus(square);
        this.#enter_pressed(move);
      });
    promotion.querySelector('button').focus();
    promotion.onkeydown = ({ key }) => {
      if (key !== 'Escape') return;
      this.#grid.focus(this.#from);
      this.#choose(null);
    };
  }

  // --- by writing ---

  #write() {
    const { moves, text } = written(this.#nodes.text.value), is_one = moves.length === 1 && !this.#next();
    if (!text) return this.#tell(words.hand.empty);
    this.#nodes.text.value = '';
    this.#enter(is_one ? { arbiter: { do: 'move', san: moves[0] } } : { moves: text }, text, moves.length);
  }

  // --- what is sent ---

  /// `text` is what it is called meanwhile, `count` how many moves it adds.
  async #enter(said, text, count) {
    const { board, record, game } = this.#board, next = this.#next();
    const before = this.#order.waiting.findLast(entry => entry.game === record); // perhaps done, and shown, without an answer yet
    const after = before ? before.after + before.count : game.moves.length;
    const done = await this.#order.put({ board, game: next?.id ?? record, said, text, count, after: next ? undefined : after });
    if (!done || next || this.#board.record !== record) return;
    if (this.#nodes.told.textContent === words.hand.waiting([text])) this.#tell(''); // it changed nothing
    for (let plies = after + 1; plies <= after + count; ++plies) this.#entered.add(plies);
    this.#show();
  }

  #undo() {
    this.#enter({ arbiter: { do: 'takeback', plies: 1 } }, this.#nodes.undo.textContent, -1);
  }

  #show_waiting() {
    const texts = this.#order.waiting.map(({ text }) => text);
    if (texts.length) this.#tell(words.hand.waiting(texts));
    this.#show();
  }

  #give_up(entries) {
    this.#tell(words.hand.not_entered(entries.map(({ text }) => text)));
  }
}
