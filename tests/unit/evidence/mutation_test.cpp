#include "daemon/evidence/examine.hpp"

#include "mutator.hpp"
#include "recorded_game.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <algorithm>
#include <sstream>

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::arbiter_key;
using tests::hall_key;
using tests::Mutator;
using tests::RecordedGame;

namespace {

const int rounds = tests::many({1500, 1500});

Note cosigned(Note note, std::uint64_t utc_s) {
    note.signatures.push_back(cosign(arbiter_key, note.text, utc_s));
    return note;
}

struct Kinds {
    std::string whole, whole_seen, extract, extract_seen, extract_witnessed, other;

    Kinds() {
        RecordedGame recorded;
        whole = to_text(recorded.whole());
        whole_seen = to_text(cosigned(recorded.whole(), 1'763'651'000));
        extract = to_text(part(recorded, {}));
        const auto seen = cosigned(recorded.checkpoints[7], 1'763'648'000);
        extract_witnessed = to_text(part(recorded, {seen}));
        extract_seen = to_text(cosigned(part(recorded, {seen}), 1'763'651'000));
        other = to_text(RecordedGame("d4 d5 c4 e6").whole());
    }
    static Note part(const RecordedGame& recorded, const std::vector<Note>& checkpoints) {
        const auto plies = part_of_game(recorded.game, recorded.inputs, 3, 6).value();
        return make_evidence(hall_key, 1'763'650'000, recorded.game, recorded.inputs, checkpoints,
                             {arbiter_key.verifier()}, plies.extract, plies.inputs);
    }
};

Trust hall() { return {{hall_key.verifier()}, {}, {}}; }
Trust both() { return {{hall_key.verifier(), arbiter_key.verifier()}, {}, {}}; }

/// A note's signatures, in any order (C2SP signed-note).
std::vector<std::string> signatures_of(const std::string& file) {
    std::istringstream text(file.substr(file.rfind("\n\n") + 1));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
}

bool is_same(const std::string& mutated, const std::string& file) {
    return mutated.size() == file.size() && mutated.starts_with(file.substr(0, file.rfind("\n\n") + 2)) &&
           signatures_of(mutated) == signatures_of(file);
}

void check_none_is_accepted(const std::string& file, const std::string& other, const Trust& trust) {
    REQUIRE(examine(file, trust).faults.empty());
    Mutator mutator(file, other);
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto mutated = mutator.mutate();
        if (is_same(mutated, file)) continue;
        ++changed;
        const auto found = examine(mutated, trust);
        if (found.is_evidence && found.faults.empty()) {
            INFO(mutated);
            FAIL("accepted");
        }
    }
    CHECK(changed > rounds * 9 / 10);
}

} // namespace

TEST_CASE("no changed evidence is verified: a whole game") {
    const Kinds kinds;
    check_none_is_accepted(kinds.whole, kinds.other, hall());
}
TEST_CASE("no changed evidence is verified: a whole game, on the word of the key that it names itself") {
    const Kinds kinds;
    check_none_is_accepted(kinds.whole, kinds.extract, {});
}
TEST_CASE("no changed evidence is verified: a whole game, co-signed") {
    const Kinds kinds;
    check_none_is_accepted(kinds.whole_seen, kinds.whole, both());
}
TEST_CASE("no changed evidence is verified: an extract") {
    const Kinds kinds;
    check_none_is_accepted(kinds.extract, kinds.whole, hall());
}
TEST_CASE("no changed evidence is verified: an extract, part of it co-signed while it was played") {
    const Kinds kinds;
    check_none_is_accepted(kinds.extract_witnessed, kinds.extract,
                           {{hall_key.verifier()}, {arbiter_key.verifier()}, {}});
}
TEST_CASE("no changed evidence is verified: an extract, co-signed twice") {
    const Kinds kinds;
    check_none_is_accepted(kinds.extract_seen, kinds.extract, both());
}

TEST_CASE("every single byte counts") {
    const Kinds kinds;
    const auto trust = both();
    const auto& file = kinds.extract_seen;
    for (std::size_t at = 0; at < file.size(); at += tests::stride()) {
        auto changed = file;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const auto found = examine(changed, trust);
        INFO("byte " << at);
        REQUIRE((!found.is_evidence || !found.faults.empty()));
    }
}
