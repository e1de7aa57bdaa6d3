// Whether `adoube verify` and a verifier that was written from the README alone say the same of evidence files: of those
// that our tools make, of mutated ones, and of mutated ones that were signed again.
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
const tries = process.env.ADOUBE_TIER === "all" ? 20 : 1;

const counted = { 0: 0, 1: 0, 3: 0 };
function agree(bytes, options, what) {
  writeFileSync(at("tried"), bytes);
  let own = 1, why = "";
  try {
    own = examine(Buffer.from(bytes), { ...options, published: (options.published ?? []).map((name) => readFileSync(at(name))) })
      .anchored ? 0 : 3;
  } catch (fault) {
    if (!fault.message || fault.constructor.name !== "Fault") throw fault;
    why = fault.message;
  }
  const words = [["--key", options.keys], ["--witness", options.witnesses], ["--published", (options.published ?? []).map(at)]]
    .flatMap(([word, all]) => (all ?? []).flatMap((one) => [word, one]));
  const said = spawnSync(join(process.env.ADOUBE_BIN, "adoube"), ["verify", "--brief", at("tried"), ...words], { encoding: "utf8" });
  const theirs = said.status === 2 ? 1 : said.status;
  ++counted[theirs];
  if (own === theirs) return;
  console.log(`${what}: adoube verify says ${said.status}, the verifier ${own} (${why})\n${said.stdout}${said.stderr}`);
  writeFileSync(join(tmpdir(), "disagreed.evidence"), bytes);
  process.exit(1);
}

const asked = [{}, { keys: [hall] }, { keys: [other] }, { keys: [hall, arbiter] }, { keys: [hall], witnesses: [arbiter] },
  { witnesses: [hall] }, { published: ["published"] }, { published: ["early"] }, { keys: [hall], published: ["early", "published"] },
  { keys: ["nonsense"] }];
const files = readdirSync(folder).filter((name) => name.endsWith(".evidence"));
for (const file of files) for (const options of asked) agree(readFileSync(at(file)), options, `${file} ${JSON.stringify(options)}`);
if (counted[0] < 15 || counted[3] < 10 || counted[1] < 10) throw new Error(`too little was tried: ${JSON.stringify(counted)}`);

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
const line = (signed) => `\u2014 ${hall.split("+")[0]} ${Buffer.concat([id, sign(null, Buffer.from(signed), key)]).toString("base64")}\n`;
const again = (lines) => lines.join("\n") + "\n\n" + line(lines.join("\n") + "\n");

const hashes = [..."ab"].map((c) => createHash("sha256").update(c).digest("base64"));
const numbers = ["0", "1", "2", "01", "-1", "+1", "", "18446744073709551615", "18446744073709551616", "9007199254740993", "1000000001"];
const names = ["", "-", "a+b", "x\u0085", "x\u3000", "\u202e", "\u{1f600}", "x\u200b", "\ud7ff"];
const pick = (all) => all[below(all.length)];
/// Never what a sensor log says: that is the umpire's part.
const changes = [
  (lines) => lines.splice(below(lines.length), 1),
  (lines) => lines.splice(below(lines.length), 0, pick(lines)),
  (lines) => { const one = below(lines.length), two = below(lines.length); [lines[one], lines[two]] = [lines[two], lines[one]]; },
  (lines) => { lines[1] = pick(numbers); },
  (lines) => { lines[2] = pick(hashes); },
  (lines) => lines.splice(3 + below(lines.length - 3), 0, pick(["", ">", "> ", ">x", "all", "proof x", "checkpoint", "checkpoint ",
    `proof ${pick(hashes)}`, `consistent ${pick(hashes)}`, `key ${arbiter}`, `key ${other}`, "exported 1"])),
  (lines) => { const n = pick([...lines.keys()].filter((k) => !/^adoube-(game|input)/.test(lines[k])));
    lines[n] = lines[n].replace(/[0-9]+/, () => pick(numbers)); },
  (lines) => { const n = pick([...lines.keys()].filter((k) => lines[k].startsWith("adoube-")));
    const words = lines[n].split(" "); words[1 + below(Math.min(7, words.length - 1))] = pick([...numbers, ...names]); lines[n] = words.join(" "); },
  (lines) => { const n = lines.findIndex((one) => one.startsWith("exported")); lines[n] = `exported ${pick(numbers)}`; },
  (lines) => { const n = pick([...lines.keys()].filter((k) => lines[k] === "checkpoint")); if (n !== undefined) { let end = n + 1;
    while (/^(>|consistent )/.test(lines[end] ?? "")) ++end; lines.splice(n, end - n); } },
  (lines) => { const n = pick([...lines.keys()].filter((k) => lines[k].startsWith("extract "))); if (n !== undefined) {
    const words = lines[n].split(" "); words[1 + below(4)] = pick(numbers); lines[n] = words.join(" "); } },
  (lines) => { const n = pick([...lines.keys()].filter((k) => /^(proof|consistent|> [A-Za-z0-9+/]{43}=)/.test(lines[k])));
    if (n !== undefined) lines[n] = lines[n].replace(/[A-Za-z0-9+/]{43}=/, pick(hashes)); },
];

/// The root over all leaves, by a whole game that is signed again.
function rooted(lines) {
  const leaves = lines.filter((one) => /^adoube-(game|input) /.test(one));
  const tree = (all) => {
    if (all.length === 1) return createHash("sha256").update(Buffer.of(0)).update(all[0]).digest();
    let half = 1;
    while (half * 2 < all.length) half *= 2;
    return createHash("sha256").update(Buffer.of(1)).update(tree(all.slice(0, half))).update(tree(all.slice(half))).digest();
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
    if (rest.some((one) => one.startsWith("adoube-input"))) agree(again(rooted(rest)), pick(asked), "changed, with a root of its own");
  }

// --- signature lines ---

for (const file of files) {
  const whole = text(file), [, ...tail] = whole.slice(whole.lastIndexOf("\n\n")).split("\n\n");
  const body = whole.slice(0, whole.lastIndexOf("\n\n") + 2);
  const unknown = (n) => `\u2014 u${n} AAAAAAAA\n`;
  for (const [what, end] of [["twice", tail[0] + tail[0]], ["unknown", tail[0] + unknown(1)], ["64", tail[0] + Array.from({ length: 62 }, (_, n) => unknown(n)).join("")],
    ["65", tail[0] + Array.from({ length: 64 }, (_, n) => unknown(n)).join("")], ["none", ""], ["short", tail[0] + "\u2014 u AAAA\n"], ["spaces", tail[0].replace(" ", "  ")],
    ["no newline", tail[0].slice(0, -1)], ["an empty line", tail[0] + "\n"], ["hyphen", tail[0].replace("\u2014", "-")]])
    agree(body + end, { keys: [hall] }, `${file}: signatures, ${what}`);
}

if (counted[0] < 40 || counted[3] < 30) throw new Error(`too little was tried that fits: ${JSON.stringify(counted)}`);
console.log(`both say the same of ${counted[0] + counted[1] + counted[3]} files: ${JSON.stringify(counted)}`);
