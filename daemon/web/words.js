// What the arbiter's console says. A translation is another table like this one.

import { whole_clock_text } from '/clock.js';
import { isolated } from '/names.js';

/// "Anna" of "Anna (token 3)".
const name_of = by => by.replace(/ \(token \d+\)$/, '');
const upper = text => text[0].toUpperCase() + text.slice(1);

export const words = {
  side: { w: 'White', b: 'Black' },
  level: { act: 'Act now', look: 'Have a look', confirm: 'To confirm', playing: 'Playing', waiting: 'Not begun', over: 'Over', note: 'For the record' },
  kind: {
    'touch-move': 'Touched piece not moved',
    'rook-first-castling': 'Rook touched first in castling',
    'released-piece': 'Piece released, then moved on',
    'adjust-out-of-turn': 'Adjusted out of turn',
    'illegal-move': 'Illegal move',
    'promotion-missing': 'Pawn not exchanged',
    'press-without-move': 'Clock pressed without a move',
    'forfeit-by-illegal-moves': 'Last permitted illegal move',
    displaced: 'Pieces displaced',
    'wrong-start': 'Wrong start position',
    'board-rotated': 'Board turned round',
    'claim-window-closed': 'Too late to claim',
    'offer-declined-by-touch': 'Draw offer declined by a touch',
    'draw-claimable': 'A draw may be claimed',
    flag: 'Flag fallen',
    ambiguous: 'Two moves fit what was seen',
    reconstructed: 'Move worked out afterwards',
    'out-of-step': 'Board and game differ',
  },
  piece: { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' },
  became: {
    name: move => `What the pawn of ${move} became`,
    untold: (move, piece) => `${move}: no sensor tells what this pawn became. It is taken for a ${piece.toLowerCase()}. It became:`,
  },
  claim_window: {
    open: side => `${words.side[side]} may still claim it.`,
    ended: side => `${words.side[side]} can no longer claim it.`,
    why: 'What ended that', breach: 'What could be claimed',
  },
  proposal: 'For you to decide',
  state: { dismissed: 'No offence', settled: 'Done', past: 'No longer' },
  settled_by: name => `Done: ${isolated(name)}`,
  away: 'No board is connected, though the game is on.',
  exchanged: time => `Since ${time} it is played on another board: compare position, moves and clocks.`,
  board: n => `Board ${n}`,
  move: (n, side) => (side ? `Move ${n}, ${words.side[side]}` : `Move ${n}`),
  article: (number, laws) => (number ? `Article ${number}${laws ? ` of the Laws of ${laws}` : ''}` : ''),
  to_move: side => `${words.side[side]} to move`,
  before_move: (n, side) => `Before ${words.side[side]}’s move ${n}`,
  after_move: text => `After ${text}`,
  now: 'Now',
  touched: 'Touched in this order',
  concerned: 'Squares',
  allowed: 'May be played',
  act: (time, { what, by }) => isolated(`${time} ${upper(what)}${by ? ` (${name_of(by)})` : ''}.`),
  looking: (all, since = '') => {
    const names = [...new Set(all.map(({ by }) => by))];
    return names.length ? `${names.map(isolated).join(' and ')} ${names.length > 1 ? 'are' : 'is'} looking at this${since && `, since ${since}`}` : '';
  },
  touch_by_touch: 'Touch by touch',
  touch_before: 'The touch before', touch_after: 'The next touch', case_before: 'The incident before', case_after: 'The next incident',
  touch_of: (n, all) => `${n} of ${all}`,
  close: 'Close',
  start: 'Start position',
  before_all: 'Before the first touch',
  seen: ({ what, piece }) => (piece && !what.includes('(') ? `${what}: ${words.piece_named(piece)}` : what),
  more_touches: n => `and ${n} more`,
  read_on: 'Show this touch on the board',
  air: (hand, taken) => {
    const named = letters => [...letters].map(words.piece_named).join(', ');
    return taken ? [hand && `In the hand: ${named(hand)}`, `Taken: ${named(taken)}`].filter(Boolean).join(' · ') : `Off the board: ${named(hand)}`;
  },
  nothing_in_the_air: 'No piece is off the board.',
  claim: {
    part: 'A player claims a draw',
    side: 'Who claims', on: 'On', move: 'Announced move', no_move: 'none: the position stands', say: 'Enter the claim…',
    ground: { repetition: 'threefold repetition (9.2)', fifty: 'fifty moves (9.3)' },
  },
  true_time: {
    part: 'What the clock on the table shows, as 1:29:57, as 4:05, or in whole minutes:',
    set: 'Set the clocks to it…',
    wrong: sides => `${sides.map(side => words.side[side]).join(' and ') || 'White or Black'}: write hours, minutes and seconds as 1:29:57, minutes and seconds `
      + 'as 4:05, or whole minutes as 90.',
  },
  hand: {
    part: 'Moves by hand', open: 'Enter moves by hand', close: 'Enter no more moves',
    squares: 'Press a piece on the board, then where it goes',
    written: 'Or write the move, or several, as on the scoresheet',
    of_next: ({ white, black }) => `The moves of the next game, ${isolated(white || '?')} – ${isolated(black || '?')}, if it began unseen`,
    enter: 'Enter',
    empty: 'Write a move first, as Nf3 or 1. e4 e5.',
    square: (square, letter, is_target) => `${square}, ${letter ? words.piece_named(letter) : 'empty'}${is_target ? ', may be reached' : ''}`,
    chosen: (square, letter, targets) => `${upper(words.piece_named(letter))} on ${square}: it may go to ${targets.join(', ')}.`,
    no_move: (square, letter, side) => (!letter ? `${square} is empty.` : (letter === letter.toUpperCase()) === (side === 'w')
      ? `The ${words.piece_named(letter)} on ${square} has no legal move.` : `It is ${words.side[side]}’s move.`),
    no_way: (from, to) => `From ${from} to ${to} is no legal move.`,
    becomes: square => `The pawn becomes, on ${square}:`,
    waiting: texts => `Being sent: ${texts.join(', ')}`,
    not_entered: texts => `Not entered: ${texts.join(', ')}`,
    moved: (san, side) => `${words.side[side === 'w' ? 'b' : 'w']}: ${words.said_move(san)}. ${words.to_move(side)}.`,
    back: (last, side) => `${last ? `The game is back after ${last}` : 'The game is back at its start'}. ${words.to_move(side)}.`,
    undo: move => `Undo ${move}`,
  },
  said_move: san => {
    const end = san.endsWith('#') ? ', mate' : san.endsWith('+') ? ', check' : '', bare = san.replace(/[+#]$/, '');
    if (bare.startsWith('O-O')) return `castling ${bare === 'O-O' ? 'short' : 'long'}${end}`;
    const piece = letter => words.pieces[letter.toLowerCase()];
    return `${bare.replace(/=(.)/, (_, letter) => ` becomes a ${piece(letter)}`).replace(/^[KQRBN]/, letter => `${piece(letter)} `).replace('x', ' takes ')}${end}`;
  },
  claims: 'Repetition and fifty moves',
  claim_facts: (article, time) => [words.article(article), time].filter(Boolean).join(' · '),
  claimed_here: 'As claimed',
  halfmoves: n => `${n} half-moves without a capture or a pawn’s move.`,
  ordinal: n => ['first', 'second', 'third', 'fourth', 'fifth'][n - 1] ?? `${n}th`,
  right_to_claim: right => {
    if (!right) return 'As it stands, no draw can be claimed without announcing a move.';
    const { side, times, fifty, lost } = right;
    const grounds = [times >= 3 && `the position stands for the ${words.ordinal(times)} time`, fifty && 'fifty moves by each player'].filter(Boolean).join(', and ');
    return lost ? `${words.side[side]} can no longer claim a draw, as a piece was touched (${grounds}).` : `${words.side[side]} may claim a draw now: ${grounds}.`;
  },
  claimable_then: side => `${words.side[side]} could claim a draw of this position, and no longer can.`,
  reading: 'How the umpire read it',
  readings: (n, what) => `After “${what}” ${n === 1 ? 'one reading was possible' : `${n} readings were possible, the one that counts first`}. `
    + 'A cost says how seldom hands do what the reading assumes, 0 that it assumes nothing:',
  evidence: 'Evidence to print',
  evidence_of_move: 'Evidence of this move', evidence_of_span: (from, to) => `Evidence from ${from} to ${to}`,
  from_here: 'From here…', from_nowhere: 'No longer from there',
  evidence_of_game: 'Evidence of the whole game', earlier_games: 'Earlier games at this board…', being_looked_up: 'Looked up…',
  no_earlier_game: 'The record has none.',
  earlier_game: ({ round, white, black, result }) => `${round ? `Round ${round}: ` : ''}${isolated(white || '?')} – ${isolated(black || '?')}${result === '*' ? '' : `, ${result}`}`,
  print: 'Print',
  save_file: 'Save the signed file',
  being_made: 'Being made…', report: 'Arbiter’s report', save_csv: 'Save as CSV', scoresheet: 'Scoresheet', save_pdf: 'Save as PDF',
  no_paper: text => `There is nothing to print: ${text}.`,
  hand_unknown: 'Whose hand it was cannot be seen.',
  no_clock: 'What the clock on the table shows is not known here: set it there.',
  show_on_board: 'Show on the board',
  back_to_now: 'Show the position now',
  more_time: (minutes, side) => `+${minutes} min ${words.side[side]}`,
  less_time: (minutes, side) => `−${minutes} min ${words.side[side]}`,
  result: result => ({ '1-0': 'White wins 1–0', '0-1': 'Black wins 0–1', '1/2-1/2': 'Draw ½–½', '*': 'The game goes on',
    '+/-': 'Black forfeits +/−', '-/+': 'White forfeits −/+', '-/-': 'Both forfeit −/−' })[result],
  more_results: 'More results…',
  player: {
    part: 'A player…',
    says: { offer: 'offers a draw', accept: 'accepts the draw', decline: 'declines the draw', resign: 'resigns', flag: 'flag has fallen', adjust: 'says “j’adoube”' },
    then: {
      offer: 'It stands until the other player answers it, or touches a piece.',
      accept: 'If the other player’s offer stands, the game is drawn. Only another command of yours changes it.',
      decline: 'The offer of the other player ends.',
      resign: 'The game ends. Only another command of yours changes it.',
      flag: 'It is recorded, with what the Laws ask for.',
      adjust: 'Until the move is made, what this player lifts and puts back is not touched.',
    },
  },
  confirm: result => `Confirm: ${words.result(result)}…`,
  confirmed: 'An arbiter has confirmed it.',
  unconfirmed: 'No arbiter has confirmed it yet (8.7).',
  pause: 'Stop both clocks',
  resume: 'Start the clock again', start_clock: 'Start the clock',
  done: 'Done with it',
  reopen: 'Open again',
  dismiss: 'No offence…',
  take_back: n => (n === 1 ? 'Take back the last move…' : `Take back to here (${n} moves)…`),
  undo: 'Undo',
  put_right: 'To be put right on the board',
  all_right: 'The board is as the game has it.',
  pieces: { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' },
  piece_named: letter => `${letter === letter.toUpperCase() ? 'white' : 'black'} ${words.pieces[letter.toLowerCase()]}`,
  wanted: letter => (letter ? `must have the ${words.piece_named(letter)}` : 'must be empty'),
  right: 'right',
  clocks: 'Clocks', moves: 'Moves', the_result: 'Result', ended: 'How it ended', cases: 'What happened', acts: 'What arbiters did', nothing: 'Nothing to settle on this board.',
  none: 'This token is for no board that has a game.',
  signals: { sound: 'Sound', vibrate: 'Vibrate', awake: 'Keep the screen on' },
  bar: { back: 'All boards', next: n => `Next urgent board (${n})`, none: 'No other board needs you' },
  tally: (act, look, confirm) => [act && `${act} to act on`, look && `${look} to look at`, confirm && `${confirm} to confirm`].filter(Boolean).join(', ') || 'All quiet',
  ask: {
    result: (result, n, armed) => [
      `${words.result(result)} on board ${n}?`,
      `${armed ? `The next game, ${armed.white || '?'} – ${armed.black || '?'}, has not begun: it` : 'The game'} ends with this result. Only another command of yours changes it.`,
    ],
    player: (verb, side, n) => [`${words.side[side]}${verb === 'flag' ? '’s' : ''} ${words.player.says[verb]} on board ${n}?`, words.player.then[verb]],
    goes_on: n => [`The game on board ${n} goes on?`, 'Its result is taken back, and the public sees it go after the delay.'],
    confirm: (result, n) => [
      `${words.result(result)} on board ${n}, as both players say?`,
      'The result is then marked as confirmed, with your name. Only another command of yours changes it.',
    ],
    take_back: (move, n) => [`Take back to before ${move} on board ${n}?`, 'The public sees the moves vanish after the delay. The players put the pieces back.'],
    dismiss: (what, n) => [`No offence on board ${n}?`, `${what}: it counts no more, and cannot be made to count again.`],
    promoted: (piece, square, n) => [`${words.piece[piece]} on ${square} of board ${n}?`, 'The pawn becomes this piece.'],
    claim: ({ claim, on, move }, n) => [`${words.side[claim]} claims a draw on board ${n}?`,
      `On ${words.claim.ground[on]}, ${move ? `with ${move} announced` : 'as the position stands'}. Whether it is right, and what the Laws ask for, is shown on top.`],
    times: (changes, n) => [`Set the clocks of board ${n}?`, changes.map(([side, before, after]) => `${words.side[side]} from ${before} to ${after}.`).join(' ')],
    more_time: ({ side, ms, act }, time, n) => [`More time for ${words.side[side]} on board ${n}?`,
      `${words.side[side]} got ${whole_clock_text(ms)} already, the last of it at ${time}${act.by ? `, from ${isolated(name_of(act.by))}` : ''}.`],
    pause: n => [`Stop both clocks of board ${n}?`, 'You start them again with one button.'],
    resume: n => [`Start the clock of board ${n} again?`, 'It runs for the player who has the move.'],
    yes: 'Yes', no: 'Leave it as it is',
  },
  sent: {
    sending: 'Being sent…',
    retrying: 'No answer yet. It is sent again until there is one, and done once.',
    refused: text => `Not done: ${text}.`,
    unknown: text => `Not known whether it was done. Look at the board before you say it again.${text ? ` (${text})` : ''}`,
    done: text => `Done${text ? `: ${text}` : ''}.`,
  },
  connection: {
    live: 'Live',
    trying: 'Connecting…',
    lost: (seconds, at) => `No connection for ${seconds} s. You see the boards as of ${at}.`,
  },
  token: {
    none: 'This is no token.',
    gone: 'You are signed out on this device.',
    401: 'This token opens nothing here: it is wrong, revoked or out of date.',
    403: 'This token is not an arbiter’s.',
    404: 'This daemon has no tokens: name a file of them in its configuration, tokens = "hall.tokens".',
    429: 'Too many wrong tokens came from this device. Wait a little.',
  },
  theme: { dark: 'Dark', light: 'Light' },
};
