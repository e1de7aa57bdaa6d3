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

/// How far a wire leads from a sensor to its multiplexer, along ranks and files.
export const signal_wire = name => Math.max(...sensors(name).map(([x, y]) => {
  const [mux_x, mux_y] = mux_places[Math.floor(y / (2 * square))];
  return Math.abs(x - mux_x) + Math.abs(y - mux_y);
}));
const mux_places = [0, 1, 2, 3].map(at => [-18, (2 * at + 1) * square]);

/// The lever: a bar over the compartment, on a pivot; a screw through the top at each side presses a switch.
export const lever = { x: -90, y: 130, length: 160, screws: 30, ends_move: 4 };

const box = (what, x, y, wide, long, { high = 20, iron = false, over = false, kind = 'part' } = {}) =>
  ({ what, x: [x - wide / 2, x + wide / 2], y: [y - long / 2, y + long / 2], high, iron, over, kind });

/// Everything in the compartment beside file a. `iron`: keeps away from sensors. `over`: lies on or through another part.
export function compartment(name) {
  const hall = name !== 'pico-matrix', thin = name === 'pico-hall-thin';
  const switches = [-1, 1].map(side => box(side < 0 ? "White's switch" : "Black's switch", lever.x, lever.y + side * lever.screws, 7, 20, { high: 22, iron: true }));
  const button = (what, x, side) => box(what, x, side < 0 ? inside.y[0] + 9 : inside.y[1] - 9, 18, 18, { high: 18, iron: true });
  return [
    box('strip board 100 × 160', inside.x[0] + 50, 330, 100, 160, { high: 4, kind: 'board' }),
    box('Pico', inside.x[0] + 51 / 2, 385, 51, 21, { high: 20, iron: true, over: true }), // its USB socket; on sockets
    box('plugs J1 to J3', -115, 275, 14, 40, { high: 22, iron: true, over: true }),
    ...hall ? [box('U6', -80, 325, 20, 20, { high: 14, iron: true, over: true })] : [],
    ...switches,
    button("White: j'adoube", -110, -1), button('White: arbiter', -75, -1), button("Black: j'adoube", -110, 1), button('Black: arbiter', -75, 1),
    ...hall ? mux_places.map(([x, y], at) => box(`U${at + 2}`, x, y, 18, 40, { high: 10 })) : [],
    ...thin ? [box('5 V socket', inside.x[0] + 9, 215, 18, 14, { high: 14, iron: true })] : [],
  ];
}
/// The opening for the USB plug in the frame's left side, at the Pico.
export const usb_opening = { y: 385, wide: 14, high: 10 };

/// Height of the frame, and what hangs below the top. Reeds slide between `way` below the magnet.
const low = {
  'pico-matrix': { frame: 60, carrier: 5, sleeve: 25, way: [13, 28], carrier_at: 29, within: 1, lead_below_glass: 14.8, glass: 14, upper_lead: 5 },
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
