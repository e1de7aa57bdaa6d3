#pragma once
// Keeps the sealed log of a hall on a NATS server for the daemon that stands by (standby/hall_log.hpp), in
// threads of its own. A server that is away makes this daemon go on alone, and holds up nothing else.

#include "daemon/journal/record.hpp"
#include "daemon/nats/settings.hpp"
#include "daemon/standby/hall_log.hpp"
#include "daemon/standby/sealed.hpp"

#include <chrono>
#include <condition_variable>
#include <expected>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::nats {

class Connection;

class HallLogKeeper {
  public:
    /// Beside the journal, the files that a daemon needs to go on, by their names there.
    struct Hall {
        std::filesystem::path journal;
        /// Called in a thread of the keeper's. An error, one sentence: not all could be read.
        std::function<std::expected<std::vector<standby::HallFile>, std::string>()> files;
    };
    /// Both called in a thread of the keeper's.
    struct Events {
        /// What counts, whether this daemon is alone, or what is amiss may have changed.
        std::function<void()> changed;
        /// One sentence, once for each trouble, and once it is over.
        std::function<void(const std::string& sentence, bool is_trouble)> tell;
        /// On the disk when it returns; false: it cannot be written.
        std::function<bool(standby::HallLog::Kept)> keep;
    };
    HallLogKeeper(Settings settings, standby::Key key, Hall hall, standby::HallLog::Kept kept,
                  std::uint64_t position, Events events);
    ~HallLogKeeper();
    HallLogKeeper(const HallLogKeeper&) = delete;
    HallLogKeeper& operator=(const HallLogKeeper&) = delete;

    /// As journal::Events::written.
    void written(std::vector<journal::Record> records, std::uint64_t position, std::uint64_t up_to);
    /// Several times a second: goes on alone where inputs have waited too long.
    void tick();

    std::uint64_t counts_up_to() const;
    standby::Epoch epoch() const;
    std::optional<standby::Epoch> superseded_by() const;
    struct Report {
        bool is_alone = false, hears_other = false;
        std::uint64_t behind = 0; // records that the other does not hold
        std::string other{};      // its computer; empty: none was heard
        std::string trouble{};    // empty: none
    };
    Report report() const;

  private:
    void store_all();
    void hear_all();
    std::string store();
    std::string hear();
    std::string store_base(Connection& connection);
    void look_at_files();
    bool keep();
    void tell(std::string& told, const std::string& trouble);
    bool wait(std::chrono::milliseconds longest);

    const Settings settings_;
    const standby::Key key_;
    const Hall hall_;
    const Events events_;
    mutable std::mutex mutex_;
    std::condition_variable woken_;
    standby::HallLog log_;
    std::mutex keeping_; // what is on the disk is the newest
    std::string trouble_ = "it was not reached yet", amiss_, of_files_;
    std::vector<standby::HallFile> files_; // as they were put last
    std::chrono::steady_clock::time_point files_looked_at_{}, files_put_at_{};
    std::int64_t ticked_ms_ = 0;
    bool is_ending_ = false;
    std::thread storing_, hearing_;
};

} // namespace adoube::nats
