#pragma once
// An invariant does not hold.

#include <stdexcept>
#include <string>

namespace adoube::hall {

struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
    Broken(std::string of_game, const std::string& what) : runtime_error(what), game_id(std::move(of_game)) {}

    std::string game_id{};
};

} // namespace adoube::hall
