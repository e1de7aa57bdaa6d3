#include "tests/bench/snapshot_matching.hpp"

#include "daemon/chess/notation/san.hpp"

#include <utility>

namespace adoube::bench {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Side;
using record::Sensing;

namespace {

/// Longer than a piece stands on its way over other squares.
constexpr std::int64_t stands_ms = 500;

Position start_of(const record::Header& header) {
    return header.start_fen.empty() ? Position::start() : Position::from_fen(header.start_fen).value();
}

} // namespace

SnapshotMatching::SnapshotMatching(const record::Header& header)
    : sensing_(header.sensing), game_(start_of(header)), shown_(picture_of(game_.position())) {}

void SnapshotMatching::feed(const record::Input& input) {
    if (over_) return;
    if (!looked_ && (input.t_ms - changed_ms_) >= stands_ms) look(false);
    take(input.what);
    if (!looked_ && (std::holds_alternative<record::Lift>(input.what) ||
                     std::holds_alternative<record::Drop>(input.what) ||
                     std::holds_alternative<record::Snapshot>(input.what)))
        changed_ms_ = input.t_ms;
}

void SnapshotMatching::take(const record::What& what) {
    if (const auto* lift = std::get_if<record::Lift>(&what)) {
        for (auto& plane : shown_) plane &= ~bit(lift->square);
        touched_ |= bit(lift->square);
        looked_ = false;
    } else if (const auto* drop = std::get_if<record::Drop>(&what)) {
        put(drop->square, drop->piece);
        touched_ |= bit(drop->square);
        looked_ = false;
    } else if (const auto* snapshot = std::get_if<record::Snapshot>(&what)) {
        touched_ = ~chess::Bitboard{0};
        shown_ = {};
        for (std::size_t at = 0; at < 64; ++at)
            if (snapshot->squares[at]) put(static_cast<chess::Square>(at), *snapshot->squares[at]);
        looked_ = false;
    } else if (std::holds_alternative<record::Press>(what)) {
        look(true);
    } else if (const auto* played = std::get_if<record::PlayMove>(&what)) {
        if (const auto move = chess::move_from_san(game_.position(), played->san)) game_.play(*move);
    } else if (const auto* back = std::get_if<record::TakeBack>(&what)) {
        game_.take_back(static_cast<std::size_t>(back->plies));
    } else if (std::holds_alternative<record::Resign>(what) || std::holds_alternative<record::Accept>(what) ||
               std::holds_alternative<record::SetResult>(what)) {
        end();
        over_ = true;
    }
}

void SnapshotMatching::put(chess::Square square, const record::Seen& piece) {
    const auto type = static_cast<std::size_t>(piece.type.value_or(PieceType::pawn));
    const auto side = static_cast<std::size_t>(piece.side.value_or(Side::white));
    for (auto& plane : shown_) plane &= ~bit(square);
    shown_[sensing_ == Sensing::presence ? 0
           : sensing_ == Sensing::colour ? side
                                         : 6 * side + type] |= bit(square);
}

SnapshotMatching::Picture SnapshotMatching::picture_of(const Position& position) const {
    if (sensing_ == Sensing::presence) return {position.occupied()};
    if (sensing_ == Sensing::colour) return {position.pieces(Side::white), position.pieces(Side::black)};
    Picture picture{};
    for (const Side side : {Side::white, Side::black})
        for (const PieceType type : chess::all_piece_types)
            picture[6 * static_cast<std::size_t>(side) + static_cast<std::size_t>(type)] =
                position.pieces(side, type);
    return picture;
}

void SnapshotMatching::look(bool pressed) {
    looked_ = true;
    if (over_ || shown_ == picture_of(game_.position())) return;
    constexpr std::pair<std::size_t, int> ways[]{{0, 1}, {1, 1}, {0, 2}, {1, 2}};
    for (const auto& [back, on] : ways)
        if (play_to(back, on, pressed)) {
            touched_before_ = std::exchange(touched_, 0);
            return;
        }
}

/// From the position `back` moves ago by `on` moves, one or two, to what is shown.
bool SnapshotMatching::play_to(std::size_t back, int on, bool pressed) {
    if (game_.moves().size() < back) return false;
    const Position before = game_.position_at(game_.moves().size() - back);
    const auto may_change = pressed ? ~chess::Bitboard{0} : touched_ | (back != 0 ? touched_before_ : 0);
    const auto play = [&](Move move) {
        if (back != 0) game_.take_back(std::exchange(back, 0));
        game_.play(move);
    };
    if (on == 1) {
        const auto move = match(before, may_change);
        if (move) play(*move);
        return move.has_value();
    }
    for (const Move first : before.legal_moves()) {
        if ((squares_of(first) & ~may_change) != 0) continue;
        if (const auto second = match(before.after(first), may_change)) {
            play(first);
            play(*second);
            return true;
        }
    }
    return false;
}

/// Of those that lead to what is shown, one of which every square was touched, and a queen.
std::optional<Move> SnapshotMatching::match(const Position& before, chess::Bitboard may_change) const {
    std::optional<Move> best;
    int most = -1;
    for (const Move move : before.legal_moves()) {
        const auto squares = squares_of(move);
        if ((squares & ~may_change) != 0 || picture_of(before.after(move)) != shown_) continue;
        const bool is_touched = (squares & ~touched_) == 0;
        const bool is_usual = move.kind != MoveKind::promotion || move.promoted == PieceType::queen;
        const int likely = 2 * is_touched + is_usual;
        if (likely > most) best = move, most = likely;
    }
    return best;
}

} // namespace adoube::bench
