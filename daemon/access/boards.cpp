#include "daemon/access/boards.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::access {
namespace {

/// 0 if it is no board number.
int number_from(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool read = error == std::errc() && end == text.data() + text.size();
    return read && text[0] != '0' && number >= 1 && number <= Boards::most ? number : 0;
}

} // namespace

Boards Boards::all() {
    Boards boards;
    boards.ranges_ = {{1, most}};
    return boards;
}

std::expected<Boards, std::string> Boards::parse(std::string_view text) {
    if (text == "all") return all();
    if (static_cast<std::size_t>(std::ranges::count(text, ',')) >= most_parts)
        return std::unexpected("boards are written as " + std::to_string(most_parts) +
                               " numbers and ranges at most: 1-4,7");
    Boards boards;
    for (bool more = true; more;) {
        const auto comma = text.find(',');
        const auto part = text.substr(0, comma), first = part.substr(0, part.find('-'));
        const auto last = first.size() == part.size() ? first : part.substr(first.size() + 1);
        const Range range{number_from(first), number_from(last)};
        if (range.first == 0 || range.last < range.first)
            return std::unexpected("boards are written as 1-4,7 or all");
        boards.add(range);
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : 0);
    }
    return boards;
}

void Boards::add(Range range) {
    std::erase_if(ranges_, [&](const Range& other) {
        if (other.last + 1 < range.first || range.last + 1 < other.first) return false;
        range = {std::min(range.first, other.first), std::max(range.last, other.last)};
        return true;
    });
    ranges_.insert(std::ranges::upper_bound(ranges_, range.first, {}, &Range::first), range);
}

bool Boards::contains(int board) const {
    return std::ranges::any_of(
        ranges_, [&](const Range& range) { return range.first <= board && board <= range.last; });
}

std::string Boards::to_string() const {
    if (is_all()) return "all";
    std::string text;
    for (const Range& range : ranges_) {
        if (!text.empty()) text += ',';
        text += std::to_string(range.first);
        if (range.last != range.first) text += '-' + std::to_string(range.last);
    }
    return text.empty() ? "none" : text;
}

} // namespace adoube::access
