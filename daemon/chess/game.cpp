#include "daemon/chess/game.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace adoube::chess {

namespace {

constexpr std::array<std::pair<Result, std::string_view>, 4> names{{{Result::open, "*"},
                                                                    {Result::white_wins, "1-0"},
                                                                    {Result::black_wins, "0-1"},
                                                                    {Result::draw, "1/2-1/2"}}};

} // namespace

std::string_view to_string(Result result) { return names[static_cast<std::size_t>(result)].second; }

std::optional<Result> result_from(std::string_view text) {
    for (const auto& [result, name] : names)
        if (name == text) return result;
    return std::nullopt;
}

Game::Game(const Position& start, int plies_before)
    : every_so_often_{start}, since_last_progress_{start}, plies_before_(plies_before) {}

Position Game::position_at(std::size_t ply) const {
    const auto back = moves_.size() - ply;
    if (back < since_last_progress_.size())
        return since_last_progress_[since_last_progress_.size() - 1 - back];
    auto position = every_so_often_[ply / so_often];
    for (auto at = ply / so_often * so_often; at < ply; ++at) position.play(moves_[at]);
    return position;
}

void Game::play(Move move) {
    const auto next = position().after(move);
    if (next.halfmove_clock() == 0)
        since_last_progress_.erase(since_last_progress_.begin(), std::prev(since_last_progress_.end()));
    since_last_progress_.push_back(next);
    moves_.push_back(move);
    if (moves_.size() % so_often == 0) every_so_often_.push_back(next);
}

void Game::take_back(std::size_t plies) {
    plies = std::min(plies, moves_.size());
    if (plies == 0) return;
    const auto left = moves_.size() - plies;
    auto position = position_at(left);
    const auto since = left - std::min(left, static_cast<std::size_t>(position.halfmove_clock()) + 1);
    std::vector<Position> positions{position_at(since)};
    for (auto at = since; at < left; ++at) positions.push_back(positions.back().after(moves_[at]));
    since_last_progress_ = std::move(positions);
    moves_.resize(left);
    every_so_often_.resize(left / so_often + 1, start());
}

int Game::times(const Position& position) const {
    // No position before the last capture or pawn move can recur.
    const auto reversible = static_cast<std::ptrdiff_t>(position.halfmove_clock());
    const auto all = std::ssize(since_last_progress_);
    return static_cast<int>(
        std::count_if(since_last_progress_.end() - std::min(all, reversible + 1), since_last_progress_.end(),
                      [&](const Position& earlier) { return earlier.repeats(position); }));
}

bool Game::is_checkmate() const { return position().in_check() && !position().has_legal_move(); }

bool Game::is_stalemate() const { return !position().in_check() && !position().has_legal_move(); }

} // namespace adoube::chess
