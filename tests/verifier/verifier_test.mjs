// Whether `adoube verify` and a verifier that was written from the README alone say the same of evidence files: of
// those that our tools make, of mutated ones, and of mutated ones that were signed again.
//
//   node verifier_test.mjs PROGRAM   writes files with evidence_vectors; ADOUBE_BIN says where `adoube` is

import { execFileSync, spawnSync } from "node:child_process";
import { createHash, createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examine, readNote } from "./verify.mjs";

const folder = mkdtempSync(join(tmpdir(), "verifier-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
execFileSync(process.argv[2], [folder]);
const at = (name) => join(folder, name);
const vectors = new URL("vectors/", import.meta.url);
for (const vector of readdirSync(vectors))
  if (!readFileSync(new URL(vector, vectors)).equals(readFileSync(at(vector))))
    throw new Error(`${vector} is not what our tools write any more: was the format to change?`);
const text = (name) => readFileSync(at(name), "utf8");
const hall = text("hall.vkey"), arbiter = text("arbiter.vkey"), other = text("other.vkey");

// mulberry32: the same at every change, with another seed in the other tier.
let state = Number(process.env.ADOUBE_SEED ?? 1);
function below(count) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
}
const tries = process.env.ADOUBE_TIER === "all" ? 5 : 1;

const counted = { 0: 0, 1: 0, 3: 0 };
function agree(bytes, options, what) {
  writeFileSync(at("tried"), bytes);
  let own = 1, why = "";
  const published = (options.published ?? []).map(at);
  try {
    const found = examine(Buffer.from(bytes), { ...options, published: published.map((file) => readFileSync(file)) });
    own = found.anchored ? 0 : 3;
  } catch (fault) {
    if (!fault.message || fault.constructor.name !== "Fault") throw fault;
    why = fault.message;
  }
  const words = Object.entries({ "--key": options.keys, "--witness": options.witnesses, "--published": published })
    .flatMap(([word, all]) => (all ?? []).flatMap((one) => [word, one]));
  const adoube = join(process.env.ADOUBE_BIN, "adoube");
  const said = spawnSync(adoube, ["verify", "--brief", at("tried"), ...words], { encoding: "utf8" });
  const theirs = said.status === 2 ? 1 : said.status;
  ++counted[theirs];
  if (own === theirs) return;
  console.log(`${what}: adoube verify says ${said.status}, the verifier ${own} (${why})\n${said.stdout}${said.stderr}`);
  writeFileSync(join(tmpdir(), "disagreed.evidence"), bytes);
  process.exit(1);
}

const asked = [
  {}, { keys: [hall] }, { keys: [other] }, { keys: [hall, arbiter] }, { keys: [hall], witnesses: [arbiter] },
  { witnesses: [hall] }, { published: ["published"] }, { published: ["early"] },
  { keys: [hall], published: ["early", "published"] }, { keys: ["nonsense"] },
];
const files = readdirSync(folder).filter((name) => name.endsWith(".evidence"));
for (const file of files)
  for (const options of asked) agree(readFileSync(at(file)), options, `${file} ${JSON.stringify(options)}`);
if (counted[0] < 15 || counted[3] < 10 || counted[1] < 10)
  throw new Error(`too little was tried: ${JSON.stringify(counted)}`);

// --- other bytes ---

for (const file of files)
  for (let n = 0; n < 10 * tries; ++n) {
    const bytes = Buffer.from(readFileSync(at(file)));
    bytes[below(bytes.length)] ^= 1 << below(8);
    agree(bytes, {}, `${file} with another bit`);
  }

// --- other lines, signed again ---

const seed = Buffer.alloc(32, 1); // of the hall's key in tests/unit/evidence/recorded_game.hpp
const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
const id = Buffer.from(hall.split("+")[1], "hex");
const signature = (signed) => Buffer.concat([id, sign(null, Buffer.from(signed), key)]).toString("base64");
const line = (signed) => `\u2014 ${hall.split("+")[0]} ${signature(signed)}\n`;
const again = (lines) => lines.join("\n") + "\n\n" + line(lines.join("\n") + "\n");

const hashes = [..."ab"].map((c) => createHash("sha256").update(c).digest("base64"));
const numbers = ["0", "1", "2", "01", "-1", "+1", "", "18446744073709551615", "18446744073709551616",
  "9007199254740993", "1000000001"];
const names = ["", "-", "a+b", "x\u0085", "x\u3000", "\u202e", "\u{1f600}", "x\u200b", "\ud7ff"];
const pick = (all) => all[below(all.length)];
/// One of the lines that `fits`, put in another way.
function edit(lines, fits, other) {
  const which = [...lines.keys()].filter((n) => fits(lines[n]));
  if (which.length === 0) return;
  const n = pick(which);
  lines[n] = other(lines[n]);
}
function replaceWord(line, first, count, values) {
  const words = line.split(" ");
  words[first + below(Math.min(count, words.length - first))] = pick(values);
  return words.join(" ");
}
const strangers = () => pick([
  "", ">", "> ", ">x", "all", "salt ", "salt x", "salt AAAAAAAAAAAAAAAAAAAAAA==", "salt AAAAAAAAAAAAAAAAAAAAAAA=", "proof x", "checkpoint", "checkpoint ", "exported 1",
  `proof ${pick(hashes)}`, `consistent ${pick(hashes)}`, `key ${arbiter}`, `key ${other}`,
]);

/// Never what a sensor log says: that is the umpire's part.
const changes = [
  (lines) => lines.splice(below(lines.length), 1),
  (lines) => lines.splice(below(lines.length), 0, pick(lines)),
  (lines) => lines.splice(3 + below(lines.length - 3), 0, strangers()),
  (lines) => {
    const one = below(lines.length), two = below(lines.length);
    [lines[one], lines[two]] = [lines[two], lines[one]];
  },
  (lines) => { lines[1] = pick(numbers); },
  (lines) => { lines[2] = pick(hashes); },
  (lines) => edit(lines, (one) => !/^adoube-(game|input)/.test(one),
    (one) => one.replace(/[0-9]+/, () => pick(numbers))),
  (lines) => edit(lines, (one) => one.startsWith("adoube-"),
    (one) => replaceWord(one, 1, one.startsWith("adoube-game") ? 2 : 7, [...numbers, ...names])),
  (lines) => edit(lines, (one) => one.startsWith("exported"), () => `exported ${pick(numbers)}`),
  (lines) => edit(lines, (one) => one.startsWith("extract "), (one) => replaceWord(one, 1, 4, numbers)),
  (lines) => edit(lines, (one) => /^(proof|consistent|> [A-Za-z0-9+/]{43}=)/.test(one),
    (one) => one.replace(/[A-Za-z0-9+/]{43}=/, pick(hashes))),
  (lines) => edit(lines, (one) => one.startsWith("salt "), () => pick([
    "salt AAAAAAAAAAAAAAAAAAAAAA==", "salt AAAAAAAAAAAAAAAAAAAAAB==", "salt AAAAAAAAAAAAAAAAAAAAAA", "salt AAAA", "salt"])),
  (lines) => { // of a game without a secret
    for (let n = lines.length - 1; n >= 0; --n) if (lines[n].startsWith("salt ")) lines.splice(n, 1);
  },
  (lines) => { // an earlier checkpoint less
    const all = [...lines.keys()].filter((n) => lines[n] === "checkpoint");
    if (all.length === 0) return;
    const first = pick(all);
    let end = first + 1;
    while (/^(>|consistent )/.test(lines[end] ?? "")) ++end;
    lines.splice(first, end - first);
  },
];

/// The root over all leaves, by a whole game that is signed again.
function rooted(lines) {
  const salts = lines.filter((one) => one.startsWith("salt ")).map((one) => one.slice("salt ".length));
  const leaves = lines.filter((one) => /^adoube-(game|input) /.test(one))
    .map((one, n) => salts.length > 0 ? `${one}\n${salts[n]}` : one);
  const tree = (all) => {
    if (all.length === 1) return createHash("sha256").update(Buffer.of(0)).update(all[0]).digest();
    let half = 1;
    while (half * 2 < all.length) half *= 2;
    const halves = Buffer.concat([tree(all.slice(0, half)), tree(all.slice(half))]);
    return createHash("sha256").update(Buffer.of(1)).update(halves).digest();
  };
  const found = lines.filter((one) => !/^(checkpoint$|>)/.test(one));
  found[1] = String(leaves.length);
  found[2] = tree(leaves).toString("base64");
  return found;
}

for (const file of files)
  for (let n = 0; n < 30 * tries; ++n) {
    const lines = readNote(readFileSync(at(file))).text.split("\n").slice(0, -1);
    for (let more = below(3); more >= 0; --more) pick(changes)(lines);
    agree(again(lines), pick(asked), `${file} changed and signed again`);
    if (n % 2 === 0) continue;
    const rest = readNote(readFileSync(at("whole.evidence"))).text.split("\n").slice(0, -1);
    pick(changes)(rest);
    if (rest.some((one) => one.startsWith("adoube-input")))
      agree(again(rooted(rest)), pick(asked), "changed, with a root of its own");
  }

// --- signature lines ---

const unknown = (count) => Array.from({ length: count }, (_, n) => `\u2014 u${n} AAAAAAAA\n`).join("");
for (const file of files) {
  const whole = text(file), end = whole.lastIndexOf("\n\n") + 2;
  const body = whole.slice(0, end), lines = whole.slice(end), own = lines.split("\n").length - 1;
  for (const [what, other] of Object.entries({
    twice: lines + lines,
    unknown: lines + unknown(1),
    "as many as may be": lines + unknown(64 - own),
    "one too many": lines + unknown(65 - own),
    none: "",
    short: lines + "\u2014 u AAAA\n",
    spaces: lines.replace(" ", "  "),
    "no newline": lines.slice(0, -1),
    "an empty line": lines + "\n",
    hyphen: lines.replace("\u2014", "-"),
  }))
    agree(body + other, { keys: [hall] }, `${file}: signatures, ${what}`);
}

if (counted[0] < 30 || counted[3] < 30) throw new Error(`too little was tried that fits: ${JSON.stringify(counted)}`);
console.log(`both say the same of ${counted[0] + counted[1] + counted[3]} files: ${JSON.stringify(counted)}`);
