// From the press of a clock at a board's socket to the move at a display's: the real daemon, and a relay that
// writes the same bytes to a file, syncs it, and passes the same bytes on, over sockets of the same kind and
// on the same disk.

#include "tests/bench/bench.hpp"
#include "tests/bench/deeds.hpp"
#include "tests/bench/display.hpp"
#include "tests/bench/relay.hpp"
#include "tests/bench/rig.hpp"
#include "tests/bench/samples.hpp"

using namespace adoube;

namespace {

struct Times {
    std::vector<double> ours, relay; // ms
};

/// `moves` on each board. The pieces are moved on all of them, then the clocks pressed, one at a time.
Times measure(std::size_t count, std::size_t moves) {
    const auto plies = bench::quiet_plies();
    bench::Boards boards(count);
    bench::Rig rig(boards);
    rig.start();
    bench::wait_until_followed(boards);
    bench::Display display(rig.port());
    bench::Relay relay;
    Times times;
    const auto on_all = [&](bench::Deed deed) {
        for (std::size_t board = 0; board < count; ++board) boards.happen(board, deed);
        boards.serve_for(bench::hands_pause);
    };
    for (std::size_t move = 0; move < moves; ++move) {
        for (std::size_t at = 0; at + 1 < plies[move].size(); ++at) on_all(plies[move][at]);
        for (std::size_t board = 0; board < count; ++board) {
            bench::wait_until_durable(boards);
            const auto pressed = bench::now_us();
            boards.happen(board, plies[move].back());
            const auto message = display.read_move();
            times.ours.push_back(static_cast<double>(bench::now_us() - pressed) * 1e-3);
            bench::wait_until_durable(boards);
            times.relay.push_back(static_cast<double>(relay.pass(message.size())) * 1e-3);
        }
    }
    return times;
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    bench::allow_open_files();
    struct Case {
        std::size_t boards, moves; // on each
    };
    const auto cases =
        brief ? std::vector<Case>{{10, 2}} : std::vector<Case>{{1, 40}, {10, 40}, {100, 10}, {1'000, 1}};
    for (const auto& [boards, moves] : cases) {
        const auto times = measure(boards, moves);
        bench::tell_point("boards", "a move to a display, median", static_cast<double>(boards),
                          bench::percentile(times.ours, 0.5), "ms");
        if (boards != 100 && !brief) continue;
        for (const auto& [name, part] : {std::pair{"p50", 0.5}, std::pair{"p99", 0.99}})
            bench::tell({std::string("from a board to a display, ") + name,
                         "ms",
                         {bench::percentile(times.ours, part), bench::percentile(times.relay, part)},
                         "a relay that syncs a file",
                         1.3});
    }
}
