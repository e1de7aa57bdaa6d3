// Article 7.1 of 2001 and 2009, 7.2 of 2018 and 2023: how the game begins on a board that stands wrongly.

#include "daemon/umpire/orientation.hpp"
#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <algorithm>

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr Edition every_edition[] = {Edition::laws_2001, Edition::laws_2009, Edition::laws_2018,
                                     Edition::laws_2023};

/// A snapshot of `fen`, as a board of that sensing has it.
Input shown(std::string_view fen, Sensing sensing, std::int64_t t_ms = 0) {
    const auto position = chess::Position::from_fen(fen).value();
    Snapshot snapshot;
    for (int at = 0; at < 64; ++at)
        if (const auto piece = position.at(static_cast<Square>(at))) {
            Seen seen{piece->side, piece->type};
            if (sensing != Sensing::identity) seen.type.reset();
            if (sensing == Sensing::presence) seen.side.reset();
            snapshot.squares[static_cast<std::size_t>(at)] = seen;
        }
    return {t_ms, snapshot};
}

const std::string normal = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::vector<Input> on_turned_board(std::vector<Input> inputs, Turn turn) {
    for (auto& input : inputs) input = turned(std::move(input), turn);
    return inputs;
}

std::string told(const std::vector<Incident>& incidents) {
    std::string text;
    for (const auto& incident : incidents)
        text += (text.empty() ? "" : "; ") + std::string(to_string(incident.kind)) + " " + incident.article;
    return text;
}

} // namespace

TEST_CASE("7.2.2: the game on a turned board is lost, or its first moves are told as offences") {
    for (const auto sensing : every_sensing)
        for (const auto edition : every_edition)
            for (const auto turn : {Turn::half, Turn::quarter, Turn::three_quarters})
                for (const bool snapshot : {true, false}) {
                    Header header;
                    header.sensing = sensing;
                    header.laws = edition;
                    auto inputs = inputs_of("-g1 +g1 -e2 +e4 w -e7 +e5 b -g1 +f3 w", header);
                    if (snapshot) inputs.insert(inputs.begin(), shown(normal, sensing));
                    const auto outcome = umpired(on_turned_board(inputs, turn), header);
                    INFO("sensing " << static_cast<int>(sensing) << ", turn " << static_cast<int>(turn)
                                    << ", " << to_string(edition) << (snapshot ? ", with" : ", without")
                                    << " a snapshot");
                    CHECK(outcome.moves == "e2e4 e7e5 g1f3");
                    const bool old = edition <= Edition::laws_2009;
                    const std::string rotated = turn == Turn::half ? "" : old ? "7.1b" : "7.2.2";
                    const std::string touched = old ? "touch-move 4.3a" : "touch-move 4.3.1";
                    CHECK(told(outcome.incidents).starts_with("board-rotated " + rotated + "; " + touched));
                    CHECK(outcome.incidents.size() == 3); // with the end of the right to claim
                    const auto& incident = outcome.incidents.front();
                    CHECK(incident.ply == 1);
                    const bool at_once = snapshot && !(sensing == Sensing::presence && turn == Turn::half);
                    CHECK(incident.first_input == (at_once ? 1 : snapshot ? 4 : 3));
                    CHECK(incident.last_input == (at_once ? 1 : snapshot ? 6 : 5));
                }
}

TEST_CASE("7.2.2: a turned board is told where the board stands right") {
    const char* const scripts[] = {
        "-e2 +e5 w -e5 +e2 -e2 +e4 w",          // an illegal move
        "b -e2 +e4 w -e7 +e5 b",                // Black starts White's clock
        "w w -e2 +e4 w",                        // nothing moved
        "-d7 -e7 +e7=p +d7=p -e2 +e4 w",        // Black adjusts
        "-e2 +e4 -g2 -f2 w +g2=P +f2=P w",      // pieces knocked over
        "-e7 +e5 2000 -e5 +e7 -d2 +d4 w",       // a piece of Black's tried out
        "-e2 +e4 -e7 +e5 -g1 +f3 -b8 +c6 2000", // no press at all
    };
    for (const auto sensing : every_sensing)
        for (const auto* script : scripts)
            for (const bool lever : {true, false}) {
                Header header;
                header.sensing = sensing;
                header.clock = lever;
                INFO(script << " under sensing " << static_cast<int>(sensing));
                CHECK(told(umpired(script, header).incidents).find("board-rotated") == std::string::npos);
            }
}

TEST_CASE("7.2.2: a position from which Chess960 or a study starts is not found on a turned board") {
    const char* const starts[] = {"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1",
                                  "4k3/pp6/8/8/8/8/4PPP1/4K3 w - - 0 1"};
    const char* const scripts[] = {"-e2 +e4 w -a7 +a5 b", "-e2 +e4 w -a7 +a5 b"};
    for (const auto sensing : every_sensing)
        for (const auto turn : {Turn::half, Turn::quarter, Turn::three_quarters})
            for (int which = 0; which < 2; ++which) {
                Header header;
                header.sensing = sensing;
                header.chess960 = true;
                header.start_fen = starts[which];
                auto inputs = inputs_of(scripts[which], header);
                inputs.insert(inputs.begin(), shown(starts[which], sensing));
                const auto outcome = umpired(on_turned_board(inputs, turn), header);
                INFO("sensing " << static_cast<int>(sensing) << ", turn " << static_cast<int>(turn));
                CHECK(outcome.moves == "e2e4 a7a5");
                CHECK(outcome.incidents.size() == 1);
            }
}

TEST_CASE("7.2.2: a game that goes on upon another board, or after a gap, is not found there turned") {
    const std::string after_three = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for (const auto sensing : every_sensing)
        for (const auto turn : {Turn::none, Turn::half, Turn::quarter})
            for (const auto before : {Turn::none, Turn::half})
                for (const bool change : {true, false}) {
                    Header header;
                    header.sensing = sensing;
                    const auto inputs = inputs_of("-e2 +e4 w -e7 +e5 b -g1 +f3 w 5000 -b8 +c6 b", header);
                    auto log = on_turned_board({inputs.begin(), inputs.begin() + 9}, before);
                    log.push_back({6000, change ? What(BoardChange{"B2"}) : What(Gap{Gap::Cause::power})});
                    log.push_back(turned(shown(after_three, sensing, 6000), turn));
                    for (const auto& input : on_turned_board({inputs.begin() + 9, inputs.end()}, turn))
                        log.push_back(input);
                    const auto outcome = umpired(log, header);
                    INFO("sensing " << static_cast<int>(sensing) << ", turn " << static_cast<int>(before)
                                    << " to " << static_cast<int>(turn));
                    CHECK(outcome.moves == "e2e4 e7e5 g1f3 b8c6");
                    const bool again = turn != before && turn != Turn::none;
                    CHECK(outcome.incidents.size() == std::size_t{before != Turn::none} + again);
                }
}
