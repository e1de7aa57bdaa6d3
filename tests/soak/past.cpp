#include "past.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/table.hpp" // board_name
#include "tests/simple_hands.hpp"

#include <algorithm>
#include <chrono>

namespace adoube::soak {
namespace {

constexpr std::int64_t step_ms = 500, round_ms = 3'600'000;
constexpr std::uint32_t boot_id = 7; // of none that starts later

record::Header header_of(const record::Tags& tags) {
    record::Header header;
    header.tags = tags;
    header.tags["Event"] = "soak";
    header.time_control = header.tags["TimeControl"];
    return header;
}

/// Whose pieces presence alone tells, as the hands that play it are simple.
chess::PgnGame simple_game(const tests::PlayedGames& source, std::mt19937_64& random) {
    const auto promotes = [](const chess::PgnMove& each) {
        return each.move.kind == chess::MoveKind::promotion;
    };
    while (true)
        if (auto game = source.choose_normal(record::Sensing::presence, random);
            std::ranges::none_of(game.moves, promotes))
            return game;
}

/// What one board tells, from its start on.
class Told {
  public:
    Told(std::size_t board, UtcMs began) : board_(round::board_name(board)), began_(began) {}

    record::Entry entry(const record::Input& input, UtcMs at) {
        const auto board_us = static_cast<std::uint64_t>(at - began_) * 1000;
        return {record::to_line(input), record::Origin{board_, boot_id, sequence_++, BoardUs(board_us)}, at};
    }

  private:
    std::string board_;
    UtcMs began_;
    std::uint32_t sequence_ = 0;
};

void play(std::vector<journal::Record>& records, const Expected& game, Told& board, UtcMs began) {
    std::vector<chess::Move> moves;
    for (const auto& each : game.game.moves) moves.push_back(each.move);
    const auto inputs = tests::SimpleHands(step_ms).play(moves);
    records.push_back(
        journal::OpenGame{{game.id, record::to_line(header_of(game.game.tags)), began, {}, game.id}});
    for (const auto& input : inputs)
        records.push_back(journal::Append{game.id, board.entry(input, began + input.t_ms.count())});
    const auto end_ms = inputs.back().t_ms + step_ms;
    records.push_back(
        journal::Append{game.id,
                        {record::to_line(record::Input{end_ms, record::SetResult{game.game.result}}),
                         std::nullopt, began + end_ms.count()}});
    records.push_back(journal::Shown{game.id, inputs.size() + 1, end_ms, {}});
    records.push_back(journal::CloseGame{game.id, began + end_ms.count()});
}

} // namespace

Past write_past(const std::filesystem::path& file, std::size_t games, std::size_t boards,
                const tests::PlayedGames& source, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Past past{{}, (games + boards - 1) / boards};
    const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
    auto began = UtcMs(now) - static_cast<std::int64_t>(past.rounds) * round_ms;
    std::vector<Told> told;
    for (std::size_t board = 1; board <= boards; ++board) told.emplace_back(board, began);
    auto journal = journal::Journal::open(file).value().start({});
    for (std::size_t round = 1; round <= past.rounds; ++round, began += round_ms) {
        std::vector<journal::Record> records;
        for (std::size_t board = 1; board <= boards; ++board) {
            auto game = simple_game(source, random);
            game.tags = tags_of(round, board, "5400+30");
            past.games.push_back({id_of(round, board), std::move(game), {}, true});
            play(records, past.games.back(), told[board - 1], began);
            records.push_back(journal::ArmGame{
                {past.games.back().id, id_of(round + 1, board),
                 record::to_line(header_of(tags_of(round + 1, board, "5400+30"))), began + round_ms - 1}});
        }
        journal.put(std::move(records));
    }
    return past;
}

} // namespace adoube::soak
