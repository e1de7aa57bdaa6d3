#pragma once
// A game as the journal keeps it (one piece touched and another moved at ply 3, an arbiter's word, a gap),
// keys of a hall and an arbiter, and evidence.

#include "daemon/evidence/evidence.hpp"
#include "daemon/record/input.hpp"
#include "daemon/tlog/leaf.hpp"
#include "tests/simple_hands.hpp"

namespace adoube::tests {

tlog::SigningKey key_named(const std::string& name, tlog::SignatureType type, std::uint8_t seed);
inline const auto hall_key = key_named("hall.example/a", tlog::SignatureType::note, 1);
inline const auto other_key = key_named("hall.example/b", tlog::SignatureType::note, 2);
inline const auto arbiter_key = key_named("arbiter.example/anna", tlog::SignatureType::cosignature, 3);

struct RecordedGame {
    record::GameEntry game;
    std::vector<record::Entry> inputs;
    std::vector<tlog::Note> checkpoints; // by the hall, after every press

    /// `drawn` makes its secret; empty: a game from before secrets.
    explicit RecordedGame(const std::string& moves = short_game, const std::string& drawn = "drawn");

    /// Inputs 3 and 6 correct tags, the second also what the first has corrected; nothing was signed.
    static RecordedGame with_corrections(const std::string& drawn = "drawn");

    std::uint64_t size() const { return inputs.size() + 1; }

    tlog::Note whole(const tlog::SigningKey& key = hall_key) const;
    static std::vector<tlog::VerifierKey> others(const tlog::SigningKey& key);

    static constexpr UtcMs utc_ms{1'763'647'200'000};

  private:
    void put(const record::Input& input, bool of_board = true);
    void sign();
    static record::Snapshot start_after_two();

    tlog::Frontier tree_;
};

} // namespace adoube::tests
