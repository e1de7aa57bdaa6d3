// Short logs of every class once misread, made by others.

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace adoube;
using namespace adoube::umpire;

namespace {

struct Expected {
    const char* log;
    const char* last_moves; // UCI
    const char* incidents;  // kinds told, or after "-" not told
};

const Expected all[] = {
    {"gap-two-castlings-identity", "e8g8 e1g1 c8b7", "reconstructed"},
    {"gap-two-castlings-presence", "e8g8 e1g1 c8b7", "reconstructed"},
    {"gap-four-plies-and-one-in-the-air-identity", "c1e3 c5d4", "reconstructed -displaced -out-of-step"},
    {"presence-past-rewritten-by-illegal-move", "g8g5 e7d6 g5g6 d6c7", "illegal-move touch-move -displaced"},
    {"presence-past-rewritten-by-illegal-king-move", "d1d4 c8f5 c4c5 d6c7",
     "illegal-move touch-move displaced"},
    {"adjust-then-silent-capture", "d4e5 d6e5", "-adjust-out-of-turn"},
    {"adjust-then-silent-capture-2", "c5d4 c1g5", "illegal-move -adjust-out-of-turn"},
    {"slide-then-quick-capture", "e3a7 d7d4", ""},
    {"noclock-quick-answers-presence", "g6h5 c6d5 h5g4 d5d4", ""},
    {"noclock-last-move-to-centre-square-identity", "g5f6 f8g8 e4d5", ""},
    {"noclock-last-move-to-centre-square-presence", "c3d4 d6d4", ""},
    {"noclock-last-quick-recapture-lost-presence", "e2d3 e5d3", ""},
    {"rotated-180-late-first-press-presence", "d2d4 d7d5", "board-rotated -displaced"},
};

} // namespace

namespace {

void check_kinds(const std::vector<Incident>& incidents, const std::string& kinds) {
    std::istringstream words(kinds);
    for (std::string word; words >> word;) {
        const bool is_told = word.front() != '-';
        const auto kind = is_told ? word : word.substr(1);
        INFO(word);
        CHECK((std::ranges::count(incidents, kind,
                                  [](const Incident& each) { return to_string(each.kind); }) > 0) == is_told);
    }
}

} // namespace

TEST_CASE("What was misread once is misread again") {
    const auto folder = tests::shared_data("misread");
    if (!std::filesystem::exists(folder)) {
        WARN("skipped: there is no " << folder);
        return;
    }
    for (const auto& expected : all) {
        INFO(expected.log);
        std::ifstream file(folder + '/' + expected.log + ".jsonl");
        std::string line;
        REQUIRE(std::getline(file, line));
        const auto header = parse_header(line).value();
        Umpire umpire(header);
        while (std::getline(file, line)) umpire.feed(parse_input(line, header.sensing).value());
        std::string moves;
        const auto record = umpire.final_record();
        for (const auto move : record.game.moves())
            moves += (moves.empty() ? "" : " ") + to_uci(move, header.chess960);
        INFO(moves);
        CHECK(moves.ends_with(expected.last_moves));
        check_kinds(umpire.final_incidents(), expected.incidents);
    }
}
