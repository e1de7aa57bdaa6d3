#pragma once
// What the daemon that serves a hall writes into the hall's log, for the one that stands by, and what the two
// say to each other. Each is sealed (sealed.hpp) before it leaves its computer.
//
// The log is a run of entries: a copy of the journal in parts, then what was written since. `position` is how
// many records a journal has ever had: what both hold of one run is the same up to the lesser position.

#include "daemon/standby/epoch.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace adoube::standby {

/// Of the journal's copy with which a run begins, from 0 to `parts` - 1.
struct BasePart {
    std::uint64_t part = 0, parts = 0;
    std::string bytes;
    friend bool operator==(const BasePart&, const BasePart&) = default;
};
/// The records after `from`, up to `to`.
struct Batch {
    std::uint64_t from = 0, to = 0;
    std::string records; // record_bytes.hpp
    friend bool operator==(const Batch&, const Batch&) = default;
};
/// One of the files beside the journal, or the configuration, whole.
struct HallFile {
    std::string name, content;
    bool is_there = true;
    friend bool operator==(const HallFile&, const HallFile&) = default;
};
struct Entry {
    Epoch epoch = 0;
    std::uint64_t run = 0; // grows
    std::variant<BasePart, Batch, HallFile> what;
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// By the one that serves, several times a second: what its journal and the log hold.
struct Serving {
    Epoch epoch = 0;
    std::uint64_t run = 0, position = 0;
    friend bool operator==(const Serving&, const Serving&) = default;
};
/// By the one that stands by, as often, and whenever it holds more: on its disk.
struct Holding {
    std::uint64_t run = 0, position = 0; // 0: nothing yet
    bool wants_base = false;             // the log does not go on from there
    std::string computer;                // its name, for people
    friend bool operator==(const Holding&, const Holding&) = default;
};

std::string to_bytes(const Entry& entry);
std::string to_bytes(const Serving& serving);
std::string to_bytes(const Holding& holding);
std::optional<Entry> entry_from(std::string_view bytes);
std::optional<Serving> serving_from(std::string_view bytes);
std::optional<Holding> holding_from(std::string_view bytes);

} // namespace adoube::standby
