#include "daemon/chess/unwinnable/helpmate.hpp"
#include "daemon/chess/unwinnable/kings_way.hpp"
#include "daemon/chess/unwinnable/mating_material.hpp"
#include "daemon/chess/unwinnable/mating_net.hpp"
#include "daemon/chess/unwinnable/planned_mate.hpp"
#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tests/places.hpp"
#include "tests/tier.hpp"
#include "tests/unit/chess/from_fen.hpp"
#include "tests/unit/chess/mailbox.hpp"
#include "tests/unit/chess/random_positions.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <unordered_set>
#include <vector>

using namespace adoube::chess;

namespace {

struct Case {
    std::string_view who; // WB, W-, -B, --
    std::string_view fen;
    std::string_view why;
};

constexpr Case cases[]{
    {"--", "8/8/4k3/8/8/3K4/8/8 w - -", "bare kings"},
    {"--", "8/8/4k3/8/8/3KN3/8/8 w - -", "a knight against a bare king"},
    {"--", "8/8/4k3/8/8/3KB3/8/8 b - -", "a bishop against a bare king"},
    {"--", "8/8/4k3/8/5b2/3KB3/8/8 w - -", "bishops of one colour"},
    {"WB", "8/2b5/4k1b1/b7/8/3K4/1B6/8 w - -", "bishops of one colour, but for one"},
    {"WB", "8/8/4k3/8/4b3/2K1B3/8/8 w - -", "bishops of two colours block for each other"},
    {"WB", "8/8/4k3/8/5n2/2K1B3/8/8 w - -", "a knight and a bishop"},
    {"WB", "8/8/4k3/8/8/2K1N1n1/8/8 w - -", "a knight each"},
    {"W-", "8/8/4k3/8/8/3K1R2/8/8 w - -", "a rook"},
    {"W-", "8/8/4k3/8/8/3K1Q2/8/8 w - -", "a queen"},
    {"W-", "8/8/4k3/8/8/3K4/4P3/8 w - -", "a pawn becomes a queen"},
    {"W-", "8/8/4k3/8/2N5/3KN3/8/8 w - -", "two knights mate where the opponent helps"},
    {"-B", "8/8/4k3/8/6q1/2K1N3/8/8 w - -", "a knight against a queen, which cannot block for it"},
    {"-B", "8/8/4k3/8/6r1/2K1B3/8/8 w - -", "a bishop against a rook, which cannot block for it"},
    {"WB", "8/8/4k3/8/6r1/2K1N3/8/8 w - -", "a rook can block for a knight"},
    {"WB", "8/8/4k3/4p3/8/2K1N3/8/8 w - -", "the pawn blocks, or becomes something that does"},
    {"WB", "8/8/4k3/4p3/8/2K1B3/8/8 w - -", "a pawn for a bishop too"},
    {"WB", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "the start"},
    {"--", "8/8/8/8/8/7p/5k1P/7K w - -", "stalemate is the end"},
    {"--", "8/8/8/8/8/1k6/1p6/1K6 w - -", "stalemate by king and pawn"},
    {"--", "8/8/8/8/8/1k6/p7/K7 w - -", "stalemate in the corner"},
    {"-B", "8/8/8/8/8/k7/p7/K7 b - -", "with Black to move the same king can be let out"},
    {"-B", "7k/8/8/8/8/6q1/8/7K b - -", "Black need not stalemate"},
    {"--", "7k/8/8/8/8/8/6q1/7K w - -", "the queen must be taken"},
    {"-B", "4k3/8/8/8/8/8/4p3/4K3 w - -", "White need not take the pawn"},
    {"WB", "8/8/8/8/5k2/8/6pP/7K w - -", "White need not take this one either, and keeps its own"},
    {"--", "k7/8/K7/8/8/8/8/b7 b - -", "a lone bishop whoever moves"},
    {"--", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -", "a wall on every other file lets no king through"},
    {"--", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - -", "the same wall one file further"},
    {"WB", "4k3/8/8/1p1p1p2/1P1P1P2/8/8/4K3 b - -", "a wall with a gap at its end"},
    {"--", "2b1k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K1B1 w - -", "bishops that attack no pawn of the other side"},
    {"WB", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4KB2 w - -", "a bishop that does"},
    {"WB", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/2N1K3 w - -", "a knight goes through any wall"},
    {"WB", "4k3/3p4/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -", "a pawn can still break the wall"},
    {"WB", "k7/8/P1p1p1p1/2P1P1P1/8/8/8/4K3 w - -", "the a-file is open"},
    {"WB", "8/8/8/2p1p1p1/k1P1P1P1/p7/P7/K7 w - -", "the king of Black is through"},
    {"WB", "8/8/8/3pP3/8/8/8/k1K5 w - d6", "the pawn may be taken in passing or left"},
    {"--", "5k2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - -", "closed on every file"},
    {"WB", "5k2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - b6", "but for a pawn that may be taken in passing"},
    {"WB", "6bk/6p1/5pPp/5P1P/8/8/8/K7 w - -", "the locked bishop can open the cage"},
    {"WB", "bk6/1p6/1P6/8/8/8/8/6K1 w - -", "the king can come for the pawn, or lose his own"},
    {"WB", "8/8/8/8/8/p1K5/P7/kB6 w - -", "the bishop can be given away"},
    {"WB", "4k2r/8/8/8/8/8/8/R3K3 w Q -", "castling rights are in nobody's way"},
    {"WB", "7k/6q1/8/8/8/8/8/K5R1 w - -", "a rook against a queen"},
    {"-B", "k7/Pp6/1P6/2Bb4/1B1B4/4BK2/8/8 w - -",
     "a shut in side's bishop mates in the corner between two others"},
    {"WB", "7k/6pP/6P1/5bKp/7P/5B2/4BB2/8 w - -", "a bishop of the other colour lets the pawn through"},
    {"WB", "k2B4/Pp2B1B1/1P6/1pB2bKb/1Pb3b1/8/1BbB4/3b4 b - -",
     "six bishops guard the king's way to the pawn, behind which another takes its way off the file"},
    {"WB", "6k1/1b2Bb2/2b3p1/6P1/4b2B/1pB3B1/pP1B4/KbB2b2 w - -",
     "the guards of a pawn stand behind each other"},
    {"WB", "b7/4B3/8/5bB1/k7/1pBp3b/pPbP1B2/K1B1B3 w - -",
     "the guard of the pawn is shut in, and can be taken"},
    {"WB", "2b1b1k1/1b3b2/5BbB/B7/4p3/1pBpP3/pP1P4/KbB3B1 w - -", "the same with pawns behind the pawn"},
};

char letter(Mating mating, char can) {
    return mating == Mating::possible ? can : mating == Mating::impossible ? '-' : '?';
}

std::string who_can(const Position& position) {
    const auto white = can_mate(position, Side::white), black = can_mate(position, Side::black);
    const auto both = who_can_mate(position);
    CHECK((both.white == white && both.black == black));
    if (white != Mating::undecided && black != Mating::undecided)
        CHECK(is_dead(position) == (white == Mating::impossible && black == Mating::impossible));
    return {letter(white, 'W'), letter(black, 'B')};
}

/// Colours swapped, board mirrored.
std::string turned(const std::string& fen) {
    std::string ranks, rank;
    const auto end = fen.find(' ');
    for (const char letter : fen.substr(0, end) + '/') {
        if (letter == '/') {
            ranks.insert(0, ranks.empty() ? rank : rank + '/');
            rank.clear();
        } else {
            rank += static_cast<char>(std::isupper(letter) ? std::tolower(letter) : std::toupper(letter));
        }
    }
    return ranks + (fen[end + 1] == 'w' ? " b - -" : " w - -");
}

/// Walls and cages: blocked pawns on every other file, a few more pieces.
std::string random_wall(Random& random, std::size_t most_more = 2) {
    std::array<char, 64> board{};
    const bool straight = pick(random, 2) == 0;
    const std::size_t line = 2 + pick(random, 3);
    const auto put = [&](char letter) {
        for (;;)
            if (const std::size_t at = 8 + pick(random, 48); board[at] == 0) {
                board[at] = letter;
                return;
            }
    };
    for (std::size_t file = pick(random, 2); file < 8; file += 2) {
        const std::size_t rank = straight ? line : 2 + pick(random, 3);
        board[rank * 8 + file] = 'P';
        board[rank * 8 + 8 + file] = 'p';
    }
    for (const char king : {'K', 'k'}) put(king);
    for (std::size_t more = pick(random, most_more + 1); more > 0; --more) put("BbNnPp"[pick(random, 6)]);
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const char letter = board[rank * 8 + file];
            fen += letter != 0 ? letter : '1';
        }
        if (rank > 0) fen += '/';
    }
    return fen + (pick(random, 2) == 0 ? " w - -" : " b - -");
}

/// Who can mate in any position reachable by Mailbox's rules; empty beyond `most`.
std::optional<std::string> by_brute_force(const std::string& fen, std::size_t most) {
    std::vector<Mailbox> open{Mailbox(fen)};
    std::set<std::string> seen{open.back().fields()};
    bool white = false, black = false;
    while (!open.empty()) {
        const Mailbox here = open.back();
        open.pop_back();
        const auto moves = here.legal_moves();
        if (moves.empty()) {
            const auto position = from_fen(here.fields() + " -");
            (position.to_move() == Side::black ? white : black) |= position.in_check();
        }
        for (const auto& move : moves) {
            const Mailbox next = here.after(move);
            if (seen.insert(next.fields()).second) open.push_back(next);
        }
        if (seen.size() > most) return std::nullopt;
    }
    return std::string{white ? 'W' : '-', black ? 'B' : '-'};
}

/// A king shut in by pawns, facing pawns on more files, and a free king: the shut-in side has a limited
/// number of moves.
std::string random_race(Random& random) {
    std::array<std::string, 8> ranks;
    ranks.fill("11111111");
    ranks[0][7] = 'K', ranks[1][6] = 'P', ranks[1][7] = 'p', ranks[2][6] = 'p'; // h1, g2, h2, g3
    for (std::size_t file = pick(random, 2); file < 5; file += 2 + pick(random, 2)) {
        const std::size_t low = 1 + pick(random, 4);
        ranks[low][file] = 'P';
        ranks[low + 1 + pick(random, 6 - low)][file] = 'p';
    }
    for (;;)
        if (char& square = ranks[pick(random, 8)][pick(random, 8)]; square == '1') {
            square = 'k';
            break;
        }
    std::string fen = ranks[7];
    for (int rank = 6; rank >= 0; --rank) fen += '/' + ranks[rank];
    return fen + (pick(random, 2) == 0 ? " w - -" : " b - -");
}

/// Each side's bishops on one colour, sometimes many; with walls of pawns, a king shut in until freed, or
/// both.
std::string random_bishops(Random& random, std::size_t most_bishops) {
    std::array<char, 64> board{};
    const auto put = [&](char letter, std::size_t colour, std::size_t low, std::size_t high) {
        for (int tries = 0; tries < 100; ++tries)
            if (const std::size_t at = low + pick(random, high - low);
                board[at] == 0 && (colour == 2 || (at % 8 + at / 8) % 2 == colour)) {
                board[at] = letter;
                return;
            }
    };
    const bool shut_in = pick(random, 4) != 0;
    if (shut_in) board[0] = 'K', board[9] = 'P', board[8] = board[17] = 'p'; // a1, b2, a2, b3
    for (std::size_t file = 0; file < 8; ++file) {
        const std::size_t at = (1 + pick(random, 5)) * 8 + file;
        if (pick(random, 4) == 0 && board[at] == 0 && board[at + 8] == 0)
            board[at] = 'P', board[at + 8] = 'p';
    }
    if (!shut_in) put('K', 2, 0, 64);
    put('k', 2, 0, 64);
    for (const char bishop : {'B', 'b'}) {
        const std::size_t colour = pick(random, 2);
        for (std::size_t left = pick(random, most_bishops + 1); left > 0; --left) put(bishop, colour, 0, 64);
    }
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file)
            fen += board[rank * 8 + file] != 0 ? board[rank * 8 + file] : '1';
        fen += rank > 0 ? "/" : " w - -";
    }
    return pick(random, 2) == 0 ? fen : turned(fen);
}

/// Whether Mailbox finds the helpmate legal and ending in mate.
bool mates_by_mailbox(const std::string& fen, const std::vector<Move>& line) {
    Mailbox board(fen);
    Position position = from_fen(fen);
    for (const Move move : line) {
        const auto legal = board.legal_moves();
        const std::string uci = to_uci(move, true);
        if (std::ranges::find(legal, uci) == legal.end()) return false;
        board = board.after(uci);
        position.play(move);
    }
    return board.legal_moves().empty() && position.in_check();
}

/// Who can mate in any reachable position; empty beyond `most`.
std::optional<std::array<bool, 2>> mates_by_brute_force(const Position& root, std::size_t most) {
    std::array<bool, 2> mates{};
    std::vector<Position> open{root};
    std::unordered_set<std::uint64_t> seen{root.repetition_key()};
    while (!open.empty() && seen.size() < most) {
        const Position here = open.back();
        open.pop_back();
        const auto moves = here.legal_moves();
        if (moves.empty() && here.in_check()) mates[static_cast<int>(other(here.to_move()))] = true;
        for (const Move move : moves)
            if (const Position next = here.after(move); seen.insert(next.repetition_key()).second)
                open.push_back(next);
    }
    return open.empty() ? std::optional(mates) : std::nullopt;
}

} // namespace

TEST_CASE("who can still mate is told, and who cannot") {
    for (const auto& [who, fen, why] : cases) {
        INFO(fen << ": " << why);
        CHECK(who_can(from_fen(fen)) == who);
        CHECK(is_dead(from_fen(fen)) == (who == "--"));
    }
}

TEST_CASE("who can still mate does not depend on the colours") {
    for (const auto& [who, fen, why] : cases) {
        if (fen.find("w - -") == fen.npos && fen.find("b - -") == fen.npos) continue;
        const std::string other = turned(std::string(fen));
        INFO(other << ": " << why);
        CHECK(who_can(from_fen(other)) == std::string{who[1] == 'B' ? 'W' : '-', who[0] == 'W' ? 'B' : '-'});
    }
}

TEST_CASE("a helpmate is a line of legal moves to mate, and nothing on its way is held for impossible") {
    Random random(adoube::tests::seed(1));
    std::vector<std::string> fens;
    for (const auto& one : cases) fens.emplace_back(one.fen);
    for (int at = 0; at < 300; ++at) fens.push_back(random_wall(random));
    for (int at = 0; at < 50; ++at) fens.push_back(random_race(random));
    int lines = 0;
    for (const auto& fen : fens)
        for (const Side side : {Side::white, Side::black}) {
            const auto read = Position::from_fen(fen);
            if (!read) continue;
            Position position = *read;
            INFO(fen);
            const Helpmate mate = find_helpmate(position, side, 20'000);
            if (mate.found != Mating::possible) continue;
            ++lines;
            for (std::size_t at = 0; at < mate.line.size(); ++at) {
                REQUIRE(position.is_legal(mate.line[at]));
                CHECK(can_have_mating_material(position, side));
                if (at + 1 < mate.line.size()) {
                    CHECK(can_weave_mating_net(reach_of(position), side));
                    const auto reach = reach_until_moves_run_out(position);
                    CHECK((!reach || can_weave_mating_net(*reach, side)));
                }
                position.play(mate.line[at]);
            }
            CHECK((position.to_move() == other(side) && position.in_check() && !position.has_legal_move()));
        }
    CHECK(lines > 200);
}

TEST_CASE("a planned mate is a line of legal moves to mate, and no search holds it for impossible") {
    Random random(adoube::tests::seed(4));
    int asked = 0, planned = 0;
    const auto check = [&](const Position& position) {
        for (const Side side : {Side::white, Side::black}) {
            const PlannedMate mate = find_planned_mate(position, {side}, 1'000);
            ++asked;
            if (!mate.found) continue;
            ++planned;
            INFO(position.fen() << (side == Side::white ? " White" : " Black"));
            CHECK(mates_by_mailbox(position.fen(), mate.line));
            CHECK(mate.line.size() % 2 == (position.to_move() == side ? 1 : 0));
            CHECK(search_helpmate(position, side, 2'000).found != Mating::impossible);
        }
    };
    for (int game = 0; game < 20; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 150; ++ply) {
            const auto moves = position.legal_moves();
            if (moves.empty()) break;
            if (ply % 5 == 0) check(position);
            position.play(moves[pick(random, moves.size())]);
        }
    }
    CHECK(planned * 4 > asked * 3); // nearly all can mate
    for (const auto& one : cases) check(from_fen(one.fen));
    for (int at = 0; at < 100; ++at)
        for (const auto& fen : {random_wall(random), random_race(random), random_bishops(random, 3)})
            if (const auto position = Position::from_fen(fen)) check(*position);
}

TEST_CASE("the last mate found tells of the next positions what a search tells") {
    Random random(adoube::tests::seed(5));
    int dead = 0;
    const auto follow = [&](Position position, int plies) {
        LastMate last_mate;
        for (int ply = 0; ply < plies; ++ply) {
            INFO(position.fen());
            const bool is_it = last_mate.is_dead(position, 1'000);
            CHECK(is_it == is_dead(position, 1'000));
            if (is_it) CHECK(who_can(position) == "--");
            const auto may = [&](Side side) {
                return search_helpmate(position, side, 1'000).found != Mating::impossible;
            };
            if (!is_it && ply % 5 == 0) CHECK((may(Side::white) || may(Side::black))); // without any plan
            dead += is_it ? 1 : 0;
            const auto moves = position.legal_moves();
            if (moves.empty()) return;
            position.play(moves[pick(random, moves.size())]);
        }
    };
    for (int game = 0; game < 10; ++game) follow(Position::start(), 300);
    for (int at = 0; at < 100; ++at)
        if (const auto position = Position::from_fen(random_wall(random))) follow(*position, 10);
    CHECK(dead > 20);
}

TEST_CASE("what is told about small worlds of pawn walls is what looking at all of them tells") {
    Random random(adoube::tests::seed(2));
    int compared = 0, dead = 0;
    for (int at = 0; at < 120 || compared <= 10 || dead <= 5; ++at) {
        const std::string fen = random_wall(random, at % 8 == 0);
        const auto position = Position::from_fen(fen);
        if (!position) continue;
        const auto who = by_brute_force(fen, 4'000);
        if (!who) continue;
        INFO(fen);
        CHECK(who_can(*position) == *who);
        ++compared;
        dead += *who == "--";
    }
}

TEST_CASE("a side shut in with a few pawn moves is told as looking at every position tells") {
    Random random(adoube::tests::seed(3));
    int compared = 0;
    for (int at = 0; at < 400 || compared <= 10; ++at) {
        const std::string fen = random_race(random);
        const auto position = Position::from_fen(fen);
        if (!position) continue;
        for (const Side side : {Side::white, Side::black}) {
            const Helpmate helpmate = find_helpmate(*position, side, 100'000);
            INFO(fen << (side == Side::white ? " White" : " Black"));
            CHECK(helpmate.found != Mating::undecided);
            // Mates are checked by their line above. Up to 300 nodes, kings visit few squares.
            if (helpmate.found != Mating::impossible || helpmate.nodes <= 300) continue;
            const auto mates = mates_by_brute_force(*position, 60'000);
            CHECK_FALSE((mates && (*mates)[static_cast<int>(side)]));
            ++compared;
        }
    }
}

TEST_CASE(
    "bishops of one colour behind walls are decided, with a mate that other rules allow or none at all") {
    constexpr std::uint64_t most = 2'000'000; // as in `adoube unwinnable`
    int found = 0, compared = 0;
    // A pawn that takes the only bishop on c4 stalemates: it must go on and be retaken on c6.
    std::vector<std::uint64_t> seeds{184'746'800};
    std::ranges::copy(adoube::tests::seeds({200, 20'000}), std::back_inserter(seeds));
    for (const auto seed : seeds) {
        Random random(seed);
        const bool many = seed % 2 == 0;
        const std::string fen = random_bishops(random, many ? 7 : 2);
        const auto position = Position::from_fen(fen);
        if (!position) continue;
        std::array<Mating, 2> found_by_side{};
        for (const Side side : {Side::white, Side::black}) {
            const Helpmate helpmate = find_helpmate(*position, side, most);
            found_by_side[static_cast<int>(side)] = helpmate.found;
            INFO(seed << ": " << fen << (side == Side::white ? " White" : " Black"));
            CHECK(helpmate.found != Mating::undecided);
            if (helpmate.found == Mating::possible) {
                CHECK(mates_by_mailbox(fen, helpmate.line));
                ++found;
            }
        }
        if (std::ranges::find(found_by_side, Mating::impossible) == found_by_side.end()) continue;
        // Once for both sides; many bishops reach more positions than that anyway.
        const auto mates = mates_by_brute_force(*position, many ? 2'000 : 20'000);
        for (const Side side : {Side::white, Side::black}) {
            const auto at = static_cast<std::size_t>(side);
            if (!mates || found_by_side[at] != Mating::impossible) continue;
            INFO(seed << ": " << fen << (side == Side::white ? " White" : " Black"));
            CHECK_FALSE((*mates)[at]);
            ++compared;
        }
    }
    CHECK(found * 20 > static_cast<int>(seeds.size()));
    CHECK(compared * 20 > static_cast<int>(seeds.size()));
}

TEST_CASE("a knight never mates where the loser has only queens to block with") {
    // Every knight check, with queens on all squares that king and knight leave open.
    int placed = 0;
    for (int king = 0; king < 64; ++king)
        for (int knight = 0; knight < 64; ++knight)
            for (int ours = 0; ours < 64; ++ours) {
                const auto far = [](int a, int b) {
                    return std::max(std::abs((a & 7) - (b & 7)), std::abs((a >> 3) - (b >> 3)));
                };
                const int file = std::abs((king & 7) - (knight & 7)),
                          rank = std::abs((king >> 3) - (knight >> 3));
                if (file * rank != 2 || ours == knight || far(king, ours) < 2 || far(king, ours) > 2)
                    continue;
                std::string board(64, '1');
                board[king] = 'k';
                board[knight] = 'N';
                board[ours] = 'K';
                for (int at = 0; at < 64; ++at)
                    if (far(at, king) == 1 && far(at, ours) > 1 && board[at] == '1') board[at] = 'q';
                std::string fen;
                for (int row = 7; row >= 0; --row)
                    fen += board.substr(row * 8, 8) + (row > 0 ? "/" : " b - -");
                const auto position = Position::from_fen(fen);
                if (!position) continue; // White would be in check
                ++placed;
                INFO(fen);
                CHECK(position->has_legal_move());
            }
    CHECK(placed > 100);
}

TEST_CASE("a king's way to a square is as far, whatever squares were asked for before") {
    Random random(adoube::tests::seed(6));
    for (int at = 0; at < 200; ++at) {
        const auto position =
            Position::from_fen(at % 2 == 0 ? random_wall(random, 6) : random_bishops(random, 4));
        if (!position) continue;
        const Routes routes(*position);
        KingsWays ways(routes, *position);
        for (const Side side : {Side::white, Side::black}) {
            INFO(position->fen() << (side == Side::white ? " White" : " Black"));
            for (int asked = 0; asked < 100; ++asked) {
                const auto square = static_cast<Square>(pick(random, 64));
                const int far = KingsWay(routes, *position, side).to(square);
                CHECK(ways.of(side).to(square) == far);
                CHECK((far == 0) == (square == position->king(side)));
            }
            CHECK(ways.of(side).off() == KingsWay(routes, *position, side).off());
        }
    }
}

TEST_CASE("few positions looked at leave it undecided, never wrong") {
    const auto start = Position::start();
    CHECK(can_mate(start, Side::white, 1) == Mating::undecided);
    CHECK(!is_dead(start, 1));
}

TEST_CASE("every position of the published analyser's sample is decided, and right") {
    std::ifstream file(adoube::tests::shared_data("unwinnable/sample.txt"));
    if (!file) {
        WARN("skipped: " << adoube::tests::shared_data("unwinnable") << " is missing");
        return;
    }
    int read = 0;
    std::uint64_t nodes = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.size() < 4 || line[0] == '#') continue;
        INFO(line);
        const auto position = from_fen(line.substr(3));
        CHECK(who_can(position) == line.substr(0, 2));
        for (const Side side : {Side::white, Side::black})
            nodes += find_helpmate(position, side, most_mating_nodes).nodes;
        ++read;
    }
    CHECK(read > 200);
    // Few enough for hundreds of microseconds a position.
    CHECK(nodes < 1'250 * static_cast<std::uint64_t>(read));
}
