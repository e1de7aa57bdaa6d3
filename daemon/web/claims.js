// Draw claims of a game: the positions that repeat side by side, the verdict, and whether the right to claim is open.

import { Board, placement } from '/board.js';
import { element } from '/dom.js';
import { time_in_game } from '/hall-time.js';
import { words } from '/words.js';

/// `answer` as daemon/inquiry/claims.hpp says.
export function show_claims(root, { claims, now }, started) {
  root.replaceChildren();
  for (const claim of claims) {
    const part = element('article', root, '', { class: 'claim' });
    element('p', part, claim.text, { class: 'text' });
    element('p', part, words.claim_facts(claim.article, time_in_game(started, claim.t)), { class: 'quiet' });
    show_position(part, claim, started);
  }
  if (!now) return;
  const part = element('article', root, '', { class: 'claim' });
  element('p', part, words.right_to_claim(now), { class: 'text' });
  show_position(part, now, started);
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
