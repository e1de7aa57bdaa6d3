#pragma once
// Writes PGN files in its own thread, so that a slow disk delays no board. Its queue holds only each game's
// latest text.

#include "daemon/adoubed/pgn_folder.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::adoubed {

class PgnWriter {
  public:
    /// `trouble` is called in that thread with one sentence: a write error, retried and reported again only
    /// when it changes, or a file kept instead of overwritten.
    PgnWriter(PgnFolder folder, std::function<void(const std::string&)> trouble,
              std::chrono::milliseconds retry_after = std::chrono::seconds(1));
    /// Writes the queue, without retries.
    ~PgnWriter();
    PgnWriter(const PgnWriter&) = delete;
    PgnWriter& operator=(const PgnWriter&) = delete;

    /// False: what is put is written nowhere.
    bool writes() const { return writes_; }
    /// Never waits.
    void put(const std::string& game_id, std::string pgn);

  private:
    using Texts = std::map<std::string, std::string>;

    void run();
    Texts write(Texts texts);

    PgnFolder folder_;
    const bool writes_ = folder_.writes();
    std::function<void(const std::string&)> trouble_;
    std::chrono::milliseconds retry_after_;
    std::string told_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Texts waiting_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace adoube::adoubed
