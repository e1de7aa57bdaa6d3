// The strip board that carries the Pico: where its parts, cuts, links and wires are.
//
// A strip has a letter, from the USB end: A … Z, AA … AL. A hole has a number, from Black's side: 1 … 61. Lengths in mm; x
// along the strips, to White, y across them, away from the USB end. That is how the side of the parts is seen.

import { bus_area, strip_board } from './geometry.mjs';
import { parts } from './parts.mjs';

export const pitch = 2.54, strips = 38, holes = 61;
export const edge = { x: (strip_board.long - (holes - 1) * pitch) / 2, y: (strip_board.wide - (strips - 1) * pitch) / 2 };

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
export const strip_names = Array.from({ length: strips }, (_, at) => (at < 26 ? '' : 'A') + letters[at % 26]);
export const hole_name = ({ strip, hole }) => `${strip_names[strip]}${hole}`;
export function hole_at(name) {
  const [, letter, number] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  if (!strip_names.includes(letter)) throw new Error(`"${name}" is no hole`);
  return { strip: strip_names.indexOf(letter), hole: Number(number) };
}
const mm = pitches => pitches * pitch;

/// Pins from the first one, body and height above the board, as it lies with `turn` 0. `wires`: its leads can be bent.
const row = (count, apart = pitch) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, [0, at * apart]]));
const two_rows = (each, apart) => Object.fromEntries([
  ...Array.from({ length: each }, (_, at) => [at + 1, [0, at * pitch]]), ...Array.from({ length: each }, (_, at) => [2 * each - at, [apart, at * pitch]]),
]);
const around = (x, y, wide, high) => ({ x: [x - wide / 2, x + wide / 2], y: [y - high / 2, y + high / 2] });
const axial = (pitches, long, thick) => ({ pins: { 1: [0, 0], 2: [mm(pitches), 0] }, body: around(mm(pitches) / 2, 0, long, thick), high: thick + 1, wires: true });

export const footprints = {
  // On sockets of 8.5: links may lie below it. Its USB socket stands out by 1.3.
  RaspberryPi_Pico: { pins: two_rows(20, 17.78), body: { x: [8.89 - 10.5, 8.89 + 10.5], y: [-1.37 - 1.3, 51 - 1.37] }, high: 14.8, links_below: true },
  R: axial(4, 6.3, 2.5), R3: axial(3, 6.3, 2.5), R5: axial(5, 6.3, 2.5),
  '1N5819': axial(4, 5.2, 2.7),
  TPD4E1U06DBV: { pins: two_rows(3, 7.62), body: around(3.81, pitch, 10.2, 7.7), high: 6 }, // its adapter
  Conn_01x03: { pins: row(3, 2.5), body: { x: [-3.4, 2.35], y: [-2.45, 7.45] }, high: 15 }, // with its plug
  Header_01x03: { pins: row(3), body: around(0, pitch, 2.54, 7.62), high: 15 },
  Conn_01x02: { pins: row(2, 5.08), body: around(0, 2.54, 8.2, 10.16), high: 14 },
  TPS73733DCQ: { pins: two_rows(3, 7.62), body: around(3.81, pitch, 20, 20), high: 10 }, // its adapter, with its copper
  C: { pins: { 1: [0, 0], 2: [0, 5] }, body: around(0, 2.5, 2.5, 5), high: 7, wires: true },
  CP: { pins: { 1: [0, 0], 2: [0, 2.54] }, body: around(0, 1.27, 8, 8), high: 12.5, wires: true },
  '2N7000': { pins: row(3), body: around(0, pitch, 3.8, 4.8), high: 8, wires: true }, // flat face to Black's side
  AudioJack3: { pins: {}, body: { x: [-6, 6], y: [-edge.y, 14 - edge.y] }, high: 9 }, // glued on its back, with wires at its pins
  D24V22F3: { pins: row(5), body: { x: [-1.3, 16.5], y: [5.08 - 8.9, 5.08 + 8.9] }, high: 12 },
};
const footprint_of = ({ part, pitches }) => footprints[pitches && pitches !== 4 ? `${part}${pitches}` : part];

const turned = ([x, y], turn) => ({ 0: [x, y], 90: [-y, x], 180: [-x, -y], 270: [y, -x] })[turn]; // clockwise
export const mm_of = ({ strip, hole }) => [mm(hole - 1), mm(strip)];

/// A part on the board: `at` is the hole of its first pin.
export function placed(ref, { at, turn = 0, ...kind }) {
  const { pins, body, high, ...rest } = footprint_of(kind), [x, y] = mm_of(hole_at(at));
  const shifted = point => turned(point, turn).map((one, axis) => one + [x, y][axis]);
  const corners = [shifted([body.x[0], body.y[0]]), shifted([body.x[1], body.y[1]])];
  const sorted = axis => corners.map(corner => corner[axis]).sort((a, b) => a - b);
  return {
    ref, ...kind, turn, ...rest, high, body: { x: sorted(0), y: sorted(1) },
    pins: Object.entries(pins).map(([pin, point]) => {
      const [px, py] = shifted(point), strip = Math.round(py / pitch), hole = Math.round(px / pitch) + 1;
      return { ref, pin, strip, hole, off: Math.hypot(px - mm(hole - 1), py - mm(strip)) };
    }),
  };
}
export const parts_on = layout => Object.entries({ ...layout.parts, ...layout.glued }).map(([ref, one]) => placed(ref, one));

/// A wire that leaves the board: to a pin of a part elsewhere, or to a net.
const to_pin = (hole, ref, pin) => ({ hole, ref, pin, to: `${ref}.${pin}` });
const to_net = (hole, net, to) => ({ hole, net, to });

const column = (hole, from, to) => strip_names.slice(strip_names.indexOf(from), strip_names.indexOf(to) + 1).map(strip => `${strip}${hole}`);
const each = (strips_named, hole) => strips_named.split(' ').map(strip => `${strip}${hole}`);

/// Of the four blocks; no copper that is used within one hole of them.
export const screws = ['B2', 'AK2', 'B60', 'AK60'];

/// What all boards have. `black`: strip of the leg of Black's call; `clock`: those of D1 and J3, from the strip of that line.
function common({ black, plug, guard }) {
  const contact = { part: 'R', turn: 180 }; // pin 2 at the leg
  return {
    parts: {
      U1: { part: 'RaspberryPi_Pico', at: 'A6' },
      R1: { ...contact, at: 'Q21' }, R2: { ...contact, at: 'P21' }, R3: { ...contact, at: 'O21' }, R4: { ...contact, at: 'N21' },
      R5: { ...contact, at: 'L21' }, R6: { ...contact, at: `${black}21` },
      J1: { part: 'Conn_01x03', at: 'Q29', turn: 180 }, J2: { part: 'Conn_01x03', at: 'K29' }, J3: { part: 'Conn_01x03', at: `${plug}29` },
      D1: { part: 'TPD4E1U06DBV', at: `${guard}34` }, D2: { part: 'TPD4E1U06DBV', at: 'L34' },
      J5: { part: 'Header_01x03', at: 'C4', turn: 180 },
      D3: { part: '1N5819', at: 'B41' }, J6: { part: 'Conn_01x02', at: 'B49' },
    },
    glued: { J4: { part: 'AudioJack3', at: 'A33' } },
    cuts: [
      ...column(9, 'A', 'T'), ...each('A B C', 3), 'A15', ...each('B C', 58), // between the rows, and off the screws
      ...each('L N O P Q', 19), `${black}19`, // under R1 to R6
      'K22', 'O27', // J1 and J2
      ...each('L M N', 35), // D2
      'B43', 'D47', // D3 and J6
    ],
    links: [
      ['C8', 'C10'], ['H8', 'H10'], ['M8', 'M10'], ['R8', 'R10'], ['C11', 'H11'], ['H14', 'M14'], ['M11', 'R11'], // ground
      ['O31', 'M31'], ['C51', 'D51'],
      ['O24', 'K24'], ['K39', 'L39'], ['P39', 'N39'],
    ],
  };
}

function matrix() {
  const { parts, glued, cuts, links } = common({ black: 'G', plug: 'F', guard: 'G' });
  const left = [...'DEFGIJKLNOPQST'].map(strip => `${strip}4`);
  const lines = [...left, 'T15', 'S15'].map((hole, at) => (at < 8 ? to_net(hole, `RANK${at + 1}`, `rank ${at + 1}`) : to_net(hole, `FILE${'ABCDEFGH'[at - 8]}`, `file ${'abcdefgh'[at - 8]}`)));
  return {
    parts: {
      ...parts, R7: { part: 'R', at: 'J21', turn: 180 }, R8: { part: 'R', at: 'I21', turn: 180 },
      R9: { part: 'R', pitches: 5, at: 'E24', turn: 90 }, R10: { part: 'R', at: 'E22', turn: 90 },
    },
    glued,
    cuts: [...cuts, ...each('I J', 19), 'F25', ...each('G H I', 35)],
    links: [...links, ['N26', 'F26'], ['Q40', 'G40'], ['J39', 'I39']],
    wires: [...lines, to_pin('H25', 'J4', 'S'), to_pin('I25', 'J4', 'T'), to_pin('J25', 'J4', 'R')],
  };
}

/// To the multiplexers U2 to U5, each with its own wires; and to the two wires that join the rails.
const named_pin = (part, name) => Object.entries(parts[part].pins).find(([, pin]) => pin.name === name)[0];
const multiplexer_wires = [0, 1, 2, 3].flatMap(at => Object.entries({
  VCC: `E${17 + at}`, GND: `C${17 + at}`, S0: `D${1 + at}`, S1: `E${1 + at}`, S2: `F${1 + at}`, S3: `G${1 + at}`, '~E': `${'IJKL'[at]}4`, COM: `${'JJII'[at]}${[18, 20][at % 2]}`,
}).map(([name, hole]) => to_pin(hole, `U${at + 2}`, named_pin('CD74HC4067M', name))));
const rail_wires = (name, holes_of) => Object.entries(holes_of).map(([net, hole]) => to_net(hole, net, `the wire of ${bus_area[name]} mm² that joins the rails`));

function hall(supply) {
  const all = common({ black: 'T', plug: 'S', guard: 'T' });
  return {
    parts: {
      ...all.parts, R7: { part: 'R', at: 'W4', turn: 270 }, R8: { part: 'R', at: 'X2', turn: 270 },
      R9: { part: 'R', at: 'S24', turn: 90 }, R10: { part: 'R', pitches: 5, at: 'S25', turn: 90 },
      R11: { part: 'R', pitches: 3, at: 'J16', turn: 90 }, R12: { part: 'R', at: 'I15', turn: 90 }, R13: { part: 'R', at: 'N3', turn: 90 },
      ...supply.parts,
    },
    glued: all.glued,
    cuts: [...all.cuts, 'F16', 'S20', 'S26', ...each('T U V', 35), ...supply.cuts],
    links: [
      ...all.links, ['E22', 'S22'], ['R23', 'U23'], ['U22', 'AA22'], ['N27', 'S27'], ['X31', 'V31'], ['W39', 'V39'], ['Q39', 'T39'],
      ...supply.links, ['F15', 'F17'],
    ],
    last: ['F15'], // joins leg 35
    ...supply.thick ? { thick: supply.thick, solder: supply.solder } : {},
    wires: [...multiplexer_wires, ...supply.wires, to_pin('U26', 'J4', 'S'), to_pin('V26', 'J4', 'T'), to_pin('W26', 'J4', 'R')],
  };
}

const linear_regulator = {
  parts: { U6: { part: 'TPS73733DCQ', at: 'AD29', turn: 180 }, C5: { part: 'C', at: 'AD35', turn: 180 }, C6: { part: 'C', at: 'AC37', turn: 180 } },
  cuts: each('AB AC AD', 28),
  links: [['N5', 'AC5'], ['B38', 'AD38'], ['F32', 'AC32'], ['AA21', 'AD21'], ['AB33', 'AA33']],
  wires: rail_wires('pico-hall', { SENSOR_3V3: 'AC41', GND: 'AA41' }),
};

/// J7's current flows in AD, AE and AF, which lie side by side at the module.
const step_down = {
  parts: {
    R14: { part: 'R', at: 'AC4' }, Q1: { part: '2N7000', at: 'AA11' }, Q2: { part: '2N7000', at: 'AA19' }, U6: { part: 'D24V22F3', at: 'AB25' },
    C5: { part: 'CP', at: 'AD22' }, C6: { part: 'CP', at: 'AF34', turn: 180 }, J7: { part: 'Conn_01x02', at: 'AD47' },
  },
  cuts: ['AC6', 'AB13', 'AC17', 'AB22', 'AF42'],
  links: [['N5', 'AB5'], ['AD3', 'AC3'], ['AC15', 'AB15'], ['AA17', 'AE17'], ['F32', 'AF32'], ['AE43', 'AF43']],
  thick: ['AE43'], // of 0.75 mm²
  solder: ['AD22 to AD47', 'AE22 to AE43', 'AF25 to AF38', 'AF43 to AF47'],
  wires: rail_wires('pico-hall-thin', { SENSOR_3V3: 'AF38', GND: 'AE38' }),
};

export const layouts = { 'pico-matrix': matrix(), 'pico-hall': hall(linear_regulator), 'pico-hall-thin': hall(step_down) };

/// Where a point of the board lies in the case, from above.
export const in_case = ([x, y]) => [strip_board.at.x + edge.y + y, strip_board.at.y - edge.x - x];
