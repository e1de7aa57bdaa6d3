#include "daemon/umpire/scoresheet.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

/// "2026-11-20T14:00:00Z" as the Date tag "2026.11.20"; empty where the text is no such date.
std::string date_of(std::string_view start_time) {
    if (start_time.size() < 10 || start_time[4] != '-' || start_time[7] != '-') return {};
    std::string date(start_time.substr(0, 10));
    std::ranges::replace(date, '-', '.');
    return date;
}

} // namespace

chess::PgnGame scoresheet(const Header& header, const GameRecord& record) {
    chess::PgnGame game;
    game.tags = header.tags;
    for (const auto* computed : {"Result", "FEN", "SetUp"}) game.tags.erase(computed);
    if (const auto date = date_of(header.start_time); !date.empty()) game.tags.try_emplace("Date", date);
    if (!header.time_control.empty()) game.tags.try_emplace("TimeControl", header.time_control);
    if (!record.termination.empty() && record.termination != "normal")
        game.tags["Termination"] = record.termination;
    game.start = record.game.start();
    game.chess960 = header.chess960;
    game.result = record.result;
    for (const auto& played : record.moves)
        game.moves.push_back({played.move, played.clock_ms, std::nullopt});
    return game;
}

} // namespace adoube::umpire
