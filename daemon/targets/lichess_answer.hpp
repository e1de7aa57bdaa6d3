#pragma once
// What lichess says of each game of a push: {"games":[{"tags":{…},"moves":12},{"tags":{…},"error":"…"}]}.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::targets {

struct PushedGame {
    std::string id;    // its tag GameId; empty if the answer has none
    std::string error; // empty: taken
};

/// The error is one clause.
std::expected<std::vector<PushedGame>, std::string> parse_lichess_answer(std::string_view body);

} // namespace adoube::targets
