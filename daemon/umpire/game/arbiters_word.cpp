// The arbiter's commands, and the board that follows them.

#include "daemon/chess/notation/san.hpp"
#include "daemon/laws/penalties.hpp"
#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/articles/remedies.hpp"
#include "daemon/umpire/game/game_in_progress.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <utility>

namespace adoube::umpire {

using chess::Position;
using chess::Result;

namespace {

constexpr int most_of_a_move = 4; // squares, by castling

} // namespace

void GameInProgress::on(const SetPosition& set) {
    const auto position = Position::from_fen(set.fen);
    if (!position) return;
    settle();
    start_.forget();
    for (std::size_t ply = game_.moves().size() + 1; ply-- > 0;) {
        if (game_.position_at(ply).repetition_key() != position->repetition_key()) continue;
        go_back_to(ply);
        return await_arrangement();
    }
    begin_anew(chess::Game(*position));
    go_on();
    await_arrangement();
}

/// Naming the sealed move, before or after it is opened, means that one, not a second.
void GameInProgress::on(const PlayMove& play) {
    if (const auto opened = std::exchange(opened_, std::nullopt)) {
        const auto& [before, move] = *opened;
        const bool is_last = readings_.best().position == before.after(move);
        if (is_last && chess::move_from_san(before, play.san) == move) return;
    }
    if (played(play.san) && pause_) pause_->sealed.clear();
}

std::optional<GameInProgress::Entered> GameInProgress::played(const std::string& san) {
    std::optional<std::pair<Reading, chess::Move>> said;
    for (const auto& reading : readings_.with_standing(now())) {
        const auto move = chess::move_from_san(reading.position, san);
        if (!move) continue;
        const bool shown = readings_.sight().differing(reading.position.after(*move)) == 0;
        if (!said || shown) said.emplace(reading, *move);
        if (shown) break;
    }
    if (!said) return std::nullopt;
    auto& before = said->first;
    note_touch(before);
    before.ply.touches.clear(); // an arbiter's move is nobody's breach
    before.ply.released.reset();
    auto next = with_move(before, {said->second}, {now()}, input_ + 1);
    next.clock.run(next.clock.running() ? std::optional(next.position.to_move()) : std::nullopt, t_ms_);
    next.line.back().awaits_press = false;
    next.line.back().record.completed_ms = t_ms_;
    if (board_.differing(next.position))
        next.ply.to_carry_out = taken_by(before.position, said->second) & chess::bit(said->second.to);
    readings_.settle_on(std::move(next));
    arbiters_plies_ = readings_.best().plies;
    kings_.forget();
    await_arrangement();
    return Entered{before.position, said->second};
}

void GameInProgress::on(const TakeBack& back) {
    settle();
    const auto plies = std::min(static_cast<std::size_t>(std::max(back.plies, 0)), moves_.size());
    go_back_to(moves_.size() - plies);
    await_arrangement();
}

void GameInProgress::on(const SetResult& set) {
    if (set.result != Result::open || set.forfeit) {
        const bool confirms = over() && !confirmed() && set.result == ended_->result && !set.forfeit;
        if (!confirms) {
            set_kings_aside();
            finish(set.result, termination_of(set, docket_.proposals_that_stand()));
        }
        ended_->confirmed = true;
        return;
    }
    if (!over()) return;
    reopen();
    await_arrangement();
}

void GameInProgress::on(const SetTime& time) {
    readings_.each_clock([&](ChessClock& clock) {
        if (time.white_ms) clock.set(Side::white, *time.white_ms, t_ms_);
        if (time.black_ms) clock.set(Side::black, *time.black_ms, t_ms_);
    });
    if (time.white_ms) flags_.reset(Side::white);
    if (time.black_ms) flags_.reset(Side::black);
}

void GameInProgress::on(const Promoted& promoted) {
    const auto here = [&](const auto& record) { return promotes_on(record.move, promoted.square); };
    if (const auto stands = standing(); !over() && stands && here(*stands))
        readings_.settle_on(with_made(*stands));
    const auto has_it = [&](const Reading& reading) {
        return std::ranges::any_of(reading.line,
                                   [&](const PlayedMove& played) { return here(played.record); });
    };
    auto moves = moves_;
    const auto last = std::ranges::find_if(moves.rbegin(), moves.rend(), here);
    if (!over() && !has_it(readings_.best()) && last == moves.rend()) {
        // The arbiter may tell which move it is before the hands do.
        const auto possible = readings_.with_standing(now());
        const auto told = std::ranges::find_if(possible, has_it);
        if (told != possible.end()) readings_.settle_on(*told);
    }
    const bool in_line = has_it(readings_.best());
    if (!in_line) {
        if (last == moves.rend()) return;
        last->move.promoted = promoted.piece;
    }
    auto game = game_;
    game.take_back(moves.size());
    for (const auto& record : moves) {
        if (!game.position().is_legal(record.move)) return;
        game.play(record.move);
    }
    if (!readings_.promoted(game.position(), promoted.square, promoted.piece, in_line)) return;
    const bool ended = over() && by_itself() != Result::open;
    game_ = std::move(game);
    moves_ = std::move(moves);
    arbiters_plies_ = readings_.best().plies;
    kings_.promoted(game_, game_.plies() - static_cast<int>(moves_.size()), promoted.square, promoted.piece);
    if (ended) reopen();
    if (!over()) end_by_itself();
}

void GameInProgress::on(const Dismiss& dismiss) {
    const auto& header = *header_;
    const auto penalty = laws::illegal_move_penalty(header.laws, header.rate_of_play, header.supervised);
    const auto* incident = docket_.dismiss(dismiss.incident, penalty.losing_number);
    if (!incident || !incident->side) return;
    if (counts_as_illegal(incident->kind)) readings_.pardon(*incident->side);
    if (incident->kind == IncidentKind::flag && docket_.is_last_of_its_kind(*incident))
        flags_.dismiss(*incident->side);
    if (incident->kind == IncidentKind::offer_declined_by_touch) offer_again(*incident);
}

/// The offer stands again, unless a move made since, or another offer, answers it.
void GameInProgress::offer_again(const Incident& declined) {
    const bool still_his_turn = declined.ply == readings_.best().plies + 1 && !standing_made();
    if (!still_his_turn || offers_draw(Side::white) || offers_draw(Side::black)) return;
    for (const auto square : declined.squares) readings_.forget_touches(bit(square));
    readings_.offer(chess::other(*declined.side), now());
}

void GameInProgress::on(const Pause&) {
    if (pause_) return;
    pause_ = Paused{};
    kings_.forget();
    readings_.each_clock([&](ChessClock& clock) { clock.stop(t_ms_); });
}

void GameInProgress::on(const Resume&) {
    const auto pause = std::exchange(pause_, std::nullopt);
    if (!pause || over()) return;
    kings_.forget();
    // The board may show the sealed move or not.
    opened_ = pause->sealed.empty() ? std::nullopt : played(pause->sealed);
    if (!pause->sealed.empty() && !opened_) docket_.propose(unclear_sealed_move(pause->sealed));
    if (!opened_ && !pause->lost_sight) resume_upon_board();
    if (pause->lost_sight && !lost_) lost_ = Lost{};
    start_clock();
}

/// Sealed by the player to move in a reading where `san` fits several moves; else by the player to move now.
Proposal GameInProgress::unclear_sealed_move(const std::string& san) const {
    for (const auto& reading : readings_.with_standing(now()))
        if (const auto match = chess::match_san(reading.position, san);
            !match && !match.error().fitting.empty())
            return lost_by_unclear_sealed_move(reading, san, match.error().fitting, now());
    return lost_by_unclear_sealed_move(as_made(for_good), san, {}, now());
}

void GameInProgress::on(const Adjourn& adjourn) {
    if (over()) return;
    on(Pause{});
    pause_->sealed = adjourn.sealed;
}

void GameInProgress::await_arrangement() {
    arrangement_.reset();
    if (board_.differing(readings_.best().position)) arrangement_ = Arrangement{readings_, moves_.size()};
}

bool GameInProgress::arranged() const {
    if (!arrangement_ || idle()) return false;
    return std::popcount(squares_to_arrange()) <= most_of_a_move && arrangement_->readings.would_show(board_);
}

void GameInProgress::take_as_arranged() {
    take_back_to(std::min(arrangement_->ply, moves_.size()));
    const auto clock = readings_.best().clock;
    readings_ = std::move(arrangement_->readings);
    readings_.each_clock([&](ChessClock& each) { each = clock; });
    readings_.see(board_, now());
    kings_.forget();
    arrangement_.reset();
}

void GameInProgress::press_upon_arrangement() {
    if (!readings_.explained()) {
        auto arranged = arrangement_->readings;
        arranged.see(board_, now());
        if (arranged.explained()) return take_as_arranged();
    }
    arrangement_.reset();
}

void GameInProgress::resume_upon_board() {
    if (lost_) {
        find_lost_moves();
    } else if (arrangement_) {
        if (arranged()) take_as_arranged();
    } else if (readings_.would_show(board_)) {
        readings_.see(board_, now());
    } else {
        arrangement_ = Arrangement{readings_, moves_.size()};
        readings_.see(board_, now());
    }
}

} // namespace adoube::umpire
