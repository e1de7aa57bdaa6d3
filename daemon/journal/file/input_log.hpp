#pragma once
// The inputs of a journal on their way into its file. Those of a transaction are appended to `batches` as one
// row, which takes few pages however many games they are of. Once many wait, all are settled: sorted by game
// they become runs (runs.hpp). That is done in parts, as what comes meanwhile must not wait for all of it.
//
// Knows which inputs the file will never take: of no game here, or of a board that was heard beyond them. All
// that returns a code is for an open transaction. Codes are SQLite's.

#include "daemon/journal/file/runs.hpp"
#include "daemon/journal/file/waiting_inputs.hpp"
#include "daemon/journal/record.hpp"

#include <map>
#include <span>
#include <unordered_map>

namespace adoube::journal {

class InputLog {
  public:
    /// The file is of this version and outlives the log.
    static std::expected<InputLog, std::string> of(Database& database);

    /// SQLITE_CONSTRAINT: refused for good.
    int take(const Append& append);
    bool has_taken() const { return !taken_.empty(); }
    /// What was taken since the last call, in a transaction with which the file has had so many records ever.
    int write(std::int64_t records);
    /// All that waits, also what was just taken.
    int settle();
    /// Whether much waits, or a part of it was settled; then the next part, in a transaction of its own.
    bool has_part() const { return waiting_ >= full_at_ || settling_; }
    int settle_part();
    /// After a rollback of these, which would cost as much after every transaction, and more each time.
    void put_off() {
        forget();
        full_at_ *= 2;
    }
    void deleted(const std::string& game_id) { games_.erase(game_id); }
    /// After a rollback.
    void forget();

  private:
    /// Settling is due every four seconds where 1,000 boards are played; a part of it takes some 3 ms.
    static constexpr std::size_t most_waiting = 16'384, part = 1'024;

    struct Game {
        std::int64_t number = 0, inputs = 0;
    };
    struct Board {
        std::int64_t number = 0;
        std::optional<std::uint32_t> heard; // its last numbered input
    };
    using Start = std::pair<std::string, std::uint32_t>; // of a board
    struct Hash {
        std::size_t operator()(const Start& start) const {
            return std::hash<std::string>()(start.first) ^ start.second;
        }
    };
    struct Settling {
        std::vector<StoredInput> inputs; // sorted
        std::size_t settled = 0;
        std::int64_t last_batch = 0;
    };
    InputLog(Database& database, RunWriter runs) : database_(&database), runs_(std::move(runs)) {}

    int why_unread() const;
    int recall_waiting();
    int find(const std::string& game_id, Game*& game);
    int find(const record::Origin& origin, Board*& board);
    int hear(std::span<const StoredInput> inputs);
    int begin_to_settle();
    int put_in_runs(std::span<const StoredInput> inputs);

    Database* database_;
    Statement find_game_, find_board_, add_board_, hear_, put_batch_;
    RunWriter runs_;
    std::string taken_; // as a batch
    std::size_t waiting_ = 0, taken_count_ = 0, full_at_ = most_waiting;
    /// Of what waited when the file was last read. They are not in `inputs` and `boards` yet.
    std::unordered_map<std::int64_t, std::int64_t> waiting_of_games_;   // last, by number
    std::unordered_map<std::int64_t, std::uint32_t> waiting_of_boards_; // last heard, by number
    bool recalled_ = false;
    std::optional<Settling> settling_; // empty: no part of what waits is settled
    std::unordered_map<std::string, Game> games_;
    std::unordered_map<Start, Board, Hash> boards_;
};

} // namespace adoube::journal
