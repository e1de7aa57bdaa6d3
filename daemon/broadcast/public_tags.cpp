#include "daemon/broadcast/public_tags.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace adoube::broadcast {
namespace {

/// In the order of `Map`.
constexpr std::array public_names = std::to_array<std::string_view>(
    {"Black", "BlackElo", "BlackFed",  "BlackFideId", "BlackTeam", "BlackTitle", "Board",
     "Date",  "Event",    "EventDate", "EventType",   "Mode",      "Round",      "Section",
     "Site",  "Stage",    "Time",      "TimeControl", "UTCDate",   "UTCTime",    "Variant",
     "White", "WhiteElo", "WhiteFed",  "WhiteFideId", "WhiteTeam", "WhiteTitle"});
static_assert(std::ranges::is_sorted(public_names));

/// None is 0. Empty: not public.
std::optional<char> number_of(std::string_view name) {
    const auto* found = std::ranges::lower_bound(public_names, name);
    if (found == public_names.end() || *found != name) return std::nullopt;
    return static_cast<char>(found - public_names.begin() + 1);
}

} // namespace

PublicTags::Tag PublicTags::Iterator::operator*() const {
    return {public_names[static_cast<std::size_t>(*at_ - 1)], at_ + 1};
}

PublicTags::Iterator& PublicTags::Iterator::operator++() {
    at_ += std::strlen(at_) + 1;
    return *this;
}

bool PublicTags::is_public(std::string_view name) { return number_of(name).has_value(); }

PublicTags::PublicTags(const Map& tags) {
    std::string written;
    for (const auto& [name, value] : tags)
        if (const auto number = number_of(name))
            (written += *number).append(text::without_controls(value)) += '\0';
    if (!written.empty()) written_ = std::make_shared<const std::string>(std::move(written));
}

bool PublicTags::set(std::string_view name, std::string_view value) {
    if (!is_public(name)) return false;
    Map tags(begin(), end());
    tags.insert_or_assign(std::string(name), value);
    *this = tags;
    return true;
}

std::string_view PublicTags::operator[](std::string_view name) const {
    for (const auto& [known, value] : *this)
        if (known == name) return value;
    return {};
}

} // namespace adoube::broadcast
