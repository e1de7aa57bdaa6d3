#pragma once
// Keeps an event's stream on a NATS server filled with what this hall has shown, in a thread of its own: a
// server that is slow or away delays nothing here. What is put is public already.

#include "daemon/nats/settings.hpp"
#include "daemon/stream/hall_stream.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::nats {

class Connection;

class HallPublisher {
  public:
    /// `tell`: one sentence, once for each trouble, and once it is over; called in that thread.
    using Tell = std::function<void(const std::string& sentence, bool is_trouble)>;

    /// `kept`: a file that holds the hall's term from run to run (stream/version.hpp).
    /// `deleted`: games whose record was deleted before this start, by id.
    HallPublisher(Settings settings, std::filesystem::path kept, std::set<std::string, std::less<>> deleted,
                  Tell tell);
    /// Gives up what is not stored yet.
    ~HallPublisher();
    HallPublisher(const HallPublisher&) = delete;
    HallPublisher& operator=(const HallPublisher&) = delete;

    void put(const broadcast::PublicGame& game);
    void recall(const broadcast::PublicGame& game);
    void forget(const std::string& id);
    void put_standings(std::string standings);
    void tell_delay(std::int64_t delay_ms);

    struct Report {
        bool is_connected = false;
        std::size_t waiting = 0;  // messages that are not stored yet
        std::uint64_t stored = 0; // in this run
        std::string trouble{};    // empty: none
    };
    Report report() const;

  private:
    void run();
    std::string serve();
    std::string publish(Connection& connection);
    std::string look_through(Connection& connection);
    void tell(const std::string& trouble);

    const Settings settings_;
    const std::filesystem::path kept_;
    const Tell tell_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    stream::HallStream stream_;
    Report report_{.trouble = "it was not reached yet"};
    bool is_ending_ = false;
    std::thread thread_;
};

} // namespace adoube::nats
