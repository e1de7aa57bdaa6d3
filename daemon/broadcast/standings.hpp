#pragma once
// The standings of an event, as the operator gives them to be shown to the public.
//
//   {"event":"Hall Open","after_round":3,"places":[{"place":1,"name":"Adams, Ann","title":"GM",
//    "federation":"ENG","rating":"2500","points":2.5},…],
//    "teams":[{"place":1,"name":"A-Town","match_points":5,"game_points":9.5},…]}
//
// `teams`: absent where there are none; `match_points`: absent where nobody knows.

#include <boost/json/value.hpp>

#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace adoube::broadcast {

struct Standings {
    static constexpr std::size_t most_places = 2'000, most_teams = 500, longest_text = 200;

    struct Place {
        int place = 0;
        std::string name, title, federation, rating; // but for the name: may be empty
        double points = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct Team {
        int place = 0;
        std::string name;
        std::optional<double> match_points; // empty: not known
        double game_points = 0;
        friend bool operator==(const Team&, const Team&) = default;
    };
    std::string event;
    int after_round = 0;
    std::vector<Place> places;
    std::vector<Team> teams{};
    friend bool operator==(const Standings&, const Standings&) = default;
};

/// Of what somebody sent: nothing but the above, and made displayable. The error is one sentence.
std::expected<Standings, std::string> standings_from(const boost::json::value& value);
boost::json::value to_json(const Standings& standings);

} // namespace adoube::broadcast
