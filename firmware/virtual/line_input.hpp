#pragma once
// Lines of a file, pipe or terminal, as they arrive.

#include "firmware/virtual/descriptor.hpp"

#include <array>
#include <deque>
#include <string>

namespace adoube::firmware {

class LineInput {
  public:
    /// Longer lines are truncated and made invalid.
    static constexpr std::size_t longest_line = 1 << 20;

    /// `name` is for messages.
    LineInput(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

    /// Reads once; blocks unless readable. Text after the last newline is unfinished, and no line.
    void fill() {
        std::array<std::uint8_t, 65536> bytes{};
        const auto [count, stream] = file_.read(bytes);
        if (stream == Descriptor::Stream::ended) ended_ = true;
        for (const std::uint8_t byte : std::span(bytes).first(count)) {
            if (byte == '\n')
                lines_.push_back(std::exchange(begun_, {}));
            else if (begun_.size() <= longest_line) // NUL: must not parse as a good line
                begun_.push_back(begun_.size() == longest_line ? '\0' : static_cast<char>(byte));
        }
    }
    bool has_line() const { return !lines_.empty(); }
    std::string take_line() {
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        ++number_;
        return line;
    }
    /// No line is left or will come.
    bool ended() const { return ended_ && lines_.empty(); }
    /// The file has ended.
    bool at_end() const { return ended_; }
    bool dropped_the_rest() const { return ended() && !begun_.empty(); }
    int descriptor() const { return file_.get(); }
    /// "FILE:LINE" of the line taken last.
    std::string place() const { return number_ == 0 ? name_ : name_ + ":" + std::to_string(number_); }

  private:
    Descriptor file_;
    std::string name_, begun_;
    std::deque<std::string> lines_;
    std::size_t number_ = 0;
    bool ended_ = false;
};

} // namespace adoube::firmware
