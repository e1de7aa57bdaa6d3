// What the organiser's page says. A translation is another table like this one.

import { isolated } from '/names.js';

const pieces = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const piece_named = letter => `${letter === letter.toUpperCase() ? 'white' : 'black'} ${pieces[letter.toLowerCase()]}`;
const games = n => `${n} ${n === 1 ? 'game' : 'games'}`;
const minute = time => new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const roles = { arbiter: 'arbiter', 'fair-play': 'fair-play officer', monitor: 'monitor', operator: 'operator' };
/// "Board 3: no answer." of "board 3: no answer".
export const sentence = text => text && `${text[0].toUpperCase()}${ended(text.slice(1))}`;
/// "10:02 by Otto (token 3)" of an act on a round.
const when_and_who = ({ time, by }) => `${time.slice(11, 16)} by ${by || 'whoever has the hall’s computer'}`;
/// Each on a line of its own, so many at most.
const lines = (sentences, last, most = 12) => [...sentences.slice(0, most).map(sentence),
  ...(sentences.length > most ? [`And ${sentences.length - most} more.`] : []), last].join('\n');
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
    away: 'Check its cable and its power; if another board was put there, choose it below.',
    wrong: 'Have these squares set right before the clocks are started.',
    notice: 'Go to the table and compare the board with the game.',
    lost: 'Compare its moves with the scoresheets, and enter what is missing.',
  },
  facts: {
    port: port => `Port ${port}`,
    firmware: version => `firmware ${version}`,
    battery: ({ percent, charging }) => `battery ${percent} %${charging ? ', charging' : ''}`,
    events: n => `${n} ${n === 1 ? 'event' : 'events'}`,
    messages: n => `${n} ${n === 1 ? 'message' : 'messages'}`,
    silent: n => `silent ${n === 1 ? 'once' : `${n} times`}`,
    lost: what => `lost on its link: ${what.join(', ')}`,
    nothing_lost: 'nothing lost on its link',
  },
  scoresheet: 'Scoresheet',
  by_hand: 'Enter its moves and result',
  printing: {
    at: n => `table ${n}`,
    failed: (n, games) => `${n} ${n === 1 ? 'scoresheet' : 'scoresheets'} could not be printed: ${games}.`,
    lacking: (n, games) => `${n} ${n === 1 ? 'scoresheet was' : 'scoresheets were'} printed with numbers in place of letters: ${games}.`,
    again: 'Print again', dismiss: 'Dismiss',
  },
  lifted: n => `This is the board of table ${n}.`,
  exchange: {
    same: n => `That is the board of table ${n} already.`,
    of_table: n => `the board of table ${n}`,
    spare: (port, what) => `a spare board: ${what}, ${port}`,
    sure: (one, other) => [`Exchange the boards of tables ${one} and ${other}?`,
      'Each table keeps its game, which goes on on the other board. In mid-game its position must be set up there.'],
    sure_spare: (n, port) => [`Table ${n} plays on the spare board from now on?`,
      `Its game goes on there with all its moves (${port}). In mid-game set its position up on that board, and compare moves and clocks.`],
  },
  pairings: {
    reading: 'Being read…',
    too_large: `The files are too large: together they may have ${190} KB. Are these files of pairings?`,
    head: (round, n) => `Round ${round}: ${games(n)}`,
    board: 'Board', white: 'White', black: 'Black', result: 'Result',
    byes: names => `No game: ${names.map(isolated).join('; ')}`,
    wrong: 'To be put right first, in the pairing program or with a list of boards:',
    remarks: 'It can be played so, but:',
    changes: 'What arming it does:',
    refused: 'It cannot be armed now:',
    arm: round => `Arm round ${round}…`,
    sure: (round, n) => [`Arm round ${round}?`, `${games(n)}, all or none. The public sees the names after the delay.`],
    unread: text => `Not read: ${ended(text)}`,
    expected: round => `Choose the pairings of round ${round}: it can be armed at once.`,
  },
  rounds: {
    head: (round, n) => `Round ${round}, ${n} ${n === 1 ? 'table' : 'tables'}`,
    state: ({ started, closed }) => [started ? `Started ${when_and_who(started)}.` : closed ? '' : 'Not started.', closed && `Closed ${when_and_who(closed)}.`]
      .filter(Boolean).join(' '),
    act: { start: 'Start the round…', close: 'Close the round…', reopen: 'Open it again…', unstart: 'It has not started…' },
    sure: (what, round, doubts) => ({
      start: [`Start round ${round}?`, lines(doubts, 'It is noted with the time and your name. No clock is started by it, and nobody outside is told.')],
      close: [`Close round ${round}?`, lines(doubts, 'Its files are final then, and the next round can be armed. No game is stopped, and no result changed.')],
      reopen: [`Open round ${round} again?`, 'Its files are not final then, until it is closed again.'],
      unstart: [`Take back the start of round ${round}?`, 'That it was started stays in the arbiter’s report, and that this was undone.'],
    })[what],
  },
  clock_times: {
    none: text => `No clock times: ${ended(text)}`,
    nothing: 'Nothing is noted yet: the first list is made half an hour after the first game of the round has begun.',
    list: (time, n) => `${time.slice(11, 16)}, after ${n / 2 >> 0}:${n % 2 ? '30' : '00'} h`,
    head: ({ event, round, time }) => `${event}, round ${round}: clocks at ${time}`,
    board: 'Board', white: 'White', white_time: 'White’s time', black: 'Black', black_time: 'Black’s time', to_move: 'To move', plies: 'Plies',
    side: { w: 'White', b: 'Black' },
    not_known: 'not known',
    runs: 'runs',
    away: 'not connected then',
  },
  next_game: {
    as_event: 'As the event',
    wrong: 'To be put right first:',
    arm: board => `Arm it at table ${board}…`,
    sure: ({ board, white, black }) => [`Arm ${white} – ${black} at table ${board}?`, 'It begins there once the pieces are set up. The public sees the names after the delay.'],
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
    final: act => `These files are final: the round was closed ${when_and_who(act)}.`,
    not_final: 'These files are final once the round is closed.',
  },
  standings: {
    state: (shown, waiting) => [shown === null ? 'The public sees no standings.' : `The public sees the standings after round ${shown}.`,
      waiting.length ? `Those after round ${waiting.at(-1)} are shown once the delay is over.` : ''].filter(Boolean).join(' '),
    head: ({ after_round, places }) => `Standings after round ${after_round}: ${places.slice(0, 3).map(({ place, name, points }) => `${place}. ${isolated(name)}, ${points}`).join('; ')}${places.length > 3 ? '; …' : ''}`,
    by_points: 'The file’s ranks are not there, or do not go with its points: places are by points alone.',
    tick: in_hall => (in_hall ? 'Show these standings to the public' : 'Show these standings to the public, not on the hall’s displays'),
    sure: ['Show no standings any more?', 'They are taken away at once, and those that wait for the delay are not shown either.'],
  },
  event: {
    now: ({ name, site, date, round }) => [name, site, date, `round ${round}`].filter(Boolean).join(', '),
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
  },
  settings: {
    file: (name, refused) => (refused ? sentence(refused) : `It is written into ${name}, where all else stays as it is.`),
    saving: 'Being looked at…',
    sure: (file, changes) => [`Write this to ${file.split('/').at(-1)}?`, changes.map(sentence).join('\n'), `Write to ${file.split('/').at(-1)}`],
    outdated: 'The file was changed meanwhile, and nothing is saved. The form has what stands there now: enter your changes again.',
  },
  hall: {
    waiting: names => (names.length ? `To be started again, so that this counts: ${names.join(', ')}.` : 'The hall runs with all of these settings.'),
    in_file: file => `What is not here, as [tls], [livechess], [[program]], SFTP keys and cloud, is set in ${file} itself; all of it stays there as it is.`,
    reach: { '127.0.0.1': 'This computer alone', '0.0.0.0': 'Everybody in its network' },
    port: n => `Table ${n}: its board’s port; empty: no electronics`, kind: n => `Table ${n}: kind`,
    given: (n, left) => `${n === 1 ? 'One board is' : `${n} boards are`} given${left ? `; ${left} ${left === 1 ? 'table is' : 'tables are'} left without` : ''}.`,
    site: name => `Site ${name}`, new_site: 'New site',
    remove: name => `Remove the site ${name}`, remove_new: 'Remove this new site',
    address: { lichess: 'Address of the broadcast round, as https://lichess.org/api/broadcast/round/AbCd1234/push', file: 'Address of the file of all games' },
    kept: file => (file ? `It is in ${file}, and shown to nobody; empty: it stays.` : 'It is kept in a file of its own, and shown to nobody.'),
    wrong: { days: 'A whole number of days, or empty.', port: 'The number of a port, as 8080.', numbers: 'Numbers of tables, as 1-40 or 1-8,12.',
      name: 'A name of letters, digits, _ and -.', twice: 'Another site has this name.', boards: 'Numbers of boards, as 1-8,12.', minutes: 'A number of minutes, or empty.' },
    sure: (playing, waiting) => ['Start the hall again?', [...(playing ? [`${/^\d+$/.test(playing) ? `A game is played at table ${playing}` : `Games are played at the tables ${playing}`}. Nothing of it is lost: the boards keep what hands do meanwhile, and tell it.`] : []),
      'The pages stand still for some seconds.', ...(waiting.length ? [`Then this counts: ${waiting.join(', ')}.`] : [])].join('\n'), 'Start the hall again'],
    starting: 'It starts again…',
    started: 'It has started again.',
    not_started: 'It is not back: look at the window in which it was started, or at its log. If another port was set, open the pages there.',
  },
  wall: {
    wrong: { featured: 'Write the numbers of boards, as 1, 2.', page: 'A whole number, or empty.', turn_s: 'A whole number of seconds, or empty.' },
  },
  tokens: {
    who: ({ id, name, role, boards }) => `${isolated(name)}, ${roles[role]}${boards === 'all' ? '' : ` of ${/^\d+$/.test(boards) ? 'board' : 'boards'} ${boards}`} (token ${id})`,
    until: ({ good, expires, revoked }, own) => (revoked ? `Ended on ${minute(revoked)}.` : !good ? `Expired on ${minute(expires)}.`
      : `${expires ? `Good until ${minute(expires)}.` : 'Good until it is ended.'}${own ? ' You are signed in with it.' : ''}`),
    end: 'End it…',
    end_of: ({ id, name }) => `End it: token ${id}, ${isolated(name)}…`,
    sure: ({ id, name }) => [`End token ${id} of ${name}?`, 'Whoever is signed in with it is signed out at once, on every device. It cannot be made good again; another one can be made.'],
    once: name => `The token of ${isolated(name)}, shown this once`,
    code: name => `QR code that signs ${isolated(name)} in`,
    scan: (name, address) => `${isolated(name)} points the phone’s camera at it, or opens ${address}/arbiter and types the text. Nobody else may see it.`,
    no_code: 'No QR code could be drawn: type the text.',
    no_https: 'Without an https address of the hall this token is good on this computer alone.',
    clear: 'Clear it',
    unknown: 'Not known whether it was done: the list has what there is. A token whose text you have not seen is of no use: end it.',
  },
  key: {
    fingerprint: text => `Fingerprint (SHA-256): ${text}`,
    code: 'QR code of the hall’s public key',
  },
  delay: {
    now: ms => (ms === 0 ? 'The public sees this hall at once.' : `The public sees this hall ${ms % 60_000 ? `${ms / 1000} seconds` : `${ms / 60_000} minutes`} late.`),
    sure: s => [s === 0 ? 'Show the public everything at once?' : `Delay everything that leaves the hall by ${s / 60} ${s === 60 ? 'minute' : 'minutes'}?`,
      'What has been shown stays. What waits, waits for the new delay.'],
    wrong: 'Give a whole number of minutes, from 0 to 1440, which is a day.',
  },
  close: 'Close',
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
