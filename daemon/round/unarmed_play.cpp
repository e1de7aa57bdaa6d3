#include "daemon/round/unarmed_play.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

/// A knight's tour out and back by each side.
constexpr int most_wrong_of_a_tour = 4;

} // namespace

/// What waited for a slow disk is no measure of what comes: its room is given back.
void UnarmedPlay::forget() {
    board_.reset();
    inputs_ = std::vector<Input>();
}

void UnarmedPlay::forget_until(BoardUs board_us) {
    const auto kept =
        std::ranges::find_if(inputs_, [&](const Input& input) { return input.board_us > board_us; });
    for (auto at = inputs_.begin(); at != kept; ++at) {
        board_->apply(at->what, at->board_us);
        heard_us_ = at->board_us;
    }
    inputs_.erase(inputs_.begin(), kept);
    if (inputs_.empty()) forget();
}

void UnarmedPlay::add(const StandingBoard& board, BoardUs heard_us, const record::What& what,
                      BoardUs board_us) {
    if (inputs_.size() == most_inputs) forget();
    if (!board_) {
        board_ = board;
        heard_us_ = heard_us;
    }
    inputs_.push_back({what, board_us});
}

std::optional<UnarmedPlay::Game> UnarmedPlay::begun_from(const chess::Position& start) const {
    if (!board_) return std::nullopt;
    std::optional<Game> begun;
    std::size_t first = 0;
    bool set_up = true; // it was further from the start position than a tour
    auto board = *board_;
    auto heard_us = heard_us_;
    for (std::size_t at = 0; at < inputs_.size(); ++at) {
        const auto rests_us = board.rests_since_us(start);
        if (rests_us && inputs_[at].board_us >= *rests_us && set_up) {
            begun = Game{board, std::max(*rests_us, heard_us), {}};
            first = at;
            set_up = false;
        }
        set_up = set_up || board.wrong(start) > most_wrong_of_a_tour;
        board.apply(inputs_[at].what, inputs_[at].board_us);
        heard_us = inputs_[at].board_us;
    }
    if (!begun || board.rests_since_us(start)) return std::nullopt;
    begun->inputs.assign(inputs_.begin() + static_cast<std::ptrdiff_t>(first), inputs_.end());
    return begun;
}

} // namespace adoube::round
