// How a game ends, and is reopened.

#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/game/game_in_progress.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <utility>

namespace adoube::umpire {

using chess::Result;

void GameInProgress::end_by_itself() {
    const auto result = by_itself();
    if (result == Result::open) return;
    end(result, moves_.empty() ? t_ms_ : moves_.back().completed_ms.value_or(t_ms_));
}

bool GameInProgress::may_be_repeated(GameMs t_ms) const {
    constexpr int fewest_plies = 16, drawn_at = 5;
    const auto& best = readings_.best();
    if (header_->laws < Edition::laws_2018 || best.position.halfmove_clock() + 1 < fewest_plies) return false;
    const auto made = readings_.made(t_ms);
    const auto not_in_game = std::ssize(best.line) + std::ssize(best.ply.answered) + 1;
    return made && game_.times(best.position.after(made->move)) + not_in_game >= drawn_at;
}

void GameInProgress::end_by_repetition() {
    if (over() || !may_be_repeated(t_ms_) || !readings_.best_is_cheapest()) return;
    const auto made = readings_.made(t_ms_);
    if (!made || as_it_stands().repetitions() < 5) return;
    auto reading = with_made(*made);
    complete(reading, reading.line.size() - 1, readings_.changed_ms(), false);
    readings_.settle_on(std::move(reading));
    settle();
    end_by_itself();
}

void GameInProgress::end_as_said(Result result, GameMs at_ms) {
    end(is_dead_but_for_captures(game_.position()) ? Result::draw : result, at_ms);
}

/// The clocks stop at `at_ms`, however late that is seen.
void GameInProgress::end(Result result, GameMs at_ms, std::string_view termination) {
    ended_ = {result, std::string(termination)};
    readings_.each_clock([&](ChessClock& clock) { clock.stop(at_ms); });
}

void GameInProgress::settle(bool unseen) {
    auto made = unseen ? standing() : readings_.made(for_good);
    if (!made && !unseen) made = readings_.brief_capture();
    if (!made && !unseen) made = readings_.masked_move();
    auto reading = made ? with_made(*made) : readings_.best();
    for (auto& played : reading.line) {
        tell_incidents(played.incidents);
        play(played);
    }
    reading.line.clear();
    tell_incidents(reading.ply.incidents);
    readings_.settle_on(std::move(reading));
    kings_.forget();
    tell_what_waited();
}

void GameInProgress::finish(Result result, std::string_view termination, bool unseen) {
    settle(unseen);
    end(result, t_ms_, termination);
}

void GameInProgress::finish(CentreKings::Ceremony ceremony) {
    const auto result = ceremony.result;
    const auto stood_from_ms = readings_.changed_ms();
    settle_before(std::move(ceremony));
    end_as_said(result, stood_from_ms);
}

void GameInProgress::set_kings_aside() {
    if (idle()) return;
    if (auto ceremony = kings_.shown(readings_.sight())) settle_before(std::move(*ceremony));
}

void GameInProgress::settle_before(CentreKings::Ceremony ceremony) {
    docket_.forget_what_waits_since(ceremony.began_ms);
    const auto& game = ceremony.game;
    const auto uncertain = static_cast<int>(game.line.size() + game.ply.answered.size());
    game_.take_back(static_cast<std::size_t>(game_.plies() - (game.plies - uncertain)));
    moves_.resize(game_.moves().size());
    readings_.settle_on(std::move(ceremony.game));
    settle(true);
}

void GameInProgress::take_back_to(std::size_t ply) {
    game_.take_back(game_.moves().size() - ply);
    moves_.resize(ply);
}

void GameInProgress::go_back_to(std::size_t ply) {
    take_back_to(ply);
    go_on();
}

void GameInProgress::start_clock() {
    readings_.each_clock([&](ChessClock& clock) { clock.start(readings_.best().position.to_move(), t_ms_); });
}

void GameInProgress::go_on() {
    if (over()) reopen();
    Reading reading = readings_.best();
    reading.position = game_.position();
    reading.plies = game_.plies();
    reading.line.clear();
    reading.ply = PlyInProgress{};
    reading.claimable_breach.reset();
    reading.doubts = {};
    if (reading.clock.running()) reading.clock.run(game_.position().to_move(), t_ms_);
    readings_.settle_on(std::move(reading));
}

void GameInProgress::reopen() {
    ended_.reset();
    if (!pause_) start_clock();
}

} // namespace adoube::umpire
