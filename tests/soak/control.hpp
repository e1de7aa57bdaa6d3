#pragma once
// An arbiter's client on the daemon's control socket.

#include "firmware/virtual/descriptor.hpp"

#include <deque>
#include <functional>
#include <poll.h>
#include <string>

namespace adoube::soak {

class Control {
  public:
    /// Throws std::runtime_error if nobody listens.
    explicit Control(const std::string& path);

    /// `attend` calls `answered` later; an empty error means success.
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
