#include "tests/unit/evidence/recorded_game.hpp"

#include "daemon/record/sensor_log.hpp"

namespace adoube::tests {

tlog::SigningKey key_named(const std::string& name, tlog::SignatureType type, std::uint8_t seed) {
    tlog::SigningKey::Seed bytes{};
    bytes.fill(seed);
    return {name, type, bytes};
}

RecordedGame::RecordedGame(const std::string& moves, const std::string& drawn) {
    record::Header header;
    header.tags = {{"White", "Ann Adams"}, {"Black", "Ben Baker"}, {"Event", "Open"}};
    header.start_time = "2026-11-20T14:00:00Z";
    game = {"Open-r1-b3", record::to_line(header), utc_ms, std::nullopt,
            tlog::secret_of("Open-r1-b3", drawn)};
    tree_.append(tlog::hash_of(game));
    int presses = 0;
    std::int64_t later_ms = 0;
    for (auto input : SimpleHands().play(moves_of(moves))) {
        input.t_ms += later_ms;
        put(input);
        if (!std::holds_alternative<record::Press>(input.what)) continue;
        sign();
        if (++presses != 2) continue;
        const auto knight = *chess::square_from("b1");
        put({input.t_ms + 500, record::Lift{knight, {}}});
        put({input.t_ms + 1500, record::Drop{knight, {}}});
        put({input.t_ms + 1600, record::Call{chess::Side::black}}, false);
        put({input.t_ms + 1700, record::Gap{record::Gap::Cause::link}}, false);
        put({input.t_ms + 1700, start_after_two()});
        later_ms += 2000;
    }
}

RecordedGame RecordedGame::with_corrections(const std::string& drawn) {
    RecordedGame recorded(short_game, drawn);
    recorded.checkpoints.clear();
    const auto insert = [&](std::ptrdiff_t at, record::Tags tags) {
        const auto before = recorded.inputs.begin() + at - 1;
        const auto input = record::parse_input(before->line, record::Sensing::presence).value();
        recorded.inputs.insert(before, {record::to_line({input.t_ms, record::SetTags{std::move(tags)}}),
                                        std::nullopt, before->host_utc_ms});
    };
    insert(3, {{"White", "Zoe Zed"}, {"Round", "1"}});
    insert(6, {{"White", "Zoe Zett"}});
    return recorded;
}

tlog::Note RecordedGame::whole(const tlog::SigningKey& key) const {
    return evidence::make_evidence(key, 1'763'650'000, game, inputs, checkpoints, others(key));
}

std::vector<tlog::VerifierKey> RecordedGame::others(const tlog::SigningKey& key) {
    std::vector<tlog::VerifierKey> all;
    if (key.verifier() != hall_key.verifier()) all.push_back(hall_key.verifier());
    return all;
}

void RecordedGame::put(const record::Input& input, bool of_board) {
    record::Entry entry{record::to_line(input), std::nullopt, utc_ms + input.t_ms.count() + 40};
    if (of_board)
        entry.origin = record::Origin{"00000000000000a1", 7, static_cast<std::uint32_t>(inputs.size()),
                                      BoardUs(static_cast<std::uint64_t>(input.t_ms.count()) * 1000 + 123)};
    inputs.push_back(std::move(entry));
    tree_.append(tlog::hash_of(game, inputs.size(), inputs.back()));
}

void RecordedGame::sign() {
    checkpoints.push_back(
        tlog::signed_checkpoint(hall_key, tlog::origin_of(game.id), tree_.size(), tree_.root()));
}

record::Snapshot RecordedGame::start_after_two() {
    auto position = chess::Position::start();
    for (const auto move : moves_of("e4 e5")) position.play(move);
    record::Snapshot snapshot;
    for (unsigned square = 0; square < 64; ++square)
        if (position.at(static_cast<chess::Square>(square))) snapshot.squares[square] = record::Seen{};
    return snapshot;
}

} // namespace adoube::tests
