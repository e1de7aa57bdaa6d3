#pragma once
// A round through several lives of its journal on a failing disk.

#include "faulty_disk.hpp"

#include "daemon/journal/journal.hpp"

#include <set>

namespace adoube::tests {

/// A journal's content, as read back.
struct Kept {
    std::vector<record::GameEntry> games;
    std::vector<record::ArmedGame> armed;
    std::map<std::string, std::vector<record::Entry>> inputs;
    std::map<std::string, std::vector<record::Checkpoint>> checkpoints; // of games that have any
    std::map<std::string, record::Shown> shown;
    std::map<std::string, record::Hold> holds;
    std::vector<record::Tombstone> tombstones;
    friend bool operator==(const Kept&, const Kept&) = default;

    std::string counts() const;
};

/// The error is the journal's.
std::expected<Kept, std::string> read_back(journal::Journal& journal);

/// The simplest journal.
class Reference {
  public:
    /// False if refused.
    bool apply(const journal::Record& record);
    const Kept& kept() const { return kept_; }

  private:
    bool take_one(const journal::OpenGame& record);
    bool take_one(const journal::Append& record);
    bool take_one(const journal::CloseGame& record);
    bool take_one(const journal::ArmGame& record);
    bool take_one(const record::Checkpoint& record);
    bool take_one(const record::Shown& record);
    bool take_one(const journal::HoldGame& record);
    bool take_one(const journal::ReleaseGame& record);
    bool take_one(const record::DeleteGame& record);

    Kept kept_;
    std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> origins_;
};

/// Put at once.
using Group = std::vector<journal::Record>;

/// Text in all records of a game and in no others.
std::string mark(const std::string& game_id);

/// A round as the daemon records it: each game opened with its first input, boards' events mixed, with
/// unnumbered snapshots, arbiters' words, checkpoints, shown states, ends of games and next games armed;
/// unless `all_are_kept`, finished games are held, released and deleted.
std::vector<Group> simulated_round(std::uint64_t seed, int boards, int groups, bool all_are_kept = false);

class Lives {
  public:
    Lives(FaultyDisk& disk, std::uint64_t seed, std::vector<Group> round);

    /// Opens the journal, compares its content and what it says of it with what must be there, puts what is
    /// missing until all is durable or the disk is dead, and closes it. Returns what was wrong, or nothing.
    std::string live();
    /// All is confirmed, in any life.
    bool done() const { return confirmed_ == round_.size(); }

  private:
    std::string compare(journal::Journal& journal);
    /// Once the journal says so, no file holds deleted games.
    std::string erase(journal::Journal& journal);
    std::string fill(journal::Journal journal);
    void take_next();

    FaultyDisk& disk_;
    std::mt19937_64 random_;
    const std::vector<Group> round_;
    Reference reference_;       // after the confirmed groups
    std::size_t confirmed_ = 0; // groups that must be there
    std::size_t put_ = 0;       // groups that may be there
};

} // namespace adoube::tests
