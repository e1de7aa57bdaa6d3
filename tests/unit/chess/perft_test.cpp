// Move counts that are published, written down anew: https://www.chessprogramming.org/Perft_Results and
// https://www.chessprogramming.org/Chess960_Perft_Results
#include "daemon/chess/perft.hpp"

#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <fstream>
#include <functional>
#include <sstream>

using namespace adoube::chess;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t largest_count = 300'000;
#else
constexpr std::uint64_t largest_count = 1'000'000'000;
#endif

struct Counts {
    const char* name;
    const char* fen;
    std::vector<std::uint64_t> by_depth;
};

const std::vector<Counts> well_known{
    {"start",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     {20, 400, 8902, 197281, 4865609, 119060324}},
    {"Kiwipete",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2039, 97862, 4085603, 193690690}},
    {"pins and en passant",
     "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     {14, 191, 2812, 43238, 674624, 11030083}},
    {"promotions",
     "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     {6, 264, 9467, 422333, 15833292}},
    {"promotion with check",
     "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     {44, 1486, 62379, 2103487}},
    {"middle game",
     "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594}},
    {"most moves in a game", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", {218, 99}},
    {"more moves than any game has", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", {270, 0}},
    {"Chess960, first in the list of results",
     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
     {21, 528, 12189, 326672, 8146062}},
    {"Chess960, outer rook checks after castling",
     "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
     {19, 628, 12858, 405636}},
    {"Chess960, rooks beside their kings",
     "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
     {28, 738, 20218}},
};

/// Skips, and adds to `left_out`, what this build is too slow for.
void check(const std::string& fen, int depth, std::uint64_t count, int& left_out) {
    if (count > largest_count) {
        ++left_out;
        return;
    }
    CAPTURE(fen, depth);
    CHECK(perft(from_fen(fen), depth) == count);
}

void tell(int left_out) {
    if (left_out != 0)
        WARN("this build has sanitizers: left out " << left_out << " counts above " << largest_count);
}

} // namespace

TEST_CASE("move counts of well-known positions are exact") {
    int left_out = 0;
    for (const Counts& counts : well_known) {
        INFO(counts.name);
        for (std::size_t at = 0; at < counts.by_depth.size(); ++at)
            check(counts.fen, static_cast<int>(at) + 1, counts.by_depth[at], left_out);
    }
    tell(left_out);
}

TEST_CASE("the counts by move add up to the count of the position") {
    const Position position = from_fen(well_known[1].fen);
    std::uint64_t sum = 0;
    for (const auto& [move, count] : perft_divide(position, 3)) {
        CHECK(count == perft(position.after(move), 2));
        sum += count;
    }
    CHECK(sum == 97862);
}

// Positions that are not ours to copy.
namespace {

void each_line(const std::string& name, const std::function<void(const std::string&)>& take) {
    const auto path = adoube::tests::shared_data("perft/" + name);
    std::ifstream file(path);
    if (!file) WARN("skipped: " << path << " is missing");
    for (std::string line; std::getline(file, line);) take(line);
}

/// Lines "epd FEN", each followed by "perft DEPTH COUNT" lines.
void check_perft_file(const std::string& name, int deepest) {
    int left_out = 0;
    std::string fen;
    each_line(name, [&](const std::string& line) {
        if (line.starts_with("epd ")) fen = line.substr(4);
        if (!line.starts_with("perft ")) return;
        std::istringstream words(line.substr(6));
        int depth = 0;
        std::uint64_t count = 0;
        words >> depth >> count;
        if (depth <= deepest) check(fen, depth, count, left_out);
    });
    tell(left_out);
}

} // namespace

TEST_CASE("move counts of the standard collection are exact to depth 5") {
    int left_out = 0;
    each_line("standard.epd", [&](const std::string& line) {
        std::string fen = line.substr(0, line.find(';'));
        for (int depth = 1; depth <= 5; ++depth) {
            const std::string mark = ";D" + std::to_string(depth) + " ";
            const auto at = line.find(mark);
            if (at != std::string::npos)
                check(fen, depth, std::stoull(line.substr(at + mark.size())), left_out);
        }
    });
    tell(left_out);
}

TEST_CASE("move counts of tricky positions are exact to every depth given") {
    check_perft_file("tricky.perft", 99);
}

TEST_CASE("move counts of all Chess960 starts are exact to depth 4") {
    check_perft_file("chess960.perft", 4);
}
