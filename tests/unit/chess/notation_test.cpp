#include "daemon/chess/notation/notation.hpp"

#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <algorithm>
#include <vector>

using namespace adoube::chess;

namespace {

Notation in(std::string_view style, std::string_view language) {
    const auto notation = notation_named(style, language);
    if (!notation) FAIL(notation.error());
    return *notation;
}

Move move_of(const Position& position, std::string_view uci) {
    const auto move = position.move_from_uci(uci);
    if (!move) FAIL(uci << " is not legal in " << position.fen());
    return *move;
}

void check_both_ways(const Position& position, WrittenMove written, const Notation& notation,
                     const std::string& text) {
    CAPTURE(position.fen(), text, notation.style->name, notation.language->code);
    CHECK(to_text(position, written, notation) == text);
    const auto read = move_from_text(position, text, notation);
    if (!read) FAIL(read.error());
    CHECK(*read == written);
}

const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const std::string promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
const std::string passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

struct Letters {
    std::string language, king, queen, rook, bishop, knight;
};

const std::vector<Letters> all_letters{
    {"cs", "K", "D", "V", "S", "J"},       {"da", "K", "D", "T", "L", "S"},  {"de", "K", "D", "T", "L", "S"},
    {"en", "K", "Q", "R", "B", "N"},       {"es", "R", "D", "T", "A", "C"},  {"et", "K", "L", "V", "O", "R"},
    {"fi", "K", "D", "T", "L", "R"},       {"fr", "R", "D", "T", "F", "C"},  {"hu", "K", "V", "B", "F", "H"},
    {"is", "K", "D", "H", "B", "R"},       {"it", "R", "D", "T", "A", "C"},  {"nl", "K", "D", "T", "L", "P"},
    {"no", "K", "D", "T", "L", "S"},       {"pl", "K", "H", "W", "G", "S"},  {"pt", "R", "D", "T", "B", "C"},
    {"ro", "R", "D", "T", "N", "C"},       {"ru", "Кр", "Ф", "Л", "С", "К"}, {"sv", "K", "D", "T", "L", "S"},
    {"figurine", "♔", "♕", "♖", "♗", "♘"},
};

struct Row {
    std::string fen, uci;
    /// In Portuguese.
    std::string san, fide, long_algebraic;
};

const std::vector<Row> styled{
    {start, "e2e4", "e4", "e4", "e2-e4"},
    {start, "g1f3", "Cf3", "Cf3", "Cg1-f3"},
    {knights, "b1d2", "Cbd2", "Cbd2", "Cb1-d2"},
    // C.10: same rank, same file, neither.
    {"4k3/8/8/8/8/8/8/4NKN1 w - - 0 1", "g1f3", "Cgf3", "Cgf3", "Cg1-f3"},
    {"4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3", "C5f3", "C5f3", "Cg5-f3"},
    {"4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1", "h2f3", "Chf3", "Chf3", "Ch2-f3"},
    {"4k3/8/8/8/3N4/5p2/7N/4K3 w - - 0 1", "d4f3", "Cdxf3", "Cdxf3", "Cd4xf3"},
    {"8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "h4e1", "Dh4e1", "Dh4e1", "Dh4-e1"},
    // C.11
    {"4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5", "cxd5", "c4xd5"},
    // C.12
    {promotion, "e7d8q", "exd8=D+", "exd8D+", "e7xd8=D+"},
    {promotion, "e7e8n", "e8=C", "e8C", "e7-e8=C"},
    // C.9
    {passing, "e5d6", "exd6", "exd6e.p.", "e5xd6"},
    {"3k4/8/8/2KpP3/8/8/8/8 w - d6 0 2", "e5d6", "exd6", "exd6e.p.", "e5xd6"},
    {"8/2k5/8/2KpP3/8/8/8/8 w - d6 0 2", "e5d6", "exd6+", "exd6e.p.+", "e5xd6+"},
    {castling, "e1g1", "O-O", "0-0", "O-O"},
    {castling, "e1c1", "O-O-O", "0-0-0", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", "0-0+", "O-O+"},
    {"6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", "Td8#", "Td8#", "Td1-d8#"},
    // Guideline II: 0-0 ends on g1, 0-0-0 on c1.
    {"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O", "0-0", "O-O"},
    {"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1", "O-O-O", "0-0-0", "O-O-O"},
};

struct Read {
    std::string fen, language, text, uci;
};

const std::vector<Read> read_besides{
    {start, "pt", "1. Cf3", "g1f3"},
    {start, "pt", "1.Cf3!?", "g1f3"},
    {start, "pt", "12...Cf3", "g1f3"},
    {start, "pt", "1… Cf3", "g1f3"},
    {start, "pt", "\t1.\u00a0Cf3\r\n", "g1f3"},
    {start, "pt", "Cg1–f3", "g1f3"},
    {start, "pt", "Cgf3", "g1f3"},
    {start, "pt", "Pe4", "e2e4"},
    {start, "pt", "e2e4", "e2e4"},
    {start, "nl", "Pf3", "g1f3"},
    {start, "nl", "Oe4", "e2e4"},
    {start, "en", "Ktf3", "g1f3"},
    {start, "de", "Sf3†", "g1f3"},
    {start, "ru", "1. Кg1—f3", "g1f3"},
    {start, "ru", "Kf3", "g1f3"}, // Latin K
    {start, "ru", "\u0435\u0032-\u04354", "e2e4"},
    {start, "figurine", "♞f3", "g1f3"},
    {start, "figurine", "♘\ufe0ef3", "g1f3"},
    {start, "figurine", "♙e4", "e2e4"},
    {castling, "pt", "0-0", "e1g1"},
    {castling, "pt", "o-o-o", "e1c1"},
    {castling, "nl", "O-O", "e1g1"},
    {castling, "et", "O-O-O", "e1c1"},
    {castling, "ru", "\u041e-\u041e", "e1g1"},
    {castling, "ru", "0—0—0", "e1c1"},
    {castling, "ru", "Крf2", "e1f2"},
    {castling, "ru", "Kpf2", "e1f2"}, // Latin
    {castling, "ru", "Л:а8+", "a1a8"},
    {castling, "fr", "TxTa8", ""},
    {promotion, "pt", "e8D", "e7e8q"},
    {promotion, "pt", "e8=D+", "e7e8q"},
    {promotion, "pt", "e8(T)", "e7e8r"},
    {promotion, "pt", "e8/B", "e7e8b"},
    {promotion, "pt", "e8c", "e7e8n"},
    {promotion, "pt", "e7xd8=d", "e7d8q"},
    {promotion, "pt", "exd8(d)", "e7d8q"},
    {promotion, "hu", "e7e8b", "e7e8r"},
    {promotion, "en", "e7e8b", "e7e8b"},
    {promotion, "ru", "e7:d8Ф+", "e7d8q"},
    {promotion, "figurine", "exd8=♛#", "e7d8q"},
    {passing, "pt", "exd6 e.p.", "e5d6"},
    {passing, "pt", "ed6ep", "e5d6"},
    {passing, "pt", "e×d6 (e.p.)!", "e5d6"},
    {passing, "pt", "exd6", "e5d6"},
};

} // namespace

TEST_CASE("each language writes and reads its own letters, and each is in this test") {
    const Position position = from_fen("4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1");
    CHECK(all_letters.size() == languages().size());
    for (const auto& [language, king, queen, rook, bishop, knight] : all_letters) {
        const Notation san = in("san", language);
        check_both_ways(position, {move_of(position, "e1f2")}, san, king + "f2");
        check_both_ways(position, {move_of(position, "d1d3")}, san, queen + "d3");
        check_both_ways(position, {move_of(position, "a1a2")}, san, rook + "a2");
        check_both_ways(position, {move_of(position, "c1b2")}, san, bishop + "b2");
        check_both_ways(position, {move_of(position, "b1c3")}, san, knight + "c3");
    }
}

TEST_CASE("a move in SAN, as the Laws print it, and in long algebraic") {
    for (const auto& [fen, uci, san, fide, long_algebraic] : styled) {
        const Position position = from_fen(fen);
        const WrittenMove written{move_of(position, uci)};
        check_both_ways(position, written, in("san", "pt"), san);
        check_both_ways(position, written, in("fide", "pt"), fide);
        check_both_ways(position, written, in("long", "pt"), long_algebraic);
    }
}

TEST_CASE("C.13: the game of appendix C, with its draw offer") {
    const std::vector<std::string> moves{"e4",   "e5",   "Cf3",  "Cf6",      "d4",    "exd4", "e5",
                                         "Ce4",  "Dxd4", "d5",   "exd6e.p.", "Cxd6",  "Bg5",  "Cc6",
                                         "De3+", "Be7",  "Cbd2", "0-0",      "0-0-0", "Te8",  "Rb1(=)"};
    const Notation fide = in("fide", "pt");
    Position position = Position::start();
    for (const auto& text : moves) {
        CAPTURE(text);
        const auto read = move_from_text(position, text, fide);
        if (!read) FAIL(read.error());
        CHECK(to_text(position, *read, fide) == text);
        CHECK(read->draw_offered == (text == "Rb1(=)"));
        position.play(read->move);
    }
    CHECK(position.fen() == "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11");
}

TEST_CASE("a draw offer is written and read in every style") {
    const Position position = Position::start();
    const WrittenMove written{move_of(position, "e2e4"), true};
    check_both_ways(position, written, in("san", "en"), "e4(=)");
    check_both_ways(position, written, in("long", "figurine"), "e2-e4(=)");
    check_both_ways(position, written, in("descriptive", "es"), "P4R(=)");
    CHECK(move_from_text(position, "e4! (=)", in("fide", "ru")) == written);
    CHECK(move_from_text(position, "e4=", in("fide", "ru")) == WrittenMove{written.move, false});
}

TEST_CASE("moves are read as players write them") {
    for (const auto& [fen, language, text, uci] : read_besides) {
        CAPTURE(fen, language, text);
        const Position position = from_fen(fen);
        for (const char* style : {"san", "fide", "long"}) {
            const auto read = move_from_text(position, text, in(style, language));
            if (uci.empty()) {
                CHECK_FALSE(read);
                continue;
            }
            if (!read) FAIL(read.error());
            CHECK(read->move == move_of(position, uci));
        }
    }
}

TEST_CASE("what is no one legal move is refused in the words of its notation") {
    const std::vector<std::array<std::string, 5>> cases{
        {start, "san", "pt", "Nf3", "\"Nf3\" is no move."},
        {start, "san", "ru", "Сf3", "\"Сf3\" is no legal move here."},
        {start, "san", "ru", "Яf3", "\"Яf3\" is no move."},
        {start, "san", "en", "", "\"\" is no move."},
        {start, "san", "en", "e4 e5", "\"e4 e5\" is no move."},
        {start, "san", "en", "1.", "\"1.\" is no move."},
        {start, "fide", "en", "0-0", "\"0-0\" is no legal move here."},
        {start, "fide", "en", "\xff\xe2\x99", "\"???\" is no move."},
        {knights, "san", "pt", "Cd2", "\"Cd2\" fits more than one legal move: Cbd2, Cfd2."},
        {knights, "long", "figurine", "♘d2", "\"♘d2\" fits more than one legal move: ♘b1-d2, ♘f3-d2."},
        {promotion, "fide", "pt", "e8", "\"e8\" does not say to which piece the pawn is promoted."},
        // Neither English nor UCI letters promote in Portuguese.
        {promotion, "fide", "pt", "e8q", "\"e8q\" is no move."},
        {promotion, "fide", "pt", "e8R", "\"e8R\" is no legal move here."},
    };
    for (const auto& [fen, style, language, text, sentence] : cases) {
        CAPTURE(fen, text);
        const auto read = move_from_text(from_fen(fen), text, in(style, language));
        REQUIRE_FALSE(read);
        CHECK(read.error() == sentence);
    }
}

TEST_CASE("a notation that is not there is refused with the names of those that are") {
    CHECK(
        notation_named("fide", "xx").error().starts_with("The language \"xx\" is not known; there are cs, "));
    CHECK(notation_named("x", "en").error() ==
          "The style of notation \"x\" is not known; there are san, fide, long, descriptive.");
    CHECK(notation_named("descriptive", "en").error() ==
          "The descriptive notation of \"en\" is not known; there are es, fr, pt.");
}

TEST_CASE("quotations keep the letters of players and drop what could deceive or do harm") {
    const Position position = Position::start();
    const auto sentence = [&](std::string_view text) {
        return move_from_text(position, text, in("san", "en")).error();
    };
    CHECK(sentence("ÅßЖΩ♚") == "\"ÅßЖΩ♚\" is no move.");
    CHECK(sentence("a\u202eb\u0085\u200bc\n") == "\"a?b??c?\" is no move.");
    CHECK(sentence("КККККККККККККККККККККККККК") == "\"КККККККККККККККККККККККК…\" is no move.");
}
