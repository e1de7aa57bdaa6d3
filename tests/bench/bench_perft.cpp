// All move sequences of two positions, counted by the umpire's rules and by Stockfish.

#include "daemon/chess/perft.hpp"
#include "tests/bench/bench.hpp"
#include "tests/bench/stockfish.hpp"

using namespace adoube;

namespace {

struct Case {
    std::string name, fen;
    int depth, brief_depth;
};

void measure(const Case& asked, bool brief, bench::Stockfish* stockfish) {
    const auto position = chess::Position::from_fen(asked.fen).value();
    const int depth = brief ? asked.brief_depth : asked.depth;
    std::uint64_t our_count = 0;
    const auto ours = [&] {
        return bench::processor_time_of([&] { our_count = chess::perft(position, depth); });
    };
    const auto theirs = [&] {
        const double before = stockfish->processor_time();
        if (stockfish->perft(asked.fen, depth) != our_count) bench::refuse("stockfish counts other moves");
        return stockfish->processor_time() - before;
    };
    bench::tell({.name = "perft, " + asked.name,
                 .unit = "s",
                 .cost = bench::in_turns(brief ? 1 : 5, ours, stockfish ? theirs : std::function<double()>{}),
                 .yardstick_is = stockfish ? "stockfish" : "no stockfish here: apt install stockfish",
                 .goal = 0.5});
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    const auto stockfish = bench::Stockfish::start();
    measure({"start, depth 6", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 4}, brief,
            stockfish.get());
    measure(
        {"Kiwipete, depth 5", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 3},
        brief, stockfish.get());
}
