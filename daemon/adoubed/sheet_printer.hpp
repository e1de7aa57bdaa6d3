#pragma once
// Prints the scoresheet of each game that ends, in a thread of its own: a printer that is slow or missing
// delays nothing.

#include "daemon/sheet/sheet.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::adoubed {

/// [print]
struct PrintConfig {
    std::string printer; // as lpstat -a names it
    chess::Notation letters = sheet::default_letters();
    bool times = false;
    std::string site; // for the QR code; may be empty
};

class SheetPrinter {
  public:
    /// Called in that thread with one sentence for the log.
    using Tell = std::function<void(const std::string& sentence, bool is_trouble)>;

    struct Waits {
        std::chrono::milliseconds settle = std::chrono::seconds(3);   // until the end is recorded and signed
        std::chrono::milliseconds longest = std::chrono::seconds(60); // for lp
    };
    SheetPrinter(PrintConfig config, std::filesystem::path journal, Tell tell, Waits waits);
    SheetPrinter(PrintConfig config, std::filesystem::path journal, Tell tell)
        : SheetPrinter(std::move(config), std::move(journal), std::move(tell), Waits()) {}
    /// What still waits is not printed.
    ~SheetPrinter();
    SheetPrinter(const SheetPrinter&) = delete;
    SheetPrinter& operator=(const SheetPrinter&) = delete;

    /// Never waits. `record_id`: in the journal.
    void game_ended(const std::string& record_id);

    struct Counts {
        std::uint64_t printed = 0, failed = 0;
        std::size_t waiting = 0;
    };
    Counts counts() const;

  private:
    struct Ended {
        std::string id;
        std::chrono::steady_clock::time_point due;
    };

    void run();
    void print_one(const std::string& id);
    /// The PDF once the journal has the game's end.
    std::expected<std::optional<std::string>, std::string> pdf_of_game(const std::string& id) const;

    const PrintConfig config_;
    const std::filesystem::path journal_;
    const Tell tell_;
    const Waits waits_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Ended> waiting_;
    Counts counts_;
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

} // namespace adoube::adoubed
