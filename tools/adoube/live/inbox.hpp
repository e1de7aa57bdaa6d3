#pragma once
// The feed in a thread of its own, which blocks in it, for a loop that also has keys and a clock.

#include "tools/adoube/hall/feed.hpp"

#include <mutex>
#include <variant>
#include <vector>

namespace adoube::tools {

class Inbox {
  public:
    /// A connection ended; it is made again a second later, unless for good.
    using Event = std::variant<std::string, HallClient::End>;

    /// The thread ends with the program: nothing ends a blocked read of a feed.
    static std::shared_ptr<Inbox> start(Feed feed);
    ~Inbox();

    /// Readable while something is there.
    int wakes() const { return wakes_; }
    std::vector<Event> take();
    /// Where the next connection goes on.
    void resume_at(std::string where);

  private:
    Inbox();
    void put(Event event);
    std::string resume();

    std::mutex mutex_;
    std::vector<Event> events_;
    std::string resume_;
    int wakes_;
};

} // namespace adoube::tools
