#include "daemon/umpire/articles/ends.hpp"

#include "daemon/laws/penalties.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

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

/// Of the side to move. What may still castle cannot come back with that right.
chess::Bitboard pieces_that_come_back(const Position& position) {
    const auto side = position.to_move();
    const auto castles = position.castling_rooks(side);
    const auto king = castles ? position.pieces(side, chess::PieceType::king) : 0;
    return position.pieces(side) & ~(position.pieces(side, chess::PieceType::pawn) | castles | king);
}

/// The players can make `before` recur.
bool can_come_back(const Position& before, const Position& after) {
    const auto move = only_move(before, after);
    if (!move || before.en_passant() || !contains(pieces_that_come_back(before), move->from)) return false;
    const Move back{move->to, move->from};
    for (const auto reply : after.legal_moves(pieces_that_come_back(after))) {
        if (!is_reversible(after, reply)) continue;
        const auto replied = after.after(reply);
        if (!replied.is_legal(back)) continue;
        const auto undone = replied.after(back);
        const Move reply_back{reply.to, reply.from};
        if (undone.is_legal(reply_back) && undone.after(reply_back).repeats(before)) return true;
    }
    return false;
}

enum class Choice { none, captures, others };

Choice choice_in(const Position& position) {
    const auto likely = position.pieces(position.to_move(), chess::PieceType::pawn) |
                        position.pieces(position.to_move(), chess::PieceType::knight);
    bool any = false;
    for (const auto movers : {likely, ~likely}) {
        const auto moves = position.legal_moves(movers);
        if (!std::ranges::all_of(moves, [&](const Move move) { return position.is_capture(move); }))
            return Choice::others;
        any |= !moves.empty();
    }
    return any ? Choice::captures : Choice::none;
}

} // namespace

const DeadPositions::Known* DeadPositions::Memory::find(const Position& position) const {
    for (const auto& each : known | std::views::reverse)
        if (each.position.occupied() == position.occupied() && each.position.repeats(position)) return &each;
    return nullptr;
}

DeadPositions::Shared DeadPositions::after_search(const Position& position) const {
    constexpr std::size_t most = 12;
    const auto& known = memory_->known;
    const bool lives = std::ranges::any_of(known | std::views::reverse, [&](const Known& each) {
        return !each.dead && can_come_back(each.position, position);
    });
    Memory memory{{}, memory_->last_mate};
    const bool dead = !lives && memory.last_mate.is_dead(position, most_nodes);
    const auto kept = std::span(known).last(std::min(known.size(), most - 1));
    memory.known.reserve(kept.size() + 1);
    memory.known.assign(kept.begin(), kept.end());
    memory.known.push_back({position, dead});
    return std::make_shared<const Memory>(std::move(memory));
}

bool DeadPositions::know(const Position& position) const {
    return memory_->find(position) || (foreseen_ && foreseen_->known.back().position == position);
}

bool DeadPositions::would_contain(const Position& position) const {
    if (const auto* known = memory_->find(position)) return known->dead;
    if (!foreseen_ || foreseen_->known.back().position != position) foreseen_ = after_search(position);
    return foreseen_->known.back().dead;
}

bool DeadPositions::contain(const Position& position) {
    const bool dead = would_contain(position);
    if (!memory_->find(position)) memory_ = std::exchange(foreseen_, nullptr);
    return dead;
}

bool is_dead_but_for_captures(const Position& position) {
    // Records of one position ask with each input.
    struct Answer {
        Position position;
        bool dead;
    };
    thread_local std::array<std::optional<Answer>, 61> answers;
    auto& answer = answers[position.occupied() % answers.size()];
    if (!answer || answer->position != position)
        answer = {position, choice_in(position) == Choice::captures && chess::is_dead(position, most_nodes)};
    return answer->dead;
}

namespace {

template<class IsDead>
bool ends(const Position& position, Edition edition, const DeadPositions& dead, IsDead is_dead) {
    if (edition >= Edition::laws_2018 && position.halfmove_clock() >= 150) return true;
    if (dead.know(position)) return is_dead(position);
    const auto choice = choice_in(position);
    return choice == Choice::none || (choice == Choice::others && is_dead(position));
}

} // namespace

bool ends_the_game(const Position& position, Edition edition, DeadPositions& dead) {
    return ends(position, edition, dead, [&](const Position& each) { return dead.contain(each); });
}

bool would_end_the_game(const Position& position, Edition edition, const DeadPositions& dead) {
    return ends(position, edition, dead, [&](const Position& each) { return dead.would_contain(each); });
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
