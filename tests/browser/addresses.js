// Every address that the daemon serves, for the tests that must leave none out; tests/structure holds it against the sources. In
// a path ID is a game's, N a board's number or a round's, M a board's.

/// HTML. The last three show nothing without a token.
export const pages = ['/', '/board/N', '/rounds', '/standings', '/arbiter', '/operator', '/targets'];

/// What everybody gets beside the pages and their parts.
export const for_everybody = ['/api/round', '/round.pgn', '/games.json', '/games/ID.pgn', '/games/ID.note', '/games/ID.json', '/games/ID.html', '/standings.json',
  '/cloud/tournament.json', '/cloud/round-N/index.json', '/cloud/round-N/game-M.json', '/api/keys', '/api/keys/statements',
  '/phone', '/phone.crt', '/health/live', '/health/ready', '/adoube.css', '/icon.svg'];

export const feeds = { of_everybody: '/live', with_token: '/api/arbiter/live' };

/// What only a token opens, that of an arbiter for his boards unless it is `for_operator` or `for_officer`. `asked`: the query.
export const with_token = [
  { path: '/api/arbiter' },
  { path: '/api/games/ID/inputs', asked: '?from=1' },
  { path: '/api/games/ID/reading', asked: '?input=1' },
  { path: '/api/games/ID/claims' },
  { path: '/api/games/ID/evidence' },
  { path: '/api/games/ID/evidence.txt' },
  { path: '/api/games/ID/sheet' },
  { path: '/api/games/ID/sheet.pdf' },
  { path: '/api/report' },
  { path: '/api/report.csv' },
  { path: '/api/report.json' },
  { path: '/api/scoresheets.pdf', asked: '?round=1' },
  { path: '/api/clock-times' },
  { path: '/api/evidence' },
  { path: '/api/evidence/checkpoint', asked: '?game=ID&old=0' },
  { path: '/api/evidence/cosignature', method: 'POST' },
  { path: '/api/command', method: 'POST' },
  { path: '/api/fair-play/round.pgn', for_officer: true },
  { path: '/api/status', for_operator: true },
  { path: '/metrics', for_operator: true },
  { path: '/api/targets', for_operator: true },
  { path: '/api/event', for_operator: true },
  { path: '/api/event/save', method: 'POST', for_operator: true },
  { path: '/api/boards', for_operator: true },
  { path: '/api/wall', for_operator: true },
  { path: '/api/wall/save', method: 'POST', for_operator: true },
  { path: '/api/hall', for_operator: true },
  { path: '/api/hall/save', method: 'POST', for_operator: true },
  { path: '/api/restart', method: 'POST', for_operator: true },
  { path: '/api/tokens', for_operator: true },
  { path: '/api/tokens/new', method: 'POST', for_operator: true },
  { path: '/api/tokens/revoke', method: 'POST', for_operator: true },
  { path: '/api/code', method: 'POST', for_operator: true },
  { path: '/api/round/standings', method: 'POST', for_operator: true },
  { path: '/api/round/game', method: 'POST', for_operator: true },
  { path: '/api/round/pairings', method: 'POST', for_operator: true },
  { path: '/api/round/results', method: 'POST', for_operator: true },
];

/// Of the game of round 1 on that board.
export const path_at = (path, board, id = `E-r1-b${board}`) =>
  path.replace('ID', id).replace('/board/N', `/board/${board}`).replace('round-N', 'round-1').replace('game-M', `game-${board}`);

export const all_addresses = [...pages, ...for_everybody, ...Object.values(feeds), ...with_token.map(({ path }) => path)];
