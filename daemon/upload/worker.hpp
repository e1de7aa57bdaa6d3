#pragma once
// One target in a thread of its own, so that a slow or dead one delays nothing else.

#include "daemon/broadcast/delay.hpp"
#include "daemon/targets/target.hpp"
#include "daemon/upload/access.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace adoube::upload {

struct Upload {
    targets::Settings settings;
    Access access;
    std::int64_t delay_ms = 0;         // in all, where that is longer than the hall's
    std::filesystem::path sent_record; // what it may show, over restarts; empty: not needed
};

class Worker {
  public:
    using Tell = std::function<void(const targets::Note&)>;

    /// `now` is called in any thread, `tell` in the worker's.
    Worker(Upload upload, std::function<HallMs()> now, Tell tell);
    /// Gives up what is being sent.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // None of these waits.
    /// For what comes from now on: what has come already keeps its time, which is late enough. Until the
    /// first call the age of what comes is unknown, and it waits the whole delay.
    void change_hall_delay(std::int64_t hall_delay_ms);
    void put(const broadcast::PublicGame& game);
    /// An arbiter made it what it is now, undelayed: what is undone and was not sent yet never will be. Shows
    /// nothing of `now` itself.
    void correct(const broadcast::PublicGame& now);
    void push_again();
    void reset();
    targets::Report report() const;
    const std::string& name() const { return settings_.name; }
    targets::Kind kind() const { return settings_.kind; }

  private:
    void run(const Upload& upload);
    void restore(targets::Target& target, const std::filesystem::path& record);
    void keep(targets::Target& target, const std::filesystem::path& record);
    void tell_record(const std::filesystem::path& record, const std::string& trouble);
    void take_in(targets::Target& target);
    void give(const broadcast::PublicGame& game);
    void publish(targets::Target& target);

    const targets::Settings settings_;
    std::function<HallMs()> now_;
    Tell tell_;
    std::string record_trouble_;

    mutable std::mutex mutex_; // of what follows
    std::condition_variable changed_;
    std::int64_t delay_ms_;
    broadcast::Delay delay_; // beyond the hall's
    std::map<std::string, broadcast::PublicGame, std::less<>>
        given_;                                    // to the target, what still stands, by id
    std::vector<broadcast::PublicGame> corrected_; // of these, since
    bool has_news_ = false, push_again_ = false, reset_ = false;
    targets::Report report_;

    std::atomic<bool> is_ending_ = false;
    std::thread thread_;
};

} // namespace adoube::upload
