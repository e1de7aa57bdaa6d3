#include "daemon/round/public_view.hpp"

#include "tests/catch.hpp"
#include "tests/simple_hands.hpp"

using namespace adoube;
using round::PublicView;

namespace {

umpire::GameRecord record_of(const std::string& moves, std::int64_t white_ms = 1000) {
    umpire::GameRecord record;
    for (const auto move : tests::moves_of(moves)) {
        record.game.play(move);
        record.moves.push_back({move, {}, std::nullopt, std::nullopt});
    }
    record.clocks = umpire::Clocks{white_ms, 2000, chess::Side::white};
    return record;
}

std::string moves_in(const PublicView& view) {
    std::string text;
    for (const auto& move : view.game().moves) text += move.san() + "/" + move.uci() + " ";
    return text;
}

} // namespace

TEST_CASE("the public game follows the record: moves added, taken back and replaced") {
    PublicView view("g", 1, {}, false);
    CHECK(view.update(record_of(""), {}));
    CHECK(!view.update(record_of(""), {}));
    CHECK(view.update(record_of("e4 e5 Nf3"), {}));
    CHECK(moves_in(view) == "e4/e2e4 e5/e7e5 Nf3/g1f3 ");
    CHECK(view.update(record_of("e4 c5 Nf3"), {}));
    CHECK(moves_in(view) == "e4/e2e4 c5/c7c5 Nf3/g1f3 ");
    CHECK(view.update(record_of("e4"), {}));
    CHECK(moves_in(view) == "e4/e2e4 ");
    CHECK(view.game().position == record_of("e4").game.position());
}

TEST_CASE("the time after a move and the result are changes to tell") {
    PublicView view("g", 1, {}, false);
    auto record = record_of("e4");
    view.update(record, {});
    record.moves[0].clock_ms = 5;
    CHECK(view.update(record, {}));
    CHECK(view.game().moves[0].clock_ms == 5);
    record.result = chess::Result::draw;
    CHECK(view.update(record, {}));
    CHECK(!view.update(record, {}));
}

TEST_CASE("a clock that runs as expected is not told again, one that was set is") {
    PublicView view("g", 1, {}, false);
    view.update(record_of("", 60'000), UtcMs(1'000'000));
    CHECK(!view.update(record_of("", 50'000), UtcMs(1'010'000)));
    CHECK(!view.update(record_of("", 49'700), UtcMs(1'010'000)));
    CHECK(view.game().clocks->at_utc_ms == UtcMs(1'000'000));
    CHECK(view.update(record_of("", 30'000), UtcMs(1'010'000)));
    CHECK(view.game().clocks->at_utc_ms == UtcMs(1'010'000));
    auto stopped = record_of("", 30'000);
    stopped.clocks->running.reset();
    CHECK(view.update(stopped, UtcMs(1'010'000)));
    stopped.clocks.reset();
    CHECK(view.update(stopped, UtcMs(1'010'000)));
    CHECK(!view.game().clocks);
}

TEST_CASE("another start position begins a new list of moves") {
    PublicView view("g", 1, {}, false);
    view.update(record_of("e4 e5"), {});
    umpire::GameRecord other{
        chess::Game(chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value()), {}, 0, {}, {}, {}};
    CHECK(view.update(other, {}));
    CHECK(view.game().moves.empty());
    CHECK(view.game().start == other.game.start());
}
