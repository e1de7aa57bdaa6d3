// English, and all that a language has. What stands in {} is filled in. `letters`: king, queen, rook, bishop, knight as
// moves are written; `K` to `P`: as they are said.

export default {
  letters: 'KQRBN',
  boards: 'Boards', board: 'Board {n}', round: 'Round {n}', white: 'White', black: 'Black',
  connecting: 'Connecting…', live: 'Live', delayed: 'Delayed by {time}', lost: 'Connection lost. Trying again…',
  not_begun: 'Not begun', paused: 'Paused',
  'checkmate': 'checkmate', 'stalemate': 'stalemate', 'time': 'on time', 'time without mate': 'time, and no mate possible',
  'dead position': 'dead position',
  no_games: 'No game has begun. A board appears here as soon as it plays.',
  no_game: 'No game has begun on this board. It appears here by itself.',
  no_such_game: 'This game is not kept here any more.',
  notice: 'This display is for information only; no claim may be based on it (FIDE Laws of Chess, Article 6.12.2).',
  pgn_of_round: 'PGN of the round', scoresheet: 'Scoresheet', language: 'Language',
  search: 'Search', search_hint: 'Name or board', found: 'Games found: {n}', not_found: 'No game here has “{text}”.', earlier: 'Earlier games',
  page: 'Page {n} of {count}', pages: 'Pages', previous_page: 'Previous page', next_page: 'Next page', stop: 'Stop turning pages', turn: 'Turn pages',
  full_screen: 'Full screen',
  rounds: 'Rounds', no_round: 'No game of this round is kept here.',
  standings: 'Standings', after_round: 'After round {n}', no_standings: 'There are no standings here yet.', place: 'Place', player: 'Player', federation: 'Federation', rating: 'Rating', points: 'Points',
  all_boards: 'All boards', previous_board: 'Previous board', next_board: 'Next board', now_playing: 'Go to the game on this board now',
  moves: 'Moves', first: 'Start position', back: 'One move back', forward: 'One move on', latest: 'Latest',
  flip: 'Turn the board', share: 'Link', share_hint: 'Copy a link to this move', copied: 'Copied',
  start_position: 'Start position', position_after: 'Position after {move}', position_on: 'Position on board {n}', taken: 'Captured: {pieces}',
  K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn',
  takes: 'takes', becomes: 'becomes {piece}', check: 'check', mate: 'checkmate', castles_short: 'castles short', castles_long: 'castles long',
  moved: '{name}: {move}', left: '{time} left', white_wins: 'White wins', black_wins: 'Black wins', draw: 'Draw',
};
