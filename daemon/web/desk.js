// One board as its arbiter works on it: what happened, the position, the clocks, and what can be done about each.

import { show_acts } from '/acts.js';
import { given_before } from '/added-time.js';
import { Board, placement } from '/board.js';
import { BoardTrouble } from '/board-trouble.js';
import { CaseCard } from '/case.js';
import { ClaimForm } from '/claim-form.js';
import { ClaimsPanel } from '/claims.js';
import { DeskClocks } from '/desk-clocks.js';
import { button, element, set } from '/dom.js';
import { EarlierGames } from '/earlier-games.js';
import { HandMoves } from '/hand-moves.js';
import { end_of } from '/ended.js';
import { time_in_game, time_of } from '/hall-time.js';
import { MoreResults } from '/more-results.js';
import { position_after } from '/moves.js';
import { set_names } from '/names.js';
import { PlayerSaid } from '/player-said.js';
import { Promotions } from '/promotions.js';
import { PutRight } from '/put-right.js';
import { known, numbered } from '/round-words.js';
import { Touches } from '/touches.js';
import { awaits_confirmation, cases_of } from '/urgency.js';
import { words } from '/words.js';

const svg = 'http://www.w3.org/2000/svg';

/// Who has the move after `plies` moves of the game.
const side_after = ({ start }, plies) => ((start.split(' ')[1] === 'b') !== (plies % 2 === 1) ? 'b' : 'w');

export class Desk {
  #acts;
  #board = null;
  #settled = new Map();
  #looking = [];
  #case = null; // the key of the one that is looked at
  #view = null; // null: now; else { plies, about } or, by the slider, { plies, shown, marked, title }
  #cards = new Map(); // by key
  #nodes = {};
  #put_right = new PutRight();
  #tells_right = false;
  #taken_back = false; // and pieces are still to go back
  #drawn = {};

  #touches;
  #hand_moves;
  #clocks;
  #claim_form;
  #claims;
  #trouble;
  #promotions;
  #more_results;
  #earlier;
  #player_said;

  /// `acts.send(line, { undo, known })`, which resolves to whether it was done, `acts.known(number)` for it, `acts.now_ms()`,
  /// `acts.read(path)`, `acts.paper`, `acts.ask([title, text])`, `acts.settle(key, is_settled)`,
  /// `acts.look_at({ board, case })`, `acts.close()`.
  constructor(root, acts) {
    this.#acts = acts;
    const n = this.#nodes;
    const head = element('div', root, '', { class: 'head' });
    button(head, '‹', acts.close, { class: 'back', 'aria-label': 'All boards' });
    n.title = element('h2', head, '', { id: 'desk-title', tabindex: '-1' });
    n.names = element('p', head, '', { class: 'names' });
    n.looking = element('p', head, '', { class: 'looking', role: 'status' });
    const ended = element('section', root, '', { class: 'ended', 'aria-label': words.ended });
    n.standing = element('p', ended);
    n.confirm = button(ended, '', () => this.#confirm(), { class: 'wide advised' });
    this.#trouble = new BoardTrouble(element('ul', root, '', { class: 'trouble' }), acts.settle);
    const cases = element('section', root, '', { class: 'cases', 'aria-label': words.cases });
    n.nothing = element('p', cases, words.nothing, { class: 'quiet' });
    n.cases = element('div', cases);
    n.acts = element('section', root, '', { class: 'done', 'aria-label': words.acts });
    element('h3', n.acts, words.acts);
    n.all_acts = element('ul', n.acts, '', { class: 'acts' });
    this.#claims = new ClaimsPanel(element('section', root, '', { class: 'claims', 'aria-label': words.claims, tabindex: '-1' }), acts.read);
    n.put_right = element('section', n.cases, '', { class: 'put-right', 'aria-label': words.put_right, 'aria-live': 'polite' });
    element('h3', n.put_right, words.put_right);
    n.squares = element('ul', n.put_right);
    n.all_right = element('p', n.put_right, words.all_right);
    const left = element('div', root, '', { class: 'left' }), place = element('section', left, '', { class: 'place' });
    n.when = element('p', place, '', { class: 'when', role: 'status' });
    const holder = element('div', place, '', { class: 'squares-on' });
    n.board = new Board(holder, true);
    this.#hand_moves = new HandMoves(holder, element('div', place, '', { class: 'by-hand' }), { send: entry => this.#send_moves(entry), look_now: () => this.#look(null) });
    n.order = n.board.svg.appendChild(document.createElementNS(svg, 'g'));
    n.order.setAttribute('class', 'order');
    this.#touches = new Touches(element('div', place), { read: acts.read, look: view => this.#look(view), known: () => this.#show_record(),
      print: (from, to) => this.#print_moves(from, to) });
    n.to_now = button(place, words.back_to_now, () => this.#look(null), { class: 'wide' });
    n.take_back = button(place, '', () => this.#take_back(), { class: 'wide' });
    this.#clocks = new DeskClocks(root, { add_time: times => this.#add_times(times), now_ms: acts.now_ms,
      say_sure: (arbiter, question) => this.#say_sure({ arbiter }, question) });
    this.#claim_form = new ClaimForm(root, claim => this.#claim(claim));
    const moves = element('section', left, '', { class: 'record', 'aria-label': words.moves });
    element('h3', moves, words.moves);
    n.moves = element('ol', moves);
    this.#promotions = new Promotions(element('div', moves), (square, piece) => this.#promote({ squares: [square] }, piece));
    n.print = button(moves, words.evidence_of_game, () => this.#acts.paper.evidence(this.#board.record), { class: 'wide' });
    n.sheet = button(moves, words.scoresheet, () => this.#acts.paper.scoresheet(this.#board.record), { class: 'wide' });
    this.#earlier = new EarlierGames(moves, acts);
    this.#make_results(root);
  }

  #make_results(root) {
    const part = element('section', root, '', { class: 'results', 'aria-label': words.the_result });
    element('h3', part, words.the_result);
    const row = element('p', part, '', { class: 'buttons' });
    for (const result of ['1-0', '1/2-1/2', '0-1']) button(row, `${words.result(result)}…`, () => this.#end_game(result));
    this.#more_results = new MoreResults(part, result => this.#end_game(result));
    this.#player_said = new PlayerSaid(part, (verb, side) => this.#player_says(verb, side));
  }

  // --- what it shows ---

  /// `looking`: the other arbiters at this board.
  show(board, settled, looking, now_ms) {
    const is_other = this.#board?.board !== board.board || this.#board.game.id !== board.game.id;
    this.#taken_back ||= !is_other && board.game.moves.length < this.#board.game.moves.length;
    this.#board = board;
    this.#settled = settled;
    this.#looking = looking;
    if (is_other) this.#start();
    const n = this.#nodes, { game } = board;
    set(n.title, words.board(board.board));
    set_names(n.names, [known(game.tags.White) || words.side.w, known(game.tags.Black) || words.side.b]);
    this.#trouble.show(board, settled);
    set(n.looking, words.looking(looking, looking.length && time_of(Math.min(...looking.map(({ since }) => since)))));
    show_acts(n.all_acts, board.acts, board.started);
    n.acts.hidden = board.acts.length === 0;
    this.#acts.look_at({ board: board.board, case: this.#case });
    this.#touches.show(board);
    this.#claims.show(board);
    this.#promotions.show(board);
    if (cases_of(board, settled).some(one => one.state === 'open' && one.level !== 'note' && one.incident && !this.#hands_of(one.incident)))
      this.#touches.read();
    this.#show_cases();
    if (this.#view && !this.#view.shown && this.#view.plies > game.moves.length) this.#view = null; // taken back meanwhile
    this.#show_position();
    this.#show_moves();
    n.print.hidden = n.sheet.hidden = !game.begun;
    this.#clocks.show(board, is_other);
    this.#claim_form.show(board);
    this.#show_result();
    this.#more_results.show(board, is_other);
    this.#earlier.show(board, is_other);
    this.#player_said.show(board, is_other);
    this.tick(now_ms);
  }

  #show_result() {
    const n = this.#nodes, end = end_of(this.#board);
    n.standing.parentNode.hidden = !end;
    if (end) set(n.standing, `${words.result(end)}. ${this.#board.confirmed ? words.confirmed : words.unconfirmed}`);
    n.confirm.hidden = !awaits_confirmation(this.#board);
    if (end) set(n.confirm, words.confirm(end));
  }

  tick(now_ms) {
    this.#clocks.tick(now_ms);
    this.#show_put_right();
  }

  /// While a game just goes on, a piece in the hand is nothing to put right.
  #show_put_right() {
    const { game, differ } = this.#board, n = this.#nodes;
    const rows = this.#put_right.update(differ, Date.now());
    const are_right = rows.every(({ right }) => right);
    if (are_right && rows.length > 0) this.#taken_back = false;
    const asked = this.#taken_back || !game.clocks?.running || cases_of(this.#board, this.#settled).some(one => one.state === 'open' && one.level !== 'note');
    if (!are_right && asked) this.#tells_right = true; // and then to the end
    if (rows.length === 0) this.#tells_right = false;
    n.put_right.hidden = !this.#tells_right;
    const from = JSON.stringify(rows);
    if (this.#drawn.put_right === from) return;
    this.#drawn.put_right = from;
    n.squares.replaceChildren();
    for (const { square, wanted, right } of rows) {
      const item = element('li', n.squares, '', { 'data-right': right });
      element('b', item, square);
      element('span', item, right ? words.right : words.wanted(wanted));
    }
    n.all_right.hidden = !are_right;
  }

  #start() {
    this.#view = null;
    this.#drawn = {};
    this.#put_right = new PutRight();
    this.#taken_back = this.#tells_right = false;
    this.#cards.clear();
    this.#nodes.cases.replaceChildren(this.#nodes.put_right);
    const worst = cases_of(this.#board, this.#settled)[0];
    this.#case = worst?.state === 'open' ? worst.key : null;
    if (worst?.state === 'open' && worst.level !== 'note') this.#view = this.#view_of(worst);
  }

  #view_of({ incident, proposal }) {
    const { ply } = incident ?? proposal;
    return { plies: Math.min(ply - 1, this.#board.game.moves.length), about: incident ?? proposal };
  }

  /// `view` as one of #view; of another kind than the slider's, it closes that.
  #look(view) {
    if (!view?.shown) this.#touches.leave();
    this.#view = view;
    this.#show_position();
    this.#show_moves();
  }

  /// More of the record is known: the true order of touches is.
  #show_record() {
    this.#show_cases();
    if (this.#view?.about) this.#show_position();
  }
  #hands_of(incident) {
    return incident && this.#touches.record && this.#touches.record.next > incident.inputs[1] ? this.#touches.record.hands_in(incident.inputs) : null;
  }

  #show_cases() {
    const all = cases_of(this.#board, this.#settled);
    this.#nodes.nothing.hidden = all.length > 0;
    for (const one of all)
      if (!this.#cards.has(one.key))
        this.#cards.set(one.key, new CaseCard(one, {
          attend: () => this.#acts.look_at({ board: this.#board.board, case: this.#case = one.key }),
          look: () => {
            this.#look(this.#view_of(one));
            this.#nodes.board.svg.scrollIntoView({ block: 'nearest' });
          },
          look_at_touch: n => this.#touches.open(n).then(() => this.#nodes.board.svg.scrollIntoView({ block: 'nearest' })),
          print: () => this.#acts.paper.evidence(this.#board.record, { incident: one.incident?.seq }),
          read_reading: () => this.#acts.read(`${this.#of_record('reading')}?input=${one.incident.inputs[1]}`),
          show_claims: () => this.#claims.open(),
          end_game: async result => (await this.#end_game(result)) && this.#acts.settle(one.key, true),
          add_time: add_ms => this.#add_times(add_ms),
          dismiss: () => this.#dismiss(one.incident),
          promote: piece => this.#promote(one.incident, piece),
          go_to: seq => this.#cards.get(`i${seq}`).go(),
          settle: is_settled => this.#acts.settle(one.key, is_settled),
        }));
    const nodes = all.map(one => this.#cards.get(one.key).show(one, this.#board, this.#hands_of(one.incident), this.#looking.filter(other => other.case === one.key)));
    nodes.splice(1, 0, this.#nodes.put_right); // below what is worst
    nodes.forEach((node, at) => this.#nodes.cases.children[at] === node || this.#nodes.cases.insertBefore(node, this.#nodes.cases.children[at] ?? null));
  }

  #of_record(what) {
    return `/api/games/${encodeURIComponent(this.#board.record)}/${what}`;
  }

  /// The whole game where no move is complete yet.
  #print_moves(from, to) {
    const plies = this.#board.game.moves.length;
    this.#acts.paper.evidence(this.#board.record, plies ? { from: Math.min(from, plies), to: Math.min(to, plies) } : {});
  }

  #show_position() {
    const { game } = this.#board, n = this.#nodes, view = this.#view;
    n.to_now.hidden = !view;
    n.board.svg.classList.toggle('still', Boolean(view?.shown));
    this.#hand_moves.show(this.#board, !view);
    if (view?.shown) return this.#show_touch(view);
    const ucis = game.moves.map(move => move[1]);
    const plies = view?.plies ?? ucis.length;
    const { pieces, marked } = position_after(placement(game.start), ucis, plies);
    const shown = view ? pieces : placement(game.fen);
    n.board.show(shown, marked);
    this.#show_order((this.#hands_of(view?.about?.inputs && view.about)?.map(({ square }) => square) ?? view?.about?.squares ?? []).filter(Boolean));
    const when = !view ? words.now : view.about ? words.before_move(view.about.move, side_after(game, view.about.ply - 1))
      : words.after_move(numbered(game, plies - 1));
    const ended = !view && end_of(this.#board);
    set(n.when, ended ? `${words.level.over} · ${words.result(ended)}` : `${when} · ${words.to_move(side_after(game, plies))}`);
    const back = game.moves.length - plies;
    n.take_back.hidden = view ? back === 0 : game.moves.length === 0;
    set(n.take_back, words.take_back(back || 1));
  }

  #show_touch({ shown, marked, title }) {
    const n = this.#nodes;
    n.board.show(shown, marked);
    this.#show_order([]);
    set(n.when, title);
    n.board.svg.setAttribute('aria-label', title);
    n.take_back.hidden = true;
  }

  /// The squares numbered in the order in which they were touched: "1·2" for one that was touched twice.
  #show_order(squares) {
    this.#nodes.order.replaceChildren();
    const numbers = new Map();
    squares.forEach((square, at) => numbers.set(square, [...numbers.get(square) ?? [], at + 1]));
    for (const [square, ordinals] of numbers) {
      const group = this.#nodes.order.appendChild(document.createElementNS(svg, 'g'));
      const x = 'abcdefgh'.indexOf(square[0]) * 40, y = (8 - Number(square[1])) * 40;
      const frame = group.appendChild(document.createElementNS(svg, 'rect'));
      for (const [key, value] of Object.entries({ x: x + 1.5, y: y + 1.5, width: 37, height: 37 })) frame.setAttribute(key, value);
      const label = group.appendChild(document.createElementNS(svg, 'text'));
      label.setAttribute('x', x + 37);
      label.setAttribute('y', y + 10.5);
      label.textContent = ordinals.join('·');
    }
    this.#nodes.board.svg.setAttribute('aria-label', squares.length ? `${words.touched}: ${squares.join(', ')}` : words.now);
  }

  #show_moves() {
    const { game } = this.#board, plies = this.#view?.plies ?? game.moves.length;
    const from = JSON.stringify([game.moves.map(move => move[0]), plies]);
    if (this.#drawn.moves === from) return;
    this.#drawn.moves = from;
    this.#nodes.moves.replaceChildren();
    game.moves.forEach((move, at) => {
      const item = element('li', this.#nodes.moves);
      const made = button(item, numbered(game, at), () => this.#look(at + 1 === game.moves.length ? null : { plies: at + 1 }));
      if (at + 1 === plies) made.setAttribute('aria-current', 'true');
    });
  }

  // --- what it does ---

  async #say_sure(said, question, game) {
    const line = this.#line(said, game);
    const known = this.#acts.known(this.#board.board); // when it is asked
    return (await this.#acts.ask(question(this.#board.board))) && this.#acts.send(line, { known });
  }
  /// Of the game that is shown, unless another is meant.
  #line(said, game = this.#board.record) {
    return { board: `${this.#board.board}`, game, ...said };
  }

  async #add_times([w, b]) {
    const line = sign => this.#line({ arbiter: { do: 'time', ...(w ? { add_w: sign * w } : {}), ...(b ? { add_b: sign * b } : {}) } });
    const { board, acts, started } = this.#board, known = this.#acts.known(board); // when it is decided
    const given = given_before(acts, [w, b]);
    if (given && !(await this.#acts.ask(words.ask.more_time(given, time_in_game(started, given.act.t), board)))) return false;
    return this.#acts.send(line(1), { undo: line(-1), known });
  }
  /// As HandMoves says.
  #send_moves({ board, game, said, after }) {
    return this.#acts.send({ board: `${board}`, game, ...said }, { known: { ...this.#acts.known(board), ...(after === undefined ? {} : { moves: after }) } });
  }
  #claim(claim) {
    return this.#say_sure(claim, n => words.ask.claim(claim, n));
  }
  #end_game(result) {
    if (result === '*') return this.#say_sure({ arbiter: { do: 'result', result } }, words.ask.goes_on);
    const { next } = this.#board, of_next = next && end_of(this.#board);
    const question = n => words.ask.result(result, n, of_next && next);
    return this.#say_sure({ arbiter: { do: 'result', result } }, question, of_next ? next.id : undefined);
  }
  #confirm() {
    const { result } = this.#board.game;
    return this.#say_sure({ arbiter: { do: 'result', result } }, n => words.ask.confirm(result, n));
  }
  #dismiss(incident) {
    return this.#say_sure({ arbiter: { do: 'dismiss', incident: incident.seq } }, n => words.ask.dismiss(words.kind[incident.kind] ?? incident.kind, n));
  }
  #promote({ squares }, piece) {
    const square = squares.at(-1);
    return this.#say_sure({ arbiter: { do: 'promoted', square, piece } }, n => words.ask.promoted(piece, square, n));
  }
  #player_says(verb, side) {
    return this.#say_sure({ [verb]: side }, n => words.ask.player(verb, side, n));
  }
  #take_back() {
    const { game } = this.#board;
    const plies = game.moves.length - (this.#view?.plies ?? game.moves.length - 1);
    const first = numbered(game, game.moves.length - plies);
    return this.#say_sure({ arbiter: { do: 'takeback', plies } }, n => words.ask.take_back(first, n));
  }
}
