// Draw claims of a game on an arbiter's desk: the verdicts, whether the right to claim is open, and the positions that repeat side
// by side. What is open is told by the feed, with the position that the desk shows; the rest is read after it.

import { Board, placement } from '/board.js';
import { button, element, set } from '/dom.js';
import { time_in_game } from '/hall-time.js';
import { words } from '/words.js';

const again_after_ms = 1_000;

/// What the answer, as daemon/inquiry/claims.hpp says, depends on.
const what_it_tells = ({ game, proposals }) => JSON.stringify([game.fen, game.moves.length, game.result, proposals.length]);

export class ClaimsPanel {
  #root;
  #read;
  #nodes = {};
  #board = null; // as of the feed
  #answer = null;
  #reads = null;
  #drawn = '';

  /// `read(path)` as ask() of token.js.
  constructor(root, read) {
    this.#root = root;
    this.#read = read;
    const n = this.#nodes;
    n.said = element('p', root, '', { role: 'status' });
    n.claims = element('div', root);
    n.now = element('article', root, '', { class: 'claim' });
    n.right = element('p', n.now, '', { class: 'text' });
    n.position = element('div', n.now);
    button(root, words.close, () => this.close());
    root.hidden = true;
  }

  /// Of the board that show() told last.
  async open() {
    this.#root.hidden = false;
    await this.#look();
    this.#root.focus({ preventScroll: true });
    this.#root.scrollIntoView({ block: 'nearest' });
  }

  close() {
    this.#root.hidden = true;
  }

  /// Another state of the board, or another board.
  show(board) {
    const before = this.#board;
    this.#board = board;
    if (before?.record !== board.record) {
      this.close();
      this.#answer = null;
      set(this.#nodes.said, '');
    }
    if (this.#root.hidden) return;
    this.#draw();
    if (what_it_tells(before) !== what_it_tells(board)) this.#look();
  }

  /// One after another, as the daemon replays the game for it.
  #look() {
    this.#draw();
    return this.#reads ??= this.#look_once().finally(() => (this.#reads = null));
  }

  async #look_once() {
    for (;;) {
      const { record } = this.#board, asked = what_it_tells(this.#board);
      try {
        const answer = await this.#read(`/api/games/${encodeURIComponent(record)}/claims`);
        if (this.#board.record === record) this.#answer = answer;
        set(this.#nodes.said, '');
      } catch (error) {
        set(this.#nodes.said, error.message);
      }
      this.#draw();
      if (this.#root.hidden || what_it_tells(this.#board) === asked) return;
      await new Promise(resolve => setTimeout(resolve, again_after_ms));
    }
  }

  #draw() {
    const n = this.#nodes, { game, right, started } = this.#board, answer = this.#answer;
    n.now.hidden = game.result !== '*';
    set(n.right, words.right_to_claim(right));
    const now = answer?.now?.fen === game.fen ? answer.now : null;
    const from = JSON.stringify([answer?.claims, now, started]);
    if (this.#drawn === from) return;
    this.#drawn = from;
    n.claims.replaceChildren();
    for (const claim of answer?.claims ?? []) {
      const part = element('article', n.claims, '', { class: 'claim' });
      element('p', part, claim.text, { class: 'text' });
      element('p', part, words.claim_facts(claim.article, time_in_game(started, claim.t)), { class: 'quiet' });
      show_position(part, claim, started);
    }
    n.position.replaceChildren();
    if (now) show_position(n.position, now, started);
  }
}

function show_position(root, { fen, halfmoves, times }, started) {
  element('p', root, words.halfmoves(halfmoves), { class: 'quiet' });
  const row = element('div', root, '', { class: 'repeated' });
  times.forEach(({ after, t }, at) => {
    const figure = element('figure', row);
    const board = new Board(figure);
    board.show(placement(fen));
    const last = at + 1 === times.length && !after && t > 0;
    const when = last ? words.claimed_here : after ? words.after_move(after.replace('...', '…')) : words.start;
    board.svg.setAttribute('aria-label', `${at + 1}: ${when}`);
    const caption = element('figcaption', figure);
    element('b', caption, `${at + 1}`);
    caption.append(` ${[when, t > 0 ? time_in_game(started, t) : ''].filter(Boolean).join(' · ')}`);
  });
}
