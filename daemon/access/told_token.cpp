#include "daemon/access/told_token.hpp"

#include "daemon/text/utc.hpp"

#include <boost/json.hpp>

namespace adoube::access {
namespace {

std::string state_of(const Token& token, std::int64_t now_s) {
    if (token.revoked_s) return "revoked " + text::iso_8601(*token.revoked_s);
    if (!token.is_good(now_s)) return "expired " + text::iso_8601(*token.expires_s);
    return token.expires_s ? "good until " + text::iso_8601(*token.expires_s) : "good";
}

boost::json::value time_or_null(const std::optional<std::int64_t>& at_s) {
    return at_s ? boost::json::value(text::iso_8601(*at_s)) : boost::json::value();
}

} // namespace

std::string in_words(const Token& token, std::int64_t now_s) {
    return "token " + std::to_string(token.id) + ": " + token.name + ", " +
           std::string(to_string(token.role)) + ", boards " + token.boards.to_string() + ", made " +
           text::iso_8601(token.made_s) + ", " + state_of(token, now_s);
}

boost::json::object to_json(const Token& token, std::int64_t now_s) {
    return {{"id", token.id},
            {"name", token.name},
            {"role", to_string(token.role)},
            {"boards", token.boards.to_string()},
            {"made", text::iso_8601(token.made_s)},
            {"expires", time_or_null(token.expires_s)},
            {"revoked", time_or_null(token.revoked_s)},
            {"good", token.is_good(now_s)}};
}

} // namespace adoube::access
