#include "daemon/sheet/public_sheet.hpp"

#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/sheet/page.hpp"
#include "daemon/sheet/pdf.hpp"
#include "tests/pdf_text.hpp"

#include <set>

using namespace adoube;

namespace {

/// Everything that a game can hold, of which the public may know the moves, clocks, names and result alone.
broadcast::PublicGame game_with_secrets() {
    broadcast::PublicGame game;
    game.id = "E-r1-b7";
    game.board = 7;
    game.tags = broadcast::PublicTags({{"White", "Ann"},
                                       {"Black", "Ben"},
                                       {"Event", "Open"},
                                       {"Termination", "rules infraction"},
                                       {"Annotator", "secret"},
                                       {"WhiteStartNo", "secret"},
                                       {"Notes", "secret"}});
    auto position = game.start;
    for (const auto move : position.legal_moves())
        if (to_uci(move, false) == "e2e4") game.moves.push_back({position, move, false, 5'399'000});
    game.position = position.after(game.moves[0].move());
    game.result = chess::Result::white_wins;
    game.by_time = true;
    return game;
}

} // namespace

TEST_CASE("the public sheet holds moves, clocks, names and result, and nothing of the players' conduct") {
    const auto written = sheet::written_of(game_with_secrets());
    CHECK(written.draw_offers.empty());
    CHECK(written.notes.empty());
    CHECK(written.code.empty());
    CHECK(written.game.comment.empty());
    const auto page = page_of(lay_out(written, {sheet::default_letters(), true, {}}));
    for (const auto* public_text : {"Ann", "Ben", "Open", ">e4<", "1:29:59", "1–0", "E-r1-b7"})
        CHECK(page.find(public_text) != std::string::npos);
    for (const auto* secret : {"secret", "infraction", "(=)", "Notes", "claim", "svg", "time forfeit"})
        CHECK(page.find(secret) == std::string::npos);
}

TEST_CASE("a public sheet on paper holds a word that its PGN does not") {
    if (!tests::reads_pdf()) return;
    const auto game = game_with_secrets();
    const auto sheet = lay_out(sheet::written_of(game), {sheet::default_letters(), true, {}});
    auto pgn = broadcast::to_pgn(game);
    std::ranges::replace_if(
        pgn, [](char c) { return std::string_view("[]{}\"").contains(c); }, ' ');
    std::set<std::string> known{"White", "Black", "clock",   "Result",  "Board",    "Arbiter",
                                "1",     "1–0",   "White’s", "Black’s", "signature"};
    for (std::istringstream words(pgn + ' ' + std::string(sheet::about_itself)); words;) {
        std::string word;
        words >> word;
        known.insert(word);
    }
    std::istringstream drawn(tests::text_of_pdf(sheet::pdf_of({&sheet, 1}).value().bytes));
    std::size_t count = 0;
    for (std::string word; drawn >> word; ++count) {
        CAPTURE(word);
        CHECK(known.contains(word));
    }
    CHECK(count > 20);
}

TEST_CASE("the same public game gives the same page, byte for byte") {
    const auto page = [] {
        return page_of(lay_out(sheet::written_of(game_with_secrets()), {sheet::default_letters(), true, {}}));
    };
    CHECK(page() == page());
}

TEST_CASE("a page has every move once, in columns of thirty, with the code and the notes of a full sheet") {
    sheet::Sheet sheet;
    for (int number = 1; number <= 95; ++number)
        sheet.rows.push_back(
            {number, {"w" + std::to_string(number), ""}, {"b" + std::to_string(number), ""}});
    sheet.notes = {"A <note>."};
    sheet.code = "https://live.example.org";
    const auto page = page_of(sheet);
    std::size_t at = 0;
    for (int number = 1; number <= 95; ++number)
        for (const auto* side : {"w", "b"}) {
            at = page.find('>' + (side + std::to_string(number)) + '<', at);
            REQUIRE(at != std::string::npos);
        }
    std::size_t tables = 0;
    for (auto found = page.find("<table>"); found != std::string::npos;
         found = page.find("<table>", found + 1))
        ++tables;
    CHECK(tables == 4);
    CHECK(page.find("A &lt;note&gt;.") != std::string::npos);
    CHECK(page.find("<svg") != std::string::npos);
}
