#pragma once
// What the record of a game tells an arbiter that the feed does not: what hands did, in their order, and what
// was said. Read in pages, as GET /api/games/ID/inputs gives them (daemon/inquiry/record_view.hpp): by a
// daemon, or out of a journal. Nothing from a sealed move on.

#include "daemon/chess/types.hpp"
#include "daemon/journal/contents.hpp"
#include "daemon/time/instant.hpp"

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

struct Touch {
    std::int64_t input = 1; // its number, 1 = the first
    GameMs at{};
    std::string kind, what;            // "lift", "e2 lifted"
    std::optional<chess::Piece> piece; // that was lifted or set down, where somebody knows

    bool is_of_hand() const { return kind == "lift" || kind == "drop" || kind == "press"; }
};

struct Touches {
    std::vector<Touch> all;
    std::vector<Touch> said;       // by players: claims, offers, calls, j'adoube, flags
    std::vector<std::string> open; // what waits for an answer, one phrase each
};

/// The inputs from that number on, some at least. Errors are one sentence.
using ReadPage = std::function<std::expected<std::string, std::string>(std::uint64_t from)>;

std::expected<ReadPage, std::string> pages_of(journal::WholeGame game);
std::expected<Touches, std::string> touches_in(const ReadPage& read);

} // namespace adoube::tools
