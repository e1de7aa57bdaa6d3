#pragma once
// Writes the games' PGN files in a thread of its own, so that a slow disk holds up no board. What waits for
// it is bounded: of each game the last text alone.

#include "daemon/adoubed/pgn_folder.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::adoubed {

class PgnWriter {
  public:
    /// `trouble` is called in that thread: why a file cannot be written, one sentence, said once until it
    /// changes, which is tried again until it can; and which file is not written over.
    PgnWriter(PgnFolder folder, std::function<void(const std::string&)> trouble,
              std::chrono::milliseconds retry_after = std::chrono::seconds(1));
    /// Writes what waits; where that fails, no more.
    ~PgnWriter();
    PgnWriter(const PgnWriter&) = delete;
    PgnWriter& operator=(const PgnWriter&) = delete;

    /// Never waits.
    void put(const std::string& game_id, std::string pgn);

  private:
    using Texts = std::map<std::string, std::string>; // by game

    void run();
    /// Returns those that cannot be written.
    Texts write(Texts texts);

    PgnFolder folder_;
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
