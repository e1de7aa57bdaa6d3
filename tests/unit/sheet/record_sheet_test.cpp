#include "daemon/sheet/record_sheet.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/tlog/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <algorithm>

using namespace adoube;

namespace {

sheet::Recorded recorded(const std::vector<std::string>& inputs) {
    sheet::Recorded game;
    game.game.id = "E-r1-b1";
    game.game.header =
        R"({"log":"adoube-sensor-log","version":1,"sensing":"presence","laws":"2023","rate_of_play":"standard","tags":{"White":"Ann","Black":"Ben"}})";
    for (const auto& line : inputs) game.inputs.push_back({line, {}, UtcMs(0)});
    return game;
}

std::string move(int t_ms, const std::string& san) {
    return R"({"t":)" + std::to_string(t_ms) + R"(,"arbiter":{"do":"move","san":")" + san + R"("}})";
}

} // namespace

TEST_CASE("an offer is noted with the move after which it was made, or with the next of who is thinking") {
    const auto written =
        sheet::written_of(recorded({move(1000, "e4"), R"({"t":2000,"offer":"w"})", move(3000, "e5"),
                                    move(4000, "Nf3"), R"({"t":5000,"offer":"b"})", move(6000, "Nc6")}),
                          "");
    REQUIRE(written);
    CHECK(written->draw_offers == std::vector<std::size_t>{0, 3});
}

TEST_CASE(
    "the board on a sheet is that of the game's id where no tag says it, and the time control is in words") {
    auto game = recorded({});
    for (const auto& [id, board] :
         {std::pair{"Open-b-r1-b12", "12"}, {"Open-r1-b3.2", "3"}, {"Open", ""}, {"a-b", ""}}) {
        game.game.id = id;
        const auto written = sheet::written_of(game, "");
        REQUIRE(written);
        const auto tag = written->game.tags.find("Board");
        CHECK((tag == written->game.tags.end() ? "" : tag->second) == board);
    }
    game.game.header.insert(game.game.header.find("\"White\""), "\"TimeControl\":\"5400+30\",");
    CHECK(sheet::written_of(game, "").value().time_control == "90 minutes and 30 seconds a move");
}

TEST_CASE("what the arbiter changed stands in the notes, in the order in which it happened") {
    const auto written = sheet::written_of(
        recorded({move(1000, "e4"), move(2000, "e5"), R"({"t":3000,"arbiter":{"do":"takeback","plies":1}})",
                  R"({"t":4000,"arbiter":{"do":"time","w":60000}})"}),
        "");
    REQUIRE(written);
    REQUIRE(written->notes.size() == 2);
    CHECK(written->notes[0] == "After White’s move 1, the arbiter took back half-moves: 1.");
    CHECK(written->notes[1] == "After White’s move 1, the arbiter set the clock: White 0:01:00.");
}

TEST_CASE("a claim, and what the Laws make of it, stands on the full sheet") {
    const auto written = sheet::written_of(
        recorded({move(1000, "e4"), move(2000, "e5"), R"({"t":3000,"claim":"w","on":"repetition"})"}), "");
    REQUIRE(written);
    REQUIRE_FALSE(written->notes.empty());
    CAPTURE(written->notes[0]);
    CHECK(written->notes[0].find("Article 9.5.3") != std::string::npos);
    CHECK(written->notes[0].find("White") != std::string::npos);
}

TEST_CASE("what the Laws give for an illegal move stands on a sheet as if the arbiter had given it, or "
          "though it was none") {
    const auto e2 = chess::square_from("e2").value(), e5 = chess::square_from("e5").value();
    std::vector<std::string> inputs;
    const auto happens = [&](record::What what) {
        inputs.push_back(
            record::to_line({GameMs(1000 * static_cast<int>(inputs.size() + 1)), std::move(what)}));
    };
    const auto notes = [&] { return sheet::written_of(recorded(inputs), "").value().notes; };
    for (int times = 0; times < 2; ++times) {
        happens(record::Lift{e2, {}});
        happens(record::Drop{e5, {}});
        happens(record::Press{chess::Side::white});
        happens(record::Lift{e5, {}});
        happens(record::Drop{e2, {}});
    }
    REQUIRE(notes().size() == 2);
    tests::says(
        notes()[0],
        "7.5.5, proposed to the arbiter: For illegal move number 1 of White, Black gets 120 seconds more.");
    tests::says(
        notes()[1],
        "7.5.5, proposed to the arbiter: This is illegal move number 2 of White: the game is lost by it.");
    happens(record::Dismiss{2});
    CHECK(notes().size() == 1);
    happens(record::Dismiss{1});
    CHECK(notes().empty());
}

TEST_CASE("a sealed move is on no sheet before the game goes on") {
    const auto written =
        sheet::written_of(recorded({move(1000, "e4"), move(2000, "e5"),
                                    R"({"t":3000,"arbiter":{"do":"adjourn","sealed":"Qh5"}})"}),
                          "");
    REQUIRE(written);
    CHECK(written->game.moves.size() == 2);
    for (const auto& note : written->notes) CHECK(note.find("Qh5") == std::string::npos);
}

TEST_CASE("a sheet of a game in play has a move that is not completed, lacks one that is, or calls it over") {
    const tests::RecordedGame whole;
    sheet::Recorded so_far{whole.game, {}, {}, "15:04"};
    std::size_t most = 0;
    bool had_one_to_complete = false;
    for (const auto& input : whole.inputs) {
        so_far.inputs.push_back(input);
        CAPTURE(so_far.inputs.size());
        const auto replayed = evidence::replay(so_far.game, so_far.inputs);
        REQUIRE(replayed);
        const auto& moves = replayed->record.moves;
        const auto completed = static_cast<std::size_t>(
            std::ranges::count_if(moves, [](const auto& move) { return move.completed_ms.has_value(); }));
        had_one_to_complete |= completed < moves.size();
        const auto written = sheet::written_of(so_far, "");
        REQUIRE(written);
        const bool over = replayed->record.result != chess::Result::open;
        CHECK(written->game.moves.size() == (over ? moves.size() : completed));
        for (const auto ply : written->draw_offers) CHECK(ply < written->game.moves.size());
        const auto laid_out = lay_out(*written, {sheet::default_letters(), true, {}});
        CHECK(laid_out.in_play == (over ? "" : "In play at 15:04"));
        CHECK(laid_out.result.empty() == !over);
        if (!over) most = std::max(most, completed);
    }
    CHECK(most > 2);
    CHECK(had_one_to_complete);
    while (evidence::replay(so_far.game, so_far.inputs)->record.result != chess::Result::open)
        so_far.inputs.pop_back();
    CHECK(sheet::written_of(so_far, "").value().in_play_at == "15:04");
    so_far.now.clear(); // who does not ask when it is gets the record as it is
    CHECK(sheet::written_of(so_far, "").value().in_play_at.empty());
}

TEST_CASE("a game that is over, or was left, is called in play; or one that is to go on is not") {
    const std::vector<std::string> played{move(1000, "e4"), move(2000, "e5")};
    const struct {
        std::string last;
        bool closed, in_play;
    } cases[] = {
        {R"({"t":3000,"arbiter":{"do":"result","result":"1/2-1/2"}})", true, false},
        {R"({"t":3000,"arbiter":{"do":"result","result":"1-0"}})", false,
         false}, // its end is yet to be written
        {R"({"t":3000,"arbiter":{"do":"result","result":"-/-"}})", true, false},
        {R"({"t":3000,"arbiter":{"do":"pause"}})", false, true},
        {R"({"t":3000,"arbiter":{"do":"pause"}})", true, false}, // left without a result
        {R"({"t":3000,"arbiter":{"do":"adjourn","sealed":"Qh5"}})", false, true},
    };
    for (const auto& [last, closed, in_play] : cases) {
        CAPTURE(last, closed);
        auto lines = played;
        lines.push_back(last);
        auto game = recorded(lines);
        game.now = "15:04";
        if (closed) game.game.closed_utc_ms = UtcMs(1);
        const auto written = sheet::written_of(game, "");
        REQUIRE(written);
        CHECK(written->in_play_at == (in_play ? "15:04" : ""));
        CHECK(written->game.moves.size() == 2); // and nothing of a sealed move
        for (const auto& note : written->notes) CHECK(note.find("Qh5") == std::string::npos);
    }
}

TEST_CASE("the QR code gives back the checkpoint byte for byte, with an address and without") {
    const tlog::SigningKey key("hall.example", tlog::SignatureType::note, tlog::SigningKey::Seed{});
    auto game = recorded({move(1000, "e4")});
    game.checkpoint = to_text(tlog::signed_checkpoint(key, tlog::origin_of(game.game.id), 2, tlog::Hash{}));
    const auto bare = sheet::written_of(game, "");
    const auto led = sheet::written_of(game, "https://live.example.org");
    REQUIRE(bare);
    REQUIRE(led);
    CHECK(sheet::checkpoint_in(bare->code) == game.checkpoint);
    CHECK(led->code.starts_with("https://live.example.org/games/E-r1-b1.html#"));
    CHECK(sheet::checkpoint_in(led->code) == game.checkpoint);
    CHECK(sheet::checkpoint_in(led->code + '\n') == game.checkpoint);
    CHECK(sheet::checkpoint_in(bare->code + '\n') == game.checkpoint);
    CHECK(led->code.find_first_of("+/=", led->code.find('#')) == std::string::npos);
    CHECK(led->code.size() < 400); // a code that telephones read from paper
}

TEST_CASE("a game of which nothing was signed has the address alone, and says so") {
    const auto written = sheet::written_of(recorded({move(1000, "e4")}), "https://live.example.org");
    REQUIRE(written);
    CHECK(written->code == "https://live.example.org/games/E-r1-b1.html");
    CHECK(written->code_says == "The game’s page. Nothing of the record was signed.");
    CHECK(sheet::checkpoint_in(written->code).empty());
    CHECK(sheet::checkpoint_in("https://x.example/#not base64!").empty());
}
