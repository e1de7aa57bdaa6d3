#pragma once
// What must always hold does not.

#include <stdexcept>
#include <string>

namespace adoube::hall {

struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
    /// Of this game, by id.
    Broken(std::string of_game, const std::string& what) : runtime_error(what), game_id(std::move(of_game)) {}

    std::string game_id{};
};

} // namespace adoube::hall
