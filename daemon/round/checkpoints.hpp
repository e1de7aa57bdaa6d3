#pragma once
// The tree of one game as it grows, and when it is signed: at every completed move, and else a second after
// an input at the latest. Only what the journal has confirmed goes into it.

#include "daemon/journal/record.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <span>

namespace adoube::round {

class Checkpoints {
  public:
    /// The game is opened: leaf 0. What of it cannot be a leaf is never signed.
    void begin(const record::GameEntry& game);
    /// The next input is durable.
    void append(const record::Entry& entry);
    /// What the journal holds of before. The error is one sentence: its inputs are not those that were
    /// signed, or are fewer; from then on nothing is signed.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> signed_before,
                                            std::span<const record::Entry> inputs);

    /// Where it is time to sign, with so many moves completed; `whatever` signs all that is not signed yet.
    std::optional<journal::Record> due(const tlog::SigningKey& key, std::size_t completed_moves, UtcMs utc_ms,
                                       bool whatever = false);
    void shift_utc(std::int64_t by_ms) { unsigned_since_utc_ms_ += by_ms; }

  private:
    record::GameEntry game_;
    tlog::Frontier tree_;
    bool may_sign_ = true;
    std::uint64_t signed_size_ = 0;
    std::size_t signed_moves_ = 0;
    UtcMs unsigned_since_utc_ms_{};
};

} // namespace adoube::round
