#pragma once
// What the journal has said to be durable, held against what boards are told to forget, what a start finds,
// and what was played.

#include "protocol/receiver.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"

namespace adoube::hall {

class Ledger {
  public:
    /// When a board told something, as is known to who made it.
    using Told = std::function<Us(const record::Origin&)>;
    Ledger(const Agenda& agenda, std::size_t boards, Told told)
        : agenda_(agenda), told_(std::move(told)), heard_(boards) {}

    /// From now on nobody can tell how long board and computer were off together.
    void wall_clock_is_set() { wall_clock_is_true_ = false; }

    void durable(const journal::Record& record);
    /// What is sent to a board: nothing is to be forgotten that is not durable.
    void sent(std::size_t port, std::uint64_t board_id, const Bytes& bytes);
    /// At a start: the journal has all that was durable, and nothing else; but for the game `but_of`.
    void check(journal::Reader& journal, const std::string& but_of = {}) const;
    /// What is missing is among `lost`.
    void check_loss(journal::Reader& journal, const std::vector<journal::Lost>& lost) const;
    /// What the umpire makes of it, from nothing, is what was played.
    void check(const Truth& truth) const;
    /// Whether the umpire alone, with all that a board told of the game and nothing else, reads it wrong,
    /// where sensors see that a piece is there, not which. `next_begins`: the first move of the game after
    /// it.
    bool is_misread(const Truth& truth, std::optional<Us> next_begins) const;
    /// The evidence of all games holds what was durable, and is found to be right.
    void check_evidence(journal::Reader& journal, const tlog::SigningKey& key) const;

    /// The last input of that game that no other input looks like; none where it has none.
    std::optional<std::string> line_only_of(const std::string& game_id) const;

    /// The sensor log of each game, by id.
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
    /// No event of the board is missing, and none is of the next game.
    bool is_whole(const Game& game, std::optional<Us> next_begins) const;
    /// Nobody's clock runs for longer than the hall's: a late input is behind the last by a short pause.
    void check_time(Game& game, const record::Entry& entry) const;

    const Agenda& agenda_;
    const Told told_;
    bool wall_clock_is_true_ = true;
    std::map<std::string, Game> games_;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> next_; // event, by board and its start
    std::vector<wire::Receiver<wire::FromHost>> heard_;                   // by port
    std::uint64_t inputs_ = 0;
};

} // namespace adoube::hall
