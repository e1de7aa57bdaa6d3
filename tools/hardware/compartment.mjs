// What lies in the compartment beside file a, and the openings in the frame: parts on the strip board where its layout has them.

import { frame_high, inside, lever, lever_switch, mux_places, outside, strip_board } from './geometry.mjs';
import { in_case, layouts, parts_on } from './strip_board.mjs';

/// How far parts reach below the lower side of the top, and the middles of what goes through the frame.
const board_down = strip_board.block + strip_board.thick, panel_down = 13;
const usb_socket = 2.8, jack_axis = 2.5; // the one ends the Pico, the other lies so far below the strip board

const box = (what, x, y, wide, long, { high = 20, iron = false, over = false, kind = 'part', refs = [], where = '' } = {}) =>
  ({ what, x: [x - wide / 2, x + wide / 2], y: [y - long / 2, y + long / 2], high, iron, over, kind, refs, where });

const on_board = {
  U1: ['Pico', 'its USB socket at the frame'], J1: ['J1', "the lever's plug"], J2: ['J2', "plug of White's buttons"], J3: ['J3', "plug of Black's buttons"],
  J4: ['J4', 'clock jack, its mouth at the frame'], J5: ['J5', 'serial line'], J6: ['J6', 'terminal, second supply'], J7: ['J7', "terminal, sensors' supply"], U6: ['U6', "the sensors' regulator"],
};
function parts_of_board(name) {
  return parts_on(layouts[name]).filter(({ ref }) => ref in on_board).map(({ ref, body, high }) => {
    const [[left, black], [right, white]] = [in_case([body.x[0], body.y[0]]), in_case([body.x[1], body.y[1]])], [what, where] = on_board[ref];
    return { what, x: [left, right], y: [white, black], high: board_down + high, iron: true, over: true, kind: 'part', refs: [ref], where };
  });
}

/// Everything in the compartment beside file a. `iron`: keeps away from sensors. `over`: lies on or through another part.
/// `refs`: the parts of the netlist that it is; `where`: what the middle of the box is of the part.
export function compartment(name) {
  const hall = name !== 'pico-matrix', thin = name === 'pico-hall-thin', { wide, long, at } = strip_board;
  const under_lever = [-1, 1].flatMap(side => {
    const [of, y] = [side < 0 ? 'White' : 'Black', lever.y + side * (lever.screws + lever_switch.met)], { block, thick, long: switch_long, holes_at, below_holes, terminals } = lever_switch;
    return [box(`${of}'s switch`, lever.x, y, thick, switch_long, { high: holes_at + below_holes + terminals, iron: true, refs: [side < 0 ? 'SW1' : 'SW2'], where: "its side at its block, its lever's free end to the pivot" }),
      box(`${of}'s block`, lever.x + (thick + block.wide) / 2, y, block.wide, block.long, { high: block.high, kind: 'wood', where: 'glued to the top' })];
  });
  const button = (of, what, x, ref) => box(`${of}: ${what}`, x, of === 'White' ? inside.y[0] + 9 : inside.y[1] - 9, 18, 18, { high: panel_down + 9, iron: true, refs: [ref], where: 'in the frame' });
  return [
    box(`strip board ${wide} × ${long}`, at.x + wide / 2, at.y - long / 2, wide, long, { high: board_down, kind: 'board', where: `on blocks ${strip_board.block} high` }),
    ...parts_of_board(name),
    ...under_lever,
    button('White', "j'adoube", -110, 'SW3'), button('White', 'arbiter', -75, 'SW5'), button('Black', "j'adoube", -110, 'SW4'), button('Black', 'arbiter', -75, 'SW6'),
    ...hall ? mux_places.map(([x, y], mux) => box(`U${mux + 2}`, x, y, 18, 40, { high: 10, refs: [`U${mux + 2}`], where: `multiplexer of ranks ${2 * mux + 1} and ${2 * mux + 2}` })) : [],
    box('5 V socket', inside.x[0] + 9, socket_y, 18, 14, { high: panel_down + 7, iron: true, where: thin ? 'in the frame, wired to J7' : 'in the frame, wired to J6; optional' }),
  ];
}

const socket_y = 215;
const least_wood = 3; // at an edge; less is sawn away
/// All openings. `at`: along its side, from the outer corner at the left (of White's and Black's side) or at White (of the left
/// side). `down`: its middle, below the upper edge of the frame. `recess`: as wide from the inside, until 4 of wood are left.
export function openings(name) {
  const all = compartment(name), part = ref => all.find(({ refs }) => refs.includes(ref));
  const middle = ([from, to]) => (from + to) / 2, frame = frame_high(name);
  const slot = one => ({ ...one, slot: frame - one.down - one.high / 2 < least_wood });
  const left = (what, y, one) => slot({ what, side: 'left', at: y - outside.y[0], ...one });
  const buttons = all.filter(({ where, what }) => where === 'in the frame' && what !== '5 V socket');
  const hole = { wide: 12, high: 12, round: true };
  return [
    left('USB plug', middle(part('U1').y), { wide: 14, high: 10, down: Math.round(part('U1').high - usb_socket / 2) }),
    left('plug of the clock, optional', middle(part('J4').y), { ...hole, down: Math.round(board_down + jack_axis) }),
    left(name === 'pico-hall-thin' ? '5 V socket' : '5 V socket, optional', socket_y, { ...hole, down: panel_down, recess: 20 }),
    ...buttons.map(({ what, x }) => slot({ what, side: what.split(':')[0], at: middle(x) - outside.x[0], ...hole, down: panel_down, recess: 20 })),
  ];
}
