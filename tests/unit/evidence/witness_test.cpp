#include "daemon/tlog/witness.hpp"

#include "tests/catch.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::arbiter_key;
using tests::key_named;
using tests::RecordedGame;

namespace {

Note with(Note note, const SigningKey& cosigner, std::uint64_t utc_s) {
    note.signatures.push_back(cosign(cosigner, note.text, utc_s));
    return note;
}

} // namespace

TEST_CASE("a request to co-sign is read as another, or written otherwise than it was read") {
    const RecordedGame recorded;
    const auto tree = tree_of(recorded.game, recorded.inputs);
    const auto old_size = parse_checkpoint(recorded.checkpoints[4].text)->size,
               size = parse_checkpoint(recorded.checkpoints.back().text)->size;
    const auto request = request_to_cosign(tree, old_size, recorded.checkpoints.back());
    CHECK(proves_consistency(request.proof, old_size, tree.root(old_size), size, tree.root(size)));
    const auto text = to_text(request);
    CHECK(text.starts_with("old " + std::to_string(old_size) + "\n"));
    CHECK(parse_cosign_request(text) == request);
    CHECK(request_to_cosign(tree, 0, recorded.checkpoints.back()).proof.empty());
    CHECK(request_to_cosign(tree, size, recorded.checkpoints.back()).proof.empty());
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto changed = text;
        changed[at] = changed[at] == '\n' ? ' ' : '\n';
        if (const auto read = parse_cosign_request(changed)) CHECK(to_text(*read) == changed);
        if (const auto read = parse_cosign_request(text.substr(0, at)))
            CHECK(to_text(*read) == text.substr(0, at));
    }
    for (const auto* const none : {"", "old", "old \n", "old 1", "old -1\n\n", "old 01\n\n", "new 1\n\n"})
        CHECK_FALSE(parse_cosign_request(none));
    auto longer = request;
    longer.proof.assign(63, tree.root());
    CHECK(parse_cosign_request(to_text(longer)) == longer);
    longer.proof.push_back(tree.root());
    CHECK_FALSE(parse_cosign_request(to_text(longer)));
}

TEST_CASE("a co-signature is kept that nobody known has made, or of what was never signed, or twice") {
    const RecordedGame recorded;
    const auto& own = recorded.checkpoints[3];
    const auto ben = key_named("arbiter.example/ben", SignatureType::cosignature, 4),
               stranger = key_named("arbiter.example/anna", SignatureType::cosignature, 5);
    const std::vector cosigners{arbiter_key.verifier(), ben.verifier()};
    std::vector kept{own};
    const auto news = [&](const Note& back) { return new_cosignatures(kept, back, cosigners); };

    const auto by_anna = news(with(own, arbiter_key, 1'763'650'000));
    REQUIRE(by_anna);
    REQUIRE(*by_anna);
    CHECK((*by_anna)->text == own.text);
    CHECK(is_signed_by(**by_anna, tests::hall_key.verifier()) == Signed::yes);
    CHECK(cosigned_utc_s(**by_anna, arbiter_key.verifier()) == 1'763'650'000);
    kept.push_back(**by_anna);
    CHECK_FALSE(news(with(own, arbiter_key, 1'763'650'009)).value()); // once is enough
    const auto by_both = news(with(with(own, arbiter_key, 1'763'650'000), ben, 1'763'650'001));
    REQUIRE(by_both);
    REQUIRE(*by_both);
    CHECK((*by_both)->signatures.size() == 2); // the hall's and the new one

    // Other signatures are not kept.
    const auto aside = news(with(with(own, stranger, 1), ben, 1'763'650'001));
    REQUIRE(aside);
    CHECK((*aside)->signatures.size() == 2);

    CHECK_FALSE(news(own));
    CHECK_FALSE(news(with(own, stranger, 1)));
    CHECK_FALSE(news(with(own, tests::hall_key, 1)));
    CHECK_FALSE(news(with(recorded.checkpoints[4], arbiter_key, 1)));
    auto forged = with(own, arbiter_key, 1);
    forged.signatures.back().bytes[20] ^= 1;
    CHECK_FALSE(news(forged));
    forged = with(own, stranger, 1);
    forged.signatures.back().key_id = arbiter_key.verifier().id();
    CHECK_FALSE(news(forged));
    CHECK_FALSE(new_cosignatures({}, with(own, arbiter_key, 1), cosigners));
}
