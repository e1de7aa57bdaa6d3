#pragma once
// The hash tree of one game, over durable inputs only. It is signed at every completed move, and at the
// first look after an input is a second old.

#include "daemon/journal/record.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <span>

namespace adoube::round {

class Checkpoints {
  public:
    /// Leaf 0. A game with anything that cannot be a leaf is never signed.
    void begin(const record::GameEntry& game);
    void append(const record::Entry& entry);
    /// The error is one sentence: the journal's inputs differ from those signed, or are fewer. Nothing more
    /// is signed then.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> signed_before,
                                            std::span<const record::Entry> inputs);

    /// Empty if none is due; `whatever` signs everything still unsigned.
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
