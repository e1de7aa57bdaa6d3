#include "daemon/adoubed/inquiries.hpp"

#include "daemon/server/token_desk.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace adoube::adoubed {

namespace asio = boost::asio;
using server::refusal;

std::expected<Inquiries::Asked, server::Response> Inquiries::asked(std::string_view target,
                                                                   const access::Grant& who) const {
    auto path = server::path_of(target);
    path.remove_prefix(server::games_path.size());
    const auto slash = path.find('/');
    if (slash == std::string_view::npos || path.substr(slash + 1) != "inputs")
        return std::unexpected(refusal(404, "of a game's record there is inputs?from=N"));
    Asked asked{.game = std::string(path.substr(0, slash))};
    const auto board = boards_.of(asked.game);
    if (!board) return std::unexpected(refusal(404, "there is no game " + asked.game + " in this round"));
    if (!may(who, access::Thing::arbiters_view, *board))
        return std::unexpected(refusal(403, "this token is not for board " + std::to_string(*board) +
                                                ", only for: " + who.boards.to_string()));
    const auto from = server::query_value(target, "from");
    const auto number = tlog::parse_decimal(from.empty() ? "1" : from);
    if (!number) return std::unexpected(refusal(422, "from must be the number of an input, 1 for the first"));
    asked.from = *number;
    return asked;
}

asio::awaitable<server::Response> Inquiries::answer(Asked asked) {
    if (waiting_ == most_waiting) co_return refusal(503, "too much is asked at once: ask again in a moment");
    ++waiting_;
    auto response = co_await asio::co_spawn(looks_, look_aside(std::move(asked)), asio::use_awaitable);
    --waiting_;
    co_return response;
}

asio::awaitable<server::Response> Inquiries::look_aside(Asked asked) { co_return answer_asked(asked); }

server::Response Inquiries::answer_asked(const Asked& asked) {
    auto inputs = inquiry_.inputs(asked.game, asked.from);
    if (!inputs) return refusal(404, inputs.error());
    if (inputs->empty()) return refusal(404, "nothing is recorded of game " + asked.game + " yet");
    return {.type = "application/json", .body = std::move(*inputs) + '\n', .etag = {}, .fields = {}};
}

} // namespace adoube::adoubed
