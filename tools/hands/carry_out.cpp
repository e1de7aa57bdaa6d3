#include "tools/hands/carry_out.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace adoube::tools {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::Square;
using record::Sensing;

// Each range keeps within a bound of the contract: slid over 300 ms, flicker 120, touch 400, bounce 500,
// released 1,000, seen twice 250.
constexpr Range slid_over{40, 250};
constexpr Range to_next_square{20, 90};
constexpr Range lifted_to_hover{450, 1500};
constexpr Range back_from_hover{1150, 3000};
constexpr Range before_bounce{30, 240};
constexpr Range wobble{20, 105};
constexpr Range centring{135, 385};
constexpr Range seen_before_gone{5, 220};
constexpr Range pawn_rests{1100, 2500};
constexpr Range pawn_to_queen{450, 2000};
constexpr Range both_in_hand{40, 400};

enum class CaptureOrder { victim_first, mover_first, knocked_out };

/// Empty unless both are on one line.
std::vector<Square> squares_between(Square from, Square to) {
    const int files = chess::file_of(to) - chess::file_of(from),
              ranks = chess::rank_of(to) - chess::rank_of(from);
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return {};
    const int distance = std::max(std::abs(files), std::abs(ranks));
    std::vector<Square> between;
    for (int at = 1; at < distance; ++at)
        between.push_back(chess::make_square(chess::file_of(from) + files * at / distance,
                                             chess::rank_of(from) + ranks * at / distance));
    return between;
}

class Hands {
  public:
    Hands(const chess::Position& before, Move move, const Style& style, Sensing sensing, Dice& dice)
        : before_(before), move_(move), style_(style), sensing_(sensing), dice_(dice) {
        for (int at = 0; at < 64; ++at) board_[at] = before.at(static_cast<Square>(at));
    }

    HandPlan carry_out() {
        if (dice_.chance(style_.hover)) hover();
        switch (move_.kind) {
        case MoveKind::normal:
            relocate(move_.from, move_.to, mover());
            bounce(move_.to);
            break;
        case MoveKind::promotion: promote(); break;
        case MoveKind::en_passant: take_en_passant(); break;
        case MoveKind::castling: castle(); break;
        }
        plan_.steps.front().pause_us = 0;
        return std::move(plan_);
    }

  private:
    Piece mover() const { return *before_.at(move_.from); }
    std::optional<Piece>& on(Square square) { return board_[chess::index(square)]; }

    void step(std::int64_t pause_us, Square square, std::optional<Piece> now) {
        plan_.steps.push_back({pause_us, {square, now}});
        on(square) = now;
    }
    void lift(Square square, std::int64_t pause_us) { step(pause_us, square, std::nullopt); }
    void put(Square square, Piece piece, std::int64_t pause_us) { step(pause_us, square, piece); }

    /// Waits until the piece cannot be taken for one just taken off.
    void land(Square square, Piece piece, std::int64_t pause_us) {
        constexpr std::int64_t another_us = 420'000;
        if (const auto since_us = since(square)) pause_us = std::max(pause_us, another_us - *since_us);
        put(square, piece, pause_us);
    }

    /// Time since this move's last step on the square; empty if none.
    std::optional<std::int64_t> since(Square square) const {
        std::int64_t since_us = 0;
        for (auto step = plan_.steps.rbegin(); step != plan_.steps.rend(); ++step) {
            if (step->change.square == square) return since_us;
            since_us += step->pause_us;
        }
        return std::nullopt;
    }

    std::int64_t reach_us() {
        const bool rests = std::exchange(hovered_, false);
        return dice_.pick_us(rests ? back_from_hover : style_.between_steps);
    }

    void hover() {
        lift(move_.from, 0);
        put(move_.from, mover(), dice_.pick_us(lifted_to_hover));
        hovered_ = true;
    }

    /// The piece arrives as `lands`; one on `to` is taken off.
    void relocate(Square from, Square to, Piece lands) {
        const bool captures = on(to).has_value();
        const auto order = captures ? capture_order() : CaptureOrder::victim_first;
        const auto victim = on(to);
        if (captures && order == CaptureOrder::victim_first) take_off(to);
        if (order != CaptureOrder::mover_first && dice_.chance(style_.seen_twice)) {
            land(to, lands, reach_us());
            lift(from, dice_.pick_us(seen_before_gone));
        } else {
            lift(from, reach_us());
            auto in_hand_us = dice_.pick_us(style_.carry);
            in_hand_us -= slide(from, to, *before_.at(from));
            if (order == CaptureOrder::mover_first) take_off(to);
            land(to, lands, std::max(in_hand_us, dice_.pick_us(to_next_square)));
        }
        if (order != CaptureOrder::knocked_out) return;
        if (sensing_ == Sensing::presence)
            plan_.lands_unseen = true;
        else
            drag(*victim);
    }

    CaptureOrder capture_order() {
        if (dice_.chance(style_.knock_out) && can_knock_out()) return CaptureOrder::knocked_out;
        return dice_.chance(style_.mover_first) ? CaptureOrder::mover_first : CaptureOrder::victim_first;
    }

    /// Under presence the mover's lift alone must identify the move.
    bool can_knock_out() const {
        if (sensing_ != Sensing::presence) return true;
        chess::Bitboard targets = 0;
        for (const Move legal : before_.legal_moves())
            if (legal.from == move_.from && before_.is_capture(legal)) targets |= chess::bit(legal.to);
        return std::has_single_bit(targets);
    }

    void take_off(Square square) {
        const Piece victim = *on(square);
        lift(square, reach_us());
        drag(victim);
    }

    /// The captured piece brushes a square beside its way.
    void drag(Piece victim) {
        if (!dice_.chance(style_.drag_victim)) return;
        const int file = chess::file_of(move_.to) + static_cast<int>(dice_.between(-1, 1));
        const int rank = chess::rank_of(move_.to) + static_cast<int>(dice_.between(-1, 1));
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
        const Square brushed = chess::make_square(file, rank);
        const auto way = squares_between(move_.from, move_.to);
        if (on(brushed) || since(brushed) || brushed == move_.to || std::ranges::count(way, brushed)) return;
        put(brushed, victim, dice_.pick_us(to_next_square));
        lift(brushed, dice_.pick_us(slid_over));
    }

    /// Slides over all squares between if they are empty; returns the duration.
    std::int64_t slide(Square from, Square to, Piece piece) {
        const auto between = squares_between(from, to);
        const bool free =
            std::ranges::none_of(between, [this](Square square) { return on(square).has_value(); });
        if (!free || !dice_.chance(style_.slide)) return 0;
        std::int64_t took_us = 0;
        for (const Square square : between) {
            const auto reach = dice_.pick_us(to_next_square), stand = dice_.pick_us(slid_over);
            put(square, piece, reach);
            lift(square, stand);
            took_us += reach + stand;
        }
        return took_us;
    }

    /// Lifts the piece within 0.5 s of its landing and puts it back.
    void bounce(Square square) {
        constexpr std::int64_t latest_us = 460'000;
        const auto pause_us = dice_.pick_us(before_bounce);
        if (!dice_.chance(style_.bounce) || *since(square) + pause_us > latest_us) return;
        const Piece piece = *on(square);
        lift(square, pause_us);
        put(square, piece, dice_.pick_us(dice_.chance(0.5) ? wobble : centring));
    }

    bool just_landed(Square square) const { return plan_.steps.back().change.square == square; }

    void promote() {
        const Square to = move_.to;
        const Piece queen{mover().side, move_.promoted}; // or another promoted piece
        switch (dice_.chance(style_.other_order) ? dice_.between(1, 3) : 0) {
        case 0: // the pawn arrives and is exchanged
            relocate(move_.from, to, mover());
            lift(to, dice_.pick_us(just_landed(to) && dice_.chance(0.5) ? slid_over : pawn_rests));
            put(to, queen, dice_.pick_us(pawn_to_queen));
            plan_.lands_unseen = false;
            break;
        case 1: // the pawn comes off, the new piece lands
            relocate(move_.from, to, queen);
            break;
        case 2: // the new piece lands, the pawn comes off
            if (on(to)) take_off(to);
            land(to, queen, reach_us());
            lift(move_.from, reach_us());
            break;
        default: // the new piece displaces the pawn
            relocate(move_.from, to, mover());
            put(to, queen, dice_.pick_us(pawn_rests));
        }
        bounce(to);
    }

    void take_en_passant() {
        const Square victim = chess::en_passant_victim(move_);
        switch (dice_.chance(style_.other_order) ? dice_.between(1, 2) : 0) {
        case 0:
            relocate(move_.from, move_.to, mover());
            bounce(move_.to);
            take_off(victim);
            break;
        case 1:
            take_off(victim);
            relocate(move_.from, move_.to, mover());
            bounce(move_.to);
            break;
        default:
            lift(move_.from, reach_us());
            take_off(victim);
            put(move_.to, mover(), dice_.pick_us(style_.carry));
            bounce(move_.to);
        }
    }

    void castle() {
        const Square king_from = move_.from, rook_from = move_.to;
        const Square king_to = chess::destination(move_), rook_to = chess::rook_destination(move_);
        const Piece king = mover(), rook = *before_.at(rook_from);
        const bool in_the_way = king_to == king_from || king_to == rook_from || rook_to == rook_from;
        if (in_the_way || dice_.chance(style_.two_hands)) {
            lift(king_from, reach_us());
            lift(rook_from, dice_.pick_us(both_in_hand));
            const bool king_lands_first = dice_.chance(0.5);
            const auto first_us = dice_.pick_us(style_.carry), second_us = dice_.pick_us(both_in_hand);
            if (king_lands_first) land(king_to, king, first_us);
            land(rook_to, rook, king_lands_first ? second_us : first_us);
            if (!king_lands_first) land(king_to, king, second_us);
        } else {
            relocate(king_from, king_to, king);
            bounce(king_to);
            relocate(rook_from, rook_to, rook);
            bounce(rook_to);
        }
    }

    const chess::Position& before_;
    const Move move_;
    const Style& style_;
    const Sensing sensing_;
    Dice& dice_;
    std::array<std::optional<Piece>, 64> board_;
    HandPlan plan_;
    bool hovered_ = false;
};

} // namespace

HandPlan carry_out(const chess::Position& before, Move move, const Style& style, Sensing sensing,
                   Dice& dice) {
    return Hands(before, move, style, sensing, dice).carry_out();
}

} // namespace adoube::tools
