// Evidence checked without any code of Adoube: written from daemon/evidence/README.md alone, "To check it oneself".
//
//   node verify.mjs FILE [--key KEY]… [--witness KEY]… [--published FILE]…
//
// Status 0: it is as it says, and anchored; 3: not anchored; 1: it is not as it says.

import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { readFileSync } from "node:fs";

class Fault extends Error {}
const refuse = (what) => { throw new Fault(what); };
const need = (holds, what) => { if (!holds) refuse(what); };

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const same = (one, other) => Buffer.compare(one, other) === 0;

const control = "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const space = "\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const name = new RegExp(`^[^+${space}${control}]+$`, "u");
const isName = (text) => name.test(text);

/// A BigInt.
function decimal(text, least, most, what) {
  need(/^-?(0|[1-9][0-9]*)$/.test(text) && text !== "-0", `${what} is no number`);
  const number = BigInt(text);
  need(number >= least && number <= most, `${what} is out of range`);
  return number;
}
const unsigned = (text, bits, what) => decimal(text, 0n, (1n << BigInt(bits)) - 1n, what);
const signed64 = (text, what) => decimal(text, -(1n << 63n), (1n << 63n) - 1n, what);

function base64(text, what) {
  const bytes = Buffer.from(text, "base64");
  need(bytes.toString("base64") === text, `${what} is no base64`);
  return bytes;
}
function hashFrom(text) {
  const bytes = base64(text, "a hash");
  need(bytes.length === 32, "a hash has not 32 bytes");
  return bytes;
}

// --- keys ---

const zeros = "00".repeat(31), ones = "ff".repeat(30);
const smallOrder = new Set([
  "00" + zeros, "01" + zeros,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ec" + ones + "7f", "ed" + ones + "7f", "ee" + ones + "7f",
]);

export function readKey(text) {
  const [keyName, id, ...rest] = text.split("+");
  need(rest.length > 0 && isName(keyName), "a key is none");
  const bytes = base64(rest.join("+"), "a key");
  need(bytes.length === 33 && (bytes[0] === 1 || bytes[0] === 4), "a key is none");
  need(sha256(keyName + "\n", bytes).subarray(0, 4).toString("hex") === id, "the id of a key does not fit");
  const point = Buffer.from(bytes.subarray(1));
  point[31] &= 0x7f;
  need(!smallOrder.has(point.toString("hex")), "a key is of small order");
  const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.subarray(1).toString("base64url") };
  return { text, name: keyName, id, cosigns: bytes[0] === 4, key: createPublicKey({ key: jwk, format: "jwk" }) };
}

// --- notes ---

export function readNote(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    refuse("it is not UTF-8");
  }
  need(!/[\u0000-\u0009\u000b-\u001f]/.test(text), "it holds a control character");
  const end = text.lastIndexOf("\n\n");
  need(end >= 0 && text.endsWith("\n"), "it has no signatures");
  const lines = text.slice(end + 2).split("\n").slice(0, -1);
  need(lines.length >= 1 && lines.length <= 64, "it has not 1 to 64 signatures");
  const seen = new Set();
  const signatures = lines.map((line) => {
    const parts = line.match(/^\u2014 ([^ ]*) (.*)$/u);
    need(parts && isName(parts[1]), "a line of a signature is none");
    const signature = base64(parts[2], "a signature");
    need(signature.length > 4, "a signature is too short");
    const by = parts[1] + "+" + signature.subarray(0, 4).toString("hex");
    need(!seen.has(by), "two signatures are by one key");
    seen.add(by);
    return { by, bytes: signature.subarray(4) };
  });
  return { text: text.slice(0, end + 1), signatures };
}

/// "yes", "no", or "wrongly".
function signedBy(note, key) {
  const found = note.signatures.find((one) => one.by === key.name + "+" + key.id);
  if (!found) return "no";
  const time = key.cosigns ? 8 : 0;
  if (found.bytes.length !== 64 + time) return "wrongly";
  let message = note.text;
  if (key.cosigns) {
    const seconds = found.bytes.readBigUInt64BE();
    if (seconds >= 1n << 63n) return "wrongly";
    message = `cosignature/v1\ntime ${seconds}\n${message}`;
  }
  return verifySignature(null, Buffer.from(message), key.key, found.bytes.subarray(time)) ? "yes" : "wrongly";
}

function readCheckpoint(text) {
  const lines = text.split("\n");
  need(lines.pop() === "" && lines.length >= 3, "a checkpoint has too few lines");
  need(lines.length <= 1_000_000, "a checkpoint has too many lines");
  need(lines.every((line) => line !== ""), "a checkpoint has an empty line");
  return { origin: lines[0], size: unsigned(lines[1], 64, "a size"), root: hashFrom(lines[2]), more: lines.slice(3) };
}

// --- trees ---

const leafHash = (leaf) => sha256(Buffer.of(0), leaf);
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);

/// The largest power of two below `size`, which is 2 at least.
function split(size) {
  let half = 1n;
  while (half * 2n < size) half *= 2n;
  return half;
}

/// Over leaves by their number, in order; what is in none of them comes from `proof`.
function rootOf(leaves, size, proof = []) {
  let used = 0;
  const walk = (inside, from, to) => {
    if (inside.length === 0) {
      need(used < proof.length, "a proof is too short");
      return proof[used++];
    }
    if (to - from === 1n) return inside[0].hash;
    const middle = from + split(to - from);
    const cut = inside.findIndex((leaf) => leaf.n >= middle);
    const at = cut < 0 ? inside.length : cut;
    const left = walk(inside.slice(0, at), from, middle);
    return nodeHash(left, walk(inside.slice(at), middle, to));
  };
  const root = walk(leaves, 0n, size);
  need(used === proof.length, "a proof is too long");
  return root;
}

/// RFC 9162, 2.1.4.2.
function isConsistent(proof, oldSize, oldRoot, size, root) {
  if (oldSize === size) return proof.length === 0 && same(oldRoot, root);
  const path = (oldSize & (oldSize - 1n)) === 0n ? [oldRoot, ...proof] : [...proof];
  if (path.length === 0) return false;
  let fn = oldSize - 1n, sn = size - 1n;
  while (fn & 1n) { fn >>= 1n; sn >>= 1n; }
  let fr = path[0], sr = path[0];
  for (const c of path.slice(1)) {
    if (sn === 0n) return false;
    if ((fn & 1n) || fn === sn) {
      fr = nodeHash(c, fr);
      sr = nodeHash(c, sr);
      while (!(fn & 1n) && fn !== 0n) { fn >>= 1n; sn >>= 1n; }
    } else {
      sr = nodeHash(sr, c);
    }
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && same(fr, oldRoot) && same(sr, root);
}

// --- evidence ---

class Lines {
  constructor(lines) { this.lines = lines; this.at = 0; }
  begins(word) { return this.at < this.lines.length && this.lines[this.at].startsWith(word); }
  rest(word, what) {
    need(this.begins(word), `${what} is missing`);
    return this.lines[this.at++].slice(word.length);
  }
}

/// The first `count` words, and what follows them.
function words(text, count) {
  const found = text.split(" ");
  need(found.length > count, "a line has too few words");
  return [...found.slice(0, count), found.slice(count).join(" ")];
}

function checkOrigin([board, boot, sequence, boardUs]) {
  if (board === "-") return need(boot === "-" && sequence === "-" && boardUs === "-", "half from a board");
  need(isName(board), "a board has no name");
  unsigned(boot, 32, "a boot id");
  if (sequence !== "-") unsigned(sequence, 32, "a sequence number");
  unsigned(boardUs, 64, "the time of a board");
}

function correctsTags(line) {
  try {
    return JSON.parse(line).arbiter?.do === "tags";
  } catch {
    return false;
  }
}

function readExtract(text) {
  const [first, last, firstPly, lastPly, fen] = words(text, 4);
  const [from, to, ply, end] = [first, last, firstPly, lastPly].map((n) => decimal(n, 1n, 1_000_000_000n, "a range"));
  need(from <= to && ply <= end && fen !== "", "a range is none");
  return { from, to };
}

function readEarlier(lines, isExtract) {
  let text = "";
  while (lines.begins(">")) {
    const line = lines.lines[lines.at++];
    need(line === ">" || (line.startsWith("> ") && line.length > 2), "a checkpoint is not quoted as it must be");
    text += line.slice(2) + "\n";
  }
  const note = readNote(Buffer.from(text));
  const consistent = [];
  while (lines.begins("consistent ")) consistent.push(hashFrom(lines.rest("consistent ")));
  need(isExtract || consistent.length === 0, "a whole game has proofs");
  return { note, consistent };
}

function readEvidence(text) {
  const { origin, size, root, more } = readCheckpoint(text);
  const lines = new Lines(more);
  need(lines.rest("adoube-evidence/v1", "the version") === "", "it is no evidence");
  const keys = [];
  while (lines.begins("key ")) keys.push(readKey(lines.rest("key ")));
  need(keys.length >= 1 && keys.length <= 64, "it has not 1 to 64 keys");
  need(new Set(keys.map((key) => key.text)).size === keys.length, "a key is named twice");
  need(!keys[0].cosigns, "its first key only co-signs");
  unsigned(lines.rest("exported ", "the time"), 64, "the time");
  const extract = lines.begins("extract ") ? readExtract(lines.rest("extract ")) : null;
  if (!extract) need(lines.rest("all", "the range") === "", "the range is none");

  const head = lines.rest("adoube-game ", "the header");
  const [game, created, header] = words(head, 2);
  need(isName(game) && game !== "-" && origin === "adoube/game/" + game && header !== "", "the header is none");
  signed64(created, "the time of the header");
  const record = [{ n: 0n, line: "adoube-game " + head }];
  let next = extract ? extract.from : 1n;
  const end = extract ? extract.to + 1n : size > 1n ? size : 1n;
  let earlier_n = 0n;
  while (lines.begins("adoube-input ")) {
    const leaf = lines.rest("adoube-input ");
    const [of, n, hostMs, board, boot, sequence, boardUs, line] = words(leaf, 7);
    need(of === game && line !== "", "an input is none");
    const number = unsigned(n, 64, "the number of an input");
    if (extract && next === extract.from && number < extract.from) { // a correction of tags
      need(number > earlier_n && correctsTags(line), "an earlier input is none that may be there");
      earlier_n = number;
    } else {
      need(number === next++, "inputs are not in order");
    }
    signed64(hostMs, "the time of the host");
    checkOrigin([board, boot, sequence, boardUs]);
    record.push({ n: number, line: "adoube-input " + leaf });
  }
  need(next === end, "inputs are missing, or too many");
  const salts = [];
  while (lines.begins("salt ")) salts.push(lines.rest("salt "));
  need(salts.every((salt) => base64(salt, "a salt").length === 16), "a salt has not 16 bytes");
  need(salts.length === 0 || salts.length === record.length, "salts are missing, or too many");
  const leaves = record.map(({ n, line }, at) =>
    ({ n, hash: leafHash(salts.length > 0 ? line + "\n" + salts[at] : line) }));
  const proof = [];
  while (lines.begins("proof ")) proof.push(hashFrom(lines.rest("proof ")));
  need(extract || proof.length === 0, "a whole game has proofs");
  const earlier = [];
  while (lines.begins("checkpoint")) {
    need(lines.rest("checkpoint") === "", "a checkpoint is none");
    earlier.push(readEarlier(lines, extract !== null));
  }
  need(earlier.reduce((sum, one) => sum + one.note.signatures.length, 0) <= 32768, "it has too many signatures");
  need(lines.at === more.length, "it goes on after its end");
  return { origin, size, root, keys, extract, leaves, proof, earlier };
}

/// What is known of a file, or throws a Fault.
export function examine(bytes, { keys = [], witnesses = [], published = [] } = {}) {
  need(bytes.length <= 32 << 20, "it is too large");
  const note = readNote(bytes);
  const file = readEvidence(note.text);
  const wanted = keys.map(readKey), seenBy = witnesses.map(readKey);
  const known = [...new Map([...file.keys, ...wanted, ...seenBy].map((key) => [key.text, key])).values()];
  const signers = (one) => {
    const found = known.map((key) => [key, signedBy(one, key)]);
    need(found.every(([, how]) => how !== "wrongly"), "a signature does not fit");
    return found.filter(([, how]) => how === "yes").map(([key]) => key.text);
  };

  need(file.leaves.at(-1).n < file.size, "it has more leaves than its tree");
  need(same(rootOf(file.leaves, file.size, file.proof), file.root), "its leaves do not lead to its root");
  const vouched = new Set(signers(note));
  need(vouched.has(file.keys[0].text), "it is not signed by its first key");
  for (const key of wanted) need(signers(note).includes(key.text), "it is not signed by a key that was asked for");
  need(wanted.length === 0 || wanted.some((key) => key.text === file.keys[0].text), "its first key was not asked for");

  const rootAt = (size) => rootOf(file.leaves.slice(0, Number(size)), size);
  let last = 1n;
  for (const one of file.earlier) {
    const said = readCheckpoint(one.note.text);
    need(said.origin === file.origin && said.more.length === 0, "a checkpoint is of something else");
    need(said.size >= last && said.size <= file.size, "a checkpoint is out of order");
    last = said.size;
    const by = signers(one.note);
    need(by.length > 0, "a checkpoint is not signed by a known key");
    by.forEach((key) => vouched.add(key));
    need(file.extract ? isConsistent(one.consistent, said.size, said.root, file.size, file.root)
      : same(rootAt(said.size), said.root), "a checkpoint is no beginning of the tree");
    one.said = said;
  }
  for (const key of seenBy) need(vouched.has(key.text), "a witness has signed nothing in it");

  let anchored = wanted.length > 0;
  for (const one of published.map(readNote)) {
    const said = readCheckpoint(one.text);
    need(said.origin === file.origin && signers(one).length > 0, "what was published is of something else");
    const root = said.size === file.size ? file.root
      : !file.extract && said.size > 0n && said.size < file.size ? rootAt(said.size)
        : file.earlier.find((other) => other.said.size === said.size)?.said.root;
    need(!root || same(root, said.root), "another record was published");
    anchored ||= !file.extract && said.size === file.size;
  }
  return { anchored };
}

function main(words) {
  const options = { keys: [], witnesses: [], published: [] };
  const kinds = { "--key": options.keys, "--witness": options.witnesses, "--published": options.published };
  const files = [];
  for (let at = 0; at < words.length; ++at) (kinds[words[at]] ? kinds[words[at++]] : files).push(words[at]);
  options.published = options.published.map((file) => readFileSync(file));
  try {
    const { anchored } = examine(readFileSync(files[0]), options);
    console.log(anchored ? "as it says" : "not anchored");
    return anchored ? 0 : 3;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    console.log(`not as it says: ${fault.message}`);
    return 1;
  }
}

if (process.argv[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href)
  process.exit(main(process.argv.slice(2)));
