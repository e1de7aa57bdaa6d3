// The PDF is read back by programs of others: pdftotext and pdftoppm (poppler), zbarimg.
#include "daemon/sheet/pdf.hpp"

#include "tests/pdf_text.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"

using namespace adoube;
using namespace std::chrono_literals;
using tests::is_here;
using tests::reads_pdf;

namespace {

std::string text_in(const sheet::Pdf& pdf) { return tests::text_of_pdf(pdf.bytes); }

/// The content of the QR code on the last page.
std::string code_in(const sheet::Pdf& pdf) {
    const tests::TemporaryFolder folder;
    std::ofstream(folder / "sheet.pdf", std::ios::binary) << pdf.bytes;
    const auto picture = (folder / "page").string();
    REQUIRE(tests::run({"/usr/bin/env", "pdftoppm", "-r", "200", "-png", "-singlefile",
                        (folder / "sheet.pdf").string(), picture})
                .status == 0);
    auto read = tests::run(
        {"/bin/sh", "-c", "exec zbarimg -q --raw '" + picture + ".png' 2>/dev/null"}); // it asks for D-Bus
    if (read.output.ends_with('\n')) read.output.pop_back();
    return read.output;
}

sheet::Sheet sheet_of(const chess::PgnGame& game, std::vector<std::string> notes = {}) {
    sheet::Written written;
    written.id = "E-r1-b1";
    written.game = game;
    written.notes = std::move(notes);
    return lay_out(written, {sheet::default_letters(), true, {}});
}

/// The moves of a sheet among the words of its PDF, in order.
bool has_all_moves(const sheet::Sheet& sheet, const std::string& text) {
    std::istringstream words(text);
    std::string word;
    for (const auto& row : sheet.rows)
        for (const auto* half : {&row.white, &row.black}) {
            if (half->move.empty()) continue;
            do
                if (!(words >> word)) return false;
            while (word != half->move);
        }
    return true;
}

std::size_t pages_in(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\f'));
}

chess::PgnGame long_game(std::size_t plies) {
    chess::PgnGame game;
    auto position = game.start;
    const char* moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (std::size_t ply = 0; ply < plies; ++ply)
        for (const auto move : position.legal_moves())
            if (to_uci(move, false) == moves[ply % 4]) {
                game.moves.push_back({move, 3'600'000, {}});
                position = position.after(move);
                break;
            }
    return game;
}

} // namespace

TEST_CASE("another program reads every move of a game on its sheet, in order") {
    if (!reads_pdf()) return;
    for (const auto seed : tests::seeds({8, 200})) {
        const auto sheet = sheet_of(tools::random_game(seed), {"A note."});
        const auto pdf = sheet::pdf_of({&sheet, 1}).value();
        const auto text = text_in(pdf);
        CAPTURE(seed, text);
        CHECK(has_all_moves(sheet, text));
        CHECK(text.find("A note.") != std::string::npos);
        CHECK(text.find("Not a certified electronic scoresheet") != std::string::npos);
        CHECK(pdf.without_font == 0);
    }
}

TEST_CASE("three hundred moves go on from sheet to sheet, and are signed once, on the last") {
    if (!reads_pdf()) return;
    const auto sheet = sheet_of(long_game(600));
    const auto text = text_in(sheet::pdf_of({&sheet, 1}).value());
    CHECK(has_all_moves(sheet, text));
    CHECK(pages_in(text) == 5);
    const auto at = text.find("White’s signature");
    REQUIRE(at != std::string::npos);
    CHECK(text.find("White’s signature", at + 1) == std::string::npos);
    CHECK(pages_in(text.substr(0, at)) == 4);
}

TEST_CASE("no note is lost, however many there are and wherever the moves end") {
    if (!reads_pdf()) return;
    for (const std::size_t plies : {0U, 58U, 60U, 62U, 100U, 118U, 120U, 122U})
        for (const int count : {1, 5, 120}) {
            std::vector<std::string> notes;
            for (int number = 0; number < count; ++number)
                notes.push_back("Note" + std::to_string(number) +
                                " of what an arbiter did in this game, in some words.");
            const auto sheet = sheet_of(long_game(plies), notes);
            const auto text = text_in(sheet::pdf_of({&sheet, 1}).value());
            CAPTURE(plies, count, text);
            CHECK(has_all_moves(sheet, text));
            for (int number = 0; number < count; ++number) {
                const auto note = "Note" + std::to_string(number) + " of";
                const auto at = text.find(note);
                REQUIRE(at != std::string::npos);
                REQUIRE(text.find(note, at + 1) == std::string::npos);
            }
        }
}

TEST_CASE("a whole round is one file, a page for each game, in its order") {
    if (!reads_pdf()) return;
    std::vector<sheet::Sheet> sheets;
    for (const auto* white : {"Adams", "Baker", "Clark"}) {
        auto game = tools::game_of("e4 e5");
        game.tags["White"] = white;
        sheets.push_back(sheet_of(game));
    }
    const auto text = text_in(sheet::pdf_of(sheets).value());
    CHECK(pages_in(text) == 3);
    CHECK(text.find("Adams") < text.find("Baker"));
    CHECK(text.find("Baker") < text.find("Clark"));
    CHECK(text.find("Clark") != std::string::npos);
}

TEST_CASE("the QR code on paper holds what it was given, also as much as an address with a checkpoint") {
    if (!is_here("pdftoppm", "poppler-utils") || !is_here("zbarimg", "zbar-tools")) return;
    auto sheet = sheet_of(tools::game_of("e4 e5"));
    const auto address = std::string("https://live.example.org/games/E-r1-b1.html");
    for (const auto& code : {address, address + '#' + std::string(330, 'x') + "_-end"}) {
        sheet.code = code;
        CHECK(code_in(sheet::pdf_of({&sheet, 1}).value()) == code);
    }
}

TEST_CASE("names in any script, and names without end, make a page and lose no other text") {
    if (!reads_pdf()) return;
    for (const std::string name :
         {"محمد بن عبد الله", "יעל כהן", "王皓", "विश्वनाथन आनंद", "แก้ว", "Ωμέγα Ж.", "x", "\U0001F600"}) {
        auto game = tools::game_of("e4 e5 Nf3");
        std::string endless;
        while (endless.size() < 2000) endless += name + (name.size() == 1 ? "" : " ");
        game.tags = {
            {"White", name}, {"Black", endless}, {"Event", endless}, {"Site", endless}, {"Round", "3"}};
        const auto sheet = sheet_of(game);
        const auto text = text_in(sheet::pdf_of({&sheet, 1}).value());
        CAPTURE(name, text);
        CHECK(has_all_moves(sheet, text));
        CHECK(pages_in(text) == 1);
    }
}

TEST_CASE("a sheet is another file each time it is drawn, and tells when that was") {
    const auto sheet = sheet_of(long_game(200), {"A note."});
    const auto second = [] { return std::chrono::system_clock::now().time_since_epoch() / 1s; };
    const auto first = sheet::pdf_of({&sheet, 1}).value();
    const auto began = second();
    REQUIRE(tests::wait_until([&] { return second() > began; }));
    CHECK(sheet::pdf_of({&sheet, 1}).value().bytes == first.bytes);
    CHECK(first.bytes.find("CreationDate") == std::string::npos);
}

TEST_CASE("one name that cannot be drawn keeps the whole round's sheets from the printer") {
    if (!reads_pdf()) return;
    std::vector<sheet::Sheet> sheets(3, sheet_of(tools::game_of("e4 e5"), {"A note."}));
    sheets[0].white.name = "Adams";
    sheets[1].white.name = "Bak\uffffer";
    sheets[1].notes = {"No\ufdd0te of \u202eboard 2."};
    sheets[2].white.name = "Clark";
    const auto text = text_in(sheet::pdf_of(sheets).value());
    CAPTURE(text);
    CHECK(pages_in(text) == 3);
    for (const auto* name : {"Adams", "Bak er", "Clark", "of board 2."}) CHECK(text.contains(name));
}
