#include "daemon/targets/lichess_answer.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

namespace adoube::targets {
namespace {

namespace json = boost::json;

PushedGame pushed(const json::object& game) {
    PushedGame pushed;
    const auto* const tags = game.if_contains("tags");
    const auto* const id = tags && tags->is_object() ? tags->get_object().if_contains("GameId") : nullptr;
    if (id && id->is_string()) pushed.id = std::string(id->get_string());
    if (const auto* const error = game.if_contains("error"))
        pushed.error =
            text::excerpt(error->is_string() ? std::string(error->get_string()) : json::serialize(*error));
    return pushed;
}

} // namespace

std::expected<std::vector<PushedGame>, std::string> parse_lichess_answer(std::string_view body) {
    const auto value = parse_json(body);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto* const games = object ? object->if_contains("games") : nullptr;
    if (!games || !games->is_array())
        return std::unexpected("the answer is none of a lichess round: is this its address?");
    std::vector<PushedGame> all;
    for (const auto& game : games->get_array())
        all.push_back(game.is_object() ? pushed(game.get_object()) : PushedGame{});
    return all;
}

} // namespace adoube::targets
