#pragma once
// An arbiter's program on the daemon's control socket.

#include "firmware/virtual/descriptor.hpp"

#include <deque>
#include <functional>
#include <poll.h>
#include <string>

namespace adoube::soak {

class Control {
  public:
    /// Throws std::runtime_error where nobody listens there.
    explicit Control(const std::string& path);

    /// The answer comes later, in `attend`: nothing where it was done, else why not.
    void say(const std::string& line, std::function<void(const std::string& error)> answered);
    void watch(std::vector<pollfd>& waited_for) const;
    void attend();
    std::size_t waiting() const { return answered_.size(); }

  private:
    firmware::Descriptor socket_;
    std::string out_, in_;
    std::deque<std::function<void(const std::string&)>> answered_;
};

} // namespace adoube::soak
