#pragma once
// What the journal has said to be durable, held against what boards are told to forget, what a start finds,
// and what was played.

#include "protocol/receiver.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"

namespace adoube::hall {

class Ledger {
  public:
    explicit Ledger(std::size_t boards) : heard_(boards) {}

    void durable(const journal::Record& record);
    /// What is sent to a board: nothing is to be forgotten that is not durable.
    void sent(std::size_t port, std::uint64_t board_id, const Bytes& bytes);
    /// At a start: the journal has all that was durable, and nothing else.
    void check(journal::Store& store) const;
    /// What is missing is among `lost`.
    void check_loss(journal::Store& store, const std::vector<journal::Lost>& lost) const;
    /// What the umpire makes of it, from nothing, is what was played.
    void check(const Truth& truth) const;
    /// The evidence of all games holds what was durable, and is found to be right.
    void check_evidence(journal::Store& store, const evidence::SigningKey& key) const;

    /// The sensor log of each game, by id.
    std::map<std::string, std::string> logs() const;

    std::uint64_t inputs() const { return inputs_; }

  private:
    struct Game {
        journal::GameEntry entry;
        std::vector<journal::Entry> inputs;
    };
    std::map<std::string, Game> games_;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> next_; // event, by board and its start
    std::vector<wire::Receiver<wire::FromHost>> heard_;                   // by port
    std::uint64_t inputs_ = 0;
};

} // namespace adoube::hall
