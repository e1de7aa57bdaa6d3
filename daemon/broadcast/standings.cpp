#include "daemon/broadcast/standings.hpp"

#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

#include <optional>

namespace adoube::broadcast {
namespace {

namespace json = boost::json;
using Place = Standings::Place;
using Team = Standings::Team;

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

std::optional<double> points_at(const json::object& object, std::string_view name) {
    const auto* points = object.if_contains(name);
    if (!points || !points->is_number()) return std::nullopt;
    const auto count = points->to_number<double>();
    return count >= 0 && count < most_points ? std::optional(count) : std::nullopt;
}

std::optional<Place> place_from(const json::value& value) {
    const auto* object = value.if_object();
    if (!object) return std::nullopt;
    const auto place = number_at(*object, "place", 1, static_cast<int>(Standings::most_places));
    const auto name = text_at(*object, "name"), title = text_at(*object, "title"),
               federation = text_at(*object, "federation"), rating = text_at(*object, "rating");
    const auto points = points_at(*object, "points");
    if (!place || !name || name->empty() || !title || !federation || !rating || !points) return std::nullopt;
    return Place{*place, *name, *title, *federation, *rating, *points};
}

std::optional<Team> team_from(const json::value& value) {
    const auto* object = value.if_object();
    if (!object) return std::nullopt;
    const auto place = number_at(*object, "place", 1, static_cast<int>(Standings::most_teams));
    const auto name = text_at(*object, "name");
    const auto match_points = points_at(*object, "match_points"),
               game_points = points_at(*object, "game_points");
    if (!place || !name || name->empty() || !game_points) return std::nullopt;
    if (object->contains("match_points") && !match_points) return std::nullopt;
    return Team{*place, *name, match_points, *game_points};
}

/// Empty if absent.
std::expected<std::vector<Team>, std::string> teams_in(const json::object& standings) {
    std::vector<Team> teams;
    const auto* value = standings.if_contains("teams");
    if (!value) return teams;
    const auto* list = value->if_array();
    if (!list || list->size() > Standings::most_teams)
        return std::unexpected("\"teams\" of standings must be a list of " +
                               std::to_string(Standings::most_teams) + " teams at most");
    for (const auto& each : *list) {
        auto team = team_from(each);
        if (!team)
            return std::unexpected("team " + std::to_string(teams.size() + 1) +
                                   " of the standings must have \"place\" and \"game_points\", numbers, and "
                                   "\"name\", a text");
        teams.push_back(std::move(*team));
    }
    return teams;
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
    auto teams = teams_in(*object);
    if (!teams) return std::unexpected(teams.error());
    Standings standings{*event, *round, {}, std::move(*teams)};
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
    json::object object{
        {"event", standings.event}, {"after_round", standings.after_round}, {"places", std::move(places)}};
    if (standings.teams.empty()) return object;
    json::array teams;
    for (const auto& each : standings.teams) {
        json::object team{{"place", each.place}, {"name", each.name}};
        if (each.match_points) team.emplace("match_points", *each.match_points);
        team.emplace("game_points", each.game_points);
        teams.push_back(std::move(team));
    }
    object.emplace("teams", std::move(teams));
    return object;
}

} // namespace adoube::broadcast
