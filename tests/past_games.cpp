#include "tests/past_games.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/round/table.hpp" // board_name
#include "tests/simple_hands.hpp"

#include <algorithm>

namespace adoube::tests {
namespace {

constexpr std::int64_t step_ms = 500;

} // namespace

chess::PgnGame simple_game(const PlayedGames& source, std::mt19937_64& random) {
    const auto promotes = [](const chess::PgnMove& each) {
        return each.move.kind == chess::MoveKind::promotion;
    };
    while (true)
        if (auto game = source.choose_normal(record::Sensing::presence, random);
            std::ranges::none_of(game.moves, promotes))
            return game;
}

PastBoard::PastBoard(std::size_t board, UtcMs began) : board_(round::board_name(board)), began_(began) {}

record::Entry PastBoard::entry(const record::Input& input, UtcMs at) {
    const auto board_us = static_cast<std::uint64_t>(at - began_) * 1000;
    return {record::to_line(input), record::Origin{board_, boot_id, sequence_++, BoardUs(board_us)}, at};
}

void PastBoard::play(std::vector<journal::Record>& records, const std::string& id,
                     const record::Header& header, const chess::PgnGame& game, UtcMs began, bool finished) {
    std::vector<chess::Move> moves;
    for (const auto& each : game.moves) moves.push_back(each.move);
    const auto inputs = SimpleHands(step_ms).play(moves);
    records.push_back(journal::OpenGame{{id, record::to_line(header), began, {}, id}});
    for (const auto& input : inputs)
        records.push_back(journal::Append{id, entry(input, began + input.t_ms.count())});
    if (!finished) {
        records.push_back(journal::Shown{id, inputs.size(), inputs.back().t_ms, {}});
        return;
    }
    const auto end_ms = inputs.back().t_ms + step_ms;
    const auto ended = began + end_ms.count();
    records.push_back(journal::Append{
        id, {record::to_line(record::Input{end_ms, record::SetResult{game.result}}), std::nullopt, ended}});
    records.push_back(journal::Shown{id, inputs.size() + 1, end_ms, {}});
    records.push_back(journal::CloseGame{id, ended});
}

} // namespace adoube::tests
