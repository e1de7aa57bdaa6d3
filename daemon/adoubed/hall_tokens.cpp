#include "daemon/adoubed/hall_tokens.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/access/told_token.hpp"
#include "daemon/adoubed/own_addresses.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/server/certificate_names.hpp"
#include "daemon/server/refusal.hpp"
#include "daemon/server/token_desk.hpp"
#include "daemon/sheet/qr_code.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::int64_t most_days = 3650, day_s = 24 * 3600;

struct TokenRefusal {
    unsigned status = 422;
    std::string sentence;
};
using Refused = std::unexpected<TokenRefusal>;

Refused not_understood(std::string sentence) { return Refused(TokenRefusal{422, std::move(sentence)}); }

std::expected<access::Token, TokenRefusal> token_asked(const json::object& request, const access::Grant& who,
                                                       std::int64_t now_s) {
    access::Token token;
    token.name = text_in(request, "name");
    const auto role = access::role_from(request.contains("role") ? text_in(request, "role") : "arbiter");
    if (!role) return not_understood("there is no such role: a token made here is an arbiter's");
    if (!may_make_token(who.role, *role))
        return Refused(TokenRefusal{403, "only arbiters' tokens are made here: adoube token new makes the "
                                         "others, on the hall's computer"});
    token.role = *role;
    const auto boards = access::Boards::parse(text_in(request, "boards"));
    if (!boards) return not_understood(boards.error());
    token.boards = *boards;
    token.made_s = now_s;
    if (const auto* const days = request.if_contains("days")) {
        if (!days->is_int64() || days->get_int64() < 1 || days->get_int64() > most_days)
            return not_understood("days must be a whole number from 1 to " + std::to_string(most_days));
        token.expires_s = now_s + days->get_int64() * day_s;
    }
    return token;
}

json::object told_of(const access::Tokens& tokens, const access::Grant& who,
                     const std::vector<std::string>& addresses, std::int64_t now_s) {
    json::array all;
    for (const auto& token : tokens.all()) all.push_back(to_json(token, now_s));
    return {{"tokens", std::move(all)},
            {"own", who.token},
            {"addresses", json::array(addresses.begin(), addresses.end())}};
}

struct Done {
    std::string answer{}, for_log{};
    std::string text{}; // of a new token
};

std::expected<Done, TokenRefusal> made(const std::filesystem::path& file, const json::object& request,
                                       const access::Grant& who, std::int64_t now_s) {
    auto asked = token_asked(request, who, now_s);
    if (!asked) return std::unexpected(asked.error());
    auto token = access::make_token(file, std::move(*asked));
    if (!token) return not_understood(token.error());
    auto answer = in_words(token->token, now_s);
    auto for_log = answer + "; it is made by " + who.who();
    return Done{std::move(answer), std::move(for_log), std::move(token->text)};
}

std::expected<Done, TokenRefusal> revoked(const std::filesystem::path& file, const json::object& request,
                                          const access::Grant& who, std::int64_t now_s) {
    const auto* const id = request.if_contains("id");
    if (!id || !id->is_int64() || id->get_int64() < 1 || id->get_int64() > 1'000'000'000)
        return not_understood("\"id\" must be the number of a token");
    const auto number = static_cast<int>(id->get_int64());
    if (number == who.token)
        return not_understood("this is the token that you are signed in with: another operator ends it, or "
                              "adoube token revoke, on the hall's computer");
    const auto done =
        access::change_token_file(file, [&](access::Tokens& tokens) { return tokens.revoke(number, now_s); });
    if (!done) return not_understood(done.error());
    auto answer = "token " + std::to_string(number) + " is revoked";
    auto for_log = answer + " by " + who.who();
    return Done{std::move(answer), std::move(for_log)};
}

server::Response response_with(const json::object& answer) {
    return {.type = "application/json", .body = json::serialize(answer) + '\n', .etag = {}, .fields = {}};
}

server::Response code_of(const json::object& request) {
    const auto code = sheet::qr_code(text_in(request, "text"));
    if (!code) return server::refusal(422, "\"text\" must be what a QR code can hold, 2953 bytes at most");
    return response_with({{"side", code->side}, {"path", svg_path(*code)}});
}

} // namespace

std::vector<std::string> addresses_for_phones(const Config& config) {
    std::vector<std::string> addresses;
    if (!config.tls || is_loopback(config.listen)) return addresses;
    const auto own = own_addresses();
    const auto port = config.listen.service == "443" ? std::string() : ":" + config.listen.service;
    for (const auto& name : server::names_in_certificate(config.tls->certificate)) {
        boost::system::error_code no_address;
        const auto address = boost::asio::ip::make_address(name, no_address);
        const bool leads_here = no_address
                                    ? name != "localhost" && !name.ends_with(".localhost")
                                    : std::ranges::find(own, name) != own.end() && !address.is_loopback();
        if (leads_here) addresses.push_back("https://" + name + port);
    }
    return addresses;
}

HallTokens::Answer HallTokens::answer(const server::DeskRequest& request, const access::Grant& who,
                                      UtcMs now) const {
    const auto path = server::path_of(request.target);
    const auto now_s = now.count() / 1000;
    const auto said = path == server::tokens_path ? json::value(json::object()) : [&] {
        const auto read = parse_json(request.body);
        return read ? *read : json::value();
    }();
    if (!said.is_object()) return {server::refusal(422, "the request must be a JSON object")};
    if (path == server::code_path) return {code_of(said.get_object())};
    std::expected<Done, TokenRefusal> done;
    if (path == server::new_token_path) done = made(file_, said.get_object(), who, now_s);
    if (path == server::revoke_token_path) done = revoked(file_, said.get_object(), who, now_s);
    if (!done) return {server::refusal(done.error().status, done.error().sentence)};
    const auto tokens = access::read_token_file(file_);
    if (!tokens) return {server::refusal(503, tokens.error()), std::move(done->for_log)};
    auto answer = told_of(*tokens, who, addresses_, now_s);
    if (!done->answer.empty()) answer["answer"] = std::move(done->answer);
    if (!done->text.empty()) answer["token"] = std::move(done->text);
    return {response_with(answer), std::move(done->for_log)};
}

} // namespace adoube::adoubed
