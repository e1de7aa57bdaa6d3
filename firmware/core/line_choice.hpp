#pragma once
// Which of several lines (USB serial, USB vendor interface, UART) carries the link. A line holds it from the
// first good frame on until it ends, or until no good frame has come for wire::board_silence_us; a line that
// does not hold it loses it to any other on which bytes come. So neither noise nor a host that has gone keeps
// a board from its host.

#include "protocol/rules.hpp"

#include <optional>

namespace adoube::firmware {

class LineChoice {
  public:
    /// Where the link waits while no line holds it: one that is always there.
    explicit constexpr LineChoice(unsigned resting) : resting_(resting), line_(resting) {}

    /// The line on which to send.
    constexpr unsigned line() const { return line_; }

    enum class Bytes {
        ours,    // for the link
        anew,    // for the link, which was elsewhere: Board::closed() first
        ignored, // not for the link
    };
    /// Bytes came on a line. `heard_us` is when the link last read a good frame.
    constexpr Bytes came(unsigned line, std::uint64_t now_us, std::uint64_t heard_us) {
        const bool elsewhere = line != line_;
        if (elsewhere && held(now_us, heard_us)) return Bytes::ignored;
        if (elsewhere || !taken_us_) taken_us_ = now_us;
        line_ = line;
        return elsewhere ? Bytes::anew : Bytes::ours;
    }
    /// A line ended. True if the link was on it: Board::closed() is due.
    constexpr bool ended(unsigned line) {
        if (line != line_) return false;
        line_ = resting_;
        taken_us_ = std::nullopt;
        return true;
    }

  private:
    constexpr bool held(std::uint64_t now_us, std::uint64_t heard_us) const {
        return taken_us_ && heard_us >= *taken_us_ && now_us - heard_us < wire::board_silence_us;
    }

    unsigned resting_;
    unsigned line_;
    std::optional<std::uint64_t> taken_us_; // when the first bytes came on it
};

} // namespace adoube::firmware
