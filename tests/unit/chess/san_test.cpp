#include "daemon/chess/notation/san.hpp"

#include "tests/catch.hpp"
#include "tests/unit/chess/from_fen.hpp"

using namespace adoube::chess;

namespace {

const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const std::string promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
const std::string passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

struct Case {
    std::string fen, uci, san;
};

/// One row for each sentence of PGN 8.2.3.
const std::vector<Case> written{
    {start, "e2e4", "e4"},
    {start, "g1f3", "Nf3"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
    {passing, "e5d6", "exd6"},
    {promotion, "e7d8n", "exd8=N"},
    {promotion, "e7d8q", "exd8=Q+"},
    {"8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8r", "e8=R"},
    {castling, "e1g1", "O-O"},
    {castling, "e1c1", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {knights, "b1d2", "Nbd2"},
    {knights, "f3d2", "Nfd2"},
    {"4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "a1a2", "R1a2"},
    {"4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "a4a2", "R4a2"},
    // File before rank where both would do.
    {"4k3/8/8/8/8/2N5/8/4N1K1 w - - 0 1", "c3d5", "Nd5"},
    {"4k3/8/8/8/1N6/8/8/4N1K1 w - - 0 1", "b4d3", "Nbd3"},
    {"8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "h4e1", "Qh4e1"},
    {"8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "e4e1", "Qee1"},
    {"8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "h1e1", "Q1e1"},
    // Pinned pieces are no rivals.
    {"4k3/4r3/8/8/8/4N3/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
    {"4k3/8/8/8/8/8/3q4/R3K2R w - - 0 1", "e1d2", "Kxd2"},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"},
    {"6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", "Rd8#"},
    // Chess960: castling is named by its side.
    {"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O"},
    {"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1", "O-O-O"},
};

const std::vector<Case> read_besides{
    {castling, "e1g1", "0-0"},
    {castling, "e1c1", "0-0-0"},
    {castling, "e1g1", "o-o"},
    {castling, "e1g1", "OO"},
    {castling, "e1g1", "O-O+!"},
    {castling, "e1g1", "e1g1"},
    {promotion, "e7e8q", "e8Q"},
    {promotion, "e7e8q", "e8=q"},
    {promotion, "e7e8n", "e8(N)"},
    {promotion, "e7e8r", "e7-e8/R"},
    {promotion, "e7d8b", "ed8B"},
    {promotion, "e7d8q", "exd8=Q"},
    {promotion, "e7d8q", "exd8=Q#"},
    {promotion, "e7d8q", "e7d8q"},
    {passing, "e5d6", "exd6 e.p."},
    {passing, "e5d6", "exd6e.p."},
    {passing, "e5d6", "ed6ep"},
    {passing, "e5d6", "e5:d6"},
    {start, "e2e4", "Pe4"},
    {start, "e2e4", "e2-e4"},
    {start, "e2e4", "xe4"},
    {start, "e2e4", " e4 "},
    {start, "e2e4", "e4+"},
    {start, "g1f3", "Ng1-f3"},
    {start, "g1f3", "Ngf3"},
    {start, "g1f3", "Nxf3!?"},
    {start, "g1f3", "g1f3"},
    {knights, "b1d2", "N1d2"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "ed5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "xd5"},
};

} // namespace

TEST_CASE("moves are written as PGN 8.2.3 wants them") {
    for (const auto& [fen, uci, san] : written) {
        CAPTURE(fen, uci);
        const Position position = from_fen(fen);
        const auto move = position.move_from_uci(uci);
        REQUIRE(move);
        CHECK(to_san(position, *move) == san);
        CHECK(move_from_san(position, san) == *move);
    }
}

TEST_CASE("moves are read as people and programs write them") {
    for (const auto& [fen, uci, san] : read_besides) {
        CAPTURE(fen, san);
        const Position position = from_fen(fen);
        const auto move = move_from_san(position, san);
        if (!move) FAIL(move.error());
        CHECK(move == *position.move_from_uci(uci));
    }
}

TEST_CASE("what is no one legal move is refused with a sentence that names it") {
    const std::vector<std::array<std::string, 3>> cases{
        {start, "e5", "\"e5\" is no legal move here."},
        {start, "Ke2", "\"Ke2\" is no legal move here."},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "\"d5\" is no legal move here."}, // exd5
        {start, "O-O", "\"O-O\" is no legal move here."},
        {start, "e4=Q", "\"e4=Q\" is no legal move here."},
        {start, "", "\"\" is no move."},
        {start, "Z0", "\"Z0\" is no move."},
        {start, "--", "\"--\" is no move."},
        {start, "e9", "\"e9\" is no move."},
        {start, "NNf3", "\"NNf3\" is no move."},
        {start, "\xe9\n\"4", "\"???4\" is no move."},
        {start, std::string(1000, 'e'), "\"eeeeeeeeeeeeeeeeeeeeeeee…\" is no move."},
        {knights, "Nd2", "\"Nd2\" fits more than one legal move: Nbd2, Nfd2."},
        {promotion, "e8", "\"e8\" does not say to which piece the pawn is promoted."},
        {promotion, "e8K", "\"e8K\" is no legal move here."},
    };
    for (const auto& [fen, san, sentence] : cases) {
        CAPTURE(fen, san);
        const auto move = move_from_san(from_fen(fen), san);
        REQUIRE_FALSE(move);
        CHECK(move.error() == sentence);
    }
}
