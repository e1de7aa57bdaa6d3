// The parts of our boards: pins, limits and where to buy. Pins are those of the package, from the makers' data sheets.
//
// A pin's kind:
//   gpio        of the Pico, which drives or reads it; may be left open
//   ground, supply, supply_out, output, input
//   passive     conducts whatever its neighbour does
//   open        may be left open; free: must be

const pin = (name, kind) => ({ name, kind });
const numbered = pins => Object.fromEntries(pins.map((one, at) => [at + 1, one]));
const passives = names => Object.fromEntries(names.map(name => [name, pin(name, 'passive')]));

const pico_legs = `GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
  GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS`.split(/\s+/);
const pico_kind = name => (/^GP/.test(name) ? 'gpio' : /GND$/.test(name) ? 'ground' : { '3V3': 'supply_out', VSYS: 'supply' }[name] ?? 'open');

const mux_inputs = (from, to) => Array.from({ length: from - to + 1 }, (_, at) => pin(`I${from - at}`, 'passive'));

const sensor = (letter, price) => ({
  lib: 'Sensor_Magnetic', footprint: 'Package_TO_SOT_THT:TO-92_Inline', prefix: 'U',
  pins: numbered([pin('VCC', 'supply'), pin('GND', 'ground'), pin('OUT', 'output')]), // SOT-23: 1 VCC, 2 OUT, 3 GND
  decoupled: 'VCC', volts: [3, 3.6], takes_ma: [6, 10], drives_ma: 1,
  buy: ['linear Hall sensor', 'Texas Instruments', `DRV5055${letter}QLPG`, 'TO-92 (LPG)', price],
});

export const parts = {
  RaspberryPi_Pico: {
    lib: 'MCU_Module', footprint: 'Module:RaspberryPi_Pico_Common_THT', prefix: 'U',
    pins: numbered(pico_legs.map(name => pin(name, pico_kind(name)))),
    volts: [1.8, 5.5], takes_ma: [25, 95], gives_ma: { '3V3': 300 }, pin_ma: 4,
    buy: ['microcontroller board Pico H, with pins (not a Pico 2)', 'Raspberry Pi', 'SC0917', '40 legs, 21 × 51 mm', 6],
  },
  CD74HC4067M: { // on its usual small board: I0 … I15 are C0 … C15 there, COM is SIG, ~E is EN
    lib: '74xx', footprint: 'Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm', prefix: 'U',
    pins: numbered([
      pin('COM', 'passive'), ...mux_inputs(7, 0), pin('S0', 'input'), pin('S1', 'input'), pin('GND', 'ground'),
      pin('S3', 'input'), pin('S2', 'input'), pin('~E', 'input'), ...mux_inputs(15, 8), pin('VCC', 'supply'),
    ]),
    decoupled: 'VCC', volts: [2, 6], takes_ma: [0.01, 0.08], clamps: true,
    buy: ['multiplexer 16:1, CD74HC4067, on a small board with pads C0 to C15, SIG, EN, S0 to S3, VCC, GND', 'SparkFun, or a copy', 'BOB-09056', '18 × 40 mm, without pins', 2],
  },
  DRV5055A1: sensor('A1', 1.1),
  DRV5055A2: sensor('A2', 0.85),
  TPS73733DCQ: {
    lib: 'Regulator_Linear', footprint: 'Package_TO_SOT_SMD:SOT-223-6', prefix: 'U',
    pins: numbered([pin('IN', 'supply'), pin('OUT', 'supply_out'), pin('GND', 'ground'), pin('NR', 'open'), pin('EN', 'input'), pin('GND', 'ground')]),
    decoupled: 'IN', output_capacitor: ['OUT', 1e-6], volts: [3.6, 5.5], takes_ma: [1, 2], gives_ma: { OUT: 1000 }, passes: { OUT: 'IN' },
    pulled: ['EN'],
    buy: ['regulator 3.3 V, 1 A, with enable', 'Texas Instruments', 'TPS73733DCQ', 'SOT-223-6', 3.5],
  },
  D24V22F3: { // its holes, in order; EN has a pull-up to VIN on the module
    lib: 'Adoube', footprint: 'Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical', prefix: 'U',
    pins: numbered([pin('PG', 'open'), pin('EN', 'input'), pin('VIN', 'supply'), pin('GND', 'ground'), pin('VOUT', 'supply_out')]),
    decoupled: 'VIN', output_capacitor: ['VOUT', 1e-5], volts: [4, 36], takes_ma: [1, 5], gives_ma: { VOUT: 2600 }, passes: { VOUT: 'VIN' }, lifted: ['EN'],
    steps_down: 3.3 / 5 / 0.85, buy: ['step-down module 3.3 V, 2.6 A, with enable', 'Pololu', '2857 (D24V22F3)', '18 × 18 mm', 16],
  },
  '2N7000': {
    lib: 'Transistor_FET', footprint: 'Package_TO_SOT_THT:TO-92_Inline', prefix: 'Q',
    pins: numbered([pin('S', 'passive'), pin('G', 'input'), pin('D', 'passive')]), pulled: ['G'],
    buy: ['N-channel transistor', 'onsemi', '2N7000', 'TO-92', 0.2],
  },
  Reed: {
    lib: 'Adoube', footprint: 'Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P2.54mm_Vertical', prefix: 'S', pins: passives([1, 2]),
    buy: ['reed contact, normally open, 10 to 15 ampere-turns, glass 14 mm, at most 2.3 mm thick', 'Littelfuse', 'MACD-14-10-15', 'axial, 44 mm with its leads', 0.95],
  },
  SW_Push: {
    lib: 'Switch', footprint: 'Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical', prefix: 'SW', pins: passives([1, 2]),
    buy: ['push button, normally open, for a panel', '', '', '12 mm thread, 8 mm or more long; at most 18 mm wide, 28 mm behind its rim', 1.5],
  },
  SW_SPST: {
    lib: 'Switch', footprint: 'Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical', prefix: 'SW', pins: passives([1, 2]),
    buy: ['micro switch with lever, or a contact of a chess clock', 'Omron', 'SS-01GL', '20 × 10 mm', 2],
  },
  '1N4148': {
    lib: 'Diode', footprint: 'Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal', prefix: 'D',
    pins: numbered([pin('K', 'passive'), pin('A', 'passive')]), buy: ['diode', 'Vishay', '1N4148', 'DO-35', 0.03],
  },
  '1N5819': {
    lib: 'Diode', footprint: 'Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal', prefix: 'D', carries_ma: 1000,
    pins: numbered([pin('K', 'passive'), pin('A', 'passive')]), buy: ['Schottky diode, 1 A', 'onsemi', '1N5819', 'DO-41', 0.15],
  },
  TPD4E1U06DBV: {
    lib: 'Adoube', footprint: 'Package_TO_SOT_SMD:SOT-23-6', prefix: 'D', guards: true,
    pins: numbered([pin('D1+', 'passive'), pin('GND', 'ground'), pin('D2+', 'passive'), pin('D2-', 'passive'), pin('NC', 'free'), pin('D1-', 'passive')]),
    buy: ['array of four ESD diodes', 'Texas Instruments', 'TPD4E1U06DBVR', 'SOT-23-6', 0.6],
  },
  R: {
    lib: 'Device', footprint: 'Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal', prefix: 'R', pins: passives([1, 2]),
    buy: ['resistor, 1 %, 0.25 W', '', '', 'axial 0207', 0.04],
  },
  C: {
    lib: 'Device', footprint: 'Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm', prefix: 'C', pins: passives([1, 2]),
    buy: ['ceramic capacitor, X7R, 10 V or more', '', '', 'radial 5 mm', 0.08], dearer: { '10u': 0.5 },
  },
  CP: {
    lib: 'Device', footprint: 'Capacitor_THT:CP_Radial_D8.0mm_P3.50mm', prefix: 'C', pins: passives([1, 2]), // 1 is plus
    buy: ['electrolytic capacitor, 10 V or more', '', '', 'radial, at most 8 mm thick and 12.5 mm high', 0.3],
  },
  AudioJack3: {
    lib: 'Connector', footprint: 'Connector_Audio:Jack_3.5mm_CUI_SJ1-3523N_Horizontal', prefix: 'J', outside: true,
    pins: { S: pin('sleeve', 'passive'), T: pin('tip', 'passive'), R: pin('ring', 'passive') },
    buy: ['jack 3.5 mm, three contacts', 'Same Sky (CUI)', 'SJ1-3523N', 'for a board', 1.2],
  },
  Conn_01x02: {
    lib: 'Connector_Generic', footprint: 'TerminalBlock:TerminalBlock_bornier-2_P5.08mm', prefix: 'J', pins: passives([1, 2]),
    buy: ['terminal block, two poles', '', '', '5.08 mm, at most 10.2 × 8.2 mm, 14 mm high', 0.5],
  },
  Conn_01x03: {
    lib: 'Connector_Generic', footprint: 'Connector_JST:JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical', prefix: 'J', pins: passives([1, 2, 3]), outside: true,
    buy: ['connector for a board, three poles', 'JST', 'B3B-XH-A', 'XH, 2.5 mm', 0.4],
  },
  Header_01x03: {
    lib: 'Connector_Generic', footprint: 'Connector_PinHeader_2.54mm:PinHeader_1x03_P2.54mm_Vertical', prefix: 'J', pins: passives([1, 2, 3]),
    buy: ['pin header, three poles', '', '', '2.54 mm', 0.1],
  },
};

/// KiCad's name of a pin's kind.
export const pin_type = kind => ({
  gpio: 'bidirectional', ground: 'power_in', supply: 'power_in', supply_out: 'power_out', output: 'output', input: 'input',
  passive: 'passive', open: 'passive', free: 'no_connect',
})[kind];

/// 4k7, 100, 22k, 100n, 10u as a number.
export function number_of(value) {
  const [, whole, unit, rest] = /^(\d+(?:\.\d+)?)([nukM]?)(\d*)/.exec(value) ?? [];
  if (whole === undefined) throw new Error(`"${value}" is no value of a resistor or capacitor`);
  return Number(rest ? `${whole}.${rest}` : whole) * { n: 1e-9, u: 1e-6, '': 1, k: 1e3, M: 1e6 }[unit];
}
