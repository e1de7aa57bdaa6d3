// What arbiters have done with, for all who have the board (daemon/server/settled.hpp). What is said without a connection is shown at
// once, and said when there is one again.

export class Settled {
  #say;
  #told = new Map(); // by board: `{ game, by }`, and that by case
  #unsaid = []; // as they are said, in their order; each stays until the daemon has answered it
  #is_on_its_way = false; // the first of them

  /// `say(message)`: by the feed.
  constructor(say) {
    this.#say = say;
  }

  /// The daemon's message.
  hear({ boards, answer }) {
    this.#told = new Map(boards.map(({ board, game, cases }) => [board, { game, by: new Map(cases.map(one => [one.case, one.by])) }]));
    if (answer) {
      this.#unsaid.shift();
      this.#is_on_its_way = false;
    }
    this.#say_next();
  }

  /// What was on its way may be lost; `refused`: the daemon never takes it.
  lost(refused) {
    if (refused && this.#is_on_its_way) this.#unsaid.shift();
    this.#is_on_its_way = false;
  }

  mark({ board, game }, key, settled, is_connected) {
    this.#unsaid.push({ board, game: game.id, case: key, settled });
    if (is_connected) this.#say_next();
  }

  /// By key whoever has done with it; "" for oneself, where no daemon has said so yet.
  of({ board, game }) {
    const told = this.#told.get(board), by = new Map(told?.game === game.id ? told.by : []);
    for (const mark of this.#unsaid)
      if (mark.board === board && mark.game === game.id) {
        if (!mark.settled) by.delete(mark.case);
        else if (!by.has(mark.case)) by.set(mark.case, '');
      }
    return by;
  }

  #say_next() {
    if (this.#is_on_its_way || this.#unsaid.length === 0) return;
    this.#is_on_its_way = true;
    this.#say(this.#unsaid[0]);
  }
}
