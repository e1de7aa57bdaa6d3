#pragma once
// One round after another life of its journal, on a disk that fails: what is put, what must be there, and
// whether it is.

#include "faulty_disk.hpp"

#include "daemon/journal/journal.hpp"

#include <set>

namespace adoube::tests {

/// All that a journal holds, as it is read back.
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

/// A journal as simple as can be.
class Reference {
  public:
    /// False where it is refused.
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

/// What is put at once.
using Group = std::vector<journal::Record>;

/// Stands in all that is said of a game, and in nothing else.
std::string mark(const std::string& game_id);

/// A round as the daemon records it: each game opened with its first input, events of all boards mixed, now
/// and then a snapshot without number, an arbiter's word, a checkpoint, a state shown, the end of a game and
/// the next one armed; unless all are kept, games that are over are held, released and deleted.
std::vector<Group> simulated_round(std::uint64_t seed, int boards, int groups, bool all_are_kept = false);

class Lives {
  public:
    Lives(FaultyDisk& disk, std::uint64_t seed, std::vector<Group> round);

    /// Opens the journal, compares what it holds with what it must hold, and whether it says so, puts what is
    /// missing until the last is durable or the disk is dead, and closes it. What was wrong in that, or
    /// nothing.
    std::string live();
    /// Everything was confirmed, in this or an earlier life.
    bool done() const { return confirmed_ == round_.size(); }

  private:
    std::string compare(journal::Journal& journal);
    /// Of deleted games nothing is in any file once the journal says so.
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
