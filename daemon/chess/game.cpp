#include "daemon/chess/game.hpp"

#include <algorithm>
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

Game::Game(const Position& start, int plies_before) : positions_{start}, plies_before_(plies_before) {}

void Game::play(Move move) {
    positions_.push_back(position().after(move));
    moves_.push_back(move);
}

void Game::take_back(std::size_t plies) {
    plies = std::min(plies, moves_.size());
    moves_.resize(moves_.size() - plies);
    positions_.erase(positions_.end() - static_cast<std::ptrdiff_t>(plies), positions_.end());
}

int Game::repetitions() const {
    // No position before the last capture or pawn move can recur.
    const auto reversible = static_cast<std::size_t>(position().halfmove_clock());
    const std::size_t oldest = moves_.size() - std::min(moves_.size(), reversible);
    return static_cast<int>(
        std::count_if(positions_.begin() + static_cast<std::ptrdiff_t>(oldest), positions_.end(),
                      [this](const Position& earlier) { return earlier.repeats(position()); }));
}

bool Game::is_checkmate() const { return position().in_check() && !position().has_legal_move(); }

bool Game::is_stalemate() const { return !position().in_check() && !position().has_legal_move(); }

} // namespace adoube::chess
