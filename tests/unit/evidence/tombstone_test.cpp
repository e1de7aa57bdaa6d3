// What stays of a deleted game.

#include "daemon/evidence/tombstone.hpp"

#include "daemon/text/base64.hpp"
#include "recorded_game.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using evidence::deletion_of;
using tests::RecordedGame;

namespace {

std::vector<record::Checkpoint> signed_at(const RecordedGame& game) {
    std::vector<record::Checkpoint> all;
    for (const auto& note : game.checkpoints)
        all.push_back({game.game.id, tlog::parse_checkpoint(note.text)->size, to_text(note)});
    return all;
}

std::span<const record::Entry> first(const RecordedGame& game, std::size_t count) {
    return std::span(game.inputs).first(count);
}

std::size_t told_by_a_board(std::span<const record::Entry> inputs) {
    return static_cast<std::size_t>(
        std::ranges::count_if(inputs, [](const auto& input) { return input.origin.has_value(); }));
}

} // namespace

TEST_CASE("of a whole game the root stays, and what was signed last") {
    const RecordedGame game;
    const auto all = signed_at(game);
    const auto deleted = deletion_of(game.game, game.inputs, all, UtcMs(5), "by hand");
    CHECK(deleted.tombstone.game_id == game.game.id);
    CHECK(deleted.tombstone.deleted_utc_ms == UtcMs(5));
    CHECK(deleted.tombstone.why == "by hand");
    CHECK(deleted.tombstone.size == game.size());
    CHECK(deleted.kept_size == all.back().size);
    const auto unsigned_game = deletion_of(game.game, game.inputs, {}, UtcMs(5), "by hand");
    CHECK(unsigned_game.kept_size == 0);
    CHECK(unsigned_game.tombstone.root == text::to_base64(evidence::tree_of(game.game, game.inputs).root()));
}

TEST_CASE("of two roots that differ by a few leaves only the signed one stays: those could be guessed") {
    const RecordedGame game(tests::short_game, "");
    const auto all = signed_at(game);
    const auto signed_inputs = all.back().size - 1;
    CHECK_FALSE(deletion_of(game.game, first(game, signed_inputs), all, UtcMs(5), "").tombstone.root.empty());
    const std::span fewer(all.data(), all.size() - 1);
    const auto deleted = deletion_of(game.game, game.inputs, fewer, UtcMs(5), "");
    CHECK(deleted.kept_size == fewer.back().size);
    CHECK(deleted.tombstone.root.empty());
}

TEST_CASE("of a game that was hardly begun no hash stays: who knows the event could try every name") {
    const RecordedGame salted, game(tests::short_game, "");
    const auto all = signed_at(game);
    CHECK_FALSE(deletion_of(salted.game, first(salted, 0), {}, UtcMs(5), "").tombstone.root.empty());
    std::size_t enough = 0;
    while (told_by_a_board(first(game, enough)) < evidence::inputs_nobody_guesses) ++enough;
    for (std::size_t count = 0; count < enough; ++count) {
        std::vector<record::Checkpoint> small;
        for (const auto& each : all)
            if (each.size <= count + 1) small.push_back(each);
        const auto deleted = deletion_of(game.game, first(game, count), small, UtcMs(5), "");
        CHECK(deleted.tombstone.root.empty());
        CHECK(deleted.kept_size == 0);
        CHECK(deleted.tombstone.size == count + 1);
    }
    CHECK_FALSE(deletion_of(game.game, first(game, enough), {}, UtcMs(5), "").tombstone.root.empty());
    // An arbiter's words add no unknown times.
    std::vector<record::Entry> said(40, record::Entry{R"({"t":1,"call":"b"})", std::nullopt, UtcMs(1)});
    CHECK(deletion_of(game.game, said, {}, UtcMs(5), "").tombstone.root.empty());
    // A long game's early signed part is as easily guessed.
    const std::span early(all.data(), 1);
    REQUIRE(told_by_a_board(first(game, early[0].size - 1)) < evidence::inputs_nobody_guesses);
    CHECK(deletion_of(game.game, game.inputs, early, UtcMs(5), "").kept_size == 0);
}
