#include "tests/replay/require_every_game.hpp"

#include "tests/catch.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"

namespace adoube::replay {

namespace {

std::string name_of(record::Sensing sensing) {
    constexpr const char* names[] = {"presence", "colour", "identity"};
    return names[static_cast<int>(sensing)];
}

} // namespace

void require_every_game(std::string_view knob) {
    constexpr int shown_at_most = 2;
    for (const auto sensing :
         {record::Sensing::presence, record::Sensing::colour, record::Sensing::identity}) {
        std::string shown;
        int wrong = 0;
        for (const auto seed : tests::seeds(of_each)) {
            const auto played = play_by_hand(seed, sensing, knobs_of(knob));
            const auto record = replayed(played.header, played.inputs).final_record();
            if (judge(played, record).right() || ++wrong > shown_at_most) continue;
            shown += "--sensing " + name_of(sensing) + " --knob " + std::string(knob) + " --seed " +
                     std::to_string(seed) + ": " + explain(played, record) + "\n";
        }
        INFO(shown);
        CHECK(wrong <= (sensing == record::Sensing::presence ? tests::at_most(may_be_misread) : 0));
    }
}

} // namespace adoube::replay
