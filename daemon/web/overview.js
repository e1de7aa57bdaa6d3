// The page of all boards.

import { Board, placement } from '/board.js';
import { every_moment, live } from '/page.js';
import { known, numbered, round_text, state_text } from '/round-words.js';
import { Player } from '/player.js';

const main = document.getElementById('boards');
const cards = new Map(); // by board number

class Card {
  constructor(number) {
    this.root = document.createElement('a');
    this.root.className = 'card';
    this.root.href = `/board/${number}`;
    const part = (name, tag = 'div') => {
      const made = document.createElement(tag);
      made.className = name;
      this.root.append(made);
      return made;
    };
    this.black = new Player(part('player'), 'b');
    this.board = new Board(part('square'));
    this.white = new Player(part('player'), 'w');
    const caption = part('caption', 'p');
    caption.innerHTML = '<span class="number"></span><span class="last"></span>';
    [this.number, this.last] = caption.children;
    this.number.textContent = `Board ${number}`;
  }

  show(game) {
    const last = game.moves.at(-1);
    this.black.show(game, live.now());
    this.white.show(game, live.now());
    this.board.show(placement(game.fen), last ? [last[1].slice(0, 2), last[1].slice(2, 4)] : []);
    const move = last ? numbered(game, game.moves.length - 1) : '';
    this.last.textContent = state_text(game) || move;
    this.root.classList.toggle('waiting', !game.begun);
    this.board.svg.setAttribute('aria-label', `Position on board ${game.board}${move && ` after ${move}`}`);
    this.root.classList.toggle('over', game.result !== '*');
  }

  tick(game) {
    this.black.tick(game, live.now());
    this.white.tick(game, live.now());
  }
}

// On a wide screen: the largest cards that leave all boards in view; where they would be too small, one scrolls.
function fit() {
  const count = cards.size, gap = 24, smallest = 180;
  const rest = ['header', 'footer'].reduce((sum, name) => sum + document.querySelector(name).offsetHeight, gap);
  const width = main.clientWidth - 2 * gap, height = innerHeight - rest;
  let best = 0;
  for (let columns = 1; columns <= count; ++columns) {
    const high = (height + gap) / Math.ceil(count / columns) - gap;
    best = Math.max(best, Math.min((width + gap) / columns - gap, (high - 55) / 1.13)); // names and clocks: as adoube.css has them
  }
  main.style.setProperty('--card-width', `${Math.floor(best < smallest ? 220 : best)}px`);
}

function show_round() {
  const games = [...live.games.values()].sort((a, b) => a.board - b.board);
  for (const [board, card] of cards)
    if (!live.games.has(board)) {
      card.root.remove();
      cards.delete(board);
    }
  for (const game of games) {
    if (!cards.has(game.board)) cards.set(game.board, new Card(game.board));
    cards.get(game.board).show(game);
  }
  main.replaceChildren(...games.map(game => cards.get(game.board).root));
  document.getElementById('empty').hidden = games.length > 0;
  const tags = games[0]?.tags ?? {};
  document.getElementById('event').textContent = known(tags.Event) || 'Live boards';
  document.getElementById('round').textContent = round_text(tags);
  document.title = [round_text(tags), known(tags.Event) || 'Live boards'].filter(Boolean).join(' · ');
  fit();
}

live.addEventListener('round', show_round);
live.addEventListener('game', ({ detail: board }) => cards.get(board).show(live.games.get(board)));
addEventListener('resize', fit);
every_moment(() => cards.forEach((card, board) => card.tick(live.games.get(board))));
