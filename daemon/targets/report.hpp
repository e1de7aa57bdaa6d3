#pragma once
// How a target fares, for the operator.

#include "daemon/time/instant.hpp"

#include <boost/json/array.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adoube::targets {

struct Note {
    std::string text; // one sentence, for the log
    bool trouble = false;
};

/// A game that is not simply shown as it is.
struct GameReport {
    std::string id;
    int board = 0;
    std::string refused; // the site's reason; empty: not refused
    std::string differs; // what the site shows against the board; empty: it does not differ
    friend bool operator==(const GameReport&, const GameReport&) = default;
};

struct Report {
    enum class State : std::uint8_t { nothing_to_send, up_to_date, waiting, sending, failing } state{};
    std::string name;
    std::string trouble;    // of the last request, while failing
    std::size_t games = 0;  // known
    std::size_t behind = 0; // games, or files, with something to send
    std::optional<HallMs> behind_since, last_success;
    bool reset_waits = false; // commanded, not yet done
    std::vector<GameReport> told;
};

/// For GET /api/status.
boost::json::array to_json(std::span<const Report> reports);
/// For a terminal, several lines.
std::string in_words(std::span<const Report> reports, HallMs now);

} // namespace adoube::targets
