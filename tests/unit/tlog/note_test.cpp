#include "daemon/tlog/checkpoint.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tlog/hex.hpp"

#include <random>

using namespace adoube::tlog;
using adoube::tests::from_hex;

namespace {

// Documentation example of golang.org/x/mod/sumdb/note.
const std::string go_vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const std::string go_skey = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const std::string go_note =
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "\u2014 PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

// A transparency.dev staging checkpoint with several witnesses.
const std::string public_log = "arche2025h1.staging.ct.transparency.dev";
const std::string public_checkpoint =
    public_log +
    "\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n\n"
    "\u2014 arche2025h1.staging.ct.transparency.dev "
    "zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5"
    "zRNZ55lvGt0=\n"
    "\u2014 arche2025h1.staging.ct.transparency.dev "
    "ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n"
    "\u2014 transparency.dev/DEV:witness-little-garden "
    "2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/"
    "KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==\n"
    "\u2014 remora.n621.de "
    "2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/"
    "zZ0WBxtqB0DrAWfBw==\n";
const std::string public_log_vkey = public_log + "+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f";
const std::string public_witness_vkey =
    "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";

SigningKey key_of(const std::string& name, SignatureType type = SignatureType::note, std::uint8_t seed = 7) {
    SigningKey::Seed bytes{};
    bytes.fill(seed);
    return {name, type, bytes};
}

VerifierKey vkey(const std::string& text) { return VerifierKey::parse(text).value(); }

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("Ed25519 is that of RFC 8032") { // 7.1, tests 1 and 2
    struct Vector {
        std::string_view seed, key, message, signature;
    };
    for (const auto& vector :
         {Vector{"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                 "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                 "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf"
                 "9b46b"
                 "d25bf5f0595bbe24655141438e7a100b"},
          Vector{"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                 "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                 "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f"
                 "11d8c"
                 "387b2eaeb4302aeeb00d291612bb0c00"}}) {
        const SigningKey key("k", SignatureType::note, adoube::tests::hash_of(vector.seed));
        CHECK(key.verifier().key == adoube::tests::hash_of(vector.key));
        const auto signature = key.sign(from_hex(vector.message));
        CHECK(signature == from_hex(vector.signature));
        CHECK(key.verifier().verifies(from_hex(vector.message), signature));
        CHECK_FALSE(key.verifier().verifies("x", signature));
    }
}

TEST_CASE("keys and notes of Go's sumdb are read, checked and written as Go does") {
    const auto key = SigningKey::parse(go_skey);
    REQUIRE(key);
    CHECK(key->to_string() == go_skey);
    CHECK(key->verifier().to_string() == go_vkey);
    CHECK(vkey(go_vkey) == key->verifier());
    const auto note = parse_note(go_note);
    REQUIRE(note);
    CHECK(to_text(*note) == go_note);
    CHECK(is_signed_by(*note, vkey(go_vkey)) == Signed::yes);
    CHECK(to_text({note->text, {sign(*key, note->text)}}) == go_note);
}

TEST_CASE("a checkpoint that a public log signed and a witness cosigned is read and checked") {
    const auto note = parse_note(public_checkpoint);
    REQUIRE(note);
    CHECK(to_text(*note) == public_checkpoint);
    CHECK(is_signed_by(*note, vkey(public_log_vkey)) == Signed::yes);
    CHECK(is_signed_by(*note, vkey(public_witness_vkey)) == Signed::yes);
    CHECK(cosigned_utc_s(*note, vkey(public_witness_vkey)) == 0x6a122120);
    CHECK(is_signed_by(*note, vkey(go_vkey)) == Signed::no);
    const auto checkpoint = parse_checkpoint(note->text);
    REQUIRE(checkpoint);
    CHECK(checkpoint->origin == public_log);
    CHECK(checkpoint->size == 1'432'088'532);
    CHECK(to_text(*checkpoint) == note->text);
}

TEST_CASE("a cosignature signs its time") {
    const auto witness = key_of("arbiter.example/anna", SignatureType::cosignature);
    const auto log = key_of("hall.example/a");
    auto note = signed_checkpoint(log, "adoube/game/g1", 12, leaf_hash("x"));
    note.signatures.push_back(cosign(witness, note.text, 1'800'000'000));
    CHECK(parse_note(to_text(note)) == note);
    CHECK(is_signed_by(note, log.verifier()) == Signed::yes);
    CHECK(cosigned_utc_s(note, witness.verifier()) == 1'800'000'000);
    SECTION("another time") { note.signatures[1].bytes[7] ^= 1; }
    SECTION("another text") { note.text = changed(note.text, "12", "13"); }
    SECTION("a time beyond all times") {
        note.signatures[1] = cosign(witness, note.text, std::uint64_t{1} << 63);
    }
    SECTION("a signature without a time") { note.signatures[1].bytes.erase(0, 8); }
    CHECK(is_signed_by(note, witness.verifier()) == Signed::wrongly);
    CHECK_FALSE(cosigned_utc_s(note, witness.verifier()));
}

TEST_CASE("one key under two names, or for two uses, is two keys") {
    CHECK(key_of("a").verifier().id() != key_of("b").verifier().id());
    CHECK(key_of("a").verifier().id() != key_of("a", SignatureType::cosignature).verifier().id());
}

TEST_CASE("keys that are mistyped or of another kind are refused") {
    for (const auto& text :
         {std::string(), std::string("PeterNeumann"), go_vkey.substr(0, go_vkey.size() - 1), go_vkey + "=",
          changed(go_vkey, "+c7", "+C7"), changed(go_vkey, "Peter", "Petre"),
          changed(go_vkey, "Peter", "Pe ter"), changed(go_vkey, "Peter", "Pe\u2003ter"),
          changed(go_vkey, "ARpc", "ARpd"), changed(go_vkey, "ARpc", "AhpC"),
          changed(go_vkey, "PeterNeumann", ""), go_skey}) {
        INFO(text);
        const auto key = VerifierKey::parse(text);
        REQUIRE_FALSE(key);
        CHECK(key.error().find("verifier key") != std::string::npos);
    }
    for (const auto& text :
         {go_vkey, changed(go_skey, "c74f", "c74e"), go_skey + " ", std::string("PRIVATE+KEY+")}) {
        const auto key = SigningKey::parse(text);
        REQUIRE_FALSE(key);
        CHECK(key.error().find("AYEK") == std::string::npos);
    }
}

TEST_CASE("notes in any other spelling are refused") {
    const auto line = go_note.substr(go_note.find("\u2014"));
    for (const auto& text : {
             std::string(),
             std::string("\n\n"),
             go_note.substr(0, go_note.size() - 1),
             go_note + "\n",
             go_note + "x",
             go_note + "x\n",
             go_note + line,
             " " + line,
             changed(go_note, "\n\n", "\n"),
             go_note.substr(0, go_note.find("\u2014")),
             changed(go_note, "\u2014 ", "- "),
             changed(go_note, "\u2014 ", "\u2014  "),
             changed(go_note, "nAM=", "nAN="),
             changed(go_note, "nAM=", "nAM"),
             changed(go_note, "If", "I\tf"),
             changed(go_note, "If", "I\xff"),
             changed(go_note, " x08", "  x08"),
             changed(go_note, "n x08", "n+ x08"),
             changed(go_note, "\n\n", "\r\n\n"),
         }) {
        INFO(text);
        const auto note = parse_note(text);
        REQUIRE_FALSE(note);
        CHECK_FALSE(note.error().empty());
    }
}

TEST_CASE("a text may hold empty lines: the last one ends it") {
    const auto key = key_of("a");
    const std::string text = "one\n\n\u2014 no signature\n\ntwo\n";
    const Note note{text, {sign(key, text)}};
    CHECK(parse_note(to_text(note)) == note);
}

TEST_CASE("checkpoints in any other spelling are refused") {
    const auto text = parse_note(public_checkpoint)->text;
    CHECK(parse_checkpoint(text + "more\n").value().extensions == std::vector<std::string>{"more"});
    for (const auto& other :
         {std::string(), std::string("a\n1\n"), text + "\n", text.substr(0, text.size() - 1), "\n" + text,
          changed(text, "14320", "014320"), changed(text, "14320", "+14320"),
          changed(text, "1432088532", "-1"), changed(text, "1432088532", "99999999999999999999"),
          changed(text, "1432088532", "1 "), changed(text, "4Ro=", "4Rp="), changed(text, "4Ro=", "4Q=="),
          changed(text, "U7WM", "")}) {
        INFO(other);
        CHECK_FALSE(parse_checkpoint(other));
    }
}
