#pragma once
// An in-memory hall: a round, its boards, and a disk as slow as the test wants. The host can be killed,
// boards reset, cables pulled.

#include "daemon/round/round.hpp"
#include "tests/simple_hands.hpp"
#include "tests/unit/drivers/scripted_board.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>

namespace adoube::tests {

wire::Squares start_squares(wire::Sensing sensing = wire::Sensing::presence);
wire::Event wire_event(const record::Input& input);
round::Round::Seat seat(int number);

class Hall {
  public:
    explicit Hall(std::vector<round::Round::Seat> seats, std::optional<tlog::SigningKey> key = {},
                  std::int64_t delay_ms = 0);

    round::HostTime now{SteadyUs(1'000'000), UtcMs(1'800'000'000'000)};
    bool disk_works = true;
    bool keeps_ports = false; // over a kill, as changed; else they are as configured
    int torn_percent = 0;
    std::mt19937_64 random{1};
    std::vector<journal::Record> disk;
    std::vector<broadcast::PublicGame> shown;
    /// Called after what is to be shown with it.
    std::function<void(const broadcast::PublicGame&)> corrected = [](const auto&) {};
    std::vector<round::Note> notes;
    std::vector<round::Answer> answers;
    /// Called for a table whose view may have changed.
    std::function<void(std::size_t)> look_at = [](std::size_t) {};
    std::function<void(const round::Work::Touched&)> touched = [](const auto&) {};

    void plug(std::size_t port, BoardOnCable& board);
    void unplug(std::size_t port);
    void receive(std::size_t port, const std::vector<std::uint8_t>& bytes);
    bool is_plugged(std::size_t port) const { return plugged_[port] != nullptr; }

    /// An arbiter's word. Empty, or why it was refused.
    std::string say(int board, record::What what, std::string_view by = {}, std::string_view game = {});
    const round::Round& round() const { return *round_; }
    round::TableView view(std::size_t table) const { return round_->view(round::TableId{table}); }
    round::Round& round() { return *round_; }
    std::string arm(int board, const std::string& id, const record::Header& header);
    /// As `say`; another board may then be plugged in.
    std::string use_port(int board, const std::string& name);
    /// Inputs on their way to the disk.
    std::size_t waiting(const std::string& id = "game-1") const;
    /// By game, where there are any.
    std::map<std::string, std::size_t> all_waiting() const;
    /// All that was said is durable.
    bool heard() const { return confirmed_ >= said_; }

    /// Restarts the host without what is not on disk; cables stay.
    void kill();

    /// Without a tick, and nothing is said.
    void pass(std::int64_t ms);
    void step(std::int64_t ms = 50);
    void run(int steps);

    /// Completes all pending writes.
    void sync();
    /// Records not on disk.
    std::size_t unsynced() const { return waiting_.size(); }
    void sync_oldest(std::size_t records);

    const broadcast::PublicGame& game(const std::string& id = "game-1") const;
    std::string moves(const std::string& id = "game-1") const;
    std::vector<record::Entry> inputs(const std::string& id = "game-1") const;
    std::vector<record::Checkpoint> checkpoints(const std::string& id = "game-1") const;
    std::string header(const std::string& id = "game-1") const;
    /// How many notes have this text.
    int noted(const std::string& part) const;
    /// Duration of a disk transaction.
    std::int64_t sync_ms = 0;

  private:
    void start();

    std::string answer(const std::expected<std::uint64_t, std::string>& said);

    void work();
    void deliver(std::size_t port, std::vector<std::uint8_t> bytes);
    void tear(std::vector<std::uint8_t>& bytes);
    /// False for a board's input already on disk.
    bool is_new(const journal::Record& record);
    bool write(const journal::Record& record);

    std::vector<round::Round::Seat> seats_;
    std::optional<tlog::SigningKey> key_;
    std::int64_t delay_ms_;
    std::vector<BoardOnCable*> plugged_;
    std::unique_ptr<round::Round> round_;
    std::deque<journal::Record> waiting_;
    std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> origins_; // on the disk
    std::uint64_t confirmed_ = 0, said_ = 0;
    int steps_ = 0;
};

/// What `adoube verify` finds wrong with a signed record.
std::vector<std::string> faults_of_record(const Hall& hall, const tlog::SigningKey& key,
                                          const std::string& id = "game-1");
/// Replays the inputs on disk.
umpire::GameRecord replayed(const Hall& hall, const std::string& id = "game-1");

} // namespace adoube::tests
