// Two boards that have changed places, and the operator's word that changes the ports of their tables.

#include "tests/catch.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"
#include "tests/unit/round/hands_at_board.hpp"
#include "tools/makers/virtual_chessnut_board.hpp"

using namespace adoube;
using tests::BoardOnCable;
using tests::HandsAtBoard;

namespace {

/// A quiet board that tells states, and is known by its port.
class StateBoard final : public BoardOnCable {
  public:
    StateBoard() { sensing = wire::Sensing::identity; }
    void happen(const wire::Event& event) override {
        if (event.kind != wire::EventKind::lift && event.kind != wire::EventKind::drop) return;
        stand(event.square, event.kind == wire::EventKind::lift ? wire::Content::empty : event.content);
    }
    void place(const wire::Squares& squares) override {
        for (unsigned square = 0; square < 64; ++square) stand(square, squares.at(square));
    }
    std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) override {
        board_.received(bytes);
        auto said = board_.advance_to(time_us);
        if (said.empty()) return {};
        return {std::move(said)};
    }

  private:
    void stand(unsigned square, wire::Content content) {
        board_.stand(static_cast<chess::Square>(square),
                     content == wire::Content::empty ? std::nullopt
                                                     : chess::piece_from_char(wire::to_char(content)));
    }

    tools::makers::VirtualChessnutBoard board_{{.noise = {.flicker = 0, .damage = 0}}};
};

struct Kind {
    const char* name;
    drivers::Maker maker;
    std::unique_ptr<BoardOnCable> (*make)(int number);
};

const Kind kinds[] = {
    {"own", drivers::Maker::adoube,
     [](int number) -> std::unique_ptr<BoardOnCable> {
         return std::make_unique<tests::ScriptedBoard>(1, 0, 0xA0 + static_cast<std::uint64_t>(number));
     }},
    {"DGT", drivers::Maker::dgt,
     [](int number) -> std::unique_ptr<BoardOnCable> {
         return std::make_unique<tests::ScriptedDgtBoard>("3141" + std::to_string(number));
     }},
    {"Chessnut", drivers::Maker::chessnut,
     [](int) -> std::unique_ptr<BoardOnCable> { return std::make_unique<StateBoard>(); }},
};

enum class When : std::uint8_t { before_first_touch, in_game, between_games };
enum class Then : std::uint8_t {
    both_come,
    one_is_out,
    killed,
    killed_before_they_come,
    killed_before_they_tell
};

round::Round::Seat seat_of(int number, drivers::Maker maker) {
    auto seat = tests::seat(number);
    seat.maker = maker;
    if (maker != drivers::Maker::adoube) seat.table.header.time_control.clear();
    return seat;
}

chess::Position after(const std::string& moves) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves)) position.play(move);
    return position;
}

/// Two tables; the first board has the port P1 by its cable, the second P2.
struct TwoTables {
    tests::Hall hall;
    std::unique_ptr<BoardOnCable> boards[2];
    HandsAtBoard hands[2];
    std::string games[2] = {"game-1", "game-2"}, played[2];

    explicit TwoTables(const Kind& kind)
        : hall({seat_of(1, kind.maker), seat_of(2, kind.maker)}), boards{kind.make(1), kind.make(2)},
          hands{{hall, *boards[0]}, {hall, *boards[1]}} {
        for (auto& each : hands) each.step_ms = kind.maker == drivers::Maker::adoube ? 200 : 1'000;
        plug(0, 0);
        plug(1, 1);
        hall.run(60);
    }
    void plug(std::size_t port, std::size_t board) {
        hands[board].port = port;
        hall.plug(port, *boards[board]);
    }
    /// Each board is at the other table's port.
    void plug_swapped() {
        plug(0, 1);
        plug(1, 0);
        hall.run(60);
    }
    void unplug() {
        hall.unplug(0);
        hall.unplug(1);
    }
    void play(std::size_t table, std::size_t board, const std::string& moves) {
        hands[board].play(moves);
        hall.run(60);
        played[table] += (played[table].empty() ? "" : " ") + moves;
    }
    void end_games() {
        enter_results();
        arm_games();
    }
    void enter_results() {
        for (int table = 0; table < 2; ++table)
            REQUIRE(hall.say(table + 1, record::SetResult{chess::Result::draw}).empty());
        hall.run(20);
    }
    void arm_games() {
        for (int table = 0; table < 2; ++table) {
            auto header = tests::seat(table + 1).table.header;
            games[table] = "next-" + std::to_string(table + 1);
            REQUIRE(hall.arm(table + 1, games[table], header).empty());
            played[table].clear();
        }
        hall.run(20);
    }
    void set_up(std::size_t table, std::size_t board) {
        hands[board].set_up(after(played[table]));
        hall.run(160);
    }
};

const char* const at_first[] = {"e4 e5 Nf3", "d4 d5"};
const char* const later[] = {"Nc6 Bb5", "c4 e6"};
const char* const last[] = {"a6 Ba4", "Nc3 Nf6"};
const char* const opening[] = {"c4 e5", "Nf3 d5"};
const char* const middle[] = {"Nc3 Nf6", "g3 c5"};

} // namespace

TEST_CASE("boards that have changed places take games to another table, or a game loses moves") {
    for (const Kind& kind : kinds)
        for (const auto when : {When::before_first_touch, When::in_game, When::between_games})
            for (const auto then : {Then::both_come, Then::one_is_out, Then::killed,
                                    Then::killed_before_they_come, Then::killed_before_they_tell}) {
                INFO(kind.name << ", when " << static_cast<int>(when) << ", then " << static_cast<int>(then));
                TwoTables at(kind);
                if (when != When::before_first_touch)
                    for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
                if (when == When::between_games) at.end_games();

                at.hall.keeps_ports = then > Then::killed;
                CHECK(at.hall.use_port(1, "P2").empty());
                if (then == Then::killed_before_they_come) at.hall.kill();
                CHECK(at.hall.noted("boards 1 and 2 have changed ports: 1 is on P2 from now on, 2 on P1") ==
                      1);
                at.plug(0, 1);
                if (then != Then::one_is_out) at.plug(1, 0);
                at.hall.run(60);
                if (then == Then::killed_before_they_tell) {
                    at.hall.kill();
                    at.hall.run(60);
                }
                const bool goes_on = when == When::in_game;
                at.set_up(0, 1);
                at.play(0, 1, goes_on ? later[0] : opening[0]);
                if (then == Then::one_is_out) at.plug(1, 0);
                at.hall.run(60);
                at.set_up(1, 0);
                at.play(1, 0, goes_on ? later[1] : opening[1]);
                if (then == Then::killed) {
                    at.hall.unplug(0);
                    at.hall.unplug(1);
                    at.hall.kill(); // and the configuration is as it was
                    at.plug(0, 0);
                    at.plug(1, 1);
                    at.hall.run(60);
                }
                for (const std::size_t table : {0U, 1U})
                    at.play(table, 1 - table, goes_on ? last[table] : middle[table]);
                for (const std::size_t table : {0U, 1U})
                    CHECK(at.hall.moves(at.games[table]) == at.played[table]);
                CHECK(at.hall.noted("Article") == 0);
            }
}

TEST_CASE("tables whose boards have changed places twice have their own ports again") {
    TwoTables at(kinds[0]);
    CHECK(at.hall.use_port(1, "P2").empty());
    CHECK(at.hall.use_port(1, "P2") == "port P2 is that of board 1 already");
    CHECK(at.hall.use_port(2, "P2").empty());
    at.plug(0, 0);
    at.plug(1, 1);
    at.hall.run(60);
    at.play(0, 0, "e4 e5");
    CHECK(at.hall.moves() == "e4 e5");
}

TEST_CASE("a board that has changed tables goes back to the game before, as the other one is out") {
    for (const Kind& kind : kinds)
        for (const bool killed : {false, true}) {
            INFO(kind.name << (killed ? ", killed" : ", its cable out"));
            TwoTables at(kind);
            for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
            REQUIRE(at.hall.use_port(1, "P2").empty());
            at.plug(1, 0);
            at.hall.run(60);
            at.set_up(1, 0);
            at.play(1, 0, later[1]);
            at.hall.unplug(1);
            if (killed) at.hall.kill();
            at.plug(killed ? 0 : 1, 0); // its port P1
            at.hall.run(60);
            at.play(1, 0, last[1]);
            for (const std::size_t table : {0U, 1U})
                CHECK(at.hall.moves(at.games[table]) == at.played[table]);
        }
}

TEST_CASE(
    "a board that has changed tables and told nothing there yet goes back, as its cable was out again") {
    TwoTables at(kinds[0]);
    at.play(0, 0, at_first[0]); // and the other table has not begun
    REQUIRE(at.hall.use_port(1, "P2").empty());
    at.plug(1, 0);
    at.hall.run(60);
    at.hall.unplug(1);
    at.plug(1, 0);
    at.hall.run(60);
    at.set_up(1, 0);
    at.play(1, 0, at_first[1]);
    for (const std::size_t table : {0U, 1U}) CHECK(at.hall.moves(at.games[table]) == at.played[table]);
}

TEST_CASE("ports that were changed before a restart take a board from the table where it has told since") {
    TwoTables at(kinds[0]);
    for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
    at.hall.keeps_ports = true;
    REQUIRE(at.hall.use_port(1, "P2").empty());
    at.plug(0, 1);
    at.plug(1, 0);
    at.hall.run(60);
    for (const std::size_t table : {0U, 1U}) at.set_up(table, 1 - table);
    for (const std::size_t table : {0U, 1U}) at.play(table, 1 - table, later[table]);
    at.hall.unplug(0);
    at.hall.unplug(1);
    at.hall.kill();
    at.plug(1, 1); // each cable at the other's socket
    at.plug(0, 0);
    at.hall.run(60);
    for (const std::size_t table : {0U, 1U}) at.play(table, 1 - table, last[table]);
    for (const std::size_t table : {0U, 1U}) CHECK(at.hall.moves(at.games[table]) == at.played[table]);
}

TEST_CASE("boards that have changed tables between two rounds show each other's games under wrong names") {
    enum class When : std::uint8_t { has_result, armed, killed, was_on_other_port };
    for (const Kind& kind : kinds)
        for (const auto when : {When::has_result, When::armed, When::killed, When::was_on_other_port}) {
            INFO(kind.name << ", when " << static_cast<int>(when));
            TwoTables at(kind);
            for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
            if (when == When::was_on_other_port) {
                at.unplug();
                at.plug_swapped();
            }
            at.enter_results();
            if (when != When::has_result) at.arm_games();
            if (when == When::killed) at.hall.kill();
            at.unplug();
            at.plug_swapped();
            if (when == When::has_result) at.arm_games();
            for (const std::size_t table : {0U, 1U}) {
                at.set_up(table, 1 - table);
                at.play(table, 1 - table, opening[table]);
            }
            if (when == When::killed) {
                at.unplug();
                at.hall.kill();
                at.plug_swapped();
            }
            for (const std::size_t table : {0U, 1U}) at.play(table, 1 - table, middle[table]);
            for (const std::size_t table : {0U, 1U})
                CHECK(at.hall.moves(at.games[table]) == at.played[table]);
        }
}

TEST_CASE("a board whose cable stayed at another table's port since the game before plays the next there, "
          "or nobody learns that it changed tables") {
    TwoTables at(kinds[1]);
    for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
    at.unplug();
    at.plug_swapped();
    CHECK(at.hall.noted("is on port P2, which is that of board 2: if only cables have changed places, the "
                        "ports should, too (adoube arbiter --board 1 exchange P2); if the boards have, "
                        "adoube arbiter --board 2 exchange P2") == 1);
    at.enter_results();
    CHECK(at.hall.is_plugged(0));
    at.arm_games();
    CHECK(!at.hall.is_plugged(0)); // to come anew
    CHECK(at.hall.noted("port P1 is opened anew: the game of board 2 that was played there is over") == 1);
    at.plug_swapped();
    for (const std::size_t table : {0U, 1U}) at.set_up(table, 1 - table);
    for (const std::size_t table : {0U, 1U}) at.play(table, 1 - table, opening[table]);
    for (const std::size_t table : {0U, 1U}) CHECK(at.hall.moves(at.games[table]) == at.played[table]);
}

TEST_CASE("boards were changed one for the other in mid-game, and no word gives each table the board on it") {
    for (const Kind& kind : {kinds[0], kinds[1]})
        for (const auto& word : {std::pair(1, "P1"), std::pair(2, "P2")})
            for (const bool killed : {false, true}) {
                INFO(kind.name << ", board " << word.first << (killed ? ", killed" : ""));
                TwoTables at(kind);
                for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
                at.unplug();
                at.plug_swapped();
                at.play(0, 0, later[0]); // each goes on with its game
                at.hall.keeps_ports = true;
                CHECK(at.hall.use_port(word.first, word.second).empty());
                const std::string other(1, word.first == 1 ? '2' : '1');
                CHECK(at.hall.noted("board " + std::to_string(word.first) +
                                    ": it has the board on its port " + word.second + " from now on; board " +
                                    other + " has that on its port P" + other) == 1);
                at.plug_swapped();
                for (const std::size_t table : {0U, 1U}) at.set_up(table, 1 - table);
                if (killed) at.hall.kill();
                at.hall.run(60);
                at.play(0, 1, last[0]);
                at.play(1, 0, later[1]);
                for (const std::size_t table : {0U, 1U})
                    CHECK(at.hall.moves(at.games[table]) == at.played[table]);
                CHECK(at.hall.use_port(word.first, word.second) ==
                      std::string("port ") + word.second + " is that of board " + std::to_string(word.first) +
                          " already");
            }
}

TEST_CASE(
    "two DGT boards with one serial number: the second is refused for good, or plays the first's game") {
    const Kind twin{"DGT", drivers::Maker::dgt, [](int) -> std::unique_ptr<BoardOnCable> {
                        return std::make_unique<tests::ScriptedDgtBoard>("31415");
                    }};
    TwoTables at(twin);
    CHECK(at.hall.noted("have the same serial number: each is that of the table with its port") == 1);
    for (const std::size_t table : {0U, 1U}) at.play(table, table, at_first[table]);
    at.hall.unplug(0);
    at.play(1, 1, later[1]);
    at.hall.unplug(1);
    at.plug(1, 1);
    at.hall.run(60);
    at.play(1, 1, last[1]);
    at.plug(0, 0);
    at.hall.run(60);
    at.play(0, 0, later[0]);
    for (const std::size_t table : {0U, 1U}) CHECK(at.hall.moves(at.games[table]) == at.played[table]);
}
