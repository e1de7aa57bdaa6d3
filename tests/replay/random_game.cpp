#include "tests/replay/random_game.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::replay {

namespace {

using chess::Bitboard;
using chess::Game;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using record::Sensing;

constexpr std::string_view eventful_starts[] = {
    "r3k2r/1P4P1/8/2pP4/8/8/1p4p1/R3K2R w KQkq c6 0 30",
    "1n2k1n1/P1P3PP/8/8/8/8/p1p3pp/1N2K1N1 w - - 0 40",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 9",
    "4k3/pppppppp/8/PPPPPPPP/8/8/8/R3K2R w KQ - 0 20",
    "r3k2r/8/8/8/pppppppp/8/PPPPPPPP/4K3 b kq - 0 20",
    "2r1r2k/1P1P1P2/8/8/8/8/1p1p1p2/2R1R2K b - - 0 35",
    "8/PPP2k2/8/3n1b2/2N1B3/8/2K2ppp/8 w - - 0 50",
};

constexpr std::string_view nearly_fifty = "r2qkb1r/p6p/2n1bn2/8/8/2N1BN2/P6P/R2QKB1R w KQkq - 84 60";

/// `number`: 0-959, as Scharnagl numbers Chess960.
std::string back_rank(int number) {
    std::string rank(8, ' ');
    rank[number % 4 * 2 + 1] = 'B';
    rank[number / 4 % 4 * 2] = 'B';
    const auto put = [&rank](int nth_empty, char letter) {
        for (char& place : rank)
            if (place == ' ' && nth_empty-- == 0) {
                place = letter;
                return;
            }
    };
    put(number / 16 % 6, 'Q');
    constexpr int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                    {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    const auto& [first, second] = knights[number / 96];
    put(second, 'N');
    put(first, 'N');
    for (const char letter : {'R', 'K', 'R'}) put(0, letter);
    return rank;
}

Position chess960_start(int number) {
    const std::string white = back_rank(number);
    std::string black = white;
    std::ranges::transform(black, black.begin(),
                           [](char letter) { return static_cast<char>(letter - 'A' + 'a'); });
    return Position::from_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1").value();
}

bool same_placement(const Position& a, const Position& b) { return look_alike(a, b, Sensing::identity); }

/// Sensors cannot tell it from another move or none.
bool cannot_be_known(const Position& before, Move move, Sensing sensing, const Knobs& knobs) {
    if (move.kind == MoveKind::promotion && move.promoted != PieceType::queen && sensing != Sensing::identity)
        return knobs.underpromotion == 0;
    if (move.from != before.king(before.to_move())) return false;
    const Position after = before.after(move);
    if (move.kind == MoveKind::castling) {
        if (look_alike(before, after, sensing)) return true;
        if (castling_overlaps(move) && sensing != Sensing::identity && knobs.castling_overlap == 0)
            return true;
    }
    return std::ranges::any_of(before.legal_moves(), [&](Move other) {
        return other != move && other.from == move.from && same_placement(after, before.after(other));
    });
}

int weight(const Position& before, Move move, const Knobs& knobs) {
    int result = 2;
    if (move.kind == MoveKind::castling || move.kind == MoveKind::en_passant) result += 60;
    if (move.kind == MoveKind::promotion) result += move.promoted == PieceType::queen ? 16 : 6;
    if (before.is_capture(move)) result += knobs.seek_dead > 0 ? 40 : 5;
    const bool pawn = before.at(move.from)->type == PieceType::pawn;
    const int rank = before.to_move() == chess::Side::white ? rank_of(move.to) : 7 - rank_of(move.to);
    if (pawn && rank >= 4) result += rank;
    if (before.at(move.from)->type == PieceType::king && move.kind == MoveKind::normal) result -= 1;
    return result;
}

bool ends_game(const Position& after) { return !after.has_legal_move(); }

std::optional<Move> choose(const Position& before, Sensing sensing, const Knobs& knobs, Dice& dice) {
    std::vector<Move> moves;
    std::ranges::copy_if(before.legal_moves(), std::back_inserter(moves),
                         [&](Move move) { return !cannot_be_known(before, move, sensing, knobs); });
    const auto counts = [&](Move move) {
        return before.is_capture(move) || before.at(move.from)->type == PieceType::pawn;
    };
    if (knobs.fifty > 0 && !std::ranges::all_of(moves, counts)) std::erase_if(moves, counts);
    if (moves.empty()) return std::nullopt;
    std::vector<int> weights;
    int total = 0;
    for (const Move move : moves) {
        const Position after = before.after(move);
        if (ends_game(after) && dice.chance(knobs.seek_end)) return move;
        weights.push_back(weight(before, move, knobs) + (after.in_check() ? 4 : 0));
        total += weights.back();
    }
    auto ticket = dice.between(0, total - 1);
    std::size_t at = 0;
    while (ticket >= weights[at]) ticket -= weights[at++];
    return moves[at];
}

/// Every line soon ends in stalemate or a dead position, so this is dead; the Laws do not say how far to
/// look.
bool is_forced_into_death(const Position& position, int plies = 3) {
    return position.has_legal_move() && std::ranges::all_of(position.legal_moves(), [&](Move move) {
               const Position after = position.after(move);
               if (!after.has_legal_move()) return !after.in_check();
               return is_dead(after) || (plies > 1 && is_forced_into_death(after, plies - 1));
           });
}

/// A queen instead would end the game, or so few pieces are left that nobody may be able to mate: sensors and
/// eyes could differ.
bool is_doubtful(const Position& before, Move move, Sensing sensing, const Knobs& knobs) {
    const Position after = before.after(move);
    if (!is_dead(after) && is_forced_into_death(after)) return true;
    if (knobs.seek_dead == 0 && std::popcount(after.occupied()) <= 5) return true;
    if (move.kind != MoveKind::promotion || sensing == Sensing::identity) return false;
    Move queen = move;
    queen.promoted = PieceType::queen;
    return move != queen && ends_game(before.after(queen));
}

/// By a knight, bishop, rook or queen.
std::optional<std::pair<Move, Move>> there_and_back(const Position& before, Dice& dice) {
    std::vector<std::pair<Move, Move>> found;
    for (const Move move : before.legal_moves()) {
        const auto type = before.at(move.from)->type;
        if (move.kind != MoveKind::normal || before.is_capture(move)) continue;
        if (type != PieceType::pawn && type != PieceType::king)
            found.push_back({move, Move{move.to, move.from}});
    }
    if (found.empty()) return std::nullopt;
    return dice.pick(found);
}

/// Both sides, twice, while it is legal.
void go_to_and_fro(Game& game, Dice& dice) {
    const auto ours = there_and_back(game.position(), dice);
    if (!ours) return;
    const auto theirs = there_and_back(game.position().after(ours->first), dice);
    if (!theirs) return;
    for (int times = 0; times < 2; ++times)
        for (const Move move : {ours->first, theirs->first, ours->second, theirs->second}) {
            if (!game.position().is_legal(move) || game.repetitions() >= 4) return;
            game.play(move);
        }
}

} // namespace

bool look_alike(const Position& a, const Position& b, Sensing sensing) {
    if (a.occupied() != b.occupied()) return false;
    if (sensing == Sensing::presence) return true;
    if (a.pieces(chess::Side::white) != b.pieces(chess::Side::white)) return false;
    if (sensing == Sensing::colour) return true;
    return std::ranges::all_of(chess::all_piece_types, [&](PieceType type) {
        return a.pieces(chess::Side::white, type) == b.pieces(chess::Side::white, type) &&
               a.pieces(chess::Side::black, type) == b.pieces(chess::Side::black, type);
    });
}

bool is_dead(const Position& position) {
    constexpr chess::Bitboard dark_squares = 0xaa55aa55aa55aa55;
    chess::Bitboard men[6]{};
    for (const PieceType type : chess::all_piece_types)
        men[static_cast<int>(type)] =
            position.pieces(chess::Side::white, type) | position.pieces(chess::Side::black, type);
    const chess::Bitboard bishops = men[static_cast<int>(PieceType::bishop)];
    const chess::Bitboard minors = bishops | men[static_cast<int>(PieceType::knight)];
    if ((minors | men[static_cast<int>(PieceType::king)]) != position.occupied()) return false;
    if (std::popcount(minors) <= 1) return true;
    return minors == bishops && ((bishops & dark_squares) == 0 || (bishops & ~dark_squares) == 0);
}

bool castling_overlaps(Move move) {
    if (move.kind != MoveKind::castling) return false;
    const auto king_to = destination(move), rook_to = rook_destination(move);
    return king_to == move.from || king_to == move.to || rook_to == move.from || rook_to == move.to;
}

Position start_position(const Knobs& knobs, Dice& dice) {
    if (dice.chance(knobs.chess960)) return chess960_start(static_cast<int>(dice.between(0, 959)));
    if (knobs.fifty > 0) return Position::from_fen(nearly_fifty).value();
    if (!dice.chance(knobs.start_position)) return Position::start();
    return Position::from_fen(eventful_starts[dice.between(0, std::ssize(eventful_starts) - 1)]).value();
}

Game random_game(const Knobs& knobs, Sensing sensing, Dice& dice) {
    Game game(start_position(knobs, dice));
    const bool to_death = dice.chance(knobs.seek_dead);
    const auto plies = static_cast<std::size_t>(to_death ? 600 : dice.between(20, 150));
    while (game.moves().size() < plies && game.repetitions() < 5 && game.position().halfmove_clock() < 140) {
        const Position& before = game.position();
        if (is_dead(before)) break;
        if (dice.chance(knobs.repeat)) go_to_and_fro(game, dice);
        const auto move = choose(game.position(), sensing, knobs, dice);
        if (!move || is_doubtful(game.position(), *move, sensing, knobs)) break;
        game.play(*move);
    }
    return game;
}

} // namespace adoube::replay
