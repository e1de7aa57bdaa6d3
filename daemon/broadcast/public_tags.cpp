#include "daemon/broadcast/public_tags.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <array>

namespace adoube::broadcast {
namespace {

constexpr std::array public_names = std::to_array<std::string_view>(
    {"Event",     "Site",        "Date",     "Round",      "White",       "Black",    "Board",
     "EventDate", "EventType",   "Section",  "Stage",      "Time",        "UTCDate",  "UTCTime",
     "Mode",      "TimeControl", "Variant",  "WhiteTitle", "WhiteElo",    "WhiteFed", "WhiteFideId",
     "WhiteTeam", "BlackTitle",  "BlackElo", "BlackFed",   "BlackFideId", "BlackTeam"});

} // namespace

bool PublicTags::is_public(std::string_view name) {
    return std::ranges::find(public_names, name) != public_names.end();
}

PublicTags::PublicTags(const Map& tags) {
    for (const auto& [name, value] : tags) set(name, value);
}

bool PublicTags::set(std::string_view name, std::string_view value) {
    if (!is_public(name)) return false;
    tags_.insert_or_assign(std::string(name), text::without_controls(value));
    return true;
}

std::string_view PublicTags::operator[](std::string_view name) const {
    const auto found = tags_.find(name);
    return found == tags_.end() ? std::string_view{} : std::string_view{found->second};
}

} // namespace adoube::broadcast
