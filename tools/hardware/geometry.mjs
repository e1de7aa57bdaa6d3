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
const four = [-1, 1].flatMap(y => [-1, 1].map(x => [7.5 * x, 7.5 * y, y]));
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
export const mux_places = [0, 1, 2, 3].map(at => [-18, (2 * at + 1) * square]);

/// The lever: a bar over the compartment, on a pivot; a screw through the top at each side presses a switch. Its bar lies
/// flat: `wide` along the ranks. `pivot`: from the upper side of the top to the rod's middle.
export const lever = { x: -90, y: 130, length: 160, wide: 20, high: 12, screws: 30, ends_move: 4, pivot: 11, cheek: 20, cheek_thick: 12, stop: 1, rod: 4, screw: 33, thread: 4, nut: 3.2 };
export const rod_long = lever.wide + 2 * lever.cheek_thick; // through the bar and both cheeks
/// Its switches, Omron SS-01GL: from the holes to the end of its own lever, free (at most) and where it clicks; they lie with
/// one side against a block, the free end of their own lever to the pivot. `free_end`: of that lever, from the switch's middle (its data
/// sheet has it 14.5 from the hole at the hinge); `met`: where the bar's screw meets it, from there, too.
export const lever_switch = { long: 20, thick: 6.4, free: 13.6, clicks: 8.8, within: 0.8, below_holes: 2.9, terminals: 6.4, holes_at: 14, free_end: 9.7, met: 6,
  block: { wide: 12, long: 25, high: 20 } };
/// How far a lever's screw stands out below the top, with the bar level, where its switch clicks `early` before the end.
export function lever_screw() {
  const swing = lever.ends_move * lever.screws / (lever.length / 2), early = 0.3;
  const gap = lever.pivot - lever.high / 2;
  return { swing, gap, below_top: lever_switch.holes_at - lever_switch.clicks - swing + early };
}

/// The board beside the field, under blocks that are glued to the top, flush with its corners. `at`: its edges at the frame's
/// left side and at Black's side. `to_bottom`: free below its parts.
export const strip_board = { wide: 100, long: 160, thick: 1.6, block: 5, block_long: 10, block_wide: 9, at: { x: inside.x[0], y: 410 }, to_bottom: 2 };

/// Height of the frame, and what hangs below the top. Reeds slide between `way` below the magnet.
const low = {
  'pico-matrix': { frame: 60, carrier: 5, sleeve: 25, way: [13, 28], carrier_at: 29, within: 1, lead_below_glass: 15, glass: 14, upper_lead: 5 },
  'pico-hall': { frame: 35, carrier: 3 },
  'pico-hall-thin': { frame: 26, carrier: 3 },
};
export const frame_high = name => low[name].frame;
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
