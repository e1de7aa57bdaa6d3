#include "tools/adoube/hall/token.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/server/origin.hpp"
#include "daemon/text/utc.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/terminal_code.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <ostream>

namespace adoube::tools {
namespace {

using access::Token;
using access::Tokens;

std::int64_t now_s() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

int refuse(std::ostream& err, const std::string& sentence) {
    say(err, "adoube token: " + sentence);
    return bad_input;
}

std::expected<Token, std::string> token_as(const TokenNewOptions& options) {
    Token token;
    token.name = options.name;
    const auto role = access::role_from(options.role);
    if (!role)
        return std::unexpected("role \"" + options.role + "\" is none of arbiter, fair-play, operator");
    token.role = *role;
    const bool of_all = *role == access::Role::operator_ || *role == access::Role::fair_play;
    const auto boards = access::Boards::parse(of_all && options.boards.empty() ? "all" : options.boards);
    if (!boards) return std::unexpected("--boards is missing or wrong: " + boards.error());
    token.boards = *boards;
    token.made_s = now_s();
    if (!options.site.empty() && (!server::parse_origin(options.site) || *role == access::Role::fair_play))
        return std::unexpected("--site is where arbiters and operators sign in, as in https://hall.example");
    if (options.days) token.expires_s = token.made_s + std::int64_t{*options.days} * 24 * 3600;
    return token;
}

std::string state_of(const Token& token) {
    if (token.revoked_s) return "revoked " + text::iso_8601(*token.revoked_s);
    if (!token.is_good(now_s())) return "expired " + text::iso_8601(*token.expires_s);
    return token.expires_s ? "good until " + text::iso_8601(*token.expires_s) : "good";
}

std::string about(const Token& token) {
    return "token " + std::to_string(token.id) + ": " + token.name + ", " +
           std::string(to_string(token.role)) + ", boards " + token.boards.to_string() + ", made " +
           text::iso_8601(token.made_s) + ", " + state_of(token);
}

boost::json::object json_of(const Token& token) {
    const auto time_or_null = [](const std::optional<std::int64_t>& at_s) {
        return at_s ? boost::json::value(text::iso_8601(*at_s)) : boost::json::value();
    };
    return {{"id", token.id},
            {"name", token.name},
            {"role", to_string(token.role)},
            {"boards", token.boards.to_string()},
            {"made", text::iso_8601(token.made_s)},
            {"expires", time_or_null(token.expires_s)},
            {"revoked", time_or_null(token.revoked_s)},
            {"good", token.is_good(now_s())}};
}

} // namespace

int run_token_new(const TokenNewOptions& options, Streams io) {
    auto token = token_as(options);
    if (!token) return refuse(io.err, token.error());
    const auto text = access::new_token_text();
    if (!text) return refuse(io.err, text.error());
    token->hash = access::hash_of(*text);
    const auto kept =
        access::change_token_file(options.tokens, [&](Tokens& tokens) -> std::expected<void, std::string> {
            const auto id = tokens.add(*token);
            if (!id) return std::unexpected(id.error());
            token->id = *id;
            return {};
        });
    if (!kept) return refuse(io.err, kept.error());
    say(io.err, about(*token) + "; it is shown this once");
    if (!options.site.empty()) {
        io.err << terminal_code(options.site + "/arbiter#" + *text);
        say(io.err, "who scans this signs in at " + options.site +
                        "/arbiter: show it to nobody else, and clear the screen");
    }
    io.out << *text << std::endl;
    return success;
}

int run_token_list(const TokenListOptions& options, Streams io) {
    const auto tokens = access::read_token_file(options.tokens);
    if (!tokens) return refuse(io.err, tokens.error());
    boost::json::array all;
    for (const Token& token : tokens->all()) {
        if (options.json)
            all.push_back(json_of(token));
        else
            say(io.out, about(token));
    }
    if (options.json)
        io.out << boost::json::serialize(boost::json::object{{"tokens", std::move(all)}}) << '\n';
    if (tokens->all().empty())
        say(io.err, "token file " + options.tokens + " has no tokens, or is not there");
    return success;
}

int run_token_revoke(const TokenRevokeOptions& options, Streams io) {
    const auto revoked = access::change_token_file(
        options.tokens, [&](Tokens& tokens) { return tokens.revoke(options.id, now_s()); });
    if (!revoked) return refuse(io.err, revoked.error());
    io.out << "token " << options.id << " is revoked" << std::endl;
    return success;
}

} // namespace adoube::tools
