// The boards that can be built: circuit, layers, and what a netlist does not have.

import { Circuit } from './circuit.mjs';
import { bottom, bus_area, carrier_mm, case_mm, frame_mm as frame_length, lever, posts, rod_long, square, strip_board, tape_mm, tape_thick, tape_wide, wall } from './geometry.mjs';
import { layers_in } from './layers.mjs';
import { screws_to_buy } from './screws.mjs';
import { holes, pitch, strips } from './strip_board.mjs';

const files = [...'ABCDEFGH'];
/// [file, rank, name in references], a1 first.
const squares = Array.from({ length: 64 }, (_, at) => [files[at % 8], 1 + Math.floor(at / 8)]);
const name_of = (file, rank) => `${file.toLowerCase()}${rank}`;

/// Lever, buttons, clock, serial line and second supply. `pins`: of the Pico.
function edge(circuit, pins) {
  const { clock: [sda, scl], call_black } = pins;
  const contacts = ['PRESS_WHITE', 'PRESS_BLACK', 'ADJUST_WHITE', 'ADJUST_BLACK', 'CALL_WHITE', 'CALL_BLACK'];
  const contact_pins = ['GP18', 'GP19', 'GP20', 'GP21', 'GP22', call_black];
  circuit.add('U1', 'RaspberryPi_Pico', {
    GND: 'GND', AGND: 'GND', VSYS: 'VSYS', '3V3': '3V3', GP0: 'UART_TX', GP1: 'UART_RX', [sda]: 'CLOCK_SDA', [scl]: 'CLOCK_SCL',
    ...Object.fromEntries(contacts.map((contact, at) => [contact_pins[at], contact])), ...pins.more,
  }, { value: 'Raspberry Pi Pico' });
  circuit.add('J1', 'Conn_01x03', { 1: 'PRESS_WHITE_LINE', 2: 'PRESS_BLACK_LINE', 3: 'GND' }, { value: 'Lever' });
  circuit.add('J2', 'Conn_01x03', { 1: 'ADJUST_WHITE_LINE', 2: 'CALL_WHITE_LINE', 3: 'GND' }, { value: "White's buttons" });
  circuit.add('J3', 'Conn_01x03', { 1: 'ADJUST_BLACK_LINE', 2: 'CALL_BLACK_LINE', 3: 'GND' }, { value: "Black's buttons" });
  contacts.forEach((contact, at) => {
    circuit.add(`SW${at + 1}`, at < 2 ? 'SW_SPST' : 'SW_Push', { 1: `${contact}_LINE`, 2: 'GND' }, { value: contact, Contact: contact.toLowerCase() });
    circuit.resistor(`R${at + 1}`, '1k', `${contact}_LINE`, contact);
  });
  // The four diodes of an array are alike: each line has that which is nearest on the strip board.
  circuit.add('D1', 'TPD4E1U06DBV', { 'D1+': 'CALL_BLACK_LINE', 'D1-': 'PRESS_WHITE_LINE', 'D2+': 'CLOCK_SCL_LINE', 'D2-': 'CLOCK_SDA_LINE', GND: 'GND' });
  circuit.add('D2', 'TPD4E1U06DBV', { 'D1+': 'CALL_WHITE_LINE', 'D1-': 'ADJUST_WHITE_LINE', 'D2+': 'ADJUST_BLACK_LINE', 'D2-': 'PRESS_BLACK_LINE', GND: 'GND' });

  circuit.add('J4', 'AudioJack3', { S: 'GND', T: 'CLOCK_SCL_LINE', R: 'CLOCK_SDA_LINE' }, { value: 'DGT 3000 (unproven)', Optional: 'yes' });
  circuit.resistor('R7', '100', 'CLOCK_SDA_LINE', 'CLOCK_SDA', { Optional: 'yes' });
  circuit.resistor('R8', '100', 'CLOCK_SCL_LINE', 'CLOCK_SCL', { Optional: 'yes' });
  circuit.resistor('R9', '4k7', '3V3', 'CLOCK_SDA_LINE', { Optional: 'yes' });
  circuit.resistor('R10', '4k7', '3V3', 'CLOCK_SCL_LINE', { Optional: 'yes' });

  circuit.add('J5', 'Header_01x03', { 1: 'GND', 2: 'UART_RX', 3: 'UART_TX' }, { value: 'Serial line', Optional: 'yes' });
  circuit.add('J6', 'Conn_01x02', { 1: 'SECOND_5V', 2: 'GND' }, { value: 'Second supply 5 V', Supplies: '5', Limit_mA: '1000', Optional: 'yes' });
  circuit.add('D3', '1N5819', { A: 'SECOND_5V', K: 'VSYS' }, { Optional: 'yes' });
}

function matrix() {
  const circuit = new Circuit('pico-matrix');
  const lines = [...files.keys()].flatMap(at => [[`GP${2 + at}`, `RANK${at + 1}`], [`GP${10 + at}`, `FILE${files[at]}`]]);
  edge(circuit, { clock: ['GP26', 'GP27'], call_black: 'GP28', more: Object.fromEntries(lines) });
  for (const [file, rank] of squares) {
    const at = file + rank, Square = name_of(file, rank);
    circuit.add(`S${at}`, 'Reed', { 1: `RANK${rank}`, 2: at }, { value: 'Reed', Square });
    circuit.add(`D${at}`, '1N4148', { A: at, K: `FILE${file}` }, { Square });
  }
  return circuit.netlist();
}

/// The sensors' supply: `sensor_supply(circuit)` makes SENSOR_3V3, on while SENSOR_POWER is high.
function hall(title, sensor_supply, sensors_of_square) {
  const circuit = new Circuit(title);
  const selects = [0, 1, 2, 3].flatMap(bit => [[`GP${2 + bit}`, `ADDRESS${bit}`], [`GP${6 + bit}`, `ENABLE${bit}`]]);
  edge(circuit, { clock: ['GP14', 'GP15'], call_black: 'GP16', more: {
    ...Object.fromEntries(selects), GP10: 'SENSOR_POWER', GP26: 'LEVEL0', GP27: 'LEVEL1', ADC_VREF: 'SENSOR_3V3',
  } });
  circuit.resistor('R11', '22k', 'LEVEL0', 'GND');
  circuit.resistor('R12', '22k', 'LEVEL1', 'GND');
  circuit.resistor('R13', '100k', 'SENSOR_POWER', 'GND');
  sensor_supply(circuit);
  for (let multiplexer = 0; multiplexer < 4; ++multiplexer) {
    const ref = `U${multiplexer + 2}`;
    const inputs = squares.slice(16 * multiplexer, 16 * multiplexer + 16).map(([file, rank], at) => [`I${at}`, file + rank]);
    // From the Pico's 3V3: signals at a multiplexer without supply would feed it through its inputs.
    circuit.add(ref, 'CD74HC4067M', {
      VCC: '3V3', GND: 'GND', COM: `LEVEL${multiplexer >> 1}`, S0: 'ADDRESS0', S1: 'ADDRESS1', S2: 'ADDRESS2', S3: 'ADDRESS3',
      '~E': `ENABLE${multiplexer}`, ...Object.fromEntries(inputs),
    }, { value: 'CD74HC4067' });
    circuit.capacitor(`C${multiplexer + 1}`, '100n', '3V3', { At: ref });
  }
  for (const [file, rank] of squares) sensors_of_square(circuit, file + rank, name_of(file, rank));
  return circuit.netlist();
}

function linear_regulator(circuit) {
  circuit.add('U6', 'TPS73733DCQ', { IN: 'VSYS', OUT: 'SENSOR_3V3', GND: 'GND', EN: 'SENSOR_POWER' });
  circuit.capacitor('C5', '10u', 'VSYS', { At: 'U6' });
  circuit.capacitor('C6', '10u', 'SENSOR_3V3');
}

/// The module's own pull-up switches it on, so low has to be pulled: by Q2, unless GP10 turns Q1 on. Without
/// the Pico it is off, and its 5 V do not reach the Pico.
function step_down(circuit) {
  circuit.add('J7', 'Conn_01x02', { 1: 'SUPPLY_5V', 2: 'GND' }, { value: '5 V, 3 A for the sensors', Supplies: '5', Limit_mA: '3000' });
  circuit.add('U6', 'D24V22F3', { EN: 'STEP_DOWN_ENABLE', VIN: 'SUPPLY_5V', GND: 'GND', VOUT: 'SENSOR_3V3' }, { value: 'Pololu D24V22F3' });
  circuit.add('Q1', '2N7000', { S: 'GND', G: 'SENSOR_POWER', D: 'STEP_DOWN_OFF' });
  circuit.add('Q2', '2N7000', { S: 'GND', G: 'STEP_DOWN_OFF', D: 'STEP_DOWN_ENABLE' });
  circuit.resistor('R14', '100k', 'SUPPLY_5V', 'STEP_DOWN_OFF');
  circuit.add('C5', 'CP', { 1: 'SUPPLY_5V', 2: 'GND' }, { value: '220u', At: 'U6' });
  circuit.add('C6', 'CP', { 1: 'SENSOR_3V3', 2: 'GND' }, { value: '100u' });
}

function one_sensor(circuit, at, Square) {
  circuit.add(`U${at}`, 'DRV5055A1', { VCC: 'SENSOR_3V3', GND: 'GND', OUT: at }, { Square });
  circuit.capacitor(`C${at}`, '100n', 'SENSOR_3V3', { At: `U${at}`, Square });
}
function four_sensors(circuit, at, Square) {
  for (const one of [1, 2, 3, 4].map(which => `${at}_${which}`)) {
    circuit.add(`U${one}`, 'DRV5055A2', { VCC: 'SENSOR_3V3', GND: 'GND', OUT: one }, { Square });
    circuit.resistor(`R${one}`, '10k', one, at, { Square });
    circuit.capacitor(`C${one}`, '100n', 'SENSOR_3V3', { At: `U${one}`, Square });
  }
}

/// [how many, what, package, price of one, what for]
const metres = mm => Math.ceil(mm / 1000);
const sheet = case_mm.join(' × ');
const both = (top_mm, frame_mm_high) => [
  [1, 'USB cable, micro-B, with data wires', '1 m, plug at most 13 × 9 mm', 4, 'to the computer'],
  [2, 'pin socket, 20 poles', '2.54 mm, 8.5 mm high', 0.8, 'carries the Pico, so that it can be replaced'],
  [1, 'strip board, FR4, strips along the long side', `${strip_board.wide} × ${strip_board.long} mm, ${pitch} mm, at least ${strips} strips of ${holes} holes`, 6, 'carries the Pico and the parts around it'],
  [2, 'adapter SOT-23-6 to pins', '2.54 mm, 2 × 3 pins, rows 7.62 mm apart, at most 10.2 × 7.7 mm', 0.8, 'carry D1 and D2'],
  [3, 'plug with three wires, crimped', 'XH, 2.5 mm', 0.6, 'lever and buttons (or housing XHP-3, contacts SXH-001T-P0.6, and crimping pliers)'],
  [1, `plywood, birch, ${top_mm} mm`, `${sheet} mm`, 14, 'top'],
  [1, `plywood, birch, ${bottom} mm`, `${sheet} mm`, 14, 'bottom'],
  [metres(frame_length + 200), `wood for the frame, ${frame_mm_high} × ${wall} mm, m`, '', 4, 'sides'],
  [1, `veneer in two colours, ${square} mm wide, or paint`, '', 12, 'squares'],
  [1, 'wood for lever and blocks', '20 × 12 × 600 mm', 3, 'bar, cheeks of its pivot, blocks of the switches and of the strip board'],
  [1, `brass rod, ${lever.rod} mm`, '50 mm', 1, `pivot of the lever, cut to ${rod_long}`],
  [2, 'screw of nylon, M4 × 40, with two nuts', '', 0.3, `in the lever, press the switches; cut to ${lever.screw}`],
  [1, 'felt, self-adhesive, 1 mm', 'A4', 3, 'under the pieces, stops of the lever'],
  [1, 'glue, epoxy, 25 ml', '', 6, 'magnets in the pieces, spacers below the top, clock jack'],
  [1, 'glue for wood, 100 ml', '', 4, 'frame, top, pillars, blocks, cheeks'],
  [1, 'glue, quick (cyanoacrylate), 3 g', '', 2, 'small parts'],
  [1, 'hot glue, sticks', '', 3, 'wires, multiplexers, adjusted reeds'],
];
const socket = thin => [1, 'socket 5.5 × 2.1 mm, for a panel', 'thread at most 12 mm, 8 mm or more long; at most 14 mm wide, 28 mm behind its rim', 1, thin ? 'in the frame, wired to J7' : 'second supply, optional: in the frame, wired to J6'];
const optional_cables = thin => [
  [1, 'cable 3.5 mm, plugs with three contacts at both ends', '0.5 m at most', 3, 'from J4 to a DGT 3000, optional, unproven'],
  ...thin ? [] : [socket(thin), [1, 'cable, USB-A plug to plug 5.5 × 2.1 mm, plus inside', '1 m', 4, 'second supply, optional: from a charger or power bank']],
];
const signal_wire = m => [m, 'stranded wire 0.14 mm², m', '10 colours', 0.25, 'signals; colours in case.md'];
const screw_prices = { brass: 0.08, nylon: 0.1 };
const all_screws = name => screws_to_buy(name, layers_of(name)).map(([count, what, use]) => [count, what, '', screw_prices[what.match(/of (\w+)/)[1]], use]);
const hall_mechanics = name => {
  const { spacer, package_whole } = layers_in(boards[name].layers);
  return [
    signal_wire(40),
    [posts.length, `spacer of nylon, M3 inside, ${Math.floor(spacer)} mm long`, '', 0.25, `glued below the top; with packing ${spacer.toFixed(1)}, if a package is ${package_whole}`],
    [1, 'washers of nylon, M3, 0.1, 0.2 and 0.5 mm (or paper)', '50 pieces', 4, 'packing of the spacers'],
    ...all_screws(name),
    [1, 'plastic sheet, 3 mm (PVC foam or acrylic)', `${carrier_mm} × ${carrier_mm} mm`, 8, 'carrier of the sensors'],
    [10 * Math.ceil(tape_mm(name) / 1000 / 10), `copper tape, ${tape_wide} mm wide, m`, `${tape_thick} mm thick or more`, 0.5, "rails of the sensors' supply and ground"],
    [3, `stranded wire ${bus_area[name]} mm², m`, 'red, black', 0.6, 'joins the rails, and leads to the regulator'],
    [2, 'insulating sleeve, 1 mm inside, m', '', 0.5, 'on bare leads'],
  ];
};

/// In the set, a second queen of each side, spare.
export const magnet_count = 32 + 2 + 2;
const magnets = (size, price) => [magnet_count, `magnet, disc ${size} mm, N35`, '', price, 'one in each of 32 pieces, a second queen of each side, 2 spare'];
const reeds = { spare: 20, sleeve_mm: 25 };

export const boards = {
  'pico-matrix': {
    folder: 'firmware/boards/pico-matrix/hardware', netlist: matrix, parts: 'parts.csv',
    spare: { Reed: [reeds.spare, 'to replace those that close too late'] },
    more: () => [magnets('18 × 3', 0.9), ...both(4, 60), signal_wire(20), ...all_screws('pico-matrix'),
      [1, 'plastic sheet, 5 mm (PVC foam or MDF)', `${carrier_mm} × ${carrier_mm} mm`, 8, 'carrier of the reeds, with 64 holes'],
      [1, 'rod of wood, 10 × 10 mm', '500 mm', 2, `${posts.length} pillars, cut to their length`],
      [metres((64 + reeds.spare) * (reeds.sleeve_mm + 1)), 'tube, plastic, inner 3 mm, m', '4 mm outside', 1, `sleeve for each reed, ${reeds.sleeve_mm} mm long`],
      [10, 'enamelled copper wire 0.3 mm, m', '', 0.2, "from each reed's upper lead down its sleeve"],
      [8, 'tinned copper wire 0.5 mm, m', '', 0.2, 'rank and file wires'],
      [1, 'insulating sleeve, 1 mm inside, m', '', 0.5, 'where file wires cross rank wires'], ...optional_cables(false)],
    layers: { top: 4, gap: null, reed_below_magnet: 13 },
  },
  'pico-hall': {
    folder: 'firmware/boards/pico-hall/hardware', netlist: () => hall('pico-hall', linear_regulator, one_sensor), parts: 'parts.csv', spare: { DRV5055A1: [2, 'spare'] },
    more: () => [magnets('12 × 3', 0.4), ...both(4, 35), ...hall_mechanics('pico-hall'),
      [1, 'adapter SOT-223-6 to pins: a tab and five leads, 1.27 mm apart (not SOT-223-4: three leads, 2.3 mm)', '2.54 mm, 2 × 3 pins, rows 7.62 mm apart, at most 20 × 20 mm', 1.5, 'carries U6'],
      [1, 'copper sheet or foil, 0.1 mm or more', '20 × 20 mm', 0.5, 'cools U6, soldered to its tab'], ...optional_cables(false)],
    layers: { top: 4, gap: 20 },
  },
  'pico-hall-thin': {
    folder: 'firmware/boards/pico-hall/hardware', netlist: () => hall('pico-hall-thin', step_down, four_sensors), parts: 'parts-thin.csv', spare: { DRV5055A2: [6, 'spare'] },
    more: () => [magnets('12 × 3', 0.4), ...both(3, 26), ...hall_mechanics('pico-hall-thin'),
      [1, 'supply 5 V, 3 A, plug 5.5 × 2.1 mm, plus inside', '', 10, "the sensors' own supply"],
      socket(true), ...optional_cables(true)],
    layers: { top: 3, gap: 8 },
  },
};
export const layers_of = name => layers_in(boards[name].layers);
