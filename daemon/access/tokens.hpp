#pragma once
// The tokens of a hall and the text of their file: a heading, then one JSON object a line, ascending by id.
//
//   {"list":"adoube-tokens","version":1}
//   {"id":3,"name":"Anna","role":"arbiter","boards":"1-8","made":"2026-11-20T08:00:00Z",
//    "expires":"2026-11-27T08:00:00Z","revoked":"2026-11-21T17:30:00Z","sha256":"<64 hexadecimal digits>"}
//
// (the last two are one line; `expires` and `revoked` only if set). Strict: `to_text` gives back the same
// bytes. Times are UTC, in seconds.

#include "daemon/access/rights.hpp"
#include "daemon/access/token_text.hpp"

#include <span>

namespace adoube::access {

struct Token {
    int id = 0; // from 1, never reused
    std::string name;
    Role role = Role::arbiter;
    Boards boards;
    std::int64_t made_s = 0;
    std::optional<std::int64_t> expires_s, revoked_s;
    TokenHash hash{};

    bool is_good(std::int64_t now_s) const { return !revoked_s && !(expires_s && *expires_s <= now_s); }
    Grant grant() const { return {role, boards, id, name}; }
};

class Tokens {
  public:
    static constexpr std::size_t most = 10'000, longest_name = 64;

    Tokens() = default;
    /// The error is one sentence that begins with "line N: ".
    static std::expected<Tokens, std::string> parse(std::string_view text);
    std::string to_text() const;

    std::span<const Token> all() const { return tokens_; }
    /// Returns the new id. The error is one sentence: a bad name, wrong boards for the role, too many tokens.
    std::expected<int, std::string> add(Token token);
    /// The error is one sentence: no such token, or already revoked.
    std::expected<void, std::string> revoke(int id, std::int64_t now_s);

    /// Empty if there is no such token or it is no longer good; the search takes equally long for all.
    std::optional<Grant> grant(const TokenHash& hash, std::int64_t now_s) const;

  private:
    std::vector<Token> tokens_;
};

} // namespace adoube::access
