// What the organiser is to see to: of the hall as a whole, and of its tables. One sentence says what is so, one what to do. Pure.

import { sentence, words } from '/organiser-words.js';
import { state_of } from '/table-state.js';

const little_bytes = 1e9, hardly_any_bytes = 2e8;

const of_journal = ({ trouble, lost, disk_free_bytes, copy }) => [
  trouble && { level: 'act', text: `The journal cannot be written: ${trouble}.`,
    to_do: 'Make room on its disk, or see that the disk is there; meanwhile the boards keep what happens, and nothing new is shown.' },
  lost && { level: 'act', text: sentence(lost), to_do: 'Compare the moves of these games with the scoresheets, and enter what is missing.' },
  disk_free_bytes !== null && disk_free_bytes < little_bytes && { level: disk_free_bytes < hardly_any_bytes ? 'act' : 'look',
    text: `The journal’s disk has ${Math.floor(disk_free_bytes / 1e6)} MB left.`, to_do: 'Delete what is not needed there, but nothing that begins with the journal’s name.' },
  copy?.trouble && { level: 'act', text: `No copy of the journal is kept: ${copy.trouble}.`,
    to_do: 'Put the stick in again, or another one at the same place: the copy is brought up to date by itself.' },
  copy?.kept && copy.on_one_disk && { level: 'look', text: 'The copy of the journal is on the journal’s own disk, and lost with it.',
    to_do: 'Name a place on a stick or another computer under “Hall”, “Record”.' },
  !copy && { level: 'note', text: 'No copy of the journal is kept.', to_do: 'Name a place on a stick under “Hall”, “Record”, before the next round.' },
];

const of_standby = standby => [
  standby?.trouble && { level: 'look', text: `${sentence(standby.trouble)}`, to_do: 'Until then this computer goes on alone.' },
  standby && !standby.trouble && (standby.alone || !standby.hears) && { level: 'look', text: 'Nobody stands by: what is recorded is on this computer only.',
    to_do: 'See that the other computer runs, and that both reach the NATS server.' },
];

const of_keys = ({ signs, trouble }) => [
  !signs && { level: 'note', text: 'The record is not signed.', to_do: 'Name a key under “Hall”, “Record”, if disputes may be taken further.' },
  trouble && { level: 'look', text: `The statements about the hall’s key cannot be read: ${trouble}.`, to_do: 'Restore the file NAME.statements beside the key.' },
];

const of_targets = targets => targets.filter(({ state }) => state === 'failing' || state === 'not all taken').map(({ name, state, happening, to_do }) =>
  ({ level: 'look', text: `The site ${name} is ${state}: ${happening}.`, to_do: to_do ? sentence(to_do) : 'Look at what the page of the sites says.', href: '/targets' }));

const of_exits = exits => exits.map(({ exit, why }) =>
  ({ level: 'look', text: `${sentence(exit).slice(0, -1)} is closed: ${why}.`, to_do: 'End what has taken its place: it is tried again every three seconds.' }));

const of_printing = (printing, boards) => {
  const [failed, lacking] = [false, true].map(is => (printing?.doubtful ?? []).filter(({ printed }) => printed === is));
  const name = ({ game }) => {
    const at = boards.find(({ record }) => record === game);
    return at ? words.printing.at(at.board) : game;
  };
  const one = (all, text, to_do) => all.length > 0 && { level: 'look', text: `${text(all.length, all.map(name).join(', '))} ${sentence(all.at(-1).why)}`, to_do,
    buttons: [{ text: words.printing.again, line: { print: 'again' } }, { text: words.printing.dismiss, line: { print: 'dismiss' } }] };
  return [one(failed, words.printing.failed, 'See to the printer, and print them again.'), one(lacking, words.printing.lacking, 'Then print them again.')];
};

const of_sensors = boards => boards.filter(({ health }) => health?.masked).map(({ board, health }) =>
  ({ level: 'look', text: `Table ${board}: ${health.masked} ${health.masked === 1 ? 'square is' : 'squares are'} switched off, as the sensor fails.`,
    to_do: 'Exchange the board before the next round.', table: board }));

const of_tables = boards => boards.map(board => ({ ...state_of(board), table: board.board }))
  .filter(({ level }) => level !== 'quiet').map(({ table, text, ...more }) => ({ ...more, table, text: `${words.table(table)}: ${text}` }));

/// `[{ level, text, to_do, table?, href?, buttons? }]`, of which each sends its `line`; worst first: "act", "look", then "note", which may stay as it is. `status` as of
/// /api/status, null before it is known; `boards` as of the feed.
export function needs_of(status, boards) {
  const all = [
    ...(status ? [...of_journal(status.journal), ...of_standby(status.standby), ...of_tables(boards), ...of_sensors(status.boards), ...of_targets(status.targets),
      ...of_exits(status.closed_exits), ...of_printing(status.printing, boards), ...of_keys(status.keys)] : of_tables(boards)),
  ].filter(Boolean);
  const levels = ['act', 'look', 'note'];
  return all.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}
