#include "tests/replay/knobs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace adoube::replay {

namespace {

/// All ordinary habits, no breach of the Laws.
void human(Knobs& k) {
    k.orders = 0.6;
    k.pauses = 0.05;
    k.slide = 0.15;
    k.bounce = 0.06;
    k.blitz = 0.3;
    k.underpromotion = 1;
    k.late_exchange = 0.1;
    k.hover = 0.03;
    k.adjust = 0.01;
    k.forgotten_press = 0.02;
    k.late_press = 0.5;
    k.double_press = 0.02;
    k.start_press = 0.3;
    k.flicker = 0.01;
    k.exchange = 0.05;
    k.early_drop = 0.1;
    k.snapshots = 0.05;
    k.start_snapshot = 0.5;
    k.clock_readings = 0.2;
    k.start_position = 0.1;
    k.chess960 = 0.1;
    k.setup = 0.2;
    k.offers = 0.01;
    k.seek_end = 0.2;
    k.kings_centre = 0.5;
    k.resign = 0.3;
    k.agreement = 0.3;
    k.arbiter_result = 0.5;
    k.aftermath = 0.5;
}

constexpr NamedKnob knobs[] = {
    {"plain", [](Knobs&) {}},
    {"orders", [](Knobs& k) { k.orders = 1; }},
    {"pauses", [](Knobs& k) { k.orders = 1, k.pauses = 0.4; }},
    {"slide", [](Knobs& k) { k.slide = 0.5; }},
    {"bounce", [](Knobs& k) { k.bounce = 0.4; }},
    {"blitz", [](Knobs& k) { k.blitz = 1; }},
    {"late_exchange", [](Knobs& k) { k.late_exchange = 0.8, k.start_position = 0.7; }},
    {"underpromotion", [](Knobs& k) { k.underpromotion = 1, k.orders = 1, k.start_position = 0.7; }},
    {"castling_overlap", [](Knobs& k) { k.castling_overlap = 1, k.chess960 = 1, k.orders = 1; }},
    {"hover", [](Knobs& k) { k.hover = 0.3; }},
    {"adjust", [](Knobs& k) { k.adjust = 0.2; }},
    {"corrected", [](Knobs& k) { k.corrected = 0.2; }},
    {"knocked", [](Knobs& k) { k.knocked = 0.1; }},
    {"touch_breach", [](Knobs& k) { k.touch_breach = 0.2; }},
    {"touch_enemy", [](Knobs& k) { k.touch_enemy = 0.2; }},
    {"released", [](Knobs& k) { k.released = 0.2; }},
    {"rook_first", [](Knobs& k) { k.rook_first = 0.8, k.orders = 0.5; }},
    {"illegal", [](Knobs& k) { k.illegal = 0.03; }},
    {"mended", [](Knobs& k) { k.mended = 0.05; }},
    {"touches", [](Knobs& k) { k.touches = 0.3; }},
    {"touches_chess960", [](Knobs& k) { k.touches = 0.3, k.chess960 = 1; }},
    {"unsupervised",
     [](Knobs& k) { k.unsupervised = 1, k.illegal = 0.03, k.mended = 0.05, k.empty_press = 0.05; }},
    {"promotion_missing", [](Knobs& k) { k.promotion_missing = 0.7, k.start_position = 0.8; }},
    {"displaced", [](Knobs& k) { k.displaced = 0.05; }},
    {"forgotten_press", [](Knobs& k) { k.forgotten_press = 0.3; }},
    {"late_press", [](Knobs& k) { k.forgotten_press = 0.3, k.late_press = 1; }},
    {"double_press", [](Knobs& k) { k.double_press = 0.3; }},
    {"empty_press", [](Knobs& k) { k.empty_press = 0.1; }},
    {"start_press", [](Knobs& k) { k.start_press = 1; }},
    {"no_lever", [](Knobs& k) { k.no_lever = 1, k.orders = 0.5; }},
    {"flicker", [](Knobs& k) { k.flicker = 0.2; }},
    {"exchange", [](Knobs& k) { k.exchange = 0.5; }},
    {"early_drop", [](Knobs& k) { k.early_drop = 0.5, k.orders = 0.5; }},
    {"snapshots", [](Knobs& k) { k.snapshots = 0.5, k.start_snapshot = 1; }},
    {"clock_readings", [](Knobs& k) { k.clock_readings = 0.5; }},
    {"gap", [](Knobs& k) { k.gap = 0.1, k.start_snapshot = 0.5; }},
    {"mask", [](Knobs& k) { k.mask = 0.1; }},
    {"new_board", [](Knobs& k) { k.new_board = 0.05; }},
    {"pause", [](Knobs& k) { k.pause = 0.05; }},
    {"rotated", [](Knobs& k) { k.rotated = 1, k.start_snapshot = 1, k.setup = 0.3; }},
    {"rotated_unshown", [](Knobs& k) { k.rotated = 1; }},
    {"chess960", [](Knobs& k) { k.chess960 = 1, k.orders = 0.5; }},
    {"start_position", [](Knobs& k) { k.start_position = 1, k.orders = 0.5; }},
    {"setup", [](Knobs& k) { k.setup = 1; }},
    {"offers", [](Knobs& k) { k.offers = 0.2; }},
    {"offers_any_time", [](Knobs& k) { k.offers_any_time = 0.2, k.touch_breach = 0.1; }},
    {"short_time", [](Knobs& k) { k.short_time = 1, k.forgotten_press = 0.05, k.clock_readings = 0.02; }},
    {"flag_said", [](Knobs& k) { k.flag_said = 0.02; }},
    {"repeat", [](Knobs& k) { k.repeat = 0.05; }},
    {"fifty", [](Knobs& k) { k.fifty = 1; }},
    {"ambiguous", [](Knobs& k) { k.ambiguous = 0.5; }},
    {"out_of_step", [](Knobs& k) { k.out_of_step = 0.05; }},
    {"take_back", [](Knobs& k) { k.take_back = 0.05; }},
    {"arbiter_move", [](Knobs& k) { k.arbiter_move = 0.05; }},
    {"mate", [](Knobs& k) { k.seek_end = 1, k.aftermath = 0.3; }},
    {"dead_position", [](Knobs& k) { k.seek_dead = 1; }},
    {"kings_centre", [](Knobs& k) { k.kings_centre = 1; }},
    {"kings_centre_no_lever", [](Knobs& k) { k.kings_centre = 1, k.no_lever = 1; }},
    {"resign", [](Knobs& k) { k.resign = 1; }},
    {"agreement", [](Knobs& k) { k.agreement = 1; }},
    {"arbiter_result", [](Knobs& k) { k.arbiter_result = 1; }},
    {"aftermath",
     [](Knobs& k) {
         k.seek_end = 0.3, k.kings_centre = 0.4, k.resign = 0.5, k.arbiter_result = 1, k.aftermath = 1;
     }},
    {"human", human},
    {"human_no_lever", [](Knobs& k) { human(k), k.no_lever = 1; }},
    {"human_unsupervised", [](Knobs& k) { human(k), k.unsupervised = 1; }},
};

} // namespace

std::span<const NamedKnob> all_knobs() { return knobs; }

Knobs knobs_of(std::string_view name) {
    const auto* const found = std::ranges::find(knobs, name, &NamedKnob::name);
    if (found == std::end(knobs)) throw std::out_of_range("no knob is called " + std::string(name));
    Knobs result;
    found->turn(result);
    return result;
}

} // namespace adoube::replay
