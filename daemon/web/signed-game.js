// Whether the PGN of a game is what the hall signed: its note (daemon/evidence/game_note.hpp), checked by this browser alone.

const form = /^(adoube-game-pgn\/v1\ngame (.+)\nresult .+\npgn ([0-9a-f]{64})\n)\n((?:— \S+ [A-Za-z0-9+/]+=*\n)+)$/;
const bytes_of = base64 => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
const text_bytes = text => new TextEncoder().encode(text);
const hex_of = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async bytes => hex_of(await crypto.subtle.digest('SHA-256', bytes));

/// `NAME+ID+KEY` as C2SP signed notes have it.
function parse_key(text) {
  const [, name, id, base64] = text.trim().match(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/);
  return { name, id, bytes: bytes_of(base64).slice(1) };
}
function parse_note(text) {
  const [, signed, game, pgn_sha256, lines] = text.match(form);
  const signatures = lines.trim().split('\n').map(line => line.split(' ')).map(([, name, base64]) => ({ name, bytes: bytes_of(base64) }));
  return { signed, game, pgn_sha256, signatures };
}
const read = (parse, text) => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};

/// Null where this browser knows no Ed25519, or lets only pages that came safely use it.
async function imported({ bytes }) {
  try {
    return await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return null;
  }
}

/// `{ what, name }`: 'signed' by the key of that name; 'cannot', this browser cannot tell; or what does not match: the 'note' was
/// changed, it is of another 'key', the 'pgn' is another, or the 'sheet' was made of another. `pgn`: its bytes; `made_of`: how the
/// SHA-256 of that of the sheet begins.
export async function examine({ note, pgn, key, game, made_of }) {
  const hall = read(parse_key, key), read_note = read(parse_note, note);
  const usable = hall && globalThis.crypto?.subtle ? await imported(hall) : null;
  if (!usable) return { what: 'cannot' };
  if (!read_note) return { what: 'note', name: hall.name };
  const { signed, pgn_sha256, signatures } = read_note;
  const own = signatures.find(({ name, bytes }) => name === hall.name && hex_of(bytes.slice(0, 4)) === hall.id);
  if (!own) return { what: 'key', name: signatures.map(({ name }) => name).join(', ') };
  const is_true = await crypto.subtle.verify({ name: 'Ed25519' }, usable, own.bytes.slice(4), text_bytes(signed));
  if (!is_true || read_note.game !== game) return { what: 'note', name: hall.name };
  const digest = await sha256(pgn);
  if (digest !== pgn_sha256) return { what: 'pgn', name: hall.name };
  return { what: digest.startsWith(made_of) ? 'signed' : 'sheet', name: hall.name };
}
