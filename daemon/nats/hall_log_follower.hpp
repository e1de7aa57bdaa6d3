#pragma once
// Follows the sealed log of a hall on a NATS server (standby/followed_log.hpp), in a thread of its own, so
// that this computer's journal holds what that of the daemon which serves the hall does.

#include "daemon/files/descriptor.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/nats/settings.hpp"
#include "daemon/standby/followed_log.hpp"
#include "daemon/standby/sealed.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace adoube::nats {

class Connection;

class HallLogFollower {
  public:
    /// Called in that thread.
    struct Events {
        /// On the disk when it returns; false: it cannot be written.
        std::function<bool(standby::FollowedLog::Kept)> keep;
        std::function<void(const standby::HallFile& file)> write_file;
        /// One sentence, once for each trouble, and once it is over.
        std::function<void(const std::string& sentence, bool is_trouble)> tell;
    };
    HallLogFollower(Settings settings, standby::Key key, std::filesystem::path journal,
                    standby::FollowedLog::Kept kept, Events events);
    ~HallLogFollower();
    HallLogFollower(const HallLogFollower&) = delete;
    HallLogFollower& operator=(const HallLogFollower&) = delete;

    /// As FollowedLog::may_take_over; and the log was read to its end, or cannot be.
    bool may_take_over() const;
    /// Ends following, with all that came on the disk.
    standby::FollowedLog::Kept end();

  private:
    void run();
    std::string follow();
    std::string of_another_key() const;
    std::string take(const std::string& sealed);
    std::string take(const standby::FollowedLog::Step& step);
    std::string take_base(std::uint64_t run);
    std::string open_journal();
    std::string put(const standby::FollowedLog::Put& put);
    void write_files();
    void keep();
    void tell(const std::string& trouble);

    const Settings settings_;
    const standby::Key key_;
    const std::filesystem::path journal_, base_;
    const Events events_;
    mutable std::mutex mutex_;
    std::condition_variable on_disk_;
    standby::FollowedLog log_;
    standby::FollowedLog::Kept kept_;
    std::optional<journal::Recorder> recorder_;
    std::uint64_t position_ = 0; // of the journal
    journal::Ticket on_disk_up_to_ = 0;
    std::string journal_trouble_;
    files::Descriptor base_file_;
    std::string told_ = "it was not read yet";
    std::int64_t polled_ms_ = 0;                     // when what the other says was read last
    std::map<std::string, standby::HallFile> files_; // the newest, not written yet
    std::chrono::steady_clock::time_point keeps_again_at_{};
    bool is_foreign_ = false; // what is said is sealed with another key
    bool is_read_ = false, is_away_ = false, is_ending_ = false;
    std::thread thread_;
};

} // namespace adoube::nats
