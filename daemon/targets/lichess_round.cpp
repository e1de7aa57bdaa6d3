#include "daemon/targets/lichess_round.hpp"

#include "daemon/targets/lichess_answer.hpp"
#include "daemon/targets/shared_round.hpp"

#include <algorithm>

namespace adoube::targets {

bool LichessRound::Game::is_behind() const {
    return now && !is_held() && now->pgn != confirmed_pgn && now->pgn != refused_pgn;
}

void LichessRound::put(const broadcast::PublicGame& public_game) {
    auto state = site_game(public_game);
    if (!state.is_game && forget_what_is_none(state.id)) return;
    if (games_.size() >= most_games && !games_.contains(state.id)) forget_one();
    auto& game = *games_.try_emplace(state.id).first;
    note_round(state);
    const bool was_behind = game.second.is_behind();
    game.second.now = std::move(state);
    compare(game);
    if (!was_behind) game.second.put = ++put_;
}

/// A game whose player is unknown is not shown there.
void LichessRound::note_round(const SiteGame& game) {
    if (game.round.empty() || !game.unknown_player.empty()) return;
    const auto before = rounds_;
    if (!rounds_.insert(game.round).second) return;
    record_ += round_record(game.round);
    if (!before.empty())
        notes_.push_back({"games of round " + game.round + " come into " + url_ + ", which shows " +
                              rounds_in_words(before) + "; " + std::string(give_each_its_own),
                          true});
}

/// Nobody plays there, and the site has nothing of it. False: it may.
bool LichessRound::forget_what_is_none(const std::string& id) {
    const auto known = games_.find(id);
    if (known == games_.end()) return true;
    const bool is_open = std::ranges::find(open_, id, &Sent::id) != open_.end();
    const bool may_be_there = !known->second.shown.start.empty() && known->second.refused.empty();
    if (is_open || may_be_there) return false;
    games_.erase(known);
    return true;
}

void LichessRound::correct(const broadcast::PublicGame& standing) {
    const auto known = games_.find(standing.id);
    if (known == games_.end() || !known->second.is_behind()) return;
    if (!difference(known->second.shown, site_game(standing).line)) put(standing);
}

void LichessRound::forget_one() {
    auto oldest = games_.end();
    for (auto game = games_.begin(); game != games_.end(); ++game) {
        const bool is_open = std::ranges::find(open_, game->first, &Sent::id) != open_.end();
        if (is_open || game->second.is_behind()) continue;
        if (oldest == games_.end() || game->second.put < oldest->second.put) oldest = game;
    }
    if (oldest != games_.end()) games_.erase(oldest);
}

void LichessRound::compare(Games::value_type& game) {
    auto& [id, state] = game;
    if (!state.now) return;
    auto found = difference(state.shown, state.now->line);
    Line sure{
        state.shown.start,
        {state.shown.moves.begin(), state.shown.moves.begin() + static_cast<std::ptrdiff_t>(state.sure)}};
    if (found && !difference(sure, state.now->line)) {
        constexpr std::string_view shows = "the site shows";
        if (const auto at = found->sentence.find(shows); at != std::string::npos)
            found->sentence.replace(at, shows.size(), "the site may show");
    }
    const bool is_new = found && (!state.differs || state.differs->of != found->of);
    const bool is_over = state.differs && !found;
    state.differs = std::move(found);
    if (is_over) note(game, "the site shows what the board has again", false);
    if (!is_new) return;
    note(game,
         state.differs->sentence + (state.differs->of == Difference::Of::moves
                                        ? "; nothing more of this game is sent until the site is reset"
                                        : ", which only a reset of the site puts right"),
         true);
}

void LichessRound::note(const Games::value_type& game, const std::string& what, bool trouble) {
    notes_.push_back(
        {"board " + std::to_string(game.second.now->board) + ", game " + game.first + ": " + what, trouble});
}

std::optional<HallMs> LichessRound::due() const {
    if (reset_waits_) return settled_;
    const bool any = std::ranges::any_of(games_, [](const auto& game) { return game.second.is_behind(); });
    return any ? std::optional(HallMs::min()) : std::nullopt;
}

/// Those that wait longest first, so that none waits for ever where not all go into one request.
std::vector<LichessRound::Games::iterator> LichessRound::games_behind() {
    std::vector<Games::iterator> behind;
    for (auto game = games_.begin(); game != games_.end(); ++game)
        if (game->second.is_behind()) behind.push_back(game);
    std::ranges::sort(behind, {}, [](Games::iterator game) { return game->second.put; });
    return behind;
}

std::optional<Request> LichessRound::next(HallMs now) {
    if (reset_waits_) {
        if (now < settled_) return std::nullopt;
        reset_is_open_ = true;
        return Request{url_ + "/reset", true, {}, {}};
    }
    std::string body;
    for (const auto game : games_behind()) {
        const auto& pgn = game->second.now->pgn;
        if (pgn.size() > most_body)
            refuse(*game, pgn, "it is longer than the site takes");
        else if (body.size() + pgn.size() <= most_body)
            send(*game, body);
    }
    if (open_.empty()) return std::nullopt;
    return Request{url_ + "/push", true, std::move(body), "text/plain"};
}

void LichessRound::send(Games::value_type& game, std::string& body) {
    auto& [id, state] = game;
    const auto& line = state.now->line;
    const auto before = state.shown.moves.size();
    const bool is_first = state.shown.start.empty();
    open_.push_back({id, state.now->pgn, line.moves.size(), before, is_first});
    body += state.now->pgn;
    if (is_first) state.shown.start = line.start;
    state.shown.moves.insert(state.shown.moves.end(),
                             line.moves.begin() + static_cast<std::ptrdiff_t>(before), line.moves.end());
    if (is_first || line.moves.size() > before) record_ += moves_record(id, state.shown, before);
}

Answer LichessRound::answered(Answer answer, HallMs now) {
    using enum Answer::Outcome;
    if (std::exchange(reset_is_open_, false)) {
        if (answer.outcome == done) emptied();
    } else {
        if (answer.outcome == done) answer = pushed(std::move(answer), now);
        if (answer.outcome != done && !answer.may_have_arrived) sent_did_not_arrive();
        open_.clear();
    }
    if (answer.outcome != done && answer.may_have_arrived) settled_ = now + settled_after_ms;
    return answer;
}

void LichessRound::sent_did_not_arrive() {
    for (const auto& sent : open_) {
        auto& game = *games_.find(sent.id);
        auto& shown = game.second.shown;
        if (shown.moves.size() == sent.shown_before && !sent.is_first) continue;
        shown.moves.resize(sent.shown_before);
        if (sent.is_first) shown.start.clear();
        record_ += moves_record(sent.id, shown, sent.shown_before);
        compare(game);
    }
}

Answer LichessRound::pushed(Answer answer, HallMs now) {
    const auto games = parse_lichess_answer(answer.body);
    if (!games) {
        answer.outcome = Answer::Outcome::later;
        answer.sentence = games.error();
        return answer;
    }
    const bool in_order = games->size() == open_.size();
    for (std::size_t at = 0; at < open_.size(); ++at) {
        auto found = std::ranges::find(*games, open_[at].id, &PushedGame::id);
        if (found == games->end() && in_order && (*games)[at].id.empty())
            found = games->begin() + static_cast<std::ptrdiff_t>(at);
        take(open_[at], found == games->end() ? "the site leaves it out without a word" : found->error, now);
    }
    return answer;
}

void LichessRound::take(const Sent& sent, const std::string& error, HallMs now) {
    auto& game = *games_.find(sent.id);
    auto& state = game.second;
    const auto& unknown = state.now->unknown_player;
    const auto dropped = unknown.empty() ? std::string()
                                         : "lichess leaves out a game whose player is unknown: name " +
                                               unknown + ", or give the tag " + unknown + "FideId";
    if (!error.empty()) return refuse(game, sent.pgn, dropped.empty() ? error : error + "; " + dropped);
    if (!dropped.empty()) return refuse(game, sent.pgn, dropped);
    if (!state.refused.empty()) note(game, "the site takes it again", false);
    state.refused.clear();
    state.refused_pgn.clear();
    state.confirmed_pgn = sent.pgn;
    state.taken = now;
    state.sure = std::max(state.sure, sent.moves);
    compare(game); // what may have been shown is shown
}

void LichessRound::refuse(Games::value_type& game, const std::string& pgn, std::string why) {
    game.second.refused_pgn = pgn;
    if (std::exchange(game.second.refused, why) != why) note(game, "the site refuses it: " + why, true);
}

void LichessRound::emptied() {
    reset_waits_ = false;
    record_ += reset_record();
    std::erase_if(games_, [](const auto& game) { return !game.second.now; });
    for (auto& game : games_) {
        game.second.shown = {};
        game.second.sure = 0;
        game.second.taken.reset();
        game.second.put = ++put_;
        compare(game);
    }
    rounds_.clear();
    for (const auto& [id, game] : games_)
        if (game.now->unknown_player.empty() && !game.now->round.empty() &&
            rounds_.insert(game.now->round).second)
            record_ += round_record(game.now->round);
    push_again();
}

void LichessRound::push_again() {
    for (auto& [id, game] : games_) {
        game.confirmed_pgn.clear();
        game.refused_pgn.clear();
        game.refused.clear();
    }
}

std::size_t LichessRound::behind() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(games_, [](const auto& game) { return game.second.is_behind(); }));
}

void LichessRound::report(Report& report) const {
    report.reset_waits = reset_waits_;
    report.rounds = rounds_;
    report.behind = behind();
    report.wait = reset_waits_ ? Report::Wait::unsettled : Report::Wait::turn;
    for (const auto& [id, game] : games_) {
        if (!game.now) continue;
        GameReport told{.id = id, .board = game.now->board, .players = game.now->players};
        told.is_behind = game.is_behind();
        told.taken = game.taken;
        told.refused = game.refused;
        told.is_held = game.is_held();
        if (game.differs) {
            told.differs = game.differs->sentence;
            told.compared = compared(game.shown, game.now->line);
        }
        report.games.push_back(std::move(told));
    }
    std::ranges::stable_sort(report.games, {}, &GameReport::board);
}

std::string LichessRound::restore(std::string_view record, HallMs now) {
    auto kept = url_record(url_);
    auto sent = parse_sent_record(record, url_);
    for (const auto& round : sent.rounds) kept += round_record(round);
    rounds_ = std::move(sent.rounds);
    for (auto& [id, line] : sent.lines) {
        if (line.start.empty()) continue;
        settled_ = now + settled_after_ms; // something may have been under way when the daemon ended
        kept += moves_record(id, line, 0);
        games_[id].shown = line;
    }
    return kept;
}

} // namespace adoube::targets
