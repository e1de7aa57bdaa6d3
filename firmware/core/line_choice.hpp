#pragma once
// Which of several lines (USB serial, USB vendor interface, UART) carries the link. A line holds it from its
// first good frame until it ends or brings none for wire::board_silence_us; otherwise any line on which bytes
// arrive takes it. So neither noise nor a departed host blocks the board.

#include "protocol/rules.hpp"

#include <optional>

namespace adoube::firmware {

class LineChoice {
  public:
    /// `resting`: an ever-present line, where the link waits while none holds it.
    explicit constexpr LineChoice(unsigned resting) : resting_(resting), line_(resting) {}

    constexpr unsigned line() const { return line_; }

    enum class Bytes {
        ours,    // for the link
        anew,    // for the link, new on this line: Board::closed() first
        ignored, // not for the link
    };
    /// `heard_us`: time of the link's last good frame.
    constexpr Bytes came(unsigned line, std::uint64_t now_us, std::uint64_t heard_us) {
        const bool elsewhere = line != line_;
        if (elsewhere && held(now_us, heard_us)) return Bytes::ignored;
        if (elsewhere || !taken_us_) taken_us_ = now_us;
        line_ = line;
        return elsewhere ? Bytes::anew : Bytes::ours;
    }
    /// True if the link was on it: call Board::closed().
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
    std::optional<std::uint64_t> taken_us_; // when its first bytes came
};

} // namespace adoube::firmware
