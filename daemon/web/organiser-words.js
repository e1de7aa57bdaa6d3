// What the organiser's page says. A translation is another table like this one.

const pieces = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const piece_named = letter => `${letter === letter.toUpperCase() ? 'white' : 'black'} ${pieces[letter.toLowerCase()]}`;
const games = n => `${n} ${n === 1 ? 'game' : 'games'}`;
/// "Board 3: no answer." of "board 3: no answer".
export const sentence = text => text && `${text[0].toUpperCase()}${ended(text.slice(1))}`;
const ended = text => (/[.!?]$/.test(text) ? text : `${text}.`);

export const words = {
  yes: 'Yes', no: 'Leave it as it is',
  table: n => `Table ${n}`,
  tally: (tables, needs) => `${tables} ${tables === 1 ? 'table' : 'tables'}, ${needs ? `${needs} to see to` : 'all quiet'}`,
  state: {
    by_hand: 'No electronics: its moves and result are entered by hand.',
    away: trouble => `Its board is not connected${trouble ? `: ${trouble}` : ''}.`,
    lifted: (square, letter) => `The ${piece_named(letter)} on ${square} is lifted.`,
    wrong: differ => `Not set up right: ${differ.map(([square, wanted, seen]) => `${square} ${!wanted ? 'must be empty' : seen ? `must have the ${piece_named(wanted)}`
      : `lacks the ${piece_named(wanted)}`}`).join(', ')}.`,
    not_set_up: n => `Not set up yet: ${n} squares are not as at the start.`,
    ready: 'Set up, and ready.',
    playing: n => `Move ${n}.`,
    next: (round, result) => `Round ${round} begins once the pieces are set up; the last game ended ${result}.`,
    over: result => `Over, ${result}.`,
  },
  to_do: {
    away: 'Check its cable and its power; if another board was put there, exchange the two below.',
    wrong: 'Have these squares set right before the clocks are started.',
    notice: 'Go to the table and compare the board with the game.',
    lost: 'Compare its moves with the scoresheets, and enter what is missing.',
    complaint: 'Have another board ready; if it goes on, exchange the boards.',
  },
  lifted: n => `This is the board of table ${n}.`,
  exchange: {
    same: 'Choose two different tables.',
    no_port: n => `Table ${n} has no board with electronics.`,
    sure: (one, other) => [`Exchange the boards of tables ${one} and ${other}?`,
      'Each table keeps its game, which goes on on the other board. In mid-game its position must be set up there.'],
  },
  pairings: {
    reading: 'Being read…',
    too_large: `The files are too large: together they may have ${190} KB. Are these files of pairings?`,
    head: (round, n) => `Round ${round}: ${games(n)}`,
    board: 'Board', white: 'White', black: 'Black', result: 'Result',
    byes: names => `No game: ${names.join('; ')}`,
    wrong: 'To be put right first, in the pairing program or with a list of boards:',
    remarks: 'It can be played so, but:',
    changes: 'What arming it does:',
    refused: 'It cannot be armed now:',
    arm: round => `Arm round ${round}…`,
    sure: (round, n) => [`Arm round ${round}?`, `${games(n)}, all or none. The public sees the names after the delay.`],
    unread: text => `Not read: ${ended(text)}`,
  },
  results: {
    none: text => `No results: ${ended(text)}`,
    no_games: 'No game of this round is armed or played yet.',
    head: (round, over, all) => `Round ${round}: ${over} of ${all} over`,
    caption: 'The games of the round',
    open: 'open',
    awaits: 'not confirmed',
    unconfirmed: boards => `${boards.length === 1 ? 'A result awaits' : `${boards.length} results await`} an arbiter’s confirmation (8.7), on `
      + `${boards.length === 1 ? 'board' : 'boards'} ${boards.join(', ')}.`,
    into: name => `The results are written into ${name}; all else in it stays as it is.`,
    trf: 'For the TRF with the results, choose the pairing program’s file above.',
    all: 'Every game has its result.',
  },
  event: {
    now: ({ name, site, date, round }) => [name, site, date, `round ${round}`].filter(Boolean).join(', '),
    file: (name, refused) => (refused ? sentence(refused) : `It is written into ${name}, where all else stays as it is.`),
    usual: { '': 'No clock', '40/5400+30:1800+30': '90 minutes for 40 moves, then 30 minutes, 30 seconds a move',
      '40/6000+30:20/3000+30:900+30': '100 minutes for 40 moves, 50 minutes for 20, then 15 minutes, 30 seconds a move', '5400+30': '90 minutes, 30 seconds a move',
      '3600+30': '60 minutes, 30 seconds a move', '1500+10': '25 minutes, 10 seconds a move', '900+10': '15 minutes, 10 seconds a move',
      '600+5': '10 minutes, 5 seconds a move', '300+3': '5 minutes, 3 seconds a move', '180+2': '3 minutes, 2 seconds a move' },
    as_below: 'As below',
    period: n => `Period ${n}`,
    minutes: 'Minutes', moves: 'For moves', bonus_s: 'Seconds a move',
    wrong_period: n => `Period ${n}: give its minutes, and whole numbers; moves are empty where they are all that are left.`,
    empty: 'It needs one.',
    late: s => (s === 0 ? 'At once' : s % 60 ? `${s} seconds late` : `${s / 60} minutes late`),
    saving: 'Being saved…',
    outdated: 'The file was changed meanwhile, and nothing is saved. The form has what stands there now: enter your changes again.',
  },
  delay: {
    now: ms => (ms === 0 ? 'The public sees this hall at once.' : `The public sees this hall ${ms % 60_000 ? `${ms / 1000} seconds` : `${ms / 60_000} minutes`} late.`),
    sure: s => [s === 0 ? 'Show the public everything at once?' : `Delay everything that leaves the hall by ${s / 60} minutes?`,
      'What has been shown stays. What waits, waits for the new delay.'],
  },
  sent: {
    sending: 'Being sent…',
    retrying: 'No answer yet. It is sent again until there is one, and done once.',
    refused: text => `Not done: ${ended(text)}`,
    unknown: text => `Not known whether it was done. Look before you say it again.${text ? ` (${text})` : ''}`,
    done: text => `Done${text ? `: ${text}` : ''}`,
  },
  connection: {
    live: 'Live',
    trying: 'Connecting…',
    lost: 'Connection lost. Trying again…',
  },
  token: {
    none: 'This is no token.',
    gone: 'You are signed out on this device.',
    401: 'This token opens nothing here: it is wrong, revoked or out of date.',
    403: 'This token is not an operator’s.',
    404: 'This daemon has no tokens: name a file of them in its configuration, tokens = "hall.tokens".',
    429: 'Too many wrong tokens came from this device. Wait a little.',
  },
};
