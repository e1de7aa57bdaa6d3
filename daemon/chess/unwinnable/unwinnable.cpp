#include "daemon/chess/unwinnable/unwinnable.hpp"

#include "daemon/chess/unwinnable/helpmate.hpp"
#include "daemon/chess/unwinnable/planned_mate.hpp"

#include <span>
#include <utility>

namespace adoube::chess {

namespace {

/// Cheaper than playing it, and mostly enough to see that it no longer leads to mate.
bool has_pieces_for(const Position& position, std::span<const Move> line) {
    Bitboard mine = position.pieces(position.to_move()), theirs = position.pieces(other(position.to_move()));
    for (const Move move : line) {
        if (!contains(mine, move.from)) return false;
        if (move.kind == MoveKind::castling) return true;
        mine = (mine & ~bit(move.from)) | bit(move.to);
        theirs &= ~bit(move.to);
        std::swap(mine, theirs);
    }
    return true;
}

bool is_mating_line(Position position, std::span<const Move> line) {
    if (!has_pieces_for(position, line)) return false;
    for (const Move move : line) {
        if (!position.is_legal(move)) return false;
        position.play(move);
    }
    return position.in_check() && !position.has_legal_move();
}

/// After a move of a piece that the line does not need.
bool is_mating_line_after_waiting(const Position& position, std::span<const Move> line) {
    Bitboard needed = 0;
    for (const Move move : line) needed |= bit(move.from) | bit(move.to);
    int tries = 3;
    for (const Move move : position.legal_moves()) {
        if (((bit(move.from) | bit(move.to)) & needed) != 0) continue;
        if (is_mating_line(position.after(move), line)) return true;
        if (--tries == 0) break;
    }
    return false;
}

} // namespace

Mating can_mate(const Position& position, Side side, std::uint64_t most_nodes) {
    return find_helpmate(position, side, most_nodes).found;
}

WhoCanMate who_can_mate(const Position& position, std::uint64_t most_nodes) {
    const Helpmate white = find_helpmate(position, Side::white, most_nodes);
    if (white.neither) return {Mating::impossible, Mating::impossible};
    return {white.found, can_mate(position, Side::black, most_nodes)};
}

bool is_dead(const Position& position, std::uint64_t most_nodes) {
    return LastMate().is_dead(position, most_nodes);
}

bool LastMate::is_dead(const Position& position, std::uint64_t most_nodes) {
    if (leads_on_from(position)) return false;
    // The side with more pieces is likelier to mate; one suffices.
    const Side first =
        std::popcount(position.pieces(Side::white)) >= std::popcount(position.pieces(Side::black))
            ? Side::white
            : Side::black;
    const Side second = other(first);
    if (auto mate = find_planned_mate(position, {first, second}, most_nodes); mate.found) {
        keep(std::move(mate.line));
        return false;
    }
    Helpmate mate = search_helpmate(position, first, most_nodes);
    if (mate.neither) return true;
    if (mate.found == Mating::impossible) mate = search_helpmate(position, second, most_nodes);
    if (mate.found == Mating::possible) keep(std::move(mate.line));
    return mate.found == Mating::impossible;
}

void LastMate::keep(std::vector<Move> line) {
    line_ = std::make_shared<const std::vector<Move>>(std::move(line));
    made_ = 0;
}

bool LastMate::leads_on_from(const Position& position) {
    if (!line_ || made_ == line_->size()) return false;
    const auto left = std::span(*line_).subspan(made_);
    if (is_mating_line(position, left)) return true;
    if (is_mating_line(position, left.subspan(1))) {
        ++made_;
        return true;
    }
    return is_mating_line_after_waiting(position, left);
}

} // namespace adoube::chess
