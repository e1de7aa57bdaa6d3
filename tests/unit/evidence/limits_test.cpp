// Files crafted to take long, and keys for which anybody can sign.

#include "daemon/evidence/examine.hpp"
#include "daemon/evidence/statement.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/witness.hpp"
#include "recorded_game.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tlog/hex.hpp"

#include <ctime>
#include <functional>

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::RecordedGame;

namespace {

const int many = tests::many({1'000'000, 1'000'000}), touches = many / 16;
constexpr double longest_s = 20; // CPU time; quadratic code takes hours

std::string signature_line(int n, const std::string& name) {
    std::string id;
    for (int shift = 24; shift >= 0; shift -= 8) id += static_cast<char>(n >> shift);
    return "\u2014 " + name + " " + text::to_base64(id + std::string(64, 'x')) + "\n";
}
std::string repeated(const std::string& text, int times) {
    std::string all;
    all.reserve(text.size() * static_cast<std::size_t>(times));
    for (int n = 0; n < times; ++n) all += text;
    return all;
}
std::string signatures(bool same_name) {
    std::string all;
    for (int n = 0; n < many; ++n) all += signature_line(n, same_name ? "k" : "k" + std::to_string(n));
    return all;
}

std::string head() {
    const auto text = RecordedGame().whole().text;
    return text.substr(0, text.find("\nadoube-input ") + 1);
}
std::string signed_by_forger(const std::string& text) {
    return to_text(Note{text, {sign(tests::hall_key, text)}});
}

/// Of one game, each signed by the hall and the most unknown signers allowed.
std::string many_checkpoints() {
    RecordedGame recorded;
    auto note = recorded.checkpoints.front();
    for (int n = 0; n < 63; ++n)
        note.signatures.push_back(
            {"u" + std::to_string(n), static_cast<std::uint32_t>(n), std::string(72, 'x')});
    std::vector<Note> notes;
    for (int n = 0; n < 500; ++n) {
        for (std::size_t at = 1; at < note.signatures.size(); ++at)
            note.signatures[at].name = "u" + std::to_string(n) + "." + std::to_string(at);
        notes.push_back(note);
    }
    return to_text(make_evidence(tests::hall_key, 1, recorded.game, recorded.inputs, notes, {}));
}

/// Hands that never rest.
std::string much_to_replay() {
    RecordedGame recorded("e4 e5");
    auto t_ms = record::parse_input(recorded.inputs.back().line, record::Sensing::presence)->t_ms;
    for (int n = 0; n < touches; ++n) {
        const auto square = static_cast<chess::Square>(n / 2 % 16);
        const auto what = n % 2 == 0 ? record::What(record::Lift{square, {}}) : record::Drop{square, {}};
        recorded.inputs.push_back(
            {record::to_line(record::Input{t_ms += 300, what}), std::nullopt, UtcMs(1)});
    }
    return to_text(make_evidence(tests::hall_key, 1, recorded.game, recorded.inputs, {}, {}));
}

void examined(const std::string& bytes) { examine(bytes); }
void statements(const std::string& bytes) { CHECK_FALSE(parse_statements(bytes)); }
void request(const std::string& bytes) { CHECK_FALSE(parse_cosign_request(bytes)); }

} // namespace

TEST_CASE("no file takes long to read or refuse, whatever it is full of") {
    struct Case {
        std::string what;
        void (*read)(const std::string&);
        std::function<std::string()> make;
    };
    const auto key = "key " + tests::hall_key.verifier().to_string() + "\n";
    for (const auto& [what, read, make] :
         {Case{"signatures", examined, [] { return head() + "\n" + signatures(false); }},
          Case{"signatures by one name", examined, [] { return head() + "\n" + signatures(true); }},
          Case{"signatures of statements", statements,
               [&] { return "adoube-key/v1\n" + key + "\n" + signatures(false); }},
          Case{"statements", statements,
               [&] { return repeated("adoube-key/v1\n" + key + "from 1\n\n", many / 10); }},
          Case{"signatures of a checkpoint", request,
               [] { return "old 0\n\na\n1\nb\n\n" + signatures(false); }},
          Case{"hashes", request, [] { return "old 0\n" + repeated(std::string(43, 'A') + "=\n", many); }},
          Case{"empty lines", examined, [] { return repeated("\n", 100 * many); }},
          Case{"short lines", examined,
               [] { return head() + repeated("a\n", 10 * many) + "\n" + signature_line(1, "k"); }},
          Case{"one line", examined,
               [] { return head() + std::string(100 * many, 'a') + "\n\n" + signature_line(1, "k"); }},
          Case{"one signature", examined,
               [] { return head() + "\n\u2014 k " + std::string(100 * many, 'A') + "\n"; }},
          Case{"keys", examined,
               [&] {
                   return signed_by_forger("a\n1\n" + std::string(43, 'A') + "=\nadoube-evidence/v1\n" +
                                           repeated(key, many / 4));
               }},
          Case{
              "inputs", examined,
              [] { return signed_by_forger(head() + repeated("adoube-input g 1 1 - - - - x\n", many / 2)); }},
          Case{"proofs", examined,
               [] {
                   return signed_by_forger(head() +
                                           repeated("proof " + std::string(43, 'A') + "=\n", many / 2));
               }},
          Case{"checkpoints", examined,
               [] {
                   return signed_by_forger(
                       head() + repeated("checkpoint\n> a\n> 1\n> b\n>\n> \u2014 z AAAAAAAA\n", many / 8));
               }},
          Case{"checkpoints that are signed", examined, many_checkpoints},
          Case{"touches", examined, much_to_replay}}) {
        const auto bytes = make();
        CAPTURE(what, bytes.size());
        const auto began = std::clock();
        read(bytes);
        CHECK(static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC < longest_s);
    }
}

TEST_CASE("what is more than evidence can hold is refused, and what is not so much is read") {
    CHECK(examine(many_checkpoints()).faults.empty());
    const auto big = examine(head() + std::string(33 << 20, 'a') + "\n");
    CHECK_FALSE(big.is_evidence);
    REQUIRE_FALSE(big.faults.empty());
    CHECK(big.faults.front() == "it is larger than 32 MiB");
    Note note{"text\n", {}};
    for (int n = 0; n < 65; ++n) {
        note.signatures.push_back({"k" + std::to_string(n), 1, std::string(64, 'x')});
        CHECK(parse_note(to_text(note)).has_value() == (n < 64));
    }
}

TEST_CASE("a key of small order signs nothing, and is no key") {
    // All points of order dividing 8, with non-canonical encodings.
    for (const std::string y : {"0000000000000000000000000000000000000000000000000000000000000000",
                                "0100000000000000000000000000000000000000000000000000000000000000",
                                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"})
        for (const int sign_of_x : {0, 0x80})
            for (const auto type : {SignatureType::note, SignatureType::cosignature}) {
                VerifierKey key{"hall.example/a", type, tests::hash_of(y)};
                key.key.back() |= static_cast<std::uint8_t>(sign_of_x);
                CAPTURE(y, sign_of_x);
                const auto read = VerifierKey::parse(key.to_string());
                REQUIRE_FALSE(read);
                CHECK(read.error().find("small order") != std::string::npos);
                // R = neutral point, S = 0: valid for at least one message in eight, without a key.
                const auto forged = std::string(1, '\x01') + std::string(63, '\0');
                for (int message = 0; message < 64; ++message)
                    CHECK_FALSE(key.verifies(std::to_string(message), forged));
                // Nor in a file or statement.
                auto text = RecordedGame().whole().text;
                const auto named = "key " + tests::hall_key.verifier().to_string();
                text.replace(text.find(named), named.size(), "key " + key.to_string());
                const auto found = examine(to_text(Note{text, {{key.name, key.id(), forged}}}));
                CHECK_FALSE(found.faults.empty());
                CHECK_FALSE(parse_statements(
                    to_text(Note{"adoube-key/v1\nkey " + key.to_string() + "\nfrom 1\nrevoked lost\n",
                                 {{key.name, key.id(), forged}}})));
            }
}
