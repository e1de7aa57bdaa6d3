// What only a token opens: it is kept for this tab, and sent as a header field, never in an address or a cookie.

const key = 'adoube.token';
const patience_ms = 15_000; // the daemon answers within ten seconds

export const token = () => sessionStorage.getItem(key);
export const keep_token = text => sessionStorage.setItem(key, text);
export const forget_token = () => sessionStorage.removeItem(key);

/// The daemon's answer that is none of 200, in its own words; `fields`: what is wrong with single ones, by name.
export class Refused extends Error {
  constructor(status, { error, fields = {} }) {
    super(error);
    this.status = status;
    this.fields = fields;
  }
}

/// GET, or, with something to say, POST. Returns the answer's JSON; throws Refused, or another error without an answer.
export const ask = async (path, said) => JSON.parse(await ask_text(path, said));

/// The same, with the answer as it comes.
export const ask_text = async (path, said) => (await answer_to(path, said)).text();
export const ask_bytes = async path => (await answer_to(path)).arrayBuffer();

async function answer_to(path, said) {
  const response = await fetch(path, {
    method: said ? 'POST' : 'GET', body: said && JSON.stringify(said), headers: { Authorization: `Bearer ${token()}` },
    signal: AbortSignal.timeout(patience_ms),
  });
  if (response.ok) return response;
  const answer = await response.text();
  let told = { error: answer.trim() };
  try {
    told = JSON.parse(answer);
  } catch { /* a plain sentence */ }
  throw new Refused(response.status, told);
}
