// How the cost of a game grows with its moves: what the umpire takes to follow it, and what it takes to keep
// displays and PGN up to date with it.

#include "daemon/broadcast/live_round.hpp"
#include "tests/bench/bench.hpp"
#include "tests/bench/games.hpp"
#include "tests/bench/live_umpire.hpp"
#include "tests/replay/judge.hpp"

#include <algorithm>

using namespace adoube;

namespace {

chess::Game cut(const chess::Game& game, std::size_t plies) {
    chess::Game result(game.start());
    for (const auto move : game.moves().first(plies)) result.play(move);
    return result;
}

/// With time enough for all of its moves.
replay::PlayedGame by_hand(const chess::Game& game) {
    auto knobs = replay::knobs_of("human");
    knobs.clock_readings = 0; // they would tell another time control's times
    knobs.setup = 0;          // costs as much as many moves
    auto played = replay::play_by_hand(1, record::Sensing::presence, knobs, game);
    played.header.time_control = "36000+30";
    return played;
}

double seconds_to_follow(const replay::PlayedGame& played) {
    bench::LiveUmpire live(played.header);
    const double seconds = bench::processor_time_of([&] {
        for (const auto& input : played.inputs) live.feed(input);
    });
    if (!std::ranges::equal(live.umpire().final_record().game.moves(), played.game.moves()))
        bench::refuse("the umpire reads another game of " + std::to_string(played.game.moves().size()) +
                      " plies");
    return seconds;
}

/// What displays are sent and the PGN that is written after each move.
struct Published {
    double messages_s = 0, pgn_s = 0;
    std::size_t message_bytes = 0;
};

Published publish(const chess::Game& game) {
    Published sum;
    broadcast::LiveRound round("epoch");
    broadcast::PublicGame shown;
    shown.id = "game";
    shown.board = 1;
    shown.clocks = broadcast::ClockFace{5'400'000, 5'400'000, chess::Side::white, {}};
    for (const auto move : game.moves()) {
        shown.moves.push_back({shown.position, move, false, 5'000'000});
        shown.position.play(move);
        sum.messages_s += bench::processor_time_of([&] {
            for (const auto& told : round.publish(shown)) sum.message_bytes += told.message.size();
        });
        sum.pgn_s += bench::processor_time_of([&] { round.pgn(shown.id); });
    }
    return sum;
}

} // namespace

int main(int argc, char** argv) {
    const int rounds = bench::is_brief(argc, argv) ? 1 : 9;
    const auto whole = bench::long_game(500);
    for (const std::size_t plies : {10, 20, 50, 100, 200, 500}) {
        const auto game = cut(whole, plies);
        const auto played = by_hand(game);
        const auto median = [&](const std::function<double()>& measure) {
            return 1e3 * bench::in_turns(rounds, measure, {}).ours;
        };
        const auto x = static_cast<double>(plies);
        bench::tell_point("plies", "the umpire follows a game", x,
                          median([&] { return seconds_to_follow(played); }), "ms");
        bench::tell_point("plies", "messages to displays", x,
                          median([&] { return publish(game).messages_s; }), "ms");
        bench::tell_point("plies", "bytes of these messages", x,
                          static_cast<double>(publish(game).message_bytes), "B");
        bench::tell_point("plies", "PGN after each move", x, median([&] { return publish(game).pgn_s; }),
                          "ms");
    }
}
