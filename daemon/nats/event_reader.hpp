#pragma once
// Reads an event's stream from a NATS server, in a thread of its own, for a display. A server that was away,
// or came back with less, is read from the start again: what is known already is not told twice.

#include "daemon/nats/settings.hpp"
#include "daemon/stream/event_stream.hpp"

#include <atomic>
#include <functional>
#include <thread>

namespace adoube::nats {

class EventReader {
  public:
    /// Called in that thread.
    struct Events {
        /// In order; each is to be shown once.
        std::function<void(std::vector<stream::EventStream::Change>)> changed;
        /// Every second: the halls that are known, and whether all that the stream holds is, and what comes
        /// will be.
        std::function<void(std::vector<stream::EventStream::Hall>, bool is_read)> halls;
        /// One sentence, once for each trouble, and once it is over.
        std::function<void(const std::string& sentence, bool is_trouble)> tell;
    };
    EventReader(Settings settings, Events events);
    ~EventReader();
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;

  private:
    void run();
    std::string read();
    void catch_up();
    void tell_halls();
    void tell(const std::string& trouble);

    const Settings settings_;
    const Events events_;
    stream::EventStream stream_;
    std::string told_ = "it was not read yet";
    bool is_read_ = false;
    std::uint64_t refused_told_ = 0;
    std::chrono::steady_clock::time_point halls_told_{};
    std::atomic<bool> is_ending_ = false;
    std::thread thread_;
};

} // namespace adoube::nats
