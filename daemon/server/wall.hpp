#pragma once
// How the operator wants the wall of boards; an address of the page may ask for something else.

#include <optional>
#include <string>
#include <vector>

namespace adoube::server {

struct Wall {
    std::vector<int> featured{}; // boards that come first, and larger
    std::optional<int>
        turn_s{};              // seconds to the next page; 0: pages do not turn. Absent: as the page chooses
    std::optional<int> page{}; // boards on a page at most. Absent: as many as can be read across a room
};

/// {"featured":[1,2],"turn_s":20,"page":24}, without what is absent.
std::string to_json(const Wall& wall);

} // namespace adoube::server
