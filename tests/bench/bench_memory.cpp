// What a display, a board in its game, and a finished game that has its page take of the real daemon's heap
// and stacks: what it has with many of them less what it has with few.

#include "tests/bench/bench.hpp"
#include "tests/bench/crowd.hpp"
#include "tests/bench/deeds.hpp"
#include "tests/bench/past.hpp"
#include "tests/bench/rig.hpp"
#include "tests/soak/watch.hpp"
#include "tests/unit/server/client.hpp"

#include <unistd.h>

using namespace adoube;

namespace {

/// As it stands after a rest.
double bytes_of(const bench::Rig& rig) {
    ::usleep(200'000);
    return static_cast<double>(soak::anonymous_bytes(rig.process()));
}

void tell(const std::string& what, double bytes, double goal_kib) {
    bench::tell({what, "KiB", {bytes / 1'024, {}}, "", goal_kib, true});
}

double a_display(std::size_t count) {
    bench::Boards boards(1);
    bench::Rig rig(boards);
    rig.start();
    const bench::Crowd few(bench::as_display(rig.port()), count / 10);
    const auto before = bytes_of(rig);
    const bench::Crowd many(bench::as_display(rig.port()), count);
    return (bytes_of(rig) - before) / static_cast<double>(count);
}

/// With so many boards, each in the middle of its game.
double with_boards(std::size_t count) {
    const bench::Games games;
    constexpr std::size_t plies = 40;
    bench::Boards boards(count);
    for (std::size_t board = 0; board < count; ++board)
        for (std::size_t ply = 0; ply < plies; ++ply)
            for (const auto deed : games.plies(board)[ply]) boards.happened(board, deed);
    bench::Rig rig(boards);
    rig.start();
    bench::wait_until_followed(boards);
    bench::wait_until_durable(boards);
    return bytes_of(rig);
}

/// With so many finished games, each with its page.
double with_past(std::size_t count) {
    constexpr std::size_t tables = 4;
    bench::Boards boards(tables);
    bench::Rig rig(boards);
    const auto ids = bench::write_past(rig.journal(), tables, count, 0);
    rig.start();
    for (const auto& id : ids)
        if (server::Client(rig.port()).get("/games/" + id + ".pgn").status != 200)
            bench::refuse(id + " has no page");
    return bytes_of(rig);
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    bench::allow_open_files();
    tell("memory of a display", a_display(brief ? 100 : 5'000), 2);

    const auto one = with_boards(1);
    for (const std::size_t boards : {10, 100, 1'000}) {
        if (brief && boards > 10) break;
        const auto bytes = with_boards(boards) - one;
        bench::tell_point("boards", "memory for boards in their games", static_cast<double>(boards),
                          bytes / 1'024, "KiB");
        if (brief || boards == 1'000)
            tell("memory of a board in its game", bytes / static_cast<double>(boards - 1), 48);
    }

    const std::size_t past = brief ? 4 : 1'000;
    tell("memory of a finished game", (with_past(past) - with_past(0)) / static_cast<double>(past), 4);
}
