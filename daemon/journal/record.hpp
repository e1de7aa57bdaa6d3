#pragma once
// What the journal keeps, and nothing about how.

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::journal {

/// What the board called an input: no board gives two of them the same three names. Empty for inputs that the
/// host itself put in (a gap, an arbiter's command).
struct Origin {
    std::string board_id;
    std::uint64_t boot_id = 0;
    std::uint32_t sequence = 0;
    std::uint64_t board_us = 0; // the board's own clock, raw
    friend bool operator==(const Origin&, const Origin&) = default;
};

/// One input line of a sensor log, as umpire::to_line writes it, with what was known when it came in.
struct Entry {
    std::string line;
    std::optional<Origin> origin;
    std::int64_t host_utc_ms = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
};

struct GameEntry {
    std::string id;
    std::string header; // the first line of its sensor log
    std::int64_t created_utc_ms = 0;
    std::optional<std::int64_t> closed_utc_ms; // when its result was known
    friend bool operator==(const GameEntry&, const GameEntry&) = default;
};

} // namespace adoube::journal
