#pragma once
// Many readers of one server, in a process of their own, so that their work is nobody else's processor time
// and their connections are not among our open files.

#include "firmware/virtual/descriptor.hpp"
#include "shared.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace adoube::bench {

/// How one comes to be told what there is: what it says first, the last words of the answer to that, and what
/// it says every ten seconds from then on.
struct Manner {
    std::uint16_t port;
    std::string greeting, welcome, sign_of_life{};
    /// For each reader another one, instead.
    std::function<std::string(std::size_t reader)> greeting_of{};
};
/// Of the live feed of adoubed.
Manner as_display(std::uint16_t port);
/// Reader 0 follows board 1, and so on.
Manner as_display_of_one_board(std::uint16_t port);

/// From a loopback address that a thousand share, as one may not have many more. Empty if nobody listens.
firmware::Descriptor connected_to(std::uint16_t port, std::size_t reader = 0);

class Crowd {
  public:
    /// Called in the process of the readers.
    using Take = std::function<void(std::size_t reader, std::string_view bytes)>;

    /// Returns once all are welcome. Ends the program where one is refused.
    Crowd(const Manner& manner, std::size_t count, const Take& take = {});
    ~Crowd();
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    std::size_t size() const { return count_; }
    /// Read by all since they were welcome. What is sent after the welcome may still come.
    std::uint64_t bytes() const { return state_->bytes; }
    /// How many the server has sent away.
    std::size_t gone() const { return state_->gone; }
    /// Until nothing has come for a while.
    void wait_until_quiet() const;
    /// False if they do not come within ten seconds.
    bool wait_for_bytes(std::uint64_t bytes) const;

  private:
    struct State {
        std::atomic<std::uint64_t> bytes = 0, welcome = 0, gone = 0;
    };

    std::size_t count_;
    Shared<State> state_;
    pid_t process_;
};

} // namespace adoube::bench
