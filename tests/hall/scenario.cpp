#include "tests/hall/scenario.hpp"

#include <algorithm>
#include <random>

namespace adoube::hall {
namespace {

constexpr std::size_t boards = 8;

/// Mean pause between faults, drawn per kind and hall: some have none, some many.
constexpr Us pauses[] = {40 * s, 3 * 60 * s, 10 * 60 * s, 40 * 60 * s};

Us lasting(Fault::Kind kind, std::mt19937_64& random) {
    const auto pick = [&](Us from, Us to) {
        return from + static_cast<Us>(random() % static_cast<std::uint64_t>(to - from));
    };
    switch (kind) {
    case Fault::Kind::kill: return random() % 4 == 0 ? pick(5 * s, 60 * s) : pick(100 * ms, 3 * s);
    case Fault::Kind::power_cut: return pick(10 * s, 90 * s);
    case Fault::Kind::slow_disk: return pick(5 * s, 120 * s);
    case Fault::Kind::full_disk: return pick(5 * s, 60 * s);
    case Fault::Kind::wall_clock: return 0;
    case Fault::Kind::board_power: return pick(1 * s, 30 * s);
    case Fault::Kind::cable_out: return random() % 4 == 0 ? pick(20 * s, 120 * s) : pick(200 * ms, 10 * s);
    case Fault::Kind::bad_cable: return pick(10 * s, 120 * s);
    case Fault::Kind::no_journal: return 0;
    }
    return 0;
}

} // namespace

std::string_view name_of(Fault::Kind kind) {
    constexpr std::string_view names[] = {"the daemon is killed",
                                          "the computer loses its power",
                                          "the disk is slow",
                                          "the disk is full",
                                          "the wall clock is set",
                                          "a board loses its power",
                                          "a cable is pulled",
                                          "a cable is bad",
                                          "the journal's file is deleted"};
    static_assert(std::size(names) == Fault::kinds);
    return names[static_cast<std::size_t>(kind)];
}

Scenario draw(std::uint64_t seed, int minutes) {
    const Us length = minutes * 60 * s;
    std::mt19937_64 random(seed);
    constexpr std::int64_t delays_ms[] = {0, 0, 15'000, 60'000};
    Scenario scenario{seed, length, length, delays_ms[random() % 4], random() % 2 == 0, {}, {},
                      {},   {},     false};
    for (std::size_t table = 0; table < boards; ++table) scenario.tables.push_back(table);
    const auto draw_all_of = [&](Fault::Kind kind) {
        std::mt19937_64 own(random());
        const auto mean = pauses[own() % std::size(pauses)];
        if (own() % 4 == 0) return; // none in this hall
        std::exponential_distribution<double> pause(1.0 / static_cast<double>(mean));
        for (Us at = 0; (at += static_cast<Us>(pause(own))) < length;) {
            const auto lasts = lasting(kind, own);
            const auto table = own() % boards;
            scenario.faults.push_back({kind, at, lasts, table, own()});
        }
    };
    for (int kind = 0; kind < static_cast<int>(Fault::Kind::no_journal); ++kind)
        draw_all_of(static_cast<Fault::Kind>(kind));
    scenario.last_act = static_cast<LastAct>(random() % 3);
    scenario.with_stick = random() % 2 == 0;
    draw_all_of(Fault::Kind::no_journal); // last: older seeds stay the same
    std::ranges::stable_sort(scenario.faults, {}, &Fault::at);
    for (std::size_t place = 0; place < scenario.faults.size(); ++place) scenario.kept.push_back(place);
    return scenario;
}

namespace {
std::string listed(const std::vector<std::size_t>& numbers, std::size_t from) {
    std::string text;
    for (const auto number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number + from);
    return text;
}
} // namespace

std::string to_text(const Scenario& scenario) {
    const auto minutes = static_cast<int>(scenario.length / (60 * s));
    const auto all = draw(scenario.seed, minutes).faults.size();
    auto text = "--seed " + std::to_string(scenario.seed) + " --minutes " + std::to_string(minutes);
    if (scenario.until < scenario.length)
        text += " --until-s " + std::to_string((scenario.until + s - 1) / s);
    if (scenario.tables.size() < boards) text += " --tables " + listed(scenario.tables, 1);
    if (scenario.kept.empty()) return text + " --no-faults";
    return scenario.kept.size() < all ? text + " --faults " + listed(scenario.kept, 0) : text;
}

void keep_tables(Scenario& scenario, const std::vector<std::size_t>& numbers) {
    scenario.tables.clear();
    for (const auto number : numbers)
        if (number >= 1 && number <= boards) scenario.tables.push_back(number - 1);
}

void keep_faults(Scenario& scenario, const std::vector<std::size_t>& places) {
    std::vector<Fault> kept;
    std::vector<std::size_t> kept_places;
    for (std::size_t n = 0; n < scenario.kept.size(); ++n) {
        if (std::ranges::count(places, scenario.kept[n]) == 0) continue;
        kept.push_back(scenario.faults[n]);
        kept_places.push_back(scenario.kept[n]);
    }
    scenario.faults = std::move(kept);
    scenario.kept = std::move(kept_places);
}

} // namespace adoube::hall
