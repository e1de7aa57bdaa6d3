#include "tests/catch.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/incident_judge.hpp"
#include "tests/replay/judge.hpp"

using namespace adoube;
using record::Sensing;

namespace {

using Kinds = std::map<umpire::IncidentKind, replay::Tally>;

/// 99 %, or all but one.
bool nearly_all(int found, int all) { return all - found <= 1 || 100 * (all - found) <= all; }

struct Told {
    Kinds kinds;
    std::string errors;

    void add(const std::string& where, const replay::IncidentVerdict& verdict) {
        for (const auto& [kind, tally] : verdict.kinds) kinds[kind] += tally;
        for (const auto& error : verdict.errors)
            if (errors.size() < 4000) errors += where + error + "\n";
    }
    void require() const {
        replay::Tally all;
        for (const auto& [kind, tally] : kinds) all += tally;
        INFO(errors << table_of(kinds));
        CHECK(nearly_all(all.found, all.expected));
        CHECK(nearly_all(all.justified, all.told));
    }
    void require_each() const {
        INFO(errors << table_of(kinds));
        for (const auto& [kind, tally] : kinds) {
            INFO(to_string(kind));
            CHECK(nearly_all(tally.found, tally.expected));
            CHECK(nearly_all(tally.justified, tally.told));
        }
    }
};

void require_incidents(Sensing sensing, const std::string& name) {
    std::array<Told, 4> by_edition;
    int tolerated = tests::at_most(replay::may_be_told_wrongly);
    for (const auto& knob : replay::all_knobs()) {
        Told told;
        for (const auto seed : tests::seeds(replay::of_each / 5)) {
            const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of(knob.name));
            const auto verdict =
                judge_incidents(played, replay::replayed(played.header, played.inputs).final_incidents());
            const auto where = "--incidents --sensing " + name + " --knob " + std::string(knob.name) +
                               " --seed " + std::to_string(seed) + ": ";
            if (!verdict.errors.empty() && tolerated-- > 0) {
                WARN(where << verdict.errors.front());
                continue;
            }
            told.add(where, verdict);
            by_edition[static_cast<std::size_t>(played.header.laws)].add(where, verdict);
        }
        INFO(knob.name);
        told.require();
    }
    for (const auto& told : by_edition) told.require_each();
}

} // namespace

TEST_CASE("Incidents on boards that know the pieces are missed or made up") {
    require_incidents(Sensing::identity, "identity");
}
TEST_CASE("Incidents on boards that know the sides are missed or made up") {
    require_incidents(Sensing::colour, "colour");
}
TEST_CASE("Incidents on boards that know occupied squares are missed or made up") {
    require_incidents(Sensing::presence, "presence");
}
