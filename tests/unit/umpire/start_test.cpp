// Article 7.1 of 2001 and 2009, 7.2 of 2018 and 2023: games begun on a wrong board.

#include "daemon/umpire/hands/orientation.hpp"
#include "tests/unit/umpire/article_test.hpp"

#include <algorithm>

using namespace adoube;
using namespace adoube::umpire;

namespace {

/// A snapshot of `fen` under that sensing.
Input shown(std::string_view fen, Sensing sensing, GameMs t_ms = {}) {
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

ARTICLE_TEST(board_rotated, "7.2.2 (2001: 7.1b, 2009: 7.1b)",
             "the game on a turned board is lost, or its first moves are told as offences") {
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

TEST_CASE("Article 7.2.2: a turned board is told where the board stands right") {
    const char* const scripts[] = {
        "-e2 +e5 w -e5 +e2 -e2 +e4 w",          // an illegal move
        "b -e2 +e4 w -e7 +e5 b",                // Black starts White's clock
        "w w -e2 +e4 w",                        // nothing moved
        "-d7 -e7 +e7=p +d7=p -e2 +e4 w",        // Black adjusts
        "-e2 +e4 -g2 -f2 w +g2=P +f2=P w",      // pieces knocked over
        "-e7 +e5 2000 -e5 +e7 -d2 +d4 w",       // Black tries a piece out
        "-e2 +e4 -e7 +e5 -g1 +f3 -b8 +c6 2000", // no press
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

TEST_CASE("Article 7.2.2: a position from which Chess960 or a study starts is not found on a turned board") {
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

TEST_CASE(
    "Article 7.2.2: a game that goes on upon another board, or after a gap, is not found there turned") {
    const std::string after_three = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for (const auto sensing : every_sensing)
        for (const auto turn : {Turn::none, Turn::half, Turn::quarter})
            for (const auto before : {Turn::none, Turn::half})
                for (const bool change : {true, false}) {
                    Header header;
                    header.sensing = sensing;
                    const auto inputs = inputs_of("-e2 +e4 w -e7 +e5 b -g1 +f3 w 5000 -b8 +c6 b", header);
                    auto log = on_turned_board({inputs.begin(), inputs.begin() + 9}, before);
                    log.push_back(
                        {GameMs(6000), change ? What(BoardChange{"B2"}) : What(Gap{Gap::Cause::power})});
                    log.push_back(turned(shown(after_three, sensing, GameMs(6000)), turn));
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

namespace {

struct WrongStart {
    const char* what;
    const char* board; // before the first move
    const char* script;
    Sensing from; // the poorest that can tell
    const char* squares;
    const char* moves = "e2e4 e7e5";
};

const WrongStart wrong_starts[] = {
    {"king and queen exchanged", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1",
     "-e2 +e4 w -e7 +e5 b", Sensing::identity, "d1 e1"},
    {"knights and bishops exchanged", "rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "-e2 +e4 w -e7 +e5 b", Sensing::identity, "b8 c8 f8 g8"},
    {"a rook missing", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", "-e2 +e4 w -e7 +e5 b",
     Sensing::presence, "h1"},
    {"a pawn too many", "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "-e2 +e4 w -e7 +e5 b",
     Sensing::presence, "h4"},
    {"a pawn on another square", "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1",
     "-e2 +e4 w -e7 +e5 b", Sensing::presence, "h2 h3"},
    {"found by Black's first press", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
     "b 2000 -e2 +e4 w -e7 +e5 b", Sensing::presence, "h1"},
    {"found by a move that nobody presses for", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
     "-e2 +e4 2000 -e7 +e5 b", Sensing::presence, "h1"},
    {"put right in the game", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
     "-e2 +e4 w +h1=R 2000 -e7 +e5 b -g1 +f3 w -b8 +c6 b -f1 +c4 w -g8 +f6 b -e1 +g1 -h1 +f1 w",
     Sensing::presence, "h1", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1"},
};

std::string names(const std::vector<Square>& squares) {
    std::string text;
    for (const auto square : squares) text += (text.empty() ? "" : " ") + to_string(square);
    return text;
}

/// `script` on a board set up as `board`, in a game that should begin otherwise.
std::vector<Input> from_board(const char* board, std::string_view script, Header header) {
    header.start_fen = board;
    auto inputs = inputs_of(script, header);
    inputs.insert(inputs.begin(), shown(board, header.sensing));
    return inputs;
}

} // namespace

ARTICLE_TEST(wrong_start, "7.2.1 (2001: 7.1a, 2009: 7.1a)",
             "a wrong start position is not told, or told as something else, or loses the game") {
    for (const auto& row : wrong_starts)
        for (const auto edition : every_edition)
            for (const auto sensing : every_sensing) {
                Header header;
                header.sensing = sensing;
                header.laws = edition;
                INFO(row.what << " in " << to_string(edition) << " under sensing "
                              << static_cast<int>(sensing));
                const auto outcome = umpired(from_board(row.board, row.script, header), header);
                CHECK(outcome.moves == row.moves);
                if (sensing < row.from) {
                    CHECK(outcome.incidents.empty());
                    continue;
                }
                REQUIRE(outcome.incidents.size() == 1);
                const auto& incident = outcome.incidents.front();
                CHECK(to_string(incident.kind) == "wrong-start");
                CHECK(incident.article == laws::article(Rule::wrong_start, edition));
                CHECK(incident.ply == 1);
                CHECK(names(incident.squares) == row.squares);
                CHECK(incident.first_input == 1);
            }
}

TEST_CASE("Article 7.2.1: a piece that stood wrong moves, and an offence is told instead") {
    Header header;
    header.sensing = Sensing::identity;
    const auto outcome = umpired(
        from_board(wrong_starts[0].board, "-e2 +e4 w -e7 +e5 b -e1 +e3 w -e3 +e1 -g1 +f3 w", header), header);
    CHECK(outcome.moves == "e2e4 e7e5 g1f3");
    CHECK(told(outcome.incidents) == "wrong-start 7.2.1");
}

TEST_CASE(
    "Article 7.2.1: what hands left wrong on a board that had stood right is not told, or loses the game") {
    struct LeftWrong {
        const char* what;
        const char* script; // without a lever, presses are left out
        Sensing from;
        const char* squares;
    };
    const LeftWrong rows[] = {
        {"king and queen exchanged", "-d8 -e8 +d8=k +e8=q 6000 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::identity, "d8 e8"},
        {"knight and bishop of the mover's", "-g1 -f1 +g1=B +f1=N 6000 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::identity, "f1 g1"},
        {"a pawn taken away", "-a2 6000 -e2 +e4 2600 w -e7 +e5 2600 b", Sensing::presence, "a2"},
        {"a rook of the opponent's taken away", "-h8 6000 -e2 +e4 2600 w -e7 +e5 2600 b", Sensing::presence,
         "h8"},
        {"one after the other", "-a2 6000 -h8 6000 -e2 +e4 2600 w -e7 +e5 2600 b", Sensing::presence,
         "a2 h8"},
        {"the first move waits for its press", "-h8 6000 -e2 +e4 9000 w -e7 +e5 2600 b", Sensing::presence,
         "h8"},
        {"three pieces moved", "-a8 +a6=r -b8 +b5=n -c8 +c5=b 6000 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::presence, "b5 c5 a6 a8 b8 c8"},
        {"six pieces too many", "+a4=P +b4=P +c4=P +a5=p +b5=p +c5=p 6000 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::presence, "a4 b4 c4 a5 b5 c5"},
        {"the opponent's, a moment before the move", "-d8 -e8 +d8=k +e8=q 900 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::identity, "d8 e8"},
        {"a rook of the opponent's, a moment before the move", "-h8 900 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::presence, "h8"},
        {"one of four that were taken up and put back",
         "-a1 -b1 -c1 -d1 700 +a1=R 700 +b1=N 700 +c1=B 6000 -e2 +e4 2600 w -e7 +e5 2600 b",
         Sensing::presence, "d1"},
        {"put back once told", "-h8 6000 -e2 +e4 2600 w +h8=r 2000 -e7 +e5 2600 b", Sensing::presence, "h8"},
    };
    const auto without_presses = [](std::vector<Input> inputs) {
        std::erase_if(inputs, [](const Input& input) { return std::holds_alternative<Press>(input.what); });
        return inputs;
    };
    for (const auto& row : rows)
        for (const auto sensing : every_sensing)
            for (const bool lever : {true, false})
                for (const bool snapshot : {true, false}) {
                    if (sensing < row.from) continue;
                    Header header;
                    header.sensing = sensing;
                    header.clock = lever;
                    auto inputs = inputs_of(row.script, header);
                    if (snapshot) inputs.insert(inputs.begin(), shown(normal, sensing));
                    if (!lever) inputs = without_presses(std::move(inputs));
                    INFO(row.what << ", sensing " << static_cast<int>(sensing) << (lever ? "" : ", no lever")
                                  << (snapshot ? "" : ", no snapshot"));
                    const auto outcome = umpired(inputs, header);
                    CHECK(outcome.moves == "e2e4 e7e5");
                    REQUIRE(told(outcome.incidents) == "wrong-start 7.2.1");
                    CHECK(names(outcome.incidents.front().squares) == row.squares);
                    CHECK(outcome.incidents.front().first_input == (snapshot ? 2 : 1));
                }
}

TEST_CASE("Article 7.2.1: what hands left wrong a moment before White's clock is started is not told") {
    Header header;
    header.sensing = Sensing::identity;
    const auto outcome = umpired("-d8 -e8 +d8=k +e8=q b 1000 -e2 +e4 w -e7 +e5 b", header);
    CHECK(outcome.moves == "e2e4 e7e5");
    CHECK(told(outcome.incidents) == "wrong-start 7.2.1");
}

TEST_CASE("Article 7.2.1: a wrong start is told at no press, or only before the first move that is legal") {
    struct FirstPress {
        const char* script;
        const char* incidents;
    };
    const FirstPress rows[] = {
        {"-h8 6000 w -e2 +e4 w -e7 +e5 b", "wrong-start 7.2.1; press-without-move 7.5.3"},
        {"-h8 6000 -e2 +e5 w -e5 +e2 1000 -e2 +e4 w -e7 +e5 b", "displaced 7.4.1; wrong-start 7.2.1"},
        {"-d8 b 7000 -e2 +e4 w -e7 +e5 b", "wrong-start 7.2.1"},
        {"-a2 6000 b 900 -e2 +e4 w -e7 +e5 b", "wrong-start 7.2.1"},
    };
    for (const auto& row : rows)
        for (const auto sensing : every_sensing) {
            Header header;
            header.sensing = sensing;
            INFO(row.script << ", sensing " << static_cast<int>(sensing));
            const auto outcome = umpired(row.script, header);
            CHECK(outcome.moves == "e2e4 e7e5");
            CHECK(told(outcome.incidents) == row.incidents);
        }
    // A sliding piece fills the hole for a moment.
    Header header;
    auto inputs = inputs_of("-g1 +h2 200 -h2 +h3 w -e7 +e5 b", header);
    inputs.insert(inputs.begin(),
                  shown("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", header.sensing));
    const auto outcome = umpired(inputs, header);
    CHECK(outcome.moves == "g1h3 e7e5");
    CHECK(told(outcome.incidents) == "wrong-start 7.2.1");
}

TEST_CASE("Article 7.4.1: an irregularity of the first move is told as a wrong start") {
    struct FirstMove {
        const char* script;
        const char* incidents;
        const char* moves;
    };
    const FirstMove rows[] = {
        {"-e2 6000 +e4 w -e7 +e5 b", "", "e2e4 e7e5"},
        {"-e2 6000 b 900 +e4 w -e7 +e5 b", "", "e2e4 e7e5"},
        {"-a2 9000 +a2=P -e2 +e4 w", "touch-move 4.3.1", "e2e4"},
        {"-a2 9000 +a4=P 9000 w -e7 +e5 b", "", "a2a4 e7e5"},
        {"-e2 +e4 9000 -h2 w +h2=P w", "displaced 7.4.1", "e2e4"},
        {"-e2 9000 -h2 +e4 w +h2=P w", "displaced 7.4.1", "e2e4"},
        {"-e2 9000 +e5 w -e5 +e4 w", "illegal-move 7.5.1", "e2e4"},
        {"-e2 +e5 9000 w -e5 +e4 w", "illegal-move 7.5.1", "e2e4"},
    };
    for (const auto& row : rows)
        for (const auto sensing : every_sensing)
            for (const bool snapshot : {true, false}) {
                Header header;
                header.sensing = sensing;
                auto inputs = inputs_of(row.script, header);
                if (snapshot) inputs.insert(inputs.begin(), shown(normal, sensing));
                INFO(row.script << ", sensing " << static_cast<int>(sensing)
                                << (snapshot ? "" : ", no snapshot"));
                const auto outcome = umpired(inputs, header);
                CHECK(outcome.moves == row.moves);
                CHECK(told(outcome.incidents) == row.incidents);
            }
}

TEST_CASE("Article 7.2.1: pieces that are being set up are told as a wrong start, or touched") {
    struct SettingUp {
        const char* what;
        const char* board;
        const char* script;
    };
    const SettingUp rows[] = {
        {"the last three pieces", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKB1R w KQkq - 0 1",
         "+g1=N +g2=P +h2=P 3000 -e2 +e4 w"},
        {"what an analysis left", "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1",
         "-c3 +b1 -e4 +e2 -f6 2000 +g8 -e5 +e7 -d1 +d1 -g1 +g1 -h1 +h1 3000 -d1 +d1 3000 -e2 +e4 w"},
        {"the levers tried with half the pieces there", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
         "w b w b +a7=p +b7=p +c7=p +d7=p +e7=p +f7=p +g7=p +h7=p w +a8=r +b8=n +c8=b +d8=q +f8=b +g8=n "
         "+h8=r 2000 -e2 +e4 w"},
        {"king and queen put right", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1",
         "-d1 -e1 2000 +d1=Q +e1=K 2000 -e2 +e4 w"},
    };
    for (const auto& row : rows)
        for (const auto sensing : every_sensing) {
            Header header;
            header.sensing = sensing;
            INFO(row.what << " under sensing " << static_cast<int>(sensing));
            const auto outcome = umpired(from_board(row.board, row.script, header), header);
            CHECK(outcome.moves == "e2e4");
            // Hands that went on after all stood right count; poorer sensing cannot tell king from queen.
            if (std::string_view(row.what) != "what an analysis left" &&
                !(sensing != Sensing::identity && std::string_view(row.what).starts_with("king")))
                CHECK(told(outcome.incidents) == "");
        }
}

TEST_CASE("Article 7.2.1: without a lever a knight that has yet to be set on his square has moved") {
    for (const auto sensing : every_sensing) {
        INFO("sensing " << static_cast<int>(sensing));
        Header header;
        header.sensing = sensing;
        header.clock = false;
        const auto moves = [&](std::string_view script) {
            return umpired(from_board("rnbqkbnr/pppppppp/8/8/8/2N5/8/R1BQKBNR w KQkq - 0 1",
                                      "+a2=P +b2=P +c2=P +d2=P +e2=P +f2=P +g2=P +h2=P 1400 " +
                                          std::string(script),
                                      header),
                           header)
                .moves;
        };
        CHECK(moves("-c3 +b1 40000 -e2 +e4 2000") == "e2e4");
        CHECK(moves("-e7 +e5 2000 -d2 +d4 2000") == "b1c3 e7e5 d2d4"); // it has, all the same
    }
}

TEST_CASE("Article 7.2.1: a snapshot after lost inputs of a board being set up cannot be explained") {
    for (const auto sensing : every_sensing) {
        Header header;
        header.sensing = sensing;
        auto inputs = from_board("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-e8 +e8", header);
        inputs.insert(inputs.begin(), {{}, Gap{Gap::Cause::power}});
        inputs.push_back(shown(normal, sensing, GameMs(20'000)));
        Header right = header;
        for (auto input : inputs_of("-e2 +e4 w -e7 +e5 b", right)) {
            input.t_ms += 25'000;
            inputs.push_back(input);
        }
        const auto outcome = umpired(inputs, header);
        INFO("sensing " << static_cast<int>(sensing));
        CHECK(outcome.moves == "e2e4 e7e5");
        CHECK(told(outcome.incidents) == "");
    }
}

TEST_CASE("Article 7.3 (7.2 of 2001 and 2009): a game begun with the colours reversed is lost") {
    for (const auto edition :
         {Edition::laws_2001, Edition::laws_2009, Edition::laws_2018, Edition::laws_2023})
        for (const auto sensing : every_sensing) {
            Header header;
            header.laws = edition;
            header.sensing = sensing;
            INFO(to_string(edition) << ", sensing " << static_cast<int>(sensing));
            // White sits at Black's lever; the arbiter decides whether play goes on.
            const auto outcome = umpired("-e2 +e4 b -e7 +e5 w -g1 +f3 b -b8 +c6 w", header);
            CHECK(outcome.moves == "e2e4 e7e5 g1f3 b8c6");
            CHECK(told(outcome.incidents) == "");
        }
}

TEST_CASE("a queen taken off before the first move turns the board round, with moves that nobody played") {
    Header header; // presence
    header.clock = false;
    const auto outcome = umpired("snap 5000 -d1 2600 -e2 +e4 2600 -e7 +e5 2600 -g1 +f3 5000 snap", header);
    CHECK(outcome.moves.empty()); // not known yet
    CHECK(said(outcome.incidents).find("board-rotated") == std::string::npos);
}

TEST_CASE(
    "on a turned board a reply before the first press is told as a wrong start of a board turned otherwise") {
    Header header; // presence
    for (const auto turn : {Turn::quarter, Turn::three_quarters}) {
        CAPTURE(static_cast<int>(turn));
        auto inputs =
            inputs_of("snap 5000 -d2 +d3 2000 -g7 +g5 2600 w 800 b 900 -g2 +g4 w -e7 +e5 b", header);
        for (auto& input : inputs) input = turned(input, turn);
        const auto outcome = umpired(inputs, header);
        CHECK(outcome.moves == "d2d3 g7g5 g2g4 e7e5");
        CHECK(said(outcome.incidents) == "board-rotated 7.2.2 1");
    }
}
