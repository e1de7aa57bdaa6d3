// Thousands of changes at random to evidence of each kind: none is verified.

#include "daemon/evidence/examine.hpp"

#include "recorded_game.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>

using namespace adoube;
using namespace adoube::evidence;
using tests::arbiter_key;
using tests::hall_key;
using tests::RecordedGame;

namespace {

constexpr int rounds = 1500;

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

class Mutator {
  public:
    Mutator(std::string file, std::string other) : file_(std::move(file)), other_(std::move(other)) {}

    std::string mutate() {
        auto file = file_;
        for (auto changes = 1 + random_() % 2; changes > 0; --changes) change(file);
        return file;
    }

  private:
    std::size_t below(std::size_t size) { return size == 0 ? 0 : random_() % size; }

    void change(std::string& file) {
        const auto at = below(file.size());
        switch (random_() % 12) {
        case 0: file[at] = static_cast<char>(file[at] ^ 1 << random_() % 8); break;
        case 1: file[at] = static_cast<char>(random_()); break;
        case 2: file.insert(at, 1, " \n0>9"[random_() % 5]); break;
        case 3: file.erase(at, 1 + below(40)); break;
        case 4: file.resize(at); break;
        case 5: file.insert(below(file.size()), file.substr(at, below(200))); break;
        case 6: change_digit(file, at); break;
        case 7:
            file.replace(at, below(file.size() - at), other_.substr(below(other_.size()), below(400)));
            break;
        default: change_lines(file, random_() % 4);
        }
    }

    void change_digit(std::string& file, std::size_t at) {
        const auto digit = file.find_first_of("0123456789", at);
        if (digit != std::string::npos) file[digit] = static_cast<char>('0' + random_() % 10);
    }

    void change_lines(std::string& file, std::uint64_t how) {
        std::vector<std::string> lines;
        for (std::size_t from = 0; from < file.size();) {
            const auto end = std::min(file.find('\n', from), file.size() - 1) + 1;
            lines.push_back(file.substr(from, end - from));
            from = end;
        }
        if (lines.empty()) return;
        const auto a = below(lines.size()), b = below(lines.size());
        const auto place = lines.begin() + static_cast<std::ptrdiff_t>(a);
        switch (how) {
        case 0:
            lines.erase(place, place + static_cast<std::ptrdiff_t>(std::min(lines.size() - a, 1 + below(8))));
            break;
        case 1: lines.insert(place, std::string(lines[b])); break;
        case 2: std::swap(lines[a], lines[b]); break;
        default:
            std::rotate(lines.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)),
                        lines.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)), lines.end());
        }
        file.clear();
        for (const auto& line : lines) file += line;
    }

    std::string file_, other_;
    std::mt19937_64 random_{20261121};
};

void check_none_is_accepted(const std::string& file, const std::string& other, const Trust& trust) {
    REQUIRE(examine(file, trust).faults.empty());
    Mutator mutator(file, other);
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto mutated = mutator.mutate();
        if (mutated == file) continue;
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
    for (std::size_t at = 0; at < file.size(); ++at) {
        auto changed = file;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const auto found = examine(changed, trust);
        INFO("byte " << at);
        REQUIRE((!found.is_evidence || !found.faults.empty()));
    }
}
