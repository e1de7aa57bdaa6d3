#include "daemon/stream/subject.hpp"

#include <algorithm>

namespace adoube::stream {
namespace {

constexpr std::string_view games = "game.";

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

} // namespace

std::expected<void, std::string> check_name(std::string_view name) {
    constexpr std::size_t longest = 40;
    if (!name.empty() && name.size() <= longest && std::ranges::all_of(name, is_plain)) return {};
    return std::unexpected("\"" + std::string(name) + "\" must be 1 to " + std::to_string(longest) +
                           " letters, digits, - and _");
}

std::string game_subject(std::string_view id) {
    std::string subject(games);
    for (const char c : id) subject += c == '.' ? '~' : c;
    return subject;
}

std::optional<Subject> parse_subject(std::string_view subject, std::string_view root) {
    if (!subject.starts_with(root)) return std::nullopt;
    subject.remove_prefix(root.size());
    if (!subject.starts_with('.')) return std::nullopt;
    subject.remove_prefix(1);
    const auto dot = subject.find('.');
    if (dot == std::string_view::npos || !check_name(subject.substr(0, dot))) return std::nullopt;
    return Subject{std::string(subject.substr(0, dot)), std::string(subject.substr(dot + 1))};
}

std::string game_id(std::string_view rest) {
    if (!rest.starts_with(games)) return {};
    std::string id(rest.substr(games.size()));
    std::ranges::replace(id, '~', '.');
    return id;
}

} // namespace adoube::stream
