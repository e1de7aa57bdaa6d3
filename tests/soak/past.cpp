#include "past.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/past_games.hpp"

#include <chrono>

namespace adoube::soak {
namespace {

constexpr std::int64_t round_ms = 3'600'000;

record::Header header_of(const record::Tags& tags) {
    record::Header header;
    header.tags = tags;
    header.tags["Event"] = "soak";
    header.time_control = header.tags["TimeControl"];
    return header;
}

} // namespace

Past write_past(const std::filesystem::path& file, std::size_t games, std::size_t boards,
                const tests::PlayedGames& source, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Past past{{}, (games + boards - 1) / boards};
    const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
    auto began = UtcMs(now) - static_cast<std::int64_t>(past.rounds) * round_ms;
    std::vector<tests::PastBoard> told;
    for (std::size_t board = 1; board <= boards; ++board) told.emplace_back(board, began);
    auto journal = journal::Journal::open(file).value().start({});
    for (std::size_t round = 1; round <= past.rounds; ++round, began += round_ms) {
        std::vector<journal::Record> records;
        for (std::size_t board = 1; board <= boards; ++board) {
            auto game = tests::simple_game(source, random);
            game.tags = tags_of(round, board, "5400+30");
            past.games.push_back({id_of(round, board), std::move(game), {}, true});
            const auto& next = past.games.back();
            told[board - 1].play(records, next.id, header_of(next.game.tags), next.game, began);
            records.push_back(journal::ArmGame{
                {past.games.back().id, id_of(round + 1, board),
                 record::to_line(header_of(tags_of(round + 1, board, "5400+30"))), began + round_ms - 1}});
        }
        journal.put(std::move(records));
    }
    return past;
}

} // namespace adoube::soak
