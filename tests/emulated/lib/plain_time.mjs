// Time without a chip: as machine.mjs tells it, for parts that need nothing else.
//
//   const time = new PlainTime();
//   time.plug(part);
//   time.run_for(us);

export class PlainTime {
  now_us = 0;
  #ahead = []; // [time_us, number, act]
  #planned = 0;

  plug(part) {
    part.connect(this);
    return part;
  }
  at(time_us, act) {
    const event = [Math.max(time_us, this.now_us), this.#planned++, act];
    let at = this.#ahead.length;
    while (at > 0 && this.#ahead[at - 1][0] > event[0]) --at;
    this.#ahead.splice(at, 0, event);
  }
  after(us, act) {
    this.at(this.now_us + us, act);
  }
  run_until(time_us) {
    while (this.#ahead[0]?.[0] <= time_us) {
      const [due_us, , act] = this.#ahead.shift();
      this.now_us = due_us;
      act();
    }
    this.now_us = time_us;
  }
  run_for(us) {
    this.run_until(this.now_us + us);
  }
}
