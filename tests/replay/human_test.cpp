#include "tests/catch.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"

#include <cmath>

using namespace adoube;
using record::Sensing;

namespace {

struct Wanted {
    double moves, games;
};

/// Errors beyond the allowance, by game. Unchosen seeds draw better and worse games: there it takes three
/// standard errors to be certain.
class Excess {
  public:
    void add(double over) { sum_ += over, squares_ += over * over, ++games_; }
    bool is_certain() const {
        const double mean = sum_ / games_;
        const double error = std::sqrt(std::max(0.0, squares_ / games_ - mean * mean) / games_);
        return mean > (tests::first_seed() == 1 ? 0 : 3 * error);
    }

  private:
    double sum_ = 0, squares_ = 0;
    int games_ = 0;
};

void require_share(std::string_view knob, Sensing sensing, Wanted wanted) {
    const auto knobs = replay::knobs_of(knob);
    std::size_t moves = 0, moves_right = 0;
    int right = 0, games = 0;
    std::string shown;
    Excess moves_wrong, games_wrong;
    for (const auto seed : tests::seeds(replay::of_human)) {
        ++games;
        const auto played = replay::play_by_hand(seed, sensing, knobs);
        const auto record = replay::replayed(played.header, played.inputs).final_record();
        const auto verdict = judge(played, record);
        moves += verdict.moves, moves_right += verdict.moves_right, right += verdict.right();
        moves_wrong.add(static_cast<double>(verdict.moves - verdict.moves_right) -
                        (1 - wanted.moves) * static_cast<double>(verdict.moves));
        games_wrong.add((verdict.right() ? 0 : 1) - (1 - wanted.games));
        if (!verdict.right() && shown.size() < 8000)
            shown += "--knob " + std::string(knob) + " --seed " + std::to_string(seed) + ": " +
                     explain(played, record) + "\n";
    }
    INFO(shown << right << " of " << games << " games, " << moves_right << " of " << moves << " moves");
    CHECK_FALSE(moves_wrong.is_certain());
    CHECK_FALSE(games_wrong.is_certain());
}

} // namespace

TEST_CASE("Ordinary games on boards that know the pieces are misread") {
    require_share("human", Sensing::identity, {.moves = 0.9999, .games = 0.999});
}
TEST_CASE("Ordinary games on boards that know the sides are misread") {
    require_share("human", Sensing::colour, {.moves = 0.999, .games = 0.995});
}
TEST_CASE("Ordinary games on boards that know occupied squares are misread") {
    require_share("human", Sensing::presence, {.moves = 0.999, .games = 0.995});
}
TEST_CASE("Ordinary games without a lever, on boards that know the pieces, are misread") {
    require_share("human_no_lever", Sensing::identity, {.moves = 0.9999, .games = 0.999});
}
TEST_CASE("Ordinary games without a lever, on boards that know the sides, are misread") {
    require_share("human_no_lever", Sensing::colour, {.moves = 0.999, .games = 0.995});
}
TEST_CASE("Ordinary games without a lever, on boards that know occupied squares, are misread") {
    // An unseen capture, with no press to end it, shows only in the next moves.
    require_share("human_no_lever", Sensing::presence, {.moves = 0.998, .games = 0.99});
}
