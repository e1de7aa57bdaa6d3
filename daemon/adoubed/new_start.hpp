#pragma once
// The program takes its own place (execve(2)): the same process, so that a terminal or a service manager goes
// on with it, with the configuration as it stands in its file now. Where the hall does not start with that,
// the program does so once more, with the settings that ran before, which it was handed in memory.

#include <optional>
#include <string>

namespace adoube::adoubed {

class NewStart {
  public:
    /// Before the process is changed, and once: its environment is that of the new start.
    NewStart();

    /// The text of the configuration to start with instead of the file; none: the file's.
    std::optional<std::string> instead() const { return why_former_.empty() ? std::nullopt : former_; }
    /// Why: one sentence; empty: the file's counts.
    const std::string& why_former() const { return why_former_; }

    /// Call when nothing is open any more that must be ended; `settings`: the configuration's text that ran.
    /// Returns only if it fails, with one sentence.
    std::string begin(char* const* argv, const std::string& settings) const;
    /// Likewise, where it cannot start with the file; nothing happens unless something ran before.
    void fall_back(char* const* argv, const std::string& why) const;

  private:
    std::string take_place(char* const* argv, const std::string& settings, const std::string& why) const;

    std::optional<std::string> time_zone_; // that it was started with
    std::optional<std::string> former_;    // configuration's text; none: a first start
    std::string why_former_;
};

} // namespace adoube::adoubed
