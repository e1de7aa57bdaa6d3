#pragma once
// Servers that send whatever they are given to all their readers: what a feed costs without one of ours.

#include "crowd.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace adoube::bench {

class Broadcaster {
  public:
    virtual ~Broadcaster() = default;
    Broadcaster() = default;
    Broadcaster(const Broadcaster&) = delete;
    Broadcaster& operator=(const Broadcaster&) = delete;

    virtual const Manner& manner() const = 0;
    virtual pid_t process() const = 0;
    virtual void send(std::string_view message) = 0;
};

/// No more than an epoll loop that writes to each socket in turn.
std::unique_ptr<Broadcaster> bare_loop();

struct Known {
    std::string name, hint; // what to do where it is not installed
    /// Empty where it is not.
    std::unique_ptr<Broadcaster> (*start)();
};
/// nats-server, mosquitto, and `ws` in Node.
const std::vector<Known>& known_broadcasters();

} // namespace adoube::bench
