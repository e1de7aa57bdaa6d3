#include "daemon/sheet/sheet.hpp"

#include "daemon/chess/chess960.hpp"
#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"

using namespace adoube;
using sheet::lay_out;

namespace {

sheet::Written written(chess::PgnGame game) {
    sheet::Written written;
    written.id = "E-r1-b1";
    written.game = std::move(game);
    return written;
}

sheet::Options in_letters(std::string_view name) { return {sheet::letters_named(name).value(), true, {}}; }

std::vector<std::string> moves_on(const sheet::Sheet& sheet) {
    std::vector<std::string> moves;
    for (const auto& row : sheet.rows)
        for (const auto* half : {&row.white, &row.black})
            if (!half->move.empty() && half->move != "…") moves.push_back(half->move);
    return moves;
}

const sheet::Field* field(const sheet::Sheet& sheet, std::string_view name) {
    const auto found = std::ranges::find(sheet.fields, name, &sheet::Field::name);
    return found == sheet.fields.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("a scoresheet has every move once, in order, with the number of its position") {
    for (const auto seed : tests::seeds({60, 3000})) {
        const auto game = tools::random_game(seed);
        CAPTURE(seed, chess::to_pgn(game));
        const auto sheet = lay_out(written(game), in_letters("en"));
        const auto moves = moves_on(sheet);
        REQUIRE(moves.size() == game.moves.size());
        auto position = game.start;
        std::size_t row = 0;
        for (std::size_t ply = 0; ply < moves.size(); ++ply) {
            REQUIRE(moves[ply] == to_san(position, game.moves[ply].move));
            const bool white = position.to_move() == chess::Side::white;
            REQUIRE(sheet.rows[row].number == position.fullmove_number());
            REQUIRE((white ? sheet.rows[row].white : sheet.rows[row].black).move == moves[ply]);
            row += !white;
            position = position.after(game.moves[ply].move);
        }
    }
}

TEST_CASE("every notation of a scoresheet reads back as the moves") {
    for (const auto seed : tests::seeds({20, 500}))
        for (const auto* letters : {"de", "figurines", "ru", "descriptive", "descriptive-pt"}) {
            const auto game = tools::random_game(seed);
            const auto options = in_letters(letters);
            const auto moves = moves_on(lay_out(written(game), options));
            auto position = game.start;
            for (std::size_t ply = 0; ply < moves.size(); ++ply) {
                CAPTURE(seed, letters, position.fen(), moves[ply]);
                const auto read = chess::move_from_text(position, moves[ply], options.letters);
                REQUIRE(read);
                REQUIRE(read->move == game.moves[ply].move);
                position = position.after(read->move);
            }
        }
}

TEST_CASE("a game that Black begins leaves White's place on the sheet to dots") {
    const auto start = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 31").value();
    const auto sheet =
        lay_out(written(tools::game_of("Kd7 O-O Ke7", chess::Result::open, start)), in_letters("en"));
    REQUIRE(sheet.rows.size() == 2);
    CHECK(sheet.rows[0].number == 31);
    CHECK(sheet.rows[0].white.move == "…");
    CHECK(sheet.rows[0].black.move == "Kd7");
    CHECK(sheet.rows[1].number == 32);
    CHECK(sheet.rows[1].white.move == "O-O");
    CHECK(sheet.start == "From 4k3/8/8/8/8/8/8/4K2R b K - 0 31");
}

TEST_CASE("a scoresheet of Chess960 names the start position") {
    auto game = tools::game_of("", chess::Result::open, chess::chess960_start(17));
    game.chess960 = true;
    CHECK(lay_out(written(game), in_letters("en"))
              .start.starts_with("Chess960, start position 17: " + game.start.fen()));
}

TEST_CASE("draw offers are noted as (=), and times only where they are wanted") {
    auto game = tools::game_of("e4 e5 Nf3 Nc6", chess::Result::draw);
    game.moves[0].clock_ms = 5'399'000;
    auto noted = written(game);
    noted.draw_offers = {2};
    auto options = in_letters("de");
    const auto sheet = lay_out(noted, options);
    CHECK(sheet.rows[1].white.move == "Sf3(=)");
    CHECK(sheet.rows[0].white.clock == "1:29:59");
    CHECK(sheet.rows[0].black.clock.empty());
    CHECK(sheet.times);
    CHECK(sheet.result == "½–½");
    options.times = false;
    CHECK_FALSE(lay_out(noted, options).times);
    CHECK(lay_out(noted, options).rows[0].white.clock.empty());
}

TEST_CASE("a scoresheet's head has what is known, and nothing for what is not") {
    auto game = tools::game_of("e4");
    game.tags = {{"Event", "Open"},    {"Date", "2026.11.20"}, {"Round", "3"},    {"Site", "?"},
                 {"White", "A\x01nn"}, {"WhiteTitle", "WIM"},  {"WhiteElo", "-"}, {"WhiteFideId", "12"}};
    const auto sheet = lay_out(written(game), in_letters("en"));
    CHECK(sheet.event == "Open");
    CHECK(sheet.white.name == "A nn");
    CHECK(sheet.white.detail == "WIM · FIDE 12");
    CHECK(sheet.black.name == "?");
    CHECK(sheet.black.detail.empty());
    REQUIRE(field(sheet, "Date"));
    CHECK(field(sheet, "Date")->value == "2026-11-20");
    CHECK_FALSE(field(sheet, "Place"));
    CHECK_FALSE(field(sheet, "Board"));
    const auto place = [&](const char* site) {
        game.tags["Site"] = site;
        return field(lay_out(written(game), in_letters("en")), "Place")->value;
    };
    game.tags["EventFederation"] = "POR";
    CHECK(place("A-Town") == "A-Town, POR");
    CHECK(place("A-Town POR") == "A-Town POR");
    CHECK(place("?") == "POR");
    CHECK(sheet.result.empty());
    CHECK(sheet.whose.empty());
}

TEST_CASE("a long game takes a page for each sixty moves") {
    sheet::Sheet sheet;
    CHECK(sheet::pages_of(sheet) == 1);
    sheet.rows.resize(60);
    CHECK(sheet::pages_of(sheet) == 1);
    sheet.rows.resize(61);
    CHECK(sheet::pages_of(sheet) == 2);
    sheet.rows.resize(300);
    CHECK(sheet::pages_of(sheet) == 5);
}

TEST_CASE("letters of a sheet that nobody knows are refused by name") {
    for (const auto* name : {"", "xx", "descriptive-de", "descriptive-"}) {
        const auto letters = sheet::letters_named(name);
        CAPTURE(name);
        REQUIRE_FALSE(letters);
        CHECK(letters.error().ends_with("."));
    }
}
