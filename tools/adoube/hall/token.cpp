#include "tools/adoube/hall/token.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/access/told_token.hpp"
#include "daemon/server/origin.hpp"
#include "tools/adoube/common/answer.hpp"
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
        return std::unexpected("role \"" + options.role +
                               "\" is none of arbiter, fair-play, monitor, operator");
    token.role = *role;
    const bool of_all = *role != access::Role::arbiter,
               has_page = *role != access::Role::fair_play && *role != access::Role::monitor;
    const auto boards = access::Boards::parse(of_all && options.boards.empty() ? "all" : options.boards);
    if (!boards) return std::unexpected("--boards is missing or wrong: " + boards.error());
    token.boards = *boards;
    token.made_s = now_s();
    if (!options.site.empty() && (!server::parse_origin(options.site) || !has_page))
        return std::unexpected("--site is where arbiters and operators sign in, as in https://hall.example");
    if (options.days) token.expires_s = token.made_s + std::int64_t{*options.days} * 24 * 3600;
    return token;
}

} // namespace

int run_token_new(const TokenNewOptions& options, Streams io) {
    auto token = token_as(options);
    if (!token) return refuse(io.err, token.error());
    const auto made = access::make_token(options.tokens, std::move(*token));
    if (!made) return refuse(io.err, made.error());
    say(io.err, in_words(made->token, now_s()) + "; it is shown this once");
    if (!options.site.empty()) {
        io.err << terminal_code(options.site + "/arbiter#" + made->text);
        say(io.err, "who scans this signs in at " + options.site +
                        "/arbiter: show it to nobody else, and clear the screen");
    }
    auto told = to_json(made->token, now_s());
    told["token"] = made->text;
    if (options.json)
        put_json(io.out, told);
    else
        io.out << made->text << std::endl;
    return success;
}

int run_token_list(const TokenListOptions& options, Streams io) {
    const auto tokens = access::read_token_file(options.tokens);
    if (!tokens) return refuse(io.err, tokens.error());
    boost::json::array all;
    for (const Token& token : tokens->all()) {
        if (options.json)
            all.push_back(to_json(token, now_s()));
        else
            say(io.out, in_words(token, now_s()));
    }
    if (options.json) put_json(io.out, boost::json::object{{"tokens", std::move(all)}});
    if (tokens->all().empty())
        say(io.err, "token file " + options.tokens + " has no tokens, or is not there");
    return success;
}

int run_token_revoke(const TokenRevokeOptions& options, Streams io) {
    const auto revoked = access::change_token_file(
        options.tokens, [&](Tokens& tokens) { return tokens.revoke(options.id, now_s()); });
    if (!revoked) return refuse(io.err, revoked.error());
    print_answer("token " + std::to_string(options.id) + " is revoked", io, options.json);
    return success;
}

} // namespace adoube::tools
