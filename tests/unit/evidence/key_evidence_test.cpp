// Evidence with rotated, lost or stolen keys.

#include "daemon/evidence/examine.hpp"

#include "mutator.hpp"
#include "recorded_game.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::arbiter_key;
using tests::hall_key;
using tests::other_key;
using tests::RecordedGame;

namespace {

constexpr std::uint64_t exported = 1'763'650'000, earlier = exported - 3000, later = exported + 3000;
const auto hall = hall_key.verifier(), other = other_key.verifier(), anna = arbiter_key.verifier();

SignedStatement follows(std::uint64_t from, const std::vector<SigningKey>& signers = {hall_key, other_key}) {
    return make_statement({hall, from, other, {}}, signers, from);
}
SignedStatement revoked(const SigningKey& key, std::uint64_t from) {
    return make_statement({key.verifier(), from, std::nullopt, "stolen"}, std::vector{key}, from);
}

Examination examined(const Note& note, const std::vector<VerifierKey>& keys,
                     const std::vector<SignedStatement>& statements,
                     const std::vector<VerifierKey>& witnesses = {}) {
    return examine(to_text(note), {keys, witnesses, {}, statements, {}});
}

/// The hall's checkpoint, co-signed by Anna at `utc_s`.
Note cosigned(Note note, std::uint64_t utc_s) {
    note.signatures.push_back(cosign(arbiter_key, note.text, utc_s));
    return note;
}
std::uint64_t inputs_of(const Note& checkpoint) { return parse_checkpoint(checkpoint.text)->size - 1; }

void says(const Examination& found, const std::string& part) {
    std::string all;
    for (const auto& fault : found.faults) all += fault + "\n";
    INFO(all);
    CHECK(all.find(part) != std::string::npos);
}

Note extract_of(const RecordedGame& recorded, const std::vector<Note>& checkpoints) {
    const auto part = part_of_game(recorded.game, recorded.inputs, 3, 5).value();
    return make_evidence(hall_key, exported, recorded.game, recorded.inputs, checkpoints, {anna},
                         part.extract, part.inputs);
}

} // namespace

TEST_CASE("a game begun under one key and ended under the next is verified for who knows either") {
    const RecordedGame recorded;
    const auto file = recorded.whole(other_key); // checkpoints by the hall's first key
    const std::vector statements{follows(earlier)};
    for (const auto& key : {hall, other}) {
        const auto found = examined(file, {key}, statements);
        CHECK(found.faults.empty());
        REQUIRE(found.vouchers.size() == 2);
        CHECK(found.vouchers[0].key == other);
        CHECK(found.vouchers[1].key == hall);
        CHECK(found.vouchers[1].standing == Voucher::Standing::owner); // so nobody else's word
    }
    CHECK(examined(file, {hall}, statements).way == std::vector{*KeyHistory(statements, {}).next_of(hall)});
    says(examined(file, {hall}, {}), "which is none of the keys that were given");
    says(examined(file, {hall}, {follows(earlier, {other_key})}), "is said by that key alone");
    SECTION("the file names the first key by the statement alone") {
        const auto unnamed =
            make_evidence(other_key, exported, recorded.game, recorded.inputs, recorded.checkpoints, {});
        CHECK(examined(unnamed, {hall}, statements).faults.empty());
        says(examined(unnamed, {other}, {}), "is not signed by a key that is known");
    }
    SECTION("lost, and vouched for by the arbiter") {
        const std::vector lost{follows(earlier, {other_key, arbiter_key})};
        CHECK(examine(to_text(file), {{hall}, {}, {}, lost, {anna}}).faults.empty());
        says(examined(file, {hall}, lost), "nobody who is trusted vouches for it");
    }
}

TEST_CASE("a file that the key before signed stands, unless it was signed after the next had followed") {
    const RecordedGame recorded;
    const auto file = recorded.whole();
    for (const auto& key : {hall, other}) {
        CHECK(examined(file, {key}, {follows(later)}).faults.empty());
        says(examined(file, {key}, {follows(earlier)}), "by a key that is no longer in use: ");
    }
    says(examined(file, {}, {follows(earlier)}), "by a key that is no longer in use: ");
    says(examined(file, {other}, {}), "which is none of the keys that were given");
}

TEST_CASE("of a key that was revoked stands what others saw before, and nothing else") {
    RecordedGame recorded;
    const auto last = recorded.inputs.size();
    const std::vector statements{revoked(hall_key, earlier)};
    const auto examined_with = [&](const Note& note) { return examined(note, {hall}, statements, {anna}); };
    SECTION("nothing was seen") {
        says(examined(recorded.whole(), {hall}, statements),
             "on (stolen): nothing of it was seen by others before");
        says(examined(recorded.whole(), {}, statements), "nothing of it was seen by others before");
    }
    SECTION("some of it") {
        auto& seen = recorded.checkpoints[10];
        const auto until = inputs_of(seen);
        seen = cosigned(seen, earlier - 1);
        says(examined_with(recorded.whole()),
             ": inputs up to " + std::to_string(until) +
                 " were seen by others before, and stand; nothing shows that inputs " +
                 std::to_string(until + 1) + " to " + std::to_string(last));
    }
    SECTION("too late") {
        recorded.checkpoints[10] = cosigned(recorded.checkpoints[10], earlier);
        says(examined_with(recorded.whole()), "nothing of it was seen by others before");
    }
    SECTION("by a co-signer whom nobody knows but the file") {
        recorded.checkpoints.back() = cosigned(recorded.checkpoints.back(), earlier - 1);
        const auto file =
            make_evidence(hall_key, exported, recorded.game, recorded.inputs, recorded.checkpoints, {anna});
        says(examined(file, {hall}, statements), "nothing of it was seen by others before");
        const auto unrevoked = examined(file, {hall}, {});
        REQUIRE(unrevoked.vouchers.size() == 2);
        CHECK(unrevoked.vouchers[1].standing == Voucher::Standing::unknown);
    }
    SECTION("all of it") {
        recorded.checkpoints.back() = cosigned(recorded.checkpoints.back(), earlier - 1);
        const auto found = examined_with(recorded.whole());
        CHECK(found.faults.empty());
        CHECK(found.signer_revoked->why == "stolen");
    }
    SECTION("all of it, but by a co-signer who was revoked as well") {
        recorded.checkpoints.back() = cosigned(recorded.checkpoints.back(), earlier - 1);
        const std::vector both{statements[0], revoked(arbiter_key, later)};
        const auto by_revoked = examined(recorded.whole(), {hall}, both, {anna});
        says(by_revoked, "what it has co-signed shows nothing: ");
        CHECK(by_revoked.faults.size() == 2); // that, and that nobody else has seen it
        says(examine(to_text(recorded.whole()), {{hall}, {}, {}, both, {anna}}), "nothing of it was seen");
    }
    SECTION("all of it, by who has its checkpoint from before") {
        const auto found =
            examine(to_text(recorded.whole()), {{hall}, {}, {recorded.checkpoints.back()}, statements, {}});
        CHECK(found.faults.empty());
        CHECK(found.published_until_input == last);
    }
    SECTION("the inputs of an extract, but not the position that it begins with") {
        const auto seen = cosigned(recorded.checkpoints[10], earlier - 1);
        says(examined_with(extract_of(recorded, {seen})),
             "the position that it begins with is stated by this key alone");
        CHECK(examined_with(cosigned(extract_of(recorded, {}), earlier - 1)).faults.empty());
    }
    SECTION("exported anew by the next key, on the word of those who vouch for that") {
        const auto file = recorded.whole(other_key);
        const auto next = follows(earlier, {hall_key, other_key, arbiter_key});
        CHECK(examined(file, {other}, {statements[0], next}).faults.empty());
        says(examined(file, {hall}, {statements[0], next}), "nobody who is trusted vouches for one");
        const auto found = examine(to_text(file), {{hall}, {}, {}, {statements[0], next}, {anna}});
        CHECK(found.faults.empty());
        CHECK(found.vouchers[1].standing == Voucher::Standing::revoked);
    }
}

TEST_CASE(
    "a thief who names a key of his own as the next is not followed, nor is the hall until others vouch") {
    const RecordedGame recorded;
    const auto thief = tests::key_named("hall.example/a", SignatureType::note, 77);
    const auto stolen =
        make_statement({hall, earlier, thief.verifier(), {}}, std::vector{hall_key, thief}, earlier);
    const auto forged = make_evidence(thief, exported, recorded.game, recorded.inputs, {}, {});
    CHECK(examined(forged, {hall}, {stolen}).faults.empty()); // while nobody knows better
    says(examined(forged, {hall}, {stolen, revoked(hall_key, later)}), "which is none of the keys");
    says(examined(forged, {hall}, {stolen, follows(later)}), "two follow it, so somebody else holds it");
    says(examined(recorded.whole(other_key), {hall}, {stolen, follows(later)}), "two follow it");
    const auto vouched = follows(later, {hall_key, other_key, arbiter_key});
    const auto trust = [&](const Note& note) {
        return examine(to_text(note), {{hall}, {}, {}, {stolen, vouched}, {anna}});
    };
    CHECK(trust(make_evidence(other_key, later, recorded.game, recorded.inputs, {}, {})).faults.empty());
    says(trust(forged), "which is none of the keys");
}

TEST_CASE("a witness who has a new key is still that witness") {
    const auto next = tests::key_named("arbiter.example/anna", SignatureType::cosignature, 9);
    auto recorded = RecordedGame();
    auto& seen = recorded.checkpoints[5];
    seen.signatures.push_back(cosign(next, seen.text, earlier));
    const auto statement =
        make_statement({anna, earlier, next.verifier(), {}}, std::vector{arbiter_key, next}, earlier);
    const auto found = examined(recorded.whole(), {hall}, {statement}, {anna});
    CHECK(found.faults.empty());
    CHECK(found.vouchers.at(1).standing == Voucher::Standing::other);
    says(examined(recorded.whole(), {hall}, {}, {anna}), "nothing in it is signed by arbiter.example/anna+");
}

TEST_CASE("no changed evidence is verified by way of a key that was rotated") {
    const RecordedGame recorded;
    const auto file = to_text(recorded.whole(other_key));
    const Trust trust{{hall}, {}, {}, {follows(earlier)}, {}};
    REQUIRE(examine(file, trust).faults.empty());
    tests::Mutator mutator(file, to_text(recorded.whole()));
    for (int round = 0; round < 300; ++round) {
        const auto mutated = mutator.mutate();
        if (mutated == file) continue;
        const auto found = examine(mutated, trust);
        INFO(mutated);
        REQUIRE((!found.is_evidence || !found.faults.empty()));
    }
}
