#include "daemon/chess/notation/notation.hpp"

#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

#include <vector>

using namespace adoube::chess;

namespace {

Notation descriptive(std::string_view language = "pt") { return *notation_named("descriptive", language); }

struct Case {
    std::string why, fen, uci, text;
};

const std::vector<Case> written{
    {"the queen's and king's files have no side", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "d2d4", "P4D"},
    {"ranks count from Black's side for Black", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", "P4R"},
    {"e3 is Black's sixth", "4k3/8/8/8/4r3/8/8/K7 b - - 0 1", "e4e3", "T6R"},
    {"the side is left out where one move fits", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", "h2h3", "P3T"},
    {"and said where two do", "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", "h2h3", "P3TR"},
    {"a square that can be captured on is not moved to", "4k3/8/8/8/8/p7/7P/4K2R w - - 0 1", "h2h3", "P3T"},
    {"the origin in brackets: 8.2.1", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "C(1C)2D"},
    {"the other of these", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "C(3B)2D"},
    {"rooks on one rank", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "T(1TD)1D"},
    {"rooks on one file", "4k3/8/R7/8/8/8/8/R3K3 w - - 0 1", "a1a3", "T(1T)3T"},
    {"three queens", "8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "h4e1", "D(4T)1R"},
    {"a pinned rival is none", "4k3/4r3/8/8/8/4N3/8/4K1N1 w - - 0 1", "g1e2", "C2R"},
    {"two that check from one square", "4k3/8/8/1N1N4/8/8/8/4K3 w - - 0 1", "d5c7", "C(5D)7B+"},
    {"a sign of check tells apart", "4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1", "d5f6", "C6B+"},
    {"that there is none tells nothing", "4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1", "e5c6", "C6BD"},
    {"neither checks", "3k4/8/8/3N4/2N5/8/8/4K3 w - - 0 1", "d5b6", "C(5D)6C"},
    {"capture", "4k3/8/8/2p5/3N4/8/2r5/4K3 w - - 0 1", "d4c2", "CxT"},
    {"the captured pawn by its file", "4k3/8/2p1p3/8/3N4/8/8/4K3 w - - 0 1", "d4e6", "CxPR"},
    {"the file's side too", "4k3/8/2p2p2/8/3N3N/8/8/4K3 w - - 0 1", "d4c6", "CxP"},
    {"on files of equal name", "4k3/8/8/1p3p2/3N4/8/2p5/4K3 w - - 0 1", "d4c2", "CxPBD"},
    {"on one file", "4k3/8/2p5/8/3N4/8/2p5/4K3 w - - 0 1", "d4c6", "CxP(6B)"},
    {"captured pieces by their squares", "k3r3/8/4B3/8/4R2r/8/8/K7 w - - 0 1", "e4h4", "TxT"},
    {"two rooks for one", "k3r3/8/8/8/4R2r/8/8/K7 w - - 0 1", "e4h4", "TxT(4T)"},
    {"squares of equal name", "k7/8/8/8/r3R2r/8/8/1K6 w - - 0 1", "e4h4", "TxT(4TR)"},
    {"two that can take the same", "4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", "e4d5", "PRxC"},
    {"and of files of equal name", "4k3/8/8/8/8/1n4n1/P1P4P/4K3 w - - 0 1", "c2b3", "PBxC"},
    {"the capturing piece by its square", "4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "C(3B)xP"},
    {"both", "4k3/8/8/p1p5/8/1N1N4/8/4K3 w - - 0 1", "b3c5", "C(3C)xPB"},
    {"in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "PxPe.p."},
    {"in passing, and not", "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "PxPe.p."},
    {"not, and in passing", "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 2", "e5f6", "PxPB"},
    {"two in passing", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "c5d6", "PBxPe.p."},
    {"promotion", "7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "P8D=C"},
    {"promotion with check", "8/1k1P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "P8D=C+"},
    {"promotion with capture", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8b", "PxT=B"},
    {"of two rooks one", "3r1r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8b", "PxT(8D)=B"},
    {"Black's promotion", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1r", "P8T=T+"},
    {"castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
    {"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"mate", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", "T8D#"},
    {"Chess960", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O"},
};

} // namespace

TEST_CASE("the sample game of the descriptive system, both ways") {
    const std::vector<std::pair<std::string, std::string>> moves{
        {"e4", "P4R"},     {"e5", "P4R"},    {"Cf3", "C3BR"}, {"Cc6", "C3BD"},  {"Cc3", "C3B"},
        {"d6", "P3D"},     {"Bb5", "B5C"},   {"Bg4", "B5C"},  {"Cd5", "C5D"},   {"Ce7", "C2R"},
        {"c3", "P3B"},     {"a6", "P3TD"},   {"Ba4", "B4T"},  {"b5", "P4CD"},   {"Bb3", "B3C"},
        {"Ca5", "C4T"},    {"Cxe5", "CxPR"}, {"Bxd1", "BxD"}, {"Cf6+", "C6B+"}, {"gxf6", "PxC"},
        {"Bxf7#", "BxP#"},
    };
    const Notation algebraic = *notation_named("san", "pt");
    Position position = Position::start();
    for (const auto& [text, described] : moves) {
        CAPTURE(text, described);
        const auto move = move_from_text(position, text, algebraic);
        if (!move) FAIL(move.error());
        CHECK(to_text(position, *move, descriptive()) == described);
        CHECK(to_text(position, *move, algebraic) == text);
        const auto read = move_from_text(position, described, descriptive());
        if (!read) FAIL(read.error());
        CHECK(*read == *move);
        position.play(move->move);
    }
    CHECK_FALSE(position.has_legal_move());
}

TEST_CASE("descriptive notation says no more than it takes to mean one legal move") {
    for (const auto& [why, fen, uci, text] : written) {
        CAPTURE(why, fen, uci);
        const Position position = from_fen(fen);
        const auto move = position.move_from_uci(uci);
        REQUIRE(move);
        CHECK(to_text(position, {*move}, descriptive()) == text);
        CHECK(move_from_text(position, text, descriptive()) == WrittenMove{*move});
    }
}

TEST_CASE("descriptive notation is read as books have it") {
    const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    const std::string rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    const std::string pawns = "4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1";
    const std::string promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const std::string passing = "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 2";
    const std::vector<Case> cases{
        {"its number", Position::start().fen(), "e2e4", "1. P4R"},
        {"a dash", Position::start().fen(), "e2e4", "P-4R"},
        {"more than needed", Position::start().fen(), "g1f3", "CR3BR"},
        {"a check that is none", Position::start().fen(), "g1f3", "C3BR+"},
        {"no sign of check", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5f6", "C6BR"},
        {"the queen's knight: 8.2.1", knights, "b1d2", "CD2D"},
        {"the king's knight", knights, "f3d2", "CR2D"},
        {"the rank alone", knights, "f3d2", "C(3)2D"},
        {"the queen's rook", rooks, "a1d1", "TD1D"},
        {"the king's rook", rooks, "h1d1", "TR1D"},
        {"a pawn by its square", pawns, "c4d5", "P(4B)xC"},
        {"a pawn by its whole file", pawns, "c4d5", "PBDxC"},
        {"a colon", pawns, "c4d5", "PB:C"},
        {"a captured piece's wing", "k7/8/8/8/r3R2r/8/8/1K6 w - - 0 1", "e4a4", "TxTD"},
        {"promotion in brackets", promotion, "e7e8q", "P8R(D)"},
        {"promotion after a stroke", promotion, "e7d8n", "PxT/C"},
        {"promotion in brackets after a capture", promotion, "e7d8n", "PxT(C)"},
        {"en passant apart", passing, "e5d6", "PxP e.p."},
        {"en passant by the file", passing, "e5d6", "PxPD"},
        {"zeros", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "0-0"},
    };
    for (const auto& [why, fen, uci, text] : cases) {
        CAPTURE(why, fen, text);
        const Position position = from_fen(fen);
        const auto read = move_from_text(position, text, descriptive());
        if (!read) FAIL(read.error());
        CHECK(read->move == *position.move_from_uci(uci));
    }
}

TEST_CASE("descriptive notation in Spanish and French differs in its letters only") {
    const Position start = Position::start();
    const Move pawn = *start.move_from_uci("c2c4");
    CHECK(to_text(start, {pawn}, descriptive("es")) == "P4AD");
    CHECK(to_text(start, {pawn}, descriptive("fr")) == "P4FD");
    CHECK(move_from_text(start, "P4AD", descriptive("es")) == WrittenMove{pawn});
}

TEST_CASE("what no one move is in descriptive notation is refused with a sentence that names it") {
    const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    const std::string promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const std::string start = Position::start().fen();
    const std::vector<std::array<std::string, 3>> cases{
        {start, "C3B", "\"C3B\" fits more than one legal move: C3BD, C3BR."},
        {start, "P3T+", "\"P3T+\" fits more than one legal move: P3TD, P3TR."},
        {start, "P5R", "\"P5R\" is no legal move here."},
        {start, "PxP", "\"PxP\" is no legal move here."},
        {start, "O-O", "\"O-O\" is no legal move here."},
        {start, "P4R=D", "\"P4R=D\" is no legal move here."},
        {start, "e4", "\"e4\" is no move."},
        {start, "P", "\"P\" is no move."},
        {start, "P4", "\"P4\" is no move."},
        {start, "P9R", "\"P9R\" is no move."},
        {start, "P4P", "\"P4P\" is no move."},
        {start, "P4RR", "\"P4RR\" is no move."},
        {start, "Cx", "\"Cx\" is no move."},
        {start, "C(1C", "\"C(1C\" is no move."},
        {start, "4R", "\"4R\" is no move."},
        {knights, "C2D", "\"C2D\" fits more than one legal move: C(1C)2D, C(3B)2D."},
        {promotion, "P8R", "\"P8R\" does not say to which piece the pawn is promoted."},
        {promotion, "PxT", "\"PxT\" does not say to which piece the pawn is promoted."},
    };
    for (const auto& [fen, text, sentence] : cases) {
        CAPTURE(fen, text);
        const auto read = move_from_text(from_fen(fen), text, descriptive());
        REQUIRE_FALSE(read);
        CHECK(read.error() == sentence);
    }
}
