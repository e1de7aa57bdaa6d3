#include "tests/replay/referee.hpp"

#include "tests/replay/contract_articles.hpp"
#include "tests/replay/duty.hpp"

#include <algorithm>

namespace adoube::replay {

namespace {

using umpire::IncidentKind;

bool can_be_taken(const Position& before, Square square) {
    return std::ranges::any_of(before.legal_moves(), [&](Move move) {
        if (move.kind == chess::MoveKind::en_passant) return en_passant_victim(move) == square;
        return move.kind != chess::MoveKind::castling && move.to == square;
    });
}

} // namespace

Expected Referee::incident(IncidentKind kind, std::string_view rule) const {
    return {kind, rule.empty() ? std::string{} : article_of(rule, header_.laws), to_move(), ply()};
}

void Referee::ply_begins() {
    look(false);
    touched_.clear(), taken_up_.clear(), adjusted_out_of_turn_.clear();
    carrying_out_ = answered_ = false;
    released_.reset();
}

void Referee::carries_out() {
    look(true);
    carrying_out_ = true;
}

void Referee::released(Move move) {
    look(true);
    if (!released_) released_ = move;
}

void Referee::look(bool touches_count) {
    const auto& events = time_.events();
    for (; seen_ < events.size(); ++seen_) {
        const auto& what = events[seen_].what;
        if (std::holds_alternative<record::Pause>(what)) paused_ = true;
        if (std::holds_alternative<record::Resume>(what)) paused_ = false;
        if (const auto* offer = std::get_if<record::Offer>(&what)) offers_.insert(offer->side);
        if (const auto* decline = std::get_if<record::Decline>(&what)) offers_.erase(other(decline->side));
        if (const auto* adjust = std::get_if<record::Adjust>(&what))
            if (adjust->side == to_move()) adjusting_[static_cast<std::size_t>(adjust->side)] = true;
        if (const auto* press = std::get_if<record::Press>(&what))
            adjusting_[static_cast<std::size_t>(press->side)] = false;
        const auto* lift = std::get_if<record::Lift>(&what);
        if (lift && touches_count && !paused_) lifted(lift->square);
    }
}

void Referee::lifted(Square square) {
    const Position& before = game_.position();
    const auto piece = before.at(square);
    const auto known = [&](const auto& list) { return std::ranges::find(list, square) != list.end(); };
    if (!piece || known(touched_) || known(taken_up_)) return;
    if (exchange_ == square && touched_.empty() && taken_up_.empty() && !carrying_out_) return;
    if (carrying_out_) {
        taken_up_.push_back(square);
        return touch_answers();
    }
    if (adjusting_[static_cast<std::size_t>(to_move())]) return;
    if (piece->side != to_move() && !can_be_taken(before, square)) {
        auto out_of_turn = incident(IncidentKind::adjust_out_of_turn, "4.2.1");
        out_of_turn.side = piece->side;
        out_of_turn.open = fumbled_;
        if (adjusted_out_of_turn_.insert(square).second) told(std::move(out_of_turn));
        return;
    }
    touched_.push_back(square);
    touch_answers();
}

void Referee::fumbled() {
    fumbled_ = true;
    for (const int at : {ply() - 1, ply(), ply() + 1})
        for (const auto kind : {IncidentKind::touch_move, IncidentKind::adjust_out_of_turn,
                                IncidentKind::released_piece, IncidentKind::rook_first_castling,
                                IncidentKind::claim_window_closed, IncidentKind::offer_declined_by_touch})
            told({.kind = kind, .article = {}, .side = {}, .ply = at, .open = true, .article_is_open = true});
}

/// A ply's first touch ends the right to claim the last breach and declines an offer.
void Referee::touch_answers() {
    if (breach_) {
        auto closed = incident(IncidentKind::claim_window_closed, "4.8");
        closed.open = breach_is_open_ || fumbled_;
        if (header_.laws != laws::Edition::laws_2001 || *breach_ != "4.7") told(std::move(closed));
    }
    breach_.reset();
    if (offers_.erase(other(to_move()))) {
        auto declined = incident(IncidentKind::offer_declined_by_touch, "9.1.2.1");
        declined.open = fumbled_;
        told(std::move(declined));
    }
}

void Referee::article_4(Move move) {
    const Position& before = game_.position();
    const auto tell = [&](IncidentKind kind, std::string_view rule, const std::vector<Move>& allowed) {
        auto broken = incident(kind, rule);
        for (const Move each : allowed) broken.allowed.push_back(to_uci(each, header_.chess960));
        breach_is_open_ = broken.open = fumbled_;
        breach_ = std::string(rule);
        told(std::move(broken));
    };
    const auto stayed = [&](Move first) {
        return first.from == move.from && destination(first) == destination(move);
    };
    if (released_ && !stayed(*released_)) return tell(IncidentKind::released_piece, "4.7", {*released_});
    const auto broken = broken_by(before, touched_, taken_up_, move);
    if (!broken) return;
    tell(broken->rook_first_castling ? IncidentKind::rook_first_castling : IncidentKind::touch_move,
         broken->rule, broken->allowed);
}

void Referee::made(Move move) {
    look(true);
    breach_.reset(), breach_is_open_ = false;
    article_4(move);
    fumbled_ = false;
    adjusting_[static_cast<std::size_t>(to_move())] = false;
    exchange_.reset();
    const bool seen = header_.sensing == record::Sensing::identity && !promotion_missing_;
    if (move.kind == chess::MoveKind::promotion && !seen) exchange_ = move.to;
    promotion_missing_ = false;
    game_.play(move);
    if (!game_.position().has_legal_move()) return;
    const auto claimable = [&](std::string_view rule, bool open) {
        told(incident(IncidentKind::draw_claimable, rule));
        expected_.back().open = open;
    };
    if (const int times = game_.repetitions(); times >= 3) claimable("9.2.2", times > 3);
    if (const int plies = game_.position().halfmove_clock(); plies >= 100) claimable("9.3.2", plies > 100);
}

/// 7.5.5. For rapid and blitz the appendices of 2001 and 2009 differ, and the contract is silent.
void Referee::counts_as_illegal() {
    const int count = ++illegal_moves_[static_cast<std::size_t>(to_move())];
    const int loses = before_2018() ? 3 : 2;
    auto forfeit = incident(IncidentKind::forfeit_by_illegal_moves, "7.5.5");
    forfeit.open = count > loses;
    if (before_2018() && header_.rate_of_play != laws::RateOfPlay::standard)
        forfeit.open = forfeit.article_is_open = true;
    if (count >= loses || forfeit.open) told(std::move(forfeit));
}

void Referee::pressed_without_move() {
    look(true);
    if (before_2018()) return;
    told(incident(IncidentKind::press_without_move, "7.5.3"));
    counts_as_illegal();
}

/// 4.3 binds to the piece moved, not the one taken.
void Referee::pressed_illegal_move() {
    look(true);
    told(incident(IncidentKind::illegal_move, "7.5.1"));
    counts_as_illegal();
    carrying_out_ = false;
    std::ranges::copy_if(taken_up_, std::back_inserter(touched_),
                         [&](Square square) { return game_.position().at(square)->side == to_move(); });
    taken_up_.clear();
}

void Referee::pressed_without_promotion() {
    promotion_missing_ = true;
    if (header_.laws == laws::Edition::laws_2001)
        told(incident(IncidentKind::illegal_move, "7.5.1"));
    else
        told(incident(IncidentKind::promotion_missing, "7.5.2"));
    counts_as_illegal();
}

void Referee::pressed_with_displaced_pieces() { told(incident(IncidentKind::displaced, "7.4.1")); }

void Referee::lost(std::span<const Move> moves, bool open) {
    look(false);
    auto worked_out = incident(IncidentKind::reconstructed, "");
    worked_out.side.reset();
    worked_out.open = open;
    std::string line;
    for (const Move move : moves) line += (line.empty() ? "" : " ") + to_uci(move, header_.chess960);
    worked_out.allowed = {line};
    if (!moves.empty()) told(std::move(worked_out));
    const auto open_before = expected_.size();
    for (const Move move : moves) {
        touch_answers(); // unseen, but the move touched something
        released_.reset();
        touched_.clear(), taken_up_.clear();
        made(move);
    }
    for (auto at = open_before; at < expected_.size(); ++at)
        expected_[at].open |= expected_[at].kind != IncidentKind::draw_claimable;
}

} // namespace adoube::replay
