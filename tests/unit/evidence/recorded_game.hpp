#pragma once
// A game as the journal keeps it, with a piece touched and another moved at ply 3, an arbiter's word and a
// gap; the keys of a hall and of an arbiter; and evidence made of them.

#include "daemon/evidence/evidence.hpp"
#include "daemon/evidence/leaf.hpp"
#include "daemon/umpire/sensor_log.hpp"
#include "tests/simple_hands.hpp"

namespace adoube::tests {

inline evidence::SigningKey key_named(const std::string& name, evidence::SignatureType type,
                                      std::uint8_t seed) {
    evidence::SigningKey::Seed bytes{};
    bytes.fill(seed);
    return {name, type, bytes};
}
inline const auto hall_key = key_named("hall.example/a", evidence::SignatureType::note, 1);
inline const auto other_key = key_named("hall.example/b", evidence::SignatureType::note, 2);
inline const auto arbiter_key = key_named("arbiter.example/anna", evidence::SignatureType::cosignature, 3);

struct RecordedGame {
    journal::GameEntry game;
    std::vector<journal::Entry> inputs;
    std::vector<evidence::Note> checkpoints; // by the hall, after every press

    explicit RecordedGame(const std::string& moves = short_game) {
        umpire::Header header;
        header.tags = {{"White", "Ann Adams"}, {"Black", "Ben Baker"}, {"Event", "Open"}};
        header.start_time = "2026-11-20T14:00:00Z";
        game = {"Open-r1-b3", umpire::to_line(header), utc_ms, std::nullopt};
        tree_.append(evidence::leaf_hash(evidence::to_leaf(game)));
        int presses = 0;
        std::int64_t later_ms = 0;
        for (auto input : SimpleHands().play(moves_of(moves))) {
            input.t_ms += later_ms;
            put(input);
            if (!std::holds_alternative<umpire::Press>(input.what)) continue;
            sign();
            if (++presses != 2) continue;
            const auto knight = *chess::square_from("b1");
            put({input.t_ms + 500, umpire::Lift{knight, {}}});
            put({input.t_ms + 1500, umpire::Drop{knight, {}}});
            put({input.t_ms + 1600, umpire::Call{chess::Side::black}}, false);
            put({input.t_ms + 1700, umpire::Gap{umpire::Gap::Cause::link}}, false);
            put({input.t_ms + 1700, start_after_two()});
            later_ms += 2000;
        }
    }

    std::uint64_t size() const { return inputs.size() + 1; }

    evidence::Note whole(const evidence::SigningKey& key = hall_key) const {
        return make_evidence(key, 1'763'650'000, game, inputs, checkpoints, others(key));
    }
    static std::vector<evidence::VerifierKey> others(const evidence::SigningKey& key) {
        std::vector<evidence::VerifierKey> all;
        if (key.verifier() != hall_key.verifier()) all.push_back(hall_key.verifier());
        return all;
    }

    static constexpr std::int64_t utc_ms = 1'763'647'200'000;

  private:
    void put(const umpire::Input& input, bool of_board = true) {
        journal::Entry entry{umpire::to_line(input), std::nullopt, utc_ms + input.t_ms + 40};
        if (of_board)
            entry.origin = journal::Origin{"00000000000000a1", 7, static_cast<std::uint32_t>(inputs.size()),
                                           static_cast<std::uint64_t>(input.t_ms) * 1000 + 123};
        inputs.push_back(std::move(entry));
        tree_.append(evidence::leaf_hash(evidence::to_leaf(game.id, inputs.size(), inputs.back())));
    }
    void sign() {
        checkpoints.push_back(
            evidence::signed_checkpoint(hall_key, evidence::origin_of(game.id), tree_.size(), tree_.root()));
    }
    static umpire::Snapshot start_after_two() {
        auto position = chess::Position::start();
        for (const auto move : moves_of("e4 e5")) position.play(move);
        umpire::Snapshot snapshot;
        for (unsigned square = 0; square < 64; ++square)
            if (position.at(static_cast<chess::Square>(square))) snapshot.squares[square] = umpire::Seen{};
        return snapshot;
    }

    evidence::Frontier tree_;
};

} // namespace adoube::tests
