// What is settled stays, at every moment of every generated log.

#include "tests/catch.hpp"
#include "tests/replay/contract_hands.hpp"
#include "tests/replay/disturbed_game.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/nonsense.hpp"
#include "tests/replay/power_cuts.hpp"
#include "tests/replay/settled_moves.hpp"

using namespace adoube;
using record::Sensing;

namespace {

constexpr Sensing every_sensing[] = {Sensing::presence, Sensing::colour, Sensing::identity};

struct Changes {
    std::string told;
    int moves = 0; // that were settled

    void watch(const std::string& where, const record::Header& header,
               std::span<const record::Input> inputs) {
        umpire::Umpire umpire(header);
        replay::SettledMoves settled(header);
        for (const auto& input : inputs) {
            umpire.feed(input);
            for (const auto& change : settled.changed_by(input, umpire)) told += where + ": " + change + "\n";
        }
        moves += settled.count();
    }
    void require_none() const {
        INFO(told);
        CHECK(told.empty());
        CHECK(moves > 0);
    }
};

std::string name(Sensing sensing, std::uint64_t seed) {
    return "sensing " + std::to_string(static_cast<int>(sensing)) + ", seed " + std::to_string(seed);
}

} // namespace

TEST_CASE(
    "A move that a press completed becomes one that its `ambiguous` did not list, whatever the hands do") {
    for (const auto& knob : replay::all_knobs()) {
        Changes changes;
        for (const auto sensing : every_sensing)
            for (const auto seed : tests::seeds(replay::of_each / 5)) {
                const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of(knob.name));
                changes.watch(name(sensing, seed), played.header, played.inputs);
            }
        INFO(knob.name);
        if (replay::knobs_of(knob.name).no_lever == 0) changes.require_none();
    }
}

namespace {

void watch_disturbed(Changes& changes, Sensing sensing, std::uint64_t seed) {
    replay::Dice dice(seed);
    auto header = replay::any_header(sensing, dice);
    const auto nonsense = replay::disturbed(header, seed, dice);
    changes.watch("nonsense, " + name(sensing, seed), header, nonsense);
    const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of("human"));
    const auto cut = replay::with_power_cuts(played.header, played.inputs, {3, 1'000}, dice);
    changes.watch("cuts, " + name(sensing, seed), played.header, cut);
}

} // namespace

TEST_CASE("A move that a press completed becomes another when the board loses its power, or among nonsense") {
    Changes changes;
    for (const auto sensing : every_sensing)
        for (const auto seed : tests::seeds(replay::of_random)) watch_disturbed(changes, sensing, seed);
    watch_disturbed(changes, Sensing::presence, 904'330'938); // once they did
    watch_disturbed(changes, Sensing::identity, 1'058'437'534);
    changes.require_none();
}
