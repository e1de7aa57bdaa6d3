// What a board's processor does, and how soon it tells: in the model's cycles and times, which are repeatable.

/// The work per scan in so many scans: the average, and the most cycles in any of them.
export function work(machine, scans, step = () => {}, scan_us = 1_000) {
  let most = 0;
  const [cycles, instructions] = [machine.busy_cycles, machine.instructions];
  for (let at = 0; at < scans; ++at) {
    const before = machine.busy_cycles;
    step(at);
    machine.run_for(scan_us);
    most = Math.max(most, machine.busy_cycles - before);
  }
  return { cycles: (machine.busy_cycles - cycles) / scans, instructions: (machine.instructions - instructions) / scans, most };
}

/// The longest time from an edge, which `set(on)` makes, to first byte sent, over all phases of a scan.
export function latency(machine, set, handed_us, times = 40) {
  let most = 0;
  for (let time = 0; time < times; ++time) {
    machine.run_for(60_000 + 25 * time + 7);
    const edge_us = machine.now_us;
    set(time % 2 === 0);
    machine.run_for(20_000);
    const after_us = handed_us(edge_us) - edge_us;
    if (!(after_us > 0)) throw new Error('a change was not handed over');
    most = Math.max(most, after_us);
  }
  return most;
}

/// Calls take(byte) for each byte that the chip gives its UART.
export function on_uart_byte(machine, take) {
  const write = machine.uart.writeUint32.bind(machine.uart);
  machine.uart.writeUint32 = (offset, value) => {
    if (offset === 0) take(value);
    write(offset, value);
  };
}

/// When the UART is given the first byte of each frame of events: a list that grows. Nothing may be under way.
export function events_given({ machine, host }) {
  const begun = [], given = [], before = host.heard.length; // the host hears the frames in this order
  let last = 0;
  on_uart_byte(machine, byte => {
    if (last === 0) begun.push(machine.now_us);
    last = byte;
  });
  host.on_message = name => name === 'events' && given.push(begun[host.heard.length - before - 1]);
  return given;
}
