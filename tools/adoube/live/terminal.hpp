#pragma once
// The terminal that this program runs in.

#include "tools/adoube/live/view.hpp"

#include <termios.h>

namespace adoube::tools {

/// Standard output is one that can show more than lines.
bool is_screen();
/// As https://no-color.org has it.
bool may_use_colour();

/// Takes the whole screen and the keys; gives both back as they were. Ctrl-C still is a signal; Ctrl-Z and
/// Ctrl-\ do nothing, as the screen would stay taken. Only one may exist.
class Terminal {
  public:
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    Size size() const;
    /// Whole, whatever it takes.
    void write(std::string_view bytes) const;
    /// Returns at a key, a signal (of a new size, too), when `wakes` is readable, or in the end. Keys are
    /// appended to `bytes`.
    void wait(int wakes, int longest_ms, std::string& bytes) const;
    /// Whether it was resized since the last call.
    bool resized();

  private:
    termios before_{};
    bool has_keys_ = false; // set by filling `before_`
};

} // namespace adoube::tools
