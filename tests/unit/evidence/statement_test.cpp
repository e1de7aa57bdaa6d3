#include "daemon/evidence/key_history.hpp"

#include "mutator.hpp"
#include "recorded_game.hpp"
#include "tests/says.hpp"

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::arbiter_key;
using tests::hall_key;
using tests::key_named;
using tests::other_key;
using tests::says;

namespace {

constexpr std::uint64_t noon = 1'763'640'000, evening = 1'763'660'000;
const auto third_key = key_named("hall.example/c", SignatureType::note, 4);
const auto second_arbiter = key_named("arbiter.example/bob", SignatureType::cosignature, 5);
const auto hall = hall_key.verifier(), other = other_key.verifier(), third = third_key.verifier(),
           anna = arbiter_key.verifier(), bob = second_arbiter.verifier();

SignedStatement follows(const SigningKey& key, const SigningKey& next, std::uint64_t from = noon) {
    return make_statement({key.verifier(), from, next.verifier(), {}}, std::vector{key, next}, from);
}
/// `key` is lost: only `next` and its vouchers sign.
SignedStatement instead(const VerifierKey& key, const SigningKey& next, std::vector<SigningKey> vouchers = {},
                        const std::string& revoked = {}) {
    vouchers.insert(vouchers.begin(), next);
    return make_statement({key, noon, next.verifier(), revoked}, vouchers, evening);
}
SignedStatement revoked(const SigningKey& key, std::uint64_t from = noon) {
    return make_statement({key.verifier(), from, std::nullopt, "the laptop was stolen"}, std::vector{key},
                          from);
}

KeyHistory history(const std::vector<SignedStatement>& statements,
                   const std::vector<VerifierKey>& trusted = {}) {
    // As read from a file.
    const auto read = parse_statements(to_text(statements));
    REQUIRE(read);
    CHECK(*read == statements);
    return {*read, trusted};
}

std::string refusal(const std::string& text) {
    const auto read = parse_statements(text);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("a key that was rotated leads to the next, the one after it, and back") {
    const auto known = history({follows(hall_key, other_key), follows(other_key, third_key, evening)});
    const auto way = known.way(hall, third);
    REQUIRE(way);
    REQUIRE(way->size() == 2);
    CHECK(told(way->at(0)) == other.to_string() + " follows " + hall.to_string() +
                                  " since 2025-11-20 12:00:00 UTC, signed by both");
    CHECK(way->at(1).next == third);
    CHECK(known.way(third, hall) == way);
    CHECK(known.way(other, hall)->size() == 1);
    CHECK(known.way(hall, hall)->empty());
    CHECK_FALSE(known.way(hall, anna));
    CHECK_FALSE(known.revoked(hall));
}

TEST_CASE("a key that was lost is followed on the word of those who are trusted, and of nobody else") {
    const std::vector statements{instead(hall, other_key, {arbiter_key})};
    CHECK_FALSE(history(statements).way(hall, other));
    CHECK_FALSE(history(statements, {bob}).way(hall, other));
    says(history(statements).why_no_next(hall), "is said by that key alone");
    CHECK(history(statements).way(other, hall)); // for who trusts the next key
    const auto known = history(statements, {anna});
    const auto way = known.way(hall, other);
    REQUIRE(way);
    CHECK(way->front().vouched == std::vector<Succession::Word>{{anna, evening}});
    says(told(way->front()), "vouched for on 2025-11-20 17:33:20 UTC by " + anna.to_string());
    CHECK_FALSE(known.revoked(hall)); // lost, but nobody else's
}

TEST_CASE("a key revokes itself, and since then names nobody who follows it, whenever it says it did") {
    for (const auto from : {noon - 1000, noon, evening}) {
        const auto known = history({revoked(hall_key, from), follows(hall_key, other_key, noon)});
        REQUIRE(known.revoked(hall));
        CHECK(known.revoked(hall)->from_utc_s == from);
        CHECK_FALSE(known.way(hall, other));
        says(known.why_no_next(hall), "nobody who is trusted vouches for one");
        CHECK(known.way(other, hall)); // the next key is believed about the one before
    }
    CHECK(history({revoked(hall_key, evening), revoked(hall_key, noon)}).revoked(hall)->from_utc_s == noon);
    CHECK(history({revoked(hall_key), instead(hall, other_key, {arbiter_key})}, {anna}).way(hall, other));
    CHECK_FALSE(history({revoked(other_key), instead(hall, other_key)}).way(other, hall));
}

TEST_CASE("a key without its owner is revoked by those who are trusted") {
    const std::vector statements{instead(hall, other_key, {arbiter_key}, "stolen with the laptop")};
    CHECK_FALSE(history(statements).revoked(hall)); // anybody could say so
    says(history(statements).faults().at(0), "was revoked is said by nobody who is trusted");
    CHECK(history(statements, {other}).revoked(hall));
    const auto known = history(statements, {anna});
    CHECK(known.faults().empty());
    REQUIRE(known.revoked(hall));
    CHECK(known.revoked(hall)->why == "stolen with the laptop");
    CHECK(known.way(hall, other));
}

TEST_CASE("a key that two follow is held by two: neither counts, and it is revoked from the earlier on") {
    const std::vector thief{follows(hall_key, other_key, evening), follows(hall_key, third_key, noon)};
    const auto known = history(thief);
    REQUIRE(known.revoked(hall));
    CHECK(known.revoked(hall)->from_utc_s == noon);
    says(told(hall, *known.revoked(hall)), "two follow it, so somebody else holds it");
    CHECK_FALSE(known.way(hall, other));
    CHECK_FALSE(known.way(hall, third));
    SECTION("those who are trusted say which") {
        auto statements = thief;
        auto& note = statements[0].note;
        note.signatures.push_back(cosign(arbiter_key, note.text, evening));
        const auto said = history(statements, {anna});
        CHECK(said.way(hall, other));
        CHECK_FALSE(said.way(hall, third));
        CHECK(said.revoked(hall));
    }
    SECTION("a key lost, and then found by a thief") {
        const auto said =
            history({follows(hall_key, third_key), instead(hall, other_key, {arbiter_key})}, {anna});
        CHECK(said.way(hall, other));
        CHECK_FALSE(said.way(hall, third));
        CHECK(said.revoked(hall));
    }
    SECTION("somebody's own word against the key's does not stop it") {
        const auto said = history({follows(hall_key, other_key), instead(hall, third_key)});
        CHECK(said.way(hall, other));
        CHECK_FALSE(said.revoked(hall));
    }
    SECTION("the same next twice is one") {
        const auto said =
            history({follows(hall_key, other_key, noon), follows(hall_key, other_key, evening)});
        CHECK(said.way(hall, other)->front().from_utc_s == noon);
    }
}

TEST_CASE("where those who are trusted contradict each other, nothing follows") {
    const auto known = history(
        {instead(hall, other_key, {arbiter_key}), instead(hall, third_key, {second_arbiter})}, {anna, bob});
    CHECK_FALSE(known.way(hall, other));
    CHECK_FALSE(known.way(hall, third));
    says(known.why_no_next(hall), "contradict each other");
    auto own = follows(hall_key, other_key);
    own.note.signatures.push_back(cosign(arbiter_key, own.note.text, evening));
    const auto against = history({own, instead(hall, third_key, {second_arbiter})}, {anna, bob});
    CHECK_FALSE(against.way(hall, other));
    CHECK_FALSE(against.way(hall, third));
}

TEST_CASE("a co-signer's key is rotated and revoked as others are, and vouches for nothing once it is") {
    const auto lost = instead(hall, other_key, {second_arbiter});
    CHECK_FALSE(history({lost}, {anna}).way(hall, other));
    CHECK(history({follows(arbiter_key, second_arbiter), lost}, {anna}).way(hall, other));
    CHECK_FALSE(history({revoked(second_arbiter), lost}, {bob}).way(hall, other));
    CHECK_FALSE(history({follows(arbiter_key, second_arbiter), revoked(second_arbiter), lost}, {anna})
                    .way(hall, other));
    // No key vouches for itself, and a revoked key speaks of no other.
    CHECK_FALSE(history({instead(anna, second_arbiter)}, {anna, bob}).way(anna, bob));
    const auto told_by_bob = instead(hall, other_key, {second_arbiter}, "stolen");
    CHECK(history({told_by_bob}, {bob}).revoked(hall));
    CHECK_FALSE(history({revoked(second_arbiter), told_by_bob}, {bob}).revoked(hall));
}

TEST_CASE("a circle of keys, and a long chain, come to an end") {
    const auto known = history({follows(hall_key, other_key), follows(other_key, hall_key)});
    CHECK(known.way(hall, other));
    CHECK_FALSE(known.way(hall, third));
    std::vector<SignedStatement> chain;
    std::vector<SigningKey> keys;
    for (std::uint8_t seed = 20; seed < 120; ++seed)
        keys.push_back(key_named("k", SignatureType::note, seed));
    for (std::size_t at = 1; at < keys.size(); ++at) chain.push_back(follows(keys[at - 1], keys[at]));
    CHECK(history(chain).way(keys.front().verifier(), keys.back().verifier())->size() == 99);
    CHECK(history(chain).way(keys.back().verifier(), keys.front().verifier())->size() == 99);
}

TEST_CASE("what is no statement, or not what was signed, is refused") {
    const auto good = to_text(follows(hall_key, other_key).note);
    const auto changed = [&](const std::string& from, const std::string& to) {
        auto text = good;
        return refusal(text.replace(text.find(from), from.size(), to));
    };
    CHECK(refusal(good).empty());
    CHECK(refusal("") == "it holds no statement about a key");
    says(refusal("hello\n"), "statement 1 in it is damaged");
    says(changed("from 1763640000", "from 1763640001"), "is not what was signed");
    says(changed("from 1763640000", "from 01763640000"), "does not say from when");
    says(changed("from 1763640000", "from 999999999999"), "does not say from when");
    says(changed("adoube-key/v1", "adoube-key/v2"), "is no statement about a key");
    says(changed("next " + other.to_string(), "next " + anna.to_string()), "names a next key that is none");
    says(changed("next " + other.to_string() + "\n", ""), "says nothing");
    says(changed("next ", "more x\nnext "), "says nothing");
    auto wrong = follows(hall_key, other_key).note;
    wrong.signatures.front().bytes[5] = static_cast<char>(wrong.signatures.front().bytes[5] ^ 1);
    says(refusal(to_text(wrong)), "is not what was signed");
    const auto unsigned_next = make_statement({hall, noon, other, {}}, std::vector{hall_key}, noon);
    says(refusal(to_text(unsigned_next.note)), "is not signed by the key that it names next");
    const auto itself = make_statement({hall, noon, hall, {}}, std::vector{hall_key}, noon);
    says(refusal(to_text(itself.note)), "names a next key that is none");
    const auto revokes = to_text(revoked(hall_key).note);
    says(refusal(good + revokes.substr(0, revokes.size() - 9)), "statement 2 in it is damaged");
    says(refusal(revokes + good.substr(1)), "statement 1 in it is not written as it must be");
    const std::vector<std::string> no_reasons{" x", "x ", "a\u202eb", "a\u009b31mb", std::string(201, 'x')};
    for (const auto& why : no_reasons) {
        const auto said = make_statement({hall, noon, std::nullopt, why}, std::vector{hall_key}, noon);
        CHECK_FALSE(refusal(to_text(said.note)).empty());
    }
    std::string many;
    for (int i = 0; i < 257; ++i) many += revokes;
    says(refusal(many), "more than 256");
}

TEST_CASE("a co-signature of a trusted key that does not fit is told") {
    auto statement = instead(hall, other_key, {arbiter_key});
    auto& bytes = statement.note.signatures.back().bytes;
    bytes[3] = static_cast<char>(bytes[3] ^ 1); // the time
    const auto known = history({statement}, {anna});
    CHECK_FALSE(known.way(hall, other));
    REQUIRE(known.faults().size() == 1);
    says(known.faults()[0], "is not what was signed by " + anna.to_string());
}

TEST_CASE("no changed statement amounts to anything that was not signed") {
    const std::vector good{follows(hall_key, other_key), revoked(other_key),
                           instead(other, third_key, {arbiter_key}, "stolen")};
    const auto text = to_text(good);
    const std::vector others{follows(other_key, third_key), revoked(third_key)};
    const auto is_among = [](const auto& statements, const SignedStatement& one) {
        return std::ranges::count(statements, one.said, &SignedStatement::said) > 0;
    };
    tests::Mutator mutator(text, to_text(others));
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        const auto mutated = mutator.mutate();
        const auto read = parse_statements(mutated);
        if (!read || !KeyHistory(*read, std::vector{anna}).faults().empty()) {
            ++refused;
            continue;
        }
        INFO(mutated);
        REQUIRE(to_text(*read) == mutated);
        for (const auto& one : *read) REQUIRE((is_among(good, one) || is_among(others, one)));
    }
    CHECK(refused > 4000);
}

TEST_CASE("every single byte of a statement counts") {
    const auto text = to_text(std::vector{follows(hall_key, other_key), revoked(other_key)});
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto changed = text;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        INFO("byte " << at);
        const auto read = parse_statements(changed);
        if (!read || !KeyHistory(*read, {}).faults().empty()) continue;
        // Only another's signature in place of one that may be missing: the old key's.
        REQUIRE(read->front().by_key == false);
        REQUIRE(read->front().said == follows(hall_key, other_key).said);
    }
}
