#pragma once
// Compares what the journal reported as durable with acknowledgements, with what a start finds, and with what
// was played.

#include "protocol/receiver.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"

namespace adoube::hall {

class Ledger {
  public:
    /// When a board really sent it.
    using Told = std::function<Us(const record::Origin&)>;
    Ledger(const Agenda& agenda, std::size_t boards, Told told)
        : agenda_(agenda), told_(std::move(told)), heard_(boards) {}

    /// From now on no one knows how long board and computer were off together.
    void wall_clock_is_set() { wall_clock_is_true_ = false; }

    void durable(const journal::Record& record);
    /// Checks that acknowledged events are durable.
    void sent(std::size_t port, std::uint64_t board_id, const Bytes& bytes);
    /// At a start: the journal holds what was durable and nothing else, except in `but_of`.
    void check(journal::Reader& journal, const std::string& but_of = {}) const;
    /// All that is missing is in `lost`.
    void check_loss(journal::Reader& journal, const std::vector<journal::Lost>& lost) const;
    /// A new umpire reads what was played.
    void check(const Truth& truth) const;
    /// Presence sensing only: an umpire misreads the game even with all that the board sent of it and nothing
    /// else. `next_begins`: the next game's first move.
    bool is_misread(const Truth& truth, std::optional<Us> next_begins) const;
    /// Holds all that was durable, and verifies.
    void check_evidence(journal::Reader& journal, const tlog::SigningKey& key) const;

    /// The game's last input that occurs nowhere else.
    std::optional<std::string> line_only_of(const std::string& game_id) const;

    /// By game id.
    std::map<std::string, std::string> logs() const;

    std::uint64_t inputs() const { return inputs_; }

  private:
    struct Game {
        record::GameEntry entry;
        record::Sensing sensing{};
        std::vector<record::Entry> inputs;
        std::optional<Us> begun; // when its time was 0
        GameMs last_ms{};
    };
    /// No event of the board is missing, and none is the next game's.
    bool is_whole(const Game& game, std::optional<Us> next_begins) const;
    /// Game time does not run ahead of the hall's, but a late input comes a short pause after the last.
    void check_time(Game& game, const record::Entry& entry) const;

    const Agenda& agenda_;
    const Told told_;
    bool wall_clock_is_true_ = true;
    std::map<std::string, Game> games_;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> next_; // event, by board and boot
    std::vector<wire::Receiver<wire::FromHost>> heard_;                   // by port
    std::uint64_t inputs_ = 0;
};

} // namespace adoube::hall
