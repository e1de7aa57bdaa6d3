// The rules against a slow second implementation and themselves.
#include "daemon/chess/game.hpp"
#include "daemon/chess/notation/san.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/chess/from_fen.hpp"
#include "tests/unit/chess/mailbox.hpp"
#include "tests/unit/chess/random_positions.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

using namespace adoube::chess;

namespace {

std::vector<std::string> uci_moves(const Position& position) {
    std::vector<std::string> moves;
    for (const Move move : position.legal_moves()) moves.push_back(to_uci(move, true));
    std::sort(moves.begin(), moves.end());
    return moves;
}

/// As Mailbox::fields().
std::string fields(const Position& position) {
    const std::string fen = position.fen();
    std::string text = fen.substr(0, fen.find(' ') + 3);
    for (const Side side : {Side::white, Side::black}) {
        Bitboard rooks = position.castling_rooks(side);
        while (rooks != 0) text += static_cast<char>((side == Side::white ? 'A' : 'a') + file_of(pop(rooks)));
    }
    return text.ends_with(' ') ? text + '-' : text;
}

/// The four FEN fields that Article 9.2 compares.
std::string same_position(const Position& position) {
    std::istringstream words(position.fen());
    std::string text, word;
    for (int n = 0; n < 4 && words >> word; ++n) text += word + ' ';
    return text;
}

/// Random games from many starts; calls `take` before each move.
template<class Take>
void random_games(std::uint64_t seed, int games, std::size_t plies, Take take) {
    Random random(adoube::tests::seed(seed));
    for (int n = 0; n < games; ++n) {
        Game game(random_start(random));
        for (;;) {
            take(game);
            const MoveList moves = game.position().legal_moves();
            if (moves.empty() || game.moves().size() == plies) break;
            game.play(moves[pick(random, moves.size())]);
        }
    }
}

} // namespace

TEST_CASE("legal moves and what they lead to agree with a slow second implementation") {
    std::set<MoveKind> kinds;
    int mates = 0, stalemates = 0;
    Mailbox slow(Position::start().fen());
    random_games(1, 150, 120, [&](const Game& game) {
        const Position& position = game.position();
        if (game.moves().empty())
            slow = Mailbox(position.fen());
        else
            slow = slow.after(to_uci(game.moves().back(), true));
        CAPTURE(position.fen());
        REQUIRE(fields(position) == slow.fields());
        REQUIRE(uci_moves(position) == slow.legal_moves());
        for (const Move move : position.legal_moves()) kinds.insert(move.kind);
        mates += game.is_checkmate();
        stalemates += game.is_stalemate();
    });
    CHECK(kinds.size() == 4);
    CHECK(mates + stalemates > 0);
}

TEST_CASE("legal moves of pieces thrown on the board agree with a slow second implementation") {
    Random random(adoube::tests::seed(2));
    int castling = 0, passing = 0;
    for (int n = 0; n < 4000; ++n) {
        const Position position = random_placement(random);
        CAPTURE(position.fen());
        const auto moves = Mailbox(position.fen()).legal_moves();
        REQUIRE(uci_moves(position) == moves);
        REQUIRE(position.legal_move_count() == static_cast<int>(moves.size()));
        for (const Move move : position.legal_moves()) {
            castling += move.kind == MoveKind::castling;
            passing += move.kind == MoveKind::en_passant;
        }
    }
    CHECK(castling > 10);
    CHECK(passing > 10);
}

TEST_CASE("a position that moves led to equals a fresh one of the same FEN") {
    random_games(3, 100, 150, [](const Game& game) {
        const Position& position = game.position();
        CAPTURE(position.fen());
        const Position fresh = from_fen(position.fen());
        REQUIRE(fresh == position);
        REQUIRE(fresh.repetition_key() == position.repetition_key());
        REQUIRE(position.legal_moves().size() == static_cast<std::size_t>(position.legal_move_count()));
        REQUIRE(position.has_legal_move() == !position.legal_moves().empty());
    });
}

TEST_CASE("repetition keys are equal exactly for the same position") {
    // Moves back make many repetitions; castling and en passant at times make the difference.
    Random random(adoube::tests::seed(4));
    int repeated = 0;
    for (const char* start : {"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1",
                              "8/8/8/3k4/8/8/8/K7 w - - 0 1"})
        for (int n = 0; n < 20; ++n) {
            Game game(from_fen(start));
            while (game.moves().size() < 60 && game.position().has_legal_move()) {
                const MoveList moves = game.position().legal_moves();
                Move move = moves[pick(random, moves.size())];
                if (game.moves().size() > 1 && pick(random, 3) != 0) {
                    const Move before = game.moves()[game.moves().size() - 2];
                    const Move back{before.to, before.from};
                    if (game.position().is_legal(back)) move = back;
                }
                game.play(move);
                int count = 0;
                for (std::size_t ply = 0; ply <= game.moves().size(); ++ply) {
                    const Position earlier = game.position_at(ply);
                    const bool same = same_position(earlier) == same_position(game.position());
                    count += same;
                    REQUIRE((earlier.repetition_key() == game.position().repetition_key()) == same);
                    REQUIRE(earlier.repeats(game.position()) == same);
                }
                REQUIRE(game.repetitions() == count);
                repeated += count > 2;
            }
        }
    CHECK(repeated > 100);
}

TEST_CASE("every legal move comes back from its SAN and its UCI form, and no two share one") {
    random_games(5, 40, 100, [](const Game& game) {
        const Position& position = game.position();
        CAPTURE(position.fen());
        std::set<std::string> written;
        for (const Move move : position.legal_moves()) {
            const std::string san = to_san(position, move);
            CAPTURE(san);
            REQUIRE(written.insert(san).second);
            REQUIRE(move_from_san(position, san) == move);
            REQUIRE(position.move_from_uci(to_uci(move, true)) == move);
            REQUIRE(position.is_legal(move));
            REQUIRE((san.find('x') != std::string::npos) == position.is_capture(move));
        }
    });
}

TEST_CASE("the moves of some pieces are not those among all, or in another order") {
    Random random(adoube::tests::seed(11));
    random_games(11, 40, 100, [&](const Game& game) {
        const Position& position = game.position();
        CAPTURE(position.fen());
        const Bitboard movers = random() & random(), one = bit(static_cast<Square>(pick(random, 64)));
        for (const Bitboard some : {movers, one, bit(position.king(position.to_move()))}) {
            const auto moves = position.legal_moves(some), all = position.legal_moves();
            std::vector<Move> expected;
            std::ranges::copy_if(all, std::back_inserter(expected),
                                 [&](const Move move) { return contains(some, move.from); });
            REQUIRE(std::ranges::equal(moves, expected));
        }
    });
}

TEST_CASE("moves taken back leave the game as it was") {
    Random random(adoube::tests::seed(6));
    random_games(6, 30, 80, [&](const Game& game) {
        Game shorter = game;
        const std::size_t plies = pick(random, game.moves().size() + 1);
        shorter.take_back(plies);
        REQUIRE(shorter.moves().size() == game.moves().size() - plies);
        REQUIRE(shorter.position() == game.position_at(shorter.moves().size()));
        Game again(game.start());
        for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
            REQUIRE(game.position_at(ply) == again.position());
            if (ply >= shorter.moves().size()) shorter.play(game.moves()[ply]);
            again.play(game.moves()[ply]);
        }
        REQUIRE(shorter.position() == again.position());
        REQUIRE(shorter.repetitions() == again.repetitions());
    });
}

TEST_CASE("no bytes in a FEN do harm, and what is taken can be played on and written") {
    Random random(adoube::tests::seed(7));
    int taken = 0;
    const std::string letters = "pnbrqkPNBRQK/12345678 wb-KQkqabcdefgh3690.\xff\n";
    random_games(8, 60, 60, [&](const Game& game) {
        std::string fen = game.position().fen();
        for (auto changes = 1 + pick(random, 3); changes > 0; --changes) {
            const auto at = pick(random, fen.size());
            switch (pick(random, 3)) {
            case 0: fen[at] = letters[pick(random, letters.size())]; break;
            case 1: fen.erase(at, 1); break;
            default: fen.insert(at, 1, letters[pick(random, letters.size())]); break;
            }
        }
        const auto position = Position::from_fen(fen);
        CAPTURE(fen);
        if (!position) {
            REQUIRE(position.error().ends_with('.'));
            return;
        }
        ++taken;
        REQUIRE(from_fen(position->fen()) == *position);
        for (const Move move : position->legal_moves())
            REQUIRE(position->after(move).pieces(game.position().to_move()) != 0);
    });
    CHECK(taken > 50);
}

TEST_CASE("no bytes in place of SAN do harm") {
    Random random(adoube::tests::seed(9));
    const std::string letters = "KQRBNPabcdefgh12345678xO0-=+#!?.() \xe2\x99\x98";
    for (int n = 0; n < 5000; ++n) {
        const Position position = random_start(random);
        std::string text;
        for (auto left = pick(random, 8); left > 0; --left) text += letters[pick(random, letters.size())];
        const auto move = move_from_san(position, text);
        CAPTURE(text);
        if (move)
            REQUIRE(position.is_legal(*move));
        else
            REQUIRE(move.error().ends_with('.'));
    }
}
