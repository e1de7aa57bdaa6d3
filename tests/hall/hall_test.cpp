// Whole halls from seeds. A failure prints the arguments for adoube_hall, which shrinks it.

#include "tests/hall/simulation.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

using namespace adoube::hall;

namespace {

/// Fewer under a sanitizer, but enough for games to meet faults.
const int minutes = std::max(3, adoube::tests::many({10, 10}));

Scenario without_faults(std::uint64_t seed, int for_minutes) {
    auto scenario = draw(seed, for_minutes);
    keep_faults(scenario, {});
    return scenario;
}

/// True if misread.
bool play_through(const Scenario& scenario) {
    const auto outcome = simulate(scenario);
    INFO("adoube_hall " << to_text(scenario));
    if (outcome.is_misread) {
        WARN("adoube_hall " << to_text(scenario) << ": misread, " << outcome.broken);
        return true;
    }
    CHECK(outcome.broken == "");
    CHECK(outcome.plies > 0);
    return false;
}

/// Presence sensing leaves one game in thousands ambiguous: with new seeds one hall may misread.
void play_through(const std::vector<Scenario>& halls) {
    const auto misread = std::ranges::count_if(halls, [](const auto& hall) { return play_through(hall); });
    CHECK(misread <= adoube::tests::at_most({0, 1}));
}

std::vector<Scenario> drawn(adoube::tests::Tries tries, int for_minutes) {
    std::vector<Scenario> halls;
    for (const auto seed : adoube::tests::seeds(tries)) halls.push_back(draw(seed, for_minutes));
    return halls;
}

} // namespace

TEST_CASE("a hall in which nothing goes wrong shows or records what was not played") {
    auto halls = drawn({12, 100}, minutes);
    for (auto& hall : halls) keep_faults(hall, {});
    play_through(halls);
}

TEST_CASE("a hall in which everything goes wrong loses, shows too early, or takes back") {
    play_through(drawn({32, 100}, minutes));
}

TEST_CASE("a hall that has played for an hour reads all that was ever played there at each start") {
    const auto an_hour = std::max(3, adoube::tests::many({60, 60}));
    play_through(drawn({1, 4}, an_hour));
}

TEST_CASE("a hall in which something was found once breaks again") {
    constexpr int found_in_minutes = 10;
    const std::vector<std::uint64_t> with_faults{
        3'000'080,   3'000'203,   3'000'207,     3'000'592,     904'330'862, 904'330'865,
        904'330'875, 904'330'896, 1'058'437'523, 2'311'000'403, 7'010'510,   7'020'076,
        7'020'343,   7'040'312,   7'040'331,     7'070'207,     66'000'030};
    std::vector<Scenario> found;
    for (const auto seed : with_faults) found.push_back(draw(seed, found_in_minutes));
    for (const std::uint64_t seed : {5'000'564, 64'856'095, 263'978'572, 1'039'268'573})
        found.push_back(without_faults(seed, found_in_minutes));
    auto after_a_flicker = draw(258'877'085, 60); // a move's clock was corrected later
    keep_tables(after_a_flicker, {5});
    found.push_back(after_a_flicker);
    auto king_seen_twice = without_faults(933'002'000, 60); // the king moved, then went to the centre
    keep_tables(king_seen_twice, {1});
    found.push_back(king_seen_twice);
    auto wall_clock_was_set = draw(950'008'030, 60); // an arbiter set the clocks while the cable was out
    keep_tables(wall_clock_was_set, {5});
    wall_clock_was_set.until = 1'300 * s;
    found.push_back(wall_clock_was_set);
    const auto all = static_cast<int>(found.size());
    for (const auto& scenario : found | std::views::take(adoube::tests::many({all, all})))
        CHECK(!play_through(scenario));
}

TEST_CASE("one seed plays one hall, and what is left out of it changes nothing else") {
    const auto whole = draw(adoube::tests::seed(1), minutes);
    const auto once = simulate(whole), again = simulate(whole);
    CHECK(once.inputs == again.inputs);
    CHECK(once.frames == again.frames);
    CHECK(once.plies == again.plies);
    auto part = whole;
    keep_tables(part, {2, 5});
    keep_faults(part, {});
    part.until = 60 * s;
    CHECK(part.tables == std::vector<std::size_t>{1, 4});
    CHECK(part.faults.empty());
    CHECK(to_text(part) == "--seed " + std::to_string(whole.seed) + " --minutes " + std::to_string(minutes) +
                               " --until-s 60 --tables 2,5 --no-faults");
}
