#include "daemon/broadcast/public_moves.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <array>
#include <random>

using namespace adoube;
using broadcast::PublicMove;
using broadcast::PublicMoves;

namespace {

PublicMove move_with(std::int64_t clock_ms) {
    const auto start = chess::Position::start();
    return {start, *start.move_from_uci(clock_ms % 2 == 0 ? "e2e4" : "g1f3"), false, clock_ms};
}

bool holds(const PublicMoves& list, const std::vector<PublicMove>& wanted) {
    return list.size() == wanted.size() && std::equal(wanted.begin(), wanted.end(), list.begin());
}

} // namespace

TEST_CASE("moves of a game change where another state of it shares them, or are other ones than were put") {
    for (const auto seed : tests::seeds({4, 100})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % (most + 1)); };
        std::array<PublicMoves, 3> lists;
        std::array<std::vector<PublicMove>, 3> wanted;
        for (int step = 0; step < 2'000; ++step) {
            const auto at = below(2), other = below(2);
            auto& list = lists[at];
            auto& want = wanted[at];
            const auto chance = below(99);
            if (chance < 90) {
                const auto move = move_with(static_cast<std::int64_t>(below(3)));
                list.push_back(move);
                want.push_back(move);
            } else if (chance < 93) {
                const auto plies = below(want.size());
                list.cut_to(plies);
                want.erase(want.begin() + static_cast<std::ptrdiff_t>(plies), want.end());
            } else if (chance < 96 && !want.empty()) {
                const auto ply = below(want.size() - 1);
                list.set_clock(ply, 7);
                want[ply].clock_ms = 7;
            } else {
                list = lists[other];
                want = wanted[other];
            }
            const auto same = std::ranges::mismatch(want, wanted[other]).in1 - want.begin();
            REQUIRE(PublicMoves::same(list, lists[other]) == static_cast<std::size_t>(same));
            REQUIRE((list == lists[other]) == (want == wanted[other]));
            const auto from = below(want.size());
            REQUIRE(std::vector<PublicMove>(list.from(from), list.end()) ==
                    std::vector<PublicMove>(want.begin() + static_cast<std::ptrdiff_t>(from), want.end()));
        }
        for (std::size_t at = 0; at < lists.size(); ++at) CHECK(holds(lists[at], wanted[at]));
    }
}
