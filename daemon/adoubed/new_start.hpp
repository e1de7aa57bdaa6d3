#pragma once
// The program takes its own place (execve(2)): the same process, so that a terminal or a service manager goes
// on with it, with the configuration as it stands in its file now.

#include <optional>
#include <string>

namespace adoube::adoubed {

class NewStart {
  public:
    /// Before the process is changed: its environment is that of the new start.
    NewStart();
    /// Call when nothing is open any more that must be ended. Returns only if it fails, with one sentence.
    std::string begin(char* const* argv) const;

  private:
    std::optional<std::string> time_zone_; // that it was started with
};

} // namespace adoube::adoubed
