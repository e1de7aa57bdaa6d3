#pragma once
// How the operator wants the wall of boards; an address of the page may ask for something else.

#include "daemon/server/networks.hpp"

#include <optional>

namespace adoube::server {

struct Wall {
    std::string boards{};        // those that it shows, as "1-20,33"; empty: all
    std::vector<int> featured{}; // boards that come first, and larger
    std::optional<int>
        turn_s{};              // seconds to the next page; 0: pages do not turn. Absent: as the page chooses
    std::optional<int> page{}; // boards on a page at most. Absent: as many as can be read across a room
    bool openings = false;     // the page of one board names the opening, outside the playing hall
    bool standings_in_hall = false;
    /// Addresses of screens in the playing hall. Absent: all that reach this computer without the internet.
    std::optional<Networks> hall{};
};

bool is_in_hall(const Wall& wall, const Address& screen);

struct Screen {
    bool in_hall = true;
    int standings = 0; // counts those that were there; 0: there are none
};
bool may_have_standings(const Wall& wall, bool in_hall);

/// {"boards":"1-20","featured":[1,2],"turn_s":20,"page":24,"openings":true,"standings":1}, without what is
/// absent or not for the screen.
std::string to_json(const Wall& wall, const Screen& screen);

} // namespace adoube::server
