#include "daemon/access/tokens.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/text/hex.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/text/utc.hpp"
#include "daemon/text/utf8.hpp"

#include <boost/json.hpp>
#include <openssl/crypto.h>

#include <algorithm>
#include <functional>
#include <set>

namespace adoube::access {
namespace {

namespace json = boost::json;
using std::unexpected;

constexpr std::string_view first_line = R"({"list":"adoube-tokens","version":1})";

std::optional<TokenHash> hash_from(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    TokenHash hash{};
    if (text.size() != 2 * hash.size()) return std::nullopt;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto digit = digits.find(text[at]);
        if (digit == std::string_view::npos) return std::nullopt;
        hash[at / 2] = static_cast<std::uint8_t>(hash[at / 2] << 4 | digit);
    }
    return hash;
}

/// Safe in a log line or terminal.
bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= Tokens::longest_name &&
           text::all_characters(text, std::not_fn(text::is_control));
}

std::string fault(const Token& token) {
    if (!is_name(token.name))
        return "a name is " + std::to_string(Tokens::longest_name) +
               " bytes of plain text at most, and not empty";
    if (token.role == Role::public_)
        return "the public needs no token: the roles are arbiter, fair-play, monitor and operator";
    if (token.role == Role::arbiter && token.boards == Boards())
        return "an arbiter is of some boards: 1-4,7 or all";
    if (token.role == Role::operator_ && !token.boards.is_all()) return "an operator is of all boards";
    if (token.role == Role::fair_play && !token.boards.is_all())
        return "a fair-play officer is of all boards";
    if (token.role == Role::monitor && !token.boards.is_all()) return "a monitor is of all boards";
    return {};
}

std::string to_line(const Token& token) {
    json::object line{{"id", token.id},
                      {"name", token.name},
                      {"role", to_string(token.role)},
                      {"boards", token.boards.to_string()},
                      {"made", text::iso_8601(token.made_s)}};
    if (token.expires_s) line["expires"] = text::iso_8601(*token.expires_s);
    if (token.revoked_s) line["revoked"] = text::iso_8601(*token.revoked_s);
    line["sha256"] = text::to_hex(token.hash);
    return json::serialize(line);
}

std::string text_at(const json::object& line, std::string_view key) {
    const auto* const value = line.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

/// Empty unless `to_line` writes the line.
std::optional<Token> token_from(const std::string& text) {
    const auto value = parse_json(text);
    const auto* const line = value ? value->if_object() : nullptr;
    if (!line) return std::nullopt;
    const auto* const id = line->if_contains("id");
    const auto role = role_from(text_at(*line, "role"));
    const auto boards = Boards::parse(text_at(*line, "boards"));
    const auto made = text::parse_iso_8601(text_at(*line, "made"));
    const auto hash = hash_from(text_at(*line, "sha256"));
    if (!id || !id->is_int64() || !role || !boards || !made || !hash) return std::nullopt;
    const Token token{static_cast<int>(id->get_int64()),
                      text_at(*line, "name"),
                      *role,
                      *boards,
                      *made,
                      text::parse_iso_8601(text_at(*line, "expires")),
                      text::parse_iso_8601(text_at(*line, "revoked")),
                      *hash};
    if (token.id < 1 || !fault(token).empty() || to_line(token) != text) return std::nullopt;
    return token;
}

} // namespace

std::expected<Tokens, std::string> Tokens::parse(std::string_view text) {
    Tokens tokens;
    std::set<TokenHash> hashes;
    for (int number = 1; number == 1 || !text.empty(); ++number) {
        const auto here = "line " + std::to_string(number) + ": ";
        const auto end = text.find('\n');
        if (end == std::string_view::npos) return unexpected(here + "the file is cut here");
        const auto line = std::string(text.substr(0, end));
        text.remove_prefix(end + 1);
        if (number == 1) {
            if (line != first_line) return unexpected(here + "this is no list of tokens");
            continue;
        }
        auto token = token_from(line);
        if (!token) return unexpected(here + "this is no token as adoube token writes it");
        if (!tokens.tokens_.empty() && tokens.tokens_.back().id >= token->id)
            return unexpected(here + "its id is not larger than the one before");
        if (!hashes.insert(token->hash).second) return unexpected(here + "this token stands here twice");
        if (tokens.tokens_.size() == most) return unexpected(here + "too many tokens");
        tokens.tokens_.push_back(std::move(*token));
    }
    return tokens;
}

std::string Tokens::to_text() const {
    std::string text = std::string(first_line) + '\n';
    for (const Token& token : tokens_) text += to_line(token) + '\n';
    return text;
}

std::expected<int, std::string> Tokens::add(Token token) {
    if (auto why = fault(token); !why.empty()) return unexpected(std::move(why));
    if (tokens_.size() == most)
        return unexpected("there are " + std::to_string(most) + " tokens already: begin a new list");
    token.id = tokens_.empty() ? 1 : tokens_.back().id + 1;
    tokens_.push_back(std::move(token));
    return tokens_.back().id;
}

std::expected<void, std::string> Tokens::revoke(int id, std::int64_t now_s) {
    const auto token = std::ranges::find(tokens_, id, &Token::id);
    if (token == tokens_.end()) return unexpected("there is no token " + std::to_string(id));
    if (token->revoked_s)
        return unexpected("token " + std::to_string(id) + " was revoked already, at " +
                          text::iso_8601(*token->revoked_s));
    token->revoked_s = now_s;
    return {};
}

std::optional<Grant> Tokens::grant(const TokenHash& hash, std::int64_t now_s) const {
    const Token* found = nullptr;
    for (const Token& token : tokens_)
        if (CRYPTO_memcmp(token.hash.data(), hash.data(), hash.size()) == 0) found = &token;
    return found && found->is_good(now_s) ? std::optional(found->grant()) : std::nullopt;
}

} // namespace adoube::access
