#pragma once
// What a board has told of itself, whoever its maker is.

#include "daemon/drivers/news.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct Told {
    wire::Hello hello;
    std::optional<wire::Condition> condition{};
    std::optional<wire::Chip> chip{};
    std::optional<wire::Squares> squares{};
    std::optional<drivers::ClockDisplay> clock{};
    bool clock_is_missing = false;
    std::optional<drivers::BatteryTold> battery{};
    std::string maker{}; // empty: it has not said

    void take(const drivers::News& news) {
        if (const auto* seen = std::get_if<drivers::ConditionSeen>(&news)) condition = seen->condition;
        if (const auto* seen = std::get_if<drivers::ChipSeen>(&news)) chip = seen->chip;
        if (const auto* seen = std::get_if<drivers::SnapshotSeen>(&news)) squares = seen->squares;
        if (const auto* told = std::get_if<drivers::ClockTold>(&news); told && told->display)
            clock = told->display;
        if (std::holds_alternative<drivers::ClockGone>(news)) clock_is_missing = true;
        if (const auto* told = std::get_if<drivers::BatteryTold>(&news)) battery = *told;
        if (const auto* told = std::get_if<drivers::MakerTold>(&news)) maker = told->text;
    }
};

/// "presence", "colour" or "identity".
std::string senses(const wire::Hello& hello);
/// What it has beside the squares, a phrase each.
std::vector<std::string> features(const wire::Hello& hello);
/// As in a FEN, with what its sensors can tell.
std::string placement(const wire::Squares& squares);

} // namespace adoube::tools
