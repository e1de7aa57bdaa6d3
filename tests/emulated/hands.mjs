// Hands and contacts as they are: a contact that closes or opens bounces, and a disturbance shows for a moment what is not.

const between = (random, low, high) => low + random() * (high - low);

/// A contact changes at this time, and bounces until it rests, at most `bounce_us` later. `set(closed)` is the contact.
export function change(machine, set, closed, at_us, { random, bounce_us }) {
  let shows = closed;
  for (let time_us = at_us; time_us < at_us + bounce_us; time_us += between(random, 20, 700), shows = !shows) {
    const now = shows;
    machine.at(time_us, () => set(now));
  }
  machine.at(at_us + bounce_us, () => set(closed));
}

/// For less time than the debounce takes, it shows the opposite of what is.
export function glitch(machine, get, set, at_us, us) {
  machine.at(at_us, () => {
    const was = get();
    set(!was);
    machine.after(us, () => set(was));
  });
}
