#include "daemon/broadcast/standings.hpp"

#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

#include <optional>

namespace adoube::broadcast {
namespace {

namespace json = boost::json;
using Place = Standings::Place;

constexpr int latest_round = 99;
constexpr double most_points = 1'000;

/// Empty if absent.
std::optional<std::string> text_at(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (!value) return std::string();
    if (!value->is_string() || value->get_string().size() > Standings::longest_text) return std::nullopt;
    return text::without_controls(std::string_view(value->get_string()));
}

std::optional<int> number_at(const json::object& object, std::string_view name, int least, int most) {
    const auto* value = object.if_contains(name);
    const auto* number = value ? value->if_int64() : nullptr;
    if (!number || *number < least || *number > most) return std::nullopt;
    return static_cast<int>(*number);
}

std::optional<Place> place_from(const json::value& value) {
    const auto* object = value.if_object();
    if (!object) return std::nullopt;
    const auto place = number_at(*object, "place", 1, static_cast<int>(Standings::most_places));
    const auto name = text_at(*object, "name"), title = text_at(*object, "title"),
               federation = text_at(*object, "federation"), rating = text_at(*object, "rating");
    const auto* points = object->if_contains("points");
    if (!place || !name || name->empty() || !title || !federation || !rating || !points ||
        !points->is_number())
        return std::nullopt;
    const auto count = points->to_number<double>();
    if (!(count >= 0 && count < most_points)) return std::nullopt;
    return Place{*place, *name, *title, *federation, *rating, count};
}

} // namespace

std::expected<Standings, std::string> standings_from(const json::value& value) {
    const auto* object = value.if_object();
    const auto* places = object && object->contains("places") ? object->at("places").if_array() : nullptr;
    if (!places || places->empty() || places->size() > Standings::most_places)
        return std::unexpected("standings must be an object with \"places\", a list of 1 to " +
                               std::to_string(Standings::most_places) + " players");
    const auto event = text_at(*object, "event");
    const auto round = number_at(*object, "after_round", 0, latest_round);
    if (!event || !round)
        return std::unexpected(std::string(
            "standings need \"after_round\", a number, and \"event\", if it is there, is a text"));
    Standings standings{*event, *round, {}};
    for (const auto& each : *places) {
        auto place = place_from(each);
        if (!place)
            return std::unexpected("place " + std::to_string(standings.places.size() + 1) +
                                   " of the standings must have \"place\" and \"points\", numbers, and "
                                   "\"name\", a text");
        standings.places.push_back(std::move(*place));
    }
    return standings;
}

json::value to_json(const Standings& standings) {
    json::array places;
    for (const auto& each : standings.places) {
        json::object place{{"place", each.place}, {"name", each.name}};
        if (!each.title.empty()) place.emplace("title", each.title);
        if (!each.federation.empty()) place.emplace("federation", each.federation);
        if (!each.rating.empty()) place.emplace("rating", each.rating);
        place.emplace("points", each.points);
        places.push_back(std::move(place));
    }
    return json::object{
        {"event", standings.event}, {"after_round", standings.after_round}, {"places", std::move(places)}};
}

} // namespace adoube::broadcast
