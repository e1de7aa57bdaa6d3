// An arbiter's commands: each is carried out once, however often it has to be sent until its answer comes.

const every_ms = 2_000;
const patience_ms = 60_000; // what comes later meets another position

/// Sends `line` with `post(path, line)`, as ask() of token.js, until there is an answer. `known`: see ArbitersFeed; what
/// another arbiter has done since makes the answer a refusal. Returns `{ done, text }`:
/// `done` true, false, or null where nobody knows. `retrying()` is told that it goes on.
export async function deliver(line, { epoch, id, post, sleep, now, known = {}, retrying = () => {} }) {
  const query = Object.entries({ epoch, id, ...known }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const path = `/api/command?${query.join('&')}`;
  const end = now() + patience_ms;
  for (;;) {
    try {
      const { answer } = await post(path, line);
      return { done: true, text: answer ?? '' };
    } catch (error) {
      // 409: the first is still under way; 503: the daemon keeps it, and answers when it can.
      const answered = error.status && error.status !== 409 && error.status !== 503;
      if (answered) return { done: error.status === 410 ? null : false, text: error.message, status: error.status };
      if (now() + every_ms > end) return { done: null, text: error.status ? error.message : '' };
      retrying();
      await sleep(every_ms);
    }
  }
}
