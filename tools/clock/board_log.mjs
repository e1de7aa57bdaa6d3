// A board's own log of what the clock at its jack says: its firmware acknowledges the clock and passes on each message.
// Two messages within a few milliseconds are told as the last of them.

import { RealClock } from '../first_light/clock.mjs';
import { open_line } from '../first_light/line.mjs';
import { Link } from '../first_light/link.mjs';

const hex = byte => byte.toString(16).padStart(2, '0');

export async function board_log(port, print = console.log) {
  const link = new Link(() => open_line(port), new RealClock());
  link.on_clock_said = ({ time_us, bytes }) => print(JSON.stringify({ t_us: Number(time_us), to: 0, bytes: bytes.map(hex).join(' ') }));
  await link.hello();
  await link.follow();
  for (;;) {
    await link.ping(); // else the board gives its host up
    await link.clock.sleep(1_000_000);
  }
}
