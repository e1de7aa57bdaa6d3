#pragma once
// An input as the journal's file has it, in a batch with those of other games (waiting_inputs.hpp) or in a
// run with those of its own (runs.hpp): numbers as LEB128, one after the other, and its line. In a run they
// are differences to the input before, which are half as long.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::journal {

struct InputSource {
    std::int64_t board = 0; // in `boards`
    BoardUs board_us;
    std::optional<std::uint32_t> sequence;
    friend bool operator==(const InputSource&, const InputSource&) = default;
};
struct StoredInput {
    std::int64_t game = 0; // in `games`
    std::int64_t n = 0;    // of its inputs, from 1
    UtcMs host_utc_ms;
    std::optional<InputSource> source; // empty if not from a board
    std::string line;
    friend bool operator==(const StoredInput&, const StoredInput&) = default;
};

/// To a batch.
void append_to(std::string& bytes, const StoredInput& input);
/// To a run; `before` is empty for its first.
void append_after(const StoredInput& before, std::string& bytes, const StoredInput& input);

enum class Lines : std::uint8_t { read, leave_out };
/// Of a batch. Empty if they are damaged.
std::optional<std::vector<StoredInput>> parse_inputs(std::string_view bytes, Lines lines = Lines::read);
std::optional<std::vector<StoredInput>> parse_run(std::string_view bytes, Lines lines = Lines::read);

} // namespace adoube::journal
