#include "daemon/tlog/leaf.hpp"

#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <ctime>

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;
using tests::seat;

namespace {

const tlog::SigningKey hall_key("hall.example/a", tlog::SignatureType::note, {1, 2, 3});

struct SignedTable {
    SignedTable() { hall.plug(0, board); }

    Hall hall{{seat(1)}, hall_key};
    ScriptedBoard board{1, 0, 0xA1};
    HandsAtBoard hands{hall, board};
};

const record::GameEntry& opened(const Hall& hall, const std::string& id) {
    for (const auto& record : hall.disk)
        if (const auto* open = std::get_if<journal::OpenGame>(&record); open && open->game.id == id)
            return open->game;
    throw std::runtime_error("no game " + id);
}

/// Checkpoints are the key's, over the inputs on disk before them. Returns the last size.
std::uint64_t check_all(const Hall& hall, const std::string& id = "game-1") {
    tlog::Tree tree;
    record::GameEntry game;
    std::uint64_t last = 0;
    for (const auto& record : hall.disk) {
        if (const auto* open = std::get_if<journal::OpenGame>(&record); open && open->game.id == id)
            tree.append(tlog::hash_of(game = open->game));
        if (const auto* append = std::get_if<journal::Append>(&record); append && append->game_id == id)
            tree.append(tlog::hash_of(game, tree.size(), append->entry));
        const auto* checkpoint = std::get_if<record::Checkpoint>(&record);
        if (!checkpoint || checkpoint->game_id != id) continue;
        const auto note = tlog::parse_note(checkpoint->note).value();
        CHECK(is_signed_by(note, hall_key.verifier()) == tlog::Signed::yes);
        const auto said = tlog::parse_checkpoint(note.text).value();
        CHECK(said.origin == "adoube/game/" + id);
        CHECK(said.size == checkpoint->size);
        REQUIRE(said.size <= tree.size());
        CHECK(said.root == tree.root(said.size));
        CHECK(said.size >= last);
        last = said.size;
    }
    return last;
}

std::size_t number_of_moves(const Hall& hall) { return hall.game().moves.size(); }

} // namespace

TEST_CASE_METHOD(SignedTable,
                 "a checkpoint is signed at every completed move, and at the end over everything") {
    for (const auto* move : {"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"}) {
        hands.play(move);
        const auto pressed = hall.inputs().size();
        const auto checkpoints = hall.checkpoints();
        // one has the press, before anything else happens
        const auto with_press = std::ranges::find_if(
            checkpoints, [&](const auto& checkpoint) { return checkpoint.size == pressed + 1; });
        CHECK(with_press != checkpoints.end());
    }
    hall.run(400); // the game is closed
    CHECK(check_all(hall) == hall.inputs().size() + 1);
    CHECK(number_of_moves(hall) == 7);
}

TEST_CASE_METHOD(SignedTable, "what completes no move is signed a second later") {
    hall.run(30);
    hands.lift(12);
    CHECK(check_all(hall) <= hall.inputs().size());
    hall.run(30);
    CHECK(check_all(hall) == hall.inputs().size() + 1);
    const auto count = hall.checkpoints().size();
    hall.run(200);
    CHECK(hall.checkpoints().size() == count); // nothing new
}

TEST_CASE_METHOD(SignedTable, "nothing is signed that is not durable") {
    hands.play("e4 e5");
    hall.run(40);
    const auto size = check_all(hall);
    hall.disk_works = false;
    hands.play("Nf3 Nc6");
    hall.run(100);
    CHECK(check_all(hall) == size);
    hall.disk_works = true;
    hall.run(40);
    CHECK(check_all(hall) == hall.inputs().size() + 1);
}

TEST_CASE_METHOD(SignedTable,
                 "the host's clock set on or back while an input is on its way keeps no input unsigned") {
    hall.run(60);
    hall.disk_works = false;
    hands.lift(12);
    hall.now.utc_ms += GENERATE(-3'600'000, 3'600'000);
    hall.step();
    hall.disk_works = true;
    hall.run(30);
    CHECK(check_all(hall) == hall.inputs().size() + 1);
}

TEST_CASE("without a key nothing is signed") {
    Hall hall({seat(1)});
    ScriptedBoard board(1, 0, 0xA1);
    HandsAtBoard hands(hall, board);
    hall.plug(0, board);
    hands.play("e4 e5");
    hall.run(400);
    CHECK(hall.inputs().size() > 6);
    CHECK(hall.checkpoints().empty());
}

TEST_CASE_METHOD(SignedTable,
                 "a host that is killed after every input signs on where it was, and never otherwise") {
    int inputs = 0;
    hands.after_each = [&] {
        if (++inputs % 3 == 0) hall.kill();
    };
    hands.play("e4 e5 Nf3 Nc6 Bb5 a6");
    hall.run(40);
    CHECK(check_all(hall) == hall.inputs().size() + 1);
    CHECK(hall.noted("is signed") == 0);
    CHECK(number_of_moves(hall) == 6);
}

TEST_CASE_METHOD(SignedTable,
                 "inputs changed in the journal are told when it is read, and the game goes on unsigned") {
    hands.play("e4 e5 Nf3 Nc6");
    hall.run(40);
    const auto count = hall.checkpoints().size();
    const auto input = [&](std::size_t n) -> record::Entry& {
        for (auto& record : hall.disk)
            if (auto* append = std::get_if<journal::Append>(&record); append && n-- == 0)
                return append->entry;
        throw std::runtime_error("no input");
    };
    bool board_has_all = true;
    SECTION("a time") { input(5).host_utc_ms += 1; }
    SECTION("the board") { input(5).origin->board_us += 1; }
    SECTION("one is gone") {
        const auto last = std::ranges::find_if(hall.disk.rbegin(), hall.disk.rend(), [](const auto& record) {
            return std::holds_alternative<journal::Append>(record);
        });
        hall.disk.erase(last.base() - 1);
        board_has_all = false; // told that the last is durable, it cannot resend it
    }
    hall.kill();
    CHECK(hall.noted("as they were signed, so no more of it is signed") == 1);
    hands.play("Bb5");
    hall.run(100);
    if (board_has_all) CHECK(number_of_moves(hall) == 5);
    CHECK(hall.checkpoints().size() == count);
}

TEST_CASE_METHOD(SignedTable, "of games one after another each is signed to its end") {
    hands.play("f3 e5 g4 Qh4#");
    hall.run(40);
    REQUIRE(hall.arm(1, "game-2", seat(1).table.header).empty());
    hands.set_up();
    hall.run(40);
    hands.play("d4 d5");
    hall.run(40);
    CHECK(check_all(hall) == hall.inputs().size() + 1);
    CHECK(check_all(hall, "game-2") == hall.inputs("game-2").size() + 1);
    CHECK(hall.inputs("game-2").size() > 6);
    CHECK(opened(hall, "game-2").id == "game-2");
}

TEST_CASE("signing costs less than all else that the round does") {
    const auto processor_time = [](const std::optional<tlog::SigningKey>& key) {
        const auto begin = std::clock();
        Hall hall({seat(1)}, key);
        ScriptedBoard board(1, 0, 0xA1);
        HandsAtBoard hands(hall, board);
        hall.plug(0, board);
        hands.play(tests::short_game);
        return std::clock() - begin;
    };
    std::clock_t with = 0, without = 0;
    for (int round = 0; round < 10; ++round) {
        without += processor_time({});
        with += processor_time(hall_key);
    }
    UNSCOPED_INFO("with checkpoints a round takes "
                  << static_cast<double>(with) / static_cast<double>(without) << " times the processor time");
    CHECK(with < 2 * without);
}
