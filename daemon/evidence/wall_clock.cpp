#include "daemon/evidence/wall_clock.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace adoube::evidence {
namespace {

/// The longest a host takes to read what arrives at once.
constexpr std::int64_t least_jump_ms = 400;
/// NTP slews by up to 500, and crystals differ by less than 100.
constexpr std::int64_t drift_ppm = 600;
/// Delayed inputs catch up; an offset steady for this long is no delay.
constexpr std::int64_t level_ms = 15'000;

/// An input's board time, and the wall clock's lead over it.
struct Reading {
    std::int64_t board_ms = 0, ahead_ms = 0;
    std::uint64_t input = 0;

    bool is_set() const { return input > 0; }
    std::int64_t off(const Reading& from) const {
        const auto drifted_ms = std::abs(board_ms - from.board_ms) * drift_ppm / 1'000'000;
        const auto off_ms = ahead_ms - from.ahead_ms;
        return std::abs(off_ms) <= least_jump_ms + drifted_ms ? 0 : off_ms;
    }
};

class Levels {
  public:
    std::optional<ClockJump> jump_at(const Reading& reading) {
        if (level_.is_set() && reading.off(level_) == 0) {
            level_ = reading;
            other_ = {};
            return std::nullopt;
        }
        if (!other_.is_set() || reading.off(other_) != 0) {
            other_ = reading;
            return std::nullopt;
        }
        if (reading.board_ms - other_.board_ms < level_ms) return std::nullopt;
        const auto jump = jump_to_other();
        level_ = reading;
        other_ = {};
        return jump;
    }
    /// No input is read before it happens: a smaller lead means a clock set back.
    std::optional<ClockJump> at_end() const {
        return other_.is_set() && other_.ahead_ms < level_.ahead_ms ? jump_to_other() : std::nullopt;
    }

  private:
    std::optional<ClockJump> jump_to_other() const {
        if (!level_.is_set()) return std::nullopt;
        return ClockJump{other_.input, other_.off(level_)};
    }

    Reading level_, other_;
};

} // namespace

std::vector<ClockJump> clock_jumps(std::span<const record::Entry> inputs, std::uint64_t first_input) {
    std::vector<ClockJump> jumps;
    const auto put = [&](std::optional<ClockJump> jump) {
        if (jump) jumps.push_back(*jump);
    };
    Levels levels;
    const record::Origin* last = nullptr;
    for (auto n = first_input; const auto& entry : inputs) {
        const auto input = n++;
        if (!entry.origin) continue;
        const auto& origin = *entry.origin;
        if (last && (last->board_id != origin.board_id || last->boot_id != origin.boot_id)) {
            put(levels.at_end());
            levels = {};
        }
        last = &origin;
        const auto board_ms = static_cast<std::int64_t>(origin.board_us.count() / 1000);
        put(levels.jump_at({board_ms, entry.host_utc_ms.count() - board_ms, input}));
    }
    put(levels.at_end());
    return jumps;
}

std::string to_sentence(const ClockJump& jump) {
    char text[80];
    std::snprintf(text, sizeof text, "the wall clock of the host was set %s by %.1f s",
                  jump.by_ms < 0 ? "back" : "on", static_cast<double>(std::abs(jump.by_ms)) / 1000);
    return text;
}

} // namespace adoube::evidence
