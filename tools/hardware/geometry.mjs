// Where everything lies, in mm. From above: x from the field's edge at file a to the right, y from its edge at rank 1 to
// Black. Heights: down from the upper side of the top.

export const square = 55, field = 8 * square;
export const files = [...'abcdefgh'];

export const felt_and_glue = 1.5; // between the top and the magnet's lower face
export const iron_apart = 60; // from the middle of the nearest sensor

/// The case: top and bottom lie on the frame, flush with its outer side.
export const wall = 12, bottom = 6;
export const outside = { x: [-145, 465], y: [-25, 465] };
export const inside = { x: outside.x.map((at, end) => at + (end ? -wall : wall)), y: outside.y.map((at, end) => at + (end ? -wall : wall)) };
const length = ([from, to]) => to - from;
export const case_mm = [length(outside.y), length(outside.x)];
/// Two sides of the whole length, two between them.
export const frame_mm = 2 * length(outside.x) + 2 * length(inside.y);

/// The plate under the field.
export const carrier_mm = field + 10;

/// Corners of squares where spacers or pillars hold it: a|b, c|d, e|f, g|h with 1|2, 3|4, 5|6, 7|8.
const between = [1, 3, 5, 7].map(at => at * square);
export const posts = between.flatMap(y => between.map(x => [x, y]));
export const posts_named = ['a|b, c|d, e|f, g|h', '1|2, 3|4, 5|6, 7|8'];

const middle = at => (at + 0.5) * square;
export const middles = Array.from({ length: 64 }, (_, at) => [middle(at % 8), middle(at >> 3)]);

/// Sensors of one square, from its middle. A sensor's leads go down through one hole, 3 from its package; `to`: -1 if
/// they point to White, 1 to Black. Rails run along the rank, on the lower side of the carrier.
const four = [-1, 1].flatMap(y => [-1, 1].map(x => [8 * x, 8 * y, y]));
const sensors_of = { 'pico-matrix': [[0, 0, 0]], 'pico-hall': [[0, 0, -1]], 'pico-hall-thin': four };
export const tape_wide = 5, lead_hole = { from_sensor: 5, diameter: 4 };
const rail_middles = { GND: 10.5, SENSOR_3V3: -0.5 }; // from the sensor, the way its leads point
export const cell_of = name => sensors_of[name].map(([x, y, to]) => ({ x, y, to, hole: [x, y + to * lead_hole.from_sensor] }));
export const rails_of = name => [...new Set(cell_of(name).map(({ y, to }) => `${y} ${to}`))].map(row => row.split(' ').map(Number))
  .filter(([, to]) => to !== 0).flatMap(([y, to]) => Object.entries(rail_middles).map(([net, off]) => ({ net, y: y + to * off })));
export const tape_mm = name => rails_of(name).length * 8 * carrier_mm;
export const sensors = name => middles.flatMap(([x, y]) => cell_of(name).map(cell => [x + cell.x, y + cell.y]));

/// Rails are joined by two wires, one for each net, along the carrier's edge at file a; those lead from its middle to the
/// regulator. Millivolts by which a sensor far from there has less between its leads than one near it, at `ma` for each sensor.
export const bus_area = { 'pico-hall': 0.5, 'pico-hall-thin': 0.75 }; // mm²
export const tape_thick = 0.03;
export function bus_drop_mv(name, ma) {
  const copper = 17.5e-6, half = field / 2; // Ω·mm
  const whole = sensors(name).length * ma, each = whole / (rails_of(name).length / 2 * 8);
  const along = (current, area, mm) => current / 2 * copper * mm / area; // as current leaves it everywhere
  return 2 * (along(whole / 2, bus_area[name], half) + along(each, tape_wide * tape_thick, field));
}
export const bus_mm = 2 * (field + 250);

/// How far a wire leads from a sensor to its multiplexer, along ranks and files.
export const signal_wire = name => Math.max(...sensors(name).map(([x, y]) => {
  const [mux_x, mux_y] = mux_places[Math.floor(y / (2 * square))];
  return Math.abs(x - mux_x) + Math.abs(y - mux_y);
}));
const mux_places = [0, 1, 2, 3].map(at => [-18, (2 * at + 1) * square]);

/// The lever: a bar over the compartment, on a pivot; a screw through the top at each side presses a switch. Its bar lies
/// flat: `wide` along the ranks. `pivot`: from the upper side of the top to the rod's middle.
export const lever = { x: -90, y: 130, length: 160, wide: 20, high: 12, screws: 30, ends_move: 4, pivot: 11, cheek: 20, stop: 1, rod: 4, screw: 33, nut: 3.2 };
/// Its switches, Omron SS-01GL: from the holes to the end of its own lever, free (at most) and where it clicks; they lie with
/// one side against a block.
export const lever_switch = { long: 20, thick: 6.4, free: 13.6, clicks: 8.8, within: 0.8, below_holes: 2.9, terminals: 6.4, holes_at: 14,
  block: { wide: 12, long: 25, high: 20 } };
/// How far a lever's screw stands out below the top, with the bar level, where its switch clicks `early` before the end.
export function lever_screw() {
  const swing = lever.ends_move * lever.screws / (lever.length / 2), early = 0.3;
  const gap = lever.pivot - lever.high / 2;
  return { swing, gap, below_top: lever_switch.holes_at - lever_switch.clicks - swing + early };
}

/// The board beside the field, under blocks that are glued to the top.
export const strip_board = { wide: 100, long: 160, thick: 1.6, block: 5 };

/// How far parts reach below the lower side of the top. The Pico stands on sockets, its USB socket away from the strip board.
const board_down = strip_board.block + strip_board.thick, sockets = 11, pico_board = 1, usb_socket = 2.8, jack_axis = 2.5;
const pico_down = board_down + sockets + pico_board + usb_socket;
const usb_down = Math.round(pico_down - usb_socket / 2), jack_down = Math.round(board_down + jack_axis), panel_down = 13;

const box = (what, x, y, wide, long, { high = 20, iron = false, over = false, kind = 'part', refs = [], where = '' } = {}) =>
  ({ what, x: [x - wide / 2, x + wide / 2], y: [y - long / 2, y + long / 2], high, iron, over, kind, refs, where });

/// Everything in the compartment beside file a. `iron`: keeps away from sensors. `over`: lies on or through another part.
/// `refs`: the parts of the netlist that it is; `where`: what the middle of the box is of the part.
export function compartment(name) {
  const hall = name !== 'pico-matrix', thin = name === 'pico-hall-thin';
  const on_board = (what, x, y, wide, long, more) => box(what, x, y, wide, long, { iron: true, over: true, ...more });
  const under_lever = [-1, 1].flatMap(side => {
    const [of, y] = [side < 0 ? 'White' : 'Black', lever.y + side * lever.screws], { block, thick, long, holes_at, below_holes, terminals } = lever_switch;
    return [box(`${of}'s switch`, lever.x, y, thick, long, { high: holes_at + below_holes + terminals, iron: true, refs: [side < 0 ? 'SW1' : 'SW2'], where: 'on its side against its block' }),
      box(`${of}'s block`, lever.x + (thick + block.wide) / 2, y, block.wide, block.long, { high: block.high, kind: 'wood', where: 'glued to the top' })];
  });
  const button = (of, what, x, ref) => box(`${of}: ${what}`, x, of === 'White' ? inside.y[0] + 9 : inside.y[1] - 9, 18, 18, { high: panel_down + 9, iron: true, refs: [ref], where: 'in the frame' });
  return [
    box('strip board 100 × 160', inside.x[0] + strip_board.wide / 2, 330, strip_board.wide, strip_board.long, { high: board_down, kind: 'board', where: `on blocks ${strip_board.block} high` }),
    on_board('Pico', inside.x[0] + 51 / 2, usb_opening.y, 51, 21, { high: pico_down, refs: ['U1'], where: 'its USB socket at the frame' }),
    on_board('plugs J1 to J3', -115, 275, 14, 40, { high: 22, refs: ['J1', 'J2', 'J3'] }),
    on_board('J4', inside.x[0] + 14 / 2, jack_opening.y, 14, 12, { high: board_down + 6, refs: ['J4'], where: 'clock jack, its mouth at the frame' }),
    on_board('J5', -60, 360, 4, 8, { high: board_down + 9, refs: ['J5'], where: 'serial line' }),
    on_board('J6', -90, 258, 11, 10, { high: board_down + 11, refs: ['J6'], where: 'terminal, second supply' }),
    ...thin ? [on_board('J7', -65, 258, 11, 10, { high: board_down + 11, refs: ['J7'], where: "terminal, sensors' supply" })] : [],
    ...hall ? [on_board('U6', -80, 325, 20, 20, { high: 14, refs: ['U6'], where: "the sensors' regulator" })] : [],
    ...under_lever,
    button('White', "j'adoube", -110, 'SW3'), button('White', 'arbiter', -75, 'SW5'), button('Black', "j'adoube", -110, 'SW4'), button('Black', 'arbiter', -75, 'SW6'),
    ...hall ? mux_places.map(([x, y], at) => box(`U${at + 2}`, x, y, 18, 40, { high: 10, refs: [`U${at + 2}`], where: `multiplexer of ranks ${2 * at + 1} and ${2 * at + 2}` })) : [],
    box('5 V socket', inside.x[0] + 9, socket_opening.y, 18, 14, { high: panel_down + 7, iron: true, where: thin ? 'in the frame, wired to J7' : 'in the frame, wired to J6; optional' }),
  ];
}
/// Openings in the frame's left side: what goes through, and how far its middle lies below the upper edge of the frame.
export const usb_opening = { y: 385, wide: 14, high: 10, down: usb_down };
export const jack_opening = { y: 345, wide: 12, high: 12, down: jack_down };
export const socket_opening = { y: 215, wide: 12, high: 12, down: panel_down };
const least_wood = 3; // at an edge; less is sawn away
/// All openings. `at`: along its side, from the outer corner at the left (of White's and Black's side) or at White (of the left
/// side). `recess`: as wide from the inside, until 4 of wood are left.
export function openings(name) {
  const from_white = y => y - outside.y[0], from_left = x => x - outside.x[0];
  const { frame } = low[name];
  const slot = one => ({ ...one, slot: frame - one.down - one.high / 2 < least_wood });
  const left = (what, { y, ...one }, more) => slot({ what, side: 'left', at: from_white(y), ...one, ...more });
  const buttons = compartment(name).filter(({ where, what }) => where === 'in the frame' && what !== '5 V socket');
  return [
    left("USB plug", usb_opening), left('plug of the clock, optional', jack_opening, { round: true }),
    left(name === 'pico-hall-thin' ? '5 V socket' : '5 V socket, optional', socket_opening, { round: true, recess: 20 }),
    ...buttons.map(({ what, x }) => slot({ what, side: what.split(':')[0], at: from_left((x[0] + x[1]) / 2), wide: 12, high: 12, down: panel_down, round: true, recess: 20 })),
  ];
}

/// Height of the frame, and what hangs below the top. Reeds slide between `way` below the magnet.
const low = {
  'pico-matrix': { frame: 60, carrier: 5, sleeve: 25, way: [13, 28], carrier_at: 29, within: 1, lead_below_glass: 15, glass: 14, upper_lead: 5 },
  'pico-hall': { frame: 35, carrier: 3 },
  'pico-hall-thin': { frame: 26, carrier: 3 },
};
export function heights(name, { top, spacer }) {
  const one = low[name];
  const whole = { ...one, top, floor: top + one.frame, outside: top + one.frame + bottom };
  if (name === 'pico-matrix') {
    const [highest, lowest] = one.way.map(below => below - felt_and_glue);
    return { ...whole, post: one.carrier_at - top, sleeve_top: [highest, lowest], sleeve_end: lowest + one.sleeve,
      lead_end: lowest + one.glass + one.lead_below_glass, lead_out: one.glass + one.lead_below_glass - one.sleeve };
  }
  return { ...whole, post: spacer, carrier_at: top + spacer };
}
