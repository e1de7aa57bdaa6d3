#include "tools/hands/style.hpp"

namespace adoube::tools {
namespace {

Style human() {
    Style style;
    style.think_median_ms = 7000;
    style.carry = {200, 2000};
    style.between_steps = {150, 1200};
    style.press = {150, 1200};
    style.slide = 0.25;
    style.mover_first = 0.35;
    style.knock_out = 0.15;
    style.drag_victim = 0.05;
    style.two_hands = 0.2;
    style.other_order = 0.6;
    style.seen_twice = 0.1;
    style.bounce = 0.12;
    style.flicker = 0.08;
    style.hover = 0.05;
    style.late_press = 0.05;
    style.press_owed = 0.01;
    style.no_press = 0.01;
    style.start_press = 0.5;
    style.kings = 0.5;
    style.unpressed_end = 0.3;
    return style;
}

Style blitz() {
    Style style = human();
    style.think_median_ms = 1500;
    style.carry = {200, 500};
    style.between_steps = {100, 300};
    style.press = {150, 350}; // late enough that a prior lift is no flicker
    style.slide = 0.4;
    style.knock_out = 0.35;
    style.seen_twice = 0.25;
    style.bounce = 0.3;
    style.hover = 0;
    style.late_press = 0.01;
    return style;
}

Style clumsy() {
    Style style = human();
    style.slide = 0.5;
    style.drag_victim = 0.3;
    style.two_hands = 0.5;
    style.other_order = 0.8;
    style.seen_twice = 0.2;
    style.bounce = 0.5;
    style.flicker = 0.4;
    style.hover = 0.2;
    style.late_press = 0.15;
    style.press_owed = 0.08;
    style.no_press = 0.08;
    return style;
}

} // namespace

std::optional<Style> style_named(std::string_view name) {
    if (name == "clean") return Style{};
    if (name == "human") return human();
    if (name == "blitz") return blitz();
    if (name == "clumsy") return clumsy();
    return std::nullopt;
}

} // namespace adoube::tools
