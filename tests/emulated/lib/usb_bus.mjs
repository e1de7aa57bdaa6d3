// USB transactions for usb_host.mjs: tokens to endpoints in turn, with NAK, STALL and data toggles by USB 2.0
// chapter 8.

export class UsbError extends Error {
  constructor(message, how) {
    super(message);
    Object.assign(this, { stall: false, gone: false }, how);
  }
}

const idle_us = 50; // after NAKs from all
const unanswered_limit = 3;
const longest_control_us = 5_000_000; // 9.2.6.1
const packet_us = length => 10 + 0.75 * length;

export class UsbBus {
  #queues = new Map();  // endpoint → transfers, the current one first
  #toggles = new Map(); // endpoint → next packet's data1
  #turn = 0;
  #busy = false;

  constructor(machine) {
    this.machine = machine;
    this.controller = undefined;
    this.awake = false;
    this.toggle_errors = 0; // wrong toggles from the device
    this.naks = 0;
  }

  /// `done(error, value)` runs in the machine's time, unless `signal` is aborted first.
  submit(endpoint, stages, done, { signal, limit_us = Infinity } = {}) {
    const transfer = { stages, done, ends_us: this.machine.now_us + limit_us, attempt: undefined };
    if (!this.#queues.has(endpoint)) this.#queues.set(endpoint, []);
    this.#queues.get(endpoint).push(transfer);
    signal?.addEventListener('abort', () => this.#remove(endpoint, transfer));
    this.poll();
  }
  end(error) {
    this.#toggles.clear();
    const ended = [...this.#queues.values()].flat();
    this.#queues.clear();
    for (const transfer of ended) transfer.done(error);
  }
  /// DATA0 comes next.
  forget_toggles(endpoints = [...this.#toggles.keys()]) {
    for (const endpoint of endpoints) this.#toggles.delete(endpoint);
  }

  // --- transfers: generators of attempts, each returning the controller's answer, which the generator gets
  submit_control(address, setup, data, done, signal) {
    this.submit(0, this.#control_stages(address, Uint8Array.from(setup), Uint8Array.from(data)), done,
      { signal, limit_us: longest_control_us });
  }
  submit_in(address, endpoint, length, done, signal) {
    this.submit(endpoint, this.#packet_in(address, endpoint, length), done, { signal });
  }
  submit_out(address, endpoint, data, done, signal) {
    this.submit(endpoint, this.#packet_out(address, endpoint, Uint8Array.from(data)), done, { signal });
  }
  *#control_stages(address, setup, data) {
    const length = setup[6] | (setup[7] << 8);
    const came = [];
    let data1 = true;
    yield* this.#acknowledged(() => this.controller.setup(address, setup));
    if ((setup[0] & 0x80) !== 0 && length > 0) {
      for (let last = false; !last && came.length < length; data1 = !data1) {
        const packet = yield* this.#acknowledged(() => this.controller.in(address, 0));
        if (packet.data1 !== data1) throw this.#bad_toggle(0x80);
        came.push(...packet.data);
        last = packet.data.length < 64;
      }
      if (came.length > length) throw new UsbError('the device sent more than was asked for');
      yield* this.#acknowledged(() => this.controller.out(address, 0, [], true));
    } else {
      for (let at = 0; at < length; at += 64, data1 = !data1) {
        const part = data.subarray(at, Math.min(at + 64, length)), toggle = data1;
        yield* this.#acknowledged(() => this.controller.out(address, 0, part, toggle));
      }
      const status = yield* this.#acknowledged(() => this.controller.in(address, 0));
      if (!status.data1) throw this.#bad_toggle(0x80);
      if (status.data.length > 0) throw new UsbError('a status stage had data');
    }
    return Uint8Array.from(came);
  }
  *#packet_in(address, endpoint, length) {
    for (;;) {
      const packet = yield* this.#acknowledged(() => this.controller.in(address, endpoint & 15));
      const expected = this.#toggles.get(endpoint) ?? false;
      if (packet.data1 !== expected) { // a host sees a repetition
        this.#bad_toggle(endpoint);
        continue;
      }
      this.#toggles.set(endpoint, !expected);
      if (packet.data.length > length) throw new UsbError('babble: a packet was longer than asked for');
      return packet.data;
    }
  }
  *#packet_out(address, endpoint, data) {
    const data1 = this.#toggles.get(endpoint) ?? false;
    yield* this.#acknowledged(() => this.controller.out(address, endpoint, data, data1));
    this.#toggles.set(endpoint, !data1);
  }
  *#acknowledged(attempt) {
    for (let unanswered = 0; ;) {
      const answer = yield attempt;
      if (answer === 'stall') throw new UsbError('the endpoint stalls', { stall: true });
      if (answer === undefined && ++unanswered === unanswered_limit) throw new UsbError('the device does not answer', { gone: true });
      if (answer !== undefined && answer !== 'nak') return answer;
    }
  }
  #bad_toggle(endpoint) {
    ++this.toggle_errors;
    return new UsbError(`a data toggle of endpoint ${endpoint.toString(16)} is wrong`);
  }

  // --- transactions
  poll() {
    if (this.#busy || !this.awake) return;
    this.#busy = true;
    this.machine.after(1, () => this.#transact(0));
  }
  #transact(naks) {
    const open = [...this.#queues].filter(([, queue]) => queue.length > 0);
    this.#busy = open.length > 0 && this.awake;
    if (!this.#busy) return;
    const [endpoint, [transfer]] = open[this.#turn++ % open.length];
    const took_us = this.#step(endpoint, transfer);
    naks = took_us === undefined ? naks + 1 : 0;
    const rests = naks >= open.length;
    this.machine.after(rests ? idle_us : took_us ?? packet_us(0), () => this.#transact(rests ? 0 : naks));
  }
  /// Undefined after a NAK.
  #step(endpoint, transfer) {
    let answer;
    try {
      if (this.machine.now_us > transfer.ends_us) throw new UsbError('a control transfer took too long');
      transfer.attempt ??= transfer.stages.next().value;
      answer = transfer.attempt();
      const { done, value } = transfer.stages.next(answer);
      transfer.attempt = value;
      if (done && this.#remove(endpoint, transfer)) transfer.done(undefined, value);
    } catch (error) {
      if (!(error instanceof UsbError)) throw error; // a misused chip, or a bug here
      if (this.#remove(endpoint, transfer)) transfer.done(error);
    }
    if (answer === 'nak') ++this.naks;
    return answer === 'nak' ? undefined : packet_us(answer?.data?.length ?? 0);
  }
  #remove(endpoint, transfer) {
    const queue = this.#queues.get(endpoint);
    const at = queue?.indexOf(transfer) ?? -1;
    if (at >= 0) queue.splice(at, 1);
    return at >= 0;
  }
}
