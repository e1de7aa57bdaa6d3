#pragma once
// Prints the scoresheet of each game that ends, in a thread of its own: a printer that is slow or missing
// delays nothing. What could not be printed is kept until it was, or until somebody has seen to it.

#include "daemon/adoubed/print_list.hpp"
#include "daemon/sheet/pdf.hpp"

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
    std::string printer; // as lpstat -a names it; empty: nothing is printed by itself
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
    /// What still waits is printed after the next start.
    ~SheetPrinter();
    SheetPrinter(const SheetPrinter&) = delete;
    SheetPrinter& operator=(const SheetPrinter&) = delete;

    // None of these waits.

    /// `record_id`: in the journal.
    void game_ended(const std::string& record_id);
    /// Prints all doubtful sheets again. Returns how many.
    std::size_t print_again();
    /// Somebody has seen to all doubtful sheets. Returns how many they were.
    std::size_t dismiss();

    struct State {
        std::uint64_t printed = 0; // since the start
        std::size_t waiting = 0;
        std::vector<PrintList::Doubtful> doubtful; // could not be printed, or came out with something missing
    };
    State state() const;

  private:
    struct Ended {
        std::string id;
        std::chrono::steady_clock::time_point due;
    };

    void run();
    void take_up_list();
    void keep_list(const PrintList& list);
    void put(const std::string& id, std::chrono::milliseconds settle); // under the lock
    template<class Settle>
    std::size_t settle_doubts(Settle settle);
    void print_one(const std::string& id);
    void note(const std::string& id, bool printed, const std::string& why);
    /// The PDF once the journal has the game's end.
    std::expected<std::optional<sheet::Pdf>, std::string> pdf_of_game(const std::string& id) const;

    const PrintConfig config_;
    const std::filesystem::path journal_;
    const Tell tell_;
    const Waits waits_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Ended> waiting_; // the one under way first
    std::vector<PrintList::Doubtful> doubtful_;
    std::uint64_t printed_ = 0;
    bool is_to_keep_ = false; // the list has changed
    bool told_not_kept_ = false;
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

} // namespace adoube::adoubed
