#include "daemon/umpire/articles/ends.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "daemon/laws/penalties.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::Result;
using laws::Edition;

using chess::Move;
using chess::Position;

/// Search limit per move: few nodes prove a dead position; an undecided one must not hold up the game.
constexpr std::uint64_t most_nodes = 1000;

bool is_reversible(const Position& before, Move move) {
    return move.kind == chess::MoveKind::normal && !before.is_capture(move) &&
           before.at(move.from)->type != chess::PieceType::pawn;
}

/// The reversible move between them, if any.
std::optional<Move> only_move(const Position& before, const Position& after) {
    if (before.to_move() == after.to_move()) return std::nullopt;
    const auto moved = before.pieces(before.to_move()) ^ after.pieces(before.to_move());
    const auto still = before.pieces(after.to_move()) ^ after.pieces(after.to_move());
    const auto left = moved & before.occupied(), come_to = moved & after.occupied();
    if (still != 0 || std::popcount(left) != 1 || std::popcount(come_to) != 1) return std::nullopt;
    const Move move{chess::first(left), chess::first(come_to)};
    const bool quiet = is_reversible(before, move) && before.is_legal(move);
    return quiet && before.after(move).repeats(after) ? std::optional(move) : std::nullopt;
}

/// The players can make `before` recur.
bool can_come_back(const Position& before, const Position& after) {
    const auto move = only_move(before, after);
    if (!move) return false;
    const Move back{move->to, move->from};
    for (const auto reply : after.legal_moves()) {
        if (!is_reversible(after, reply)) continue;
        const auto replied = after.after(reply);
        if (!replied.is_legal(back)) continue;
        const auto undone = replied.after(back);
        const Move reply_back{reply.to, reply.from};
        if (undone.is_legal(reply_back) && undone.after(reply_back).repeats(before)) return true;
    }
    return false;
}

bool has_captures_only(const Position& position) {
    const auto moves = position.legal_moves();
    return !moves.empty() &&
           std::ranges::all_of(moves, [&](const Move move) { return position.is_capture(move); });
}

} // namespace

bool DeadPositions::search(const Position& position) const {
    const bool lives = std::ranges::any_of(
        known_, [&](const Known& known) { return !known.dead && can_come_back(known.position, position); });
    return !lives && chess::is_dead(position, most_nodes);
}

bool DeadPositions::contain(const Position& position) {
    constexpr std::size_t most = 12;
    const auto known =
        std::ranges::find_if(known_, [&](const Known& each) { return each.position.repeats(position); });
    if (known != known_.end()) return known->dead;
    const bool dead = search(position);
    if (known_.size() < most)
        known_.push_back({position, dead});
    else
        known_[oldest_++ % most] = {position, dead};
    return dead;
}

bool is_dead_but_for_captures(const Position& position) {
    return has_captures_only(position) && chess::is_dead(position, most_nodes);
}

bool ends_the_game(const Position& position, Edition edition, DeadPositions& dead) {
    const bool without_progress = edition >= Edition::laws_2018 && position.halfmove_clock() >= 150;
    return without_progress || !position.has_legal_move() ||
           (!has_captures_only(position) && dead.contain(position));
}

Result ended_by_itself(const chess::Game& game, Edition edition, DeadPositions& dead) {
    if (game.is_checkmate()) return win_of(chess::other(game.position().to_move()));
    if (ends_the_game(game.position(), edition, dead)) return Result::draw;
    return edition >= Edition::laws_2018 && game.repetitions() >= 5 ? Result::draw : Result::open;
}

bool may_mate(const chess::Position& position, chess::Side side) {
    // The search is long; a player pressing an idle clock repeatedly asks the same each time.
    struct Known {
        chess::Position position;
        chess::Side side;
        bool may;
    };
    thread_local std::optional<Known> last;
    if (!last || last->side != side || !last->position.repeats(position))
        last = {position, side, chess::can_mate(position, side) != chess::Mating::impossible};
    return last->may;
}

Result win_of(chess::Side side) {
    return side == chess::Side::white ? Result::white_wins : Result::black_wins;
}

Result win_if_he_can_mate(const chess::Position& position, chess::Side side) {
    return may_mate(position, side) ? win_of(side) : Result::draw;
}

Result resigned(const chess::Position& position, chess::Side side, Edition edition) {
    const auto opponent = chess::other(side);
    return edition < Edition::laws_2023 ? win_of(opponent) : win_if_he_can_mate(position, opponent);
}

Result forfeited(const chess::Position& position, chess::Side side, Edition edition) {
    const auto opponent = chess::other(side);
    return laws::illegal_moves_may_draw(edition) ? win_if_he_can_mate(position, opponent) : win_of(opponent);
}

} // namespace adoube::umpire
