#pragma once
// How the operator wants the wall of boards; an address of the page may ask for something else.

#include "daemon/server/networks.hpp"

#include <optional>

namespace adoube::server {

struct Wall {
    std::vector<int> featured{}; // boards that come first, and larger
    std::optional<int>
        turn_s{};              // seconds to the next page; 0: pages do not turn. Absent: as the page chooses
    std::optional<int> page{}; // boards on a page at most. Absent: as many as can be read across a room
    bool openings = false;     // the page of one board names the opening, outside the playing hall
    /// What is opened from here stands in the playing hall.
    Networks hall = Networks::local();
};

/// {"featured":[1,2],"turn_s":20,"page":24,"openings":true}, without what is absent or not for the screen.
std::string to_json(const Wall& wall, bool in_hall);

} // namespace adoube::server
