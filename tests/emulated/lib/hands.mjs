// Realistic contacts: they bounce, and disturbances briefly show the opposite.

const between = (random, low, high) => low + random() * (high - low);

/// A contact that changes now bounces for up to `bounce_us`. `set(closed)` is the contact.
export function change(machine, set, closed, at_us, { random, bounce_us }) {
  let shows = closed;
  for (let time_us = at_us; time_us < at_us + bounce_us; time_us += between(random, 20, 700), shows = !shows) {
    const now = shows;
    machine.at(time_us, () => set(now));
  }
  machine.at(at_us + bounce_us, () => set(closed));
}

/// Inverts it for less than the debounce time.
export function glitch(machine, get, set, at_us, us) {
  machine.at(at_us, () => {
    const was = get();
    set(!was);
    machine.after(us, () => set(was));
  });
}
