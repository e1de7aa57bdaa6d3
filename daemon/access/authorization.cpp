#include "daemon/access/authorization.hpp"

#include <algorithm>

namespace adoube::access {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// The token of "Bearer TOKEN", or empty.
std::string_view bearer(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    const auto is_same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
    const auto head = authorization.substr(0, scheme.size());
    return std::ranges::equal(head, scheme, is_same) ? trimmed(authorization.substr(scheme.size()))
                                                     : std::string_view();
}

template<class Found>
bool any_entry(std::string_view list, Found&& found) {
    for (bool more = true; more;) {
        const auto comma = list.find(',');
        if (found(trimmed(list.substr(0, comma)))) return true;
        more = comma != std::string_view::npos;
        list.remove_prefix(more ? comma + 1 : 0);
    }
    return false;
}

} // namespace

std::expected<TokenHash, NoToken> token_in(const Shown& shown) {
    std::string_view text;
    bool some = !shown.authorization.empty();
    if (some)
        text = bearer(shown.authorization);
    else
        some = any_entry(shown.websocket_protocol, [&](std::string_view entry) {
            constexpr std::string_view prefix = "bearer.";
            if (!entry.starts_with(prefix)) return false;
            text = entry.substr(prefix.size());
            return true;
        });
    if (!some) return std::unexpected(NoToken::none);
    if (!is_token_text(text)) return std::unexpected(NoToken::wrong);
    return hash_of(text);
}

bool offers_feed(std::string_view websocket_protocol) {
    return any_entry(websocket_protocol, [](std::string_view entry) { return entry == feed_protocol; });
}

} // namespace adoube::access
