#include "daemon/round/square_notice.hpp"

#include "daemon/round/squares_in_words.hpp"
#include "daemon/round/standing_board.hpp"

#include <bit>
#include <utility>

namespace adoube::round {

namespace {

constexpr const char* all_right = "the squares stand as the game begins";
constexpr const char* if_begun =
    ": set it right, or, if the game has begun, enter its moves (moves \"1. e4 …\") "
    "or where it stands (position FEN)";
constexpr const char* if_begun_unseen =
    ": set it right, or, if it was begun while its board was away, have the start position set up for a "
    "second, enter its moves (moves \"1. e4 …\"), and have the pieces put back";

} // namespace

bool SquareNotice::has_stood(const umpire::Sight& board, SteadyUs steady_us) {
    if (!seen_ || !seen_->looks_like(board)) {
        seen_ = board;
        seen_since_us_ = steady_us;
    }
    return steady_us - seen_since_us_ >= stands_us;
}

void SquareNotice::before_game(const umpire::Sight& board, const chess::Position& start, bool lever,
                               bool first_look, SteadyUs steady_us) {
    const bool played = may_be_played(board, start);
    const bool stood = has_stood(board, steady_us) || (first_look && played);
    const auto wrong = board.differing(start);
    if (wrong == 0) {
        if (told_ == all_right && text_.told() == all_right)
            text_ = {}; // it was told: nothing is left to do
        else if (!text_.told().empty())
            text_ = all_right;
        return;
    }
    const bool half_stands = 2 * std::popcount(board.occupied()) >= std::popcount(start.occupied());
    if (!half_stands || !stood) return;
    const bool many = std::popcount(wrong) > most_squares_in_words;
    if (played && many && text_.told().ends_with(if_begun)) return; // not anew at each move
    text_ = std::string(lever ? "before the first press " : "before the first move ") +
            stands_wrong(board, start) +
            (played  ? if_begun
             : lever ? ": set it right, or have the clock pressed if that was played"
                     : ": set it right");
}

void SquareNotice::before_armed_game(const umpire::Sight& board, const chess::Position& start, bool unseen,
                                     SteadyUs steady_us) {
    const bool stood = has_stood(board, steady_us), begun = unseen && may_be_played(board, start);
    const auto misplaced = (board.occupied() ^ start.occupied()) & ~board.masked();
    const bool many = std::popcount(misplaced) > most_squares_in_words;
    if (board.differing(start) == 0 || (many && !begun)) {
        text_ = {};
    } else if (stood && !(many && text_.told().ends_with(if_begun_unseen))) { // not anew at each move
        text_ = "the armed game has not begun: " + stands_wrong(board, start) +
                (begun ? if_begun_unseen : ": set it right");
    }
}

void SquareNotice::without_game(bool played, SteadyUs steady_us) {
    if (!played) return clear();
    if (!played_since_us_) played_since_us_ = steady_us;
    if (steady_us - *played_since_us_ >= played_us)
        text_ = "pieces are moved from the start position though the game is over and no other is armed: arm "
                "it, and it begins with what was played";
}

void SquareNotice::clear() {
    text_ = {};
    seen_.reset();
    played_since_us_.reset();
}

std::optional<umpire::ForArbiter> SquareNotice::news() {
    if (std::exchange(told_, text_.told()) == text_.told() || text_.told().empty()) return std::nullopt;
    return text_;
}

} // namespace adoube::round
