#include "daemon/broadcast/public_tags.hpp"

#include <algorithm>
#include <array>

namespace adoube::broadcast {
namespace {

constexpr std::array public_names = std::to_array<std::string_view>(
    {"Event",     "Site",        "Date",     "Round",      "White",       "Black",    "Board",
     "EventDate", "EventType",   "Section",  "Stage",      "Time",        "UTCDate",  "UTCTime",
     "Mode",      "TimeControl", "Variant",  "WhiteTitle", "WhiteElo",    "WhiteFed", "WhiteFideId",
     "WhiteTeam", "BlackTitle",  "BlackElo", "BlackFed",   "BlackFideId", "BlackTeam"});

/// The length of the UTF-8 character at the start of `text`; 0 where there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t at = 1; at < length; ++at)
        if ((byte(at) & 0xc0) != 0x80) return 0;
    const unsigned char second = byte(1);
    const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool surrogate = lead == 0xed && second >= 0xa0;
    const bool beyond = lead == 0xf4 && second >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string from_latin1(std::string_view text) {
    std::string utf8;
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x80) {
            utf8 += letter;
        } else {
            utf8 += static_cast<char>(0xc0 | (code >> 6));
            utf8 += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return utf8;
}

} // namespace

bool PublicTags::is_public(std::string_view name) {
    return std::ranges::find(public_names, name) != public_names.end();
}

PublicTags::PublicTags(const Map& tags) {
    for (const auto& [name, value] : tags) set(name, value);
}

bool PublicTags::set(std::string_view name, std::string_view value) {
    if (!is_public(name)) return false;
    std::string text = is_utf8(value) ? std::string(value) : from_latin1(value);
    std::ranges::replace_if(
        text, [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; }, ' ');
    tags_.insert_or_assign(std::string(name), std::move(text));
    return true;
}

std::string_view PublicTags::operator[](std::string_view name) const {
    const auto found = tags_.find(name);
    return found == tags_.end() ? std::string_view{} : std::string_view{found->second};
}

} // namespace adoube::broadcast
