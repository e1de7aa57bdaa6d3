#include "tests/replay/power_cuts.hpp"

#include "daemon/umpire/data/sight.hpp"

#include <algorithm>

namespace adoube::replay {
namespace {

using record::Input;

bool is_of_hands(const Input& input) {
    return std::holds_alternative<record::Lift>(input.what) ||
           std::holds_alternative<record::Drop>(input.what);
}

bool is_of_board(const Input& input) {
    return is_of_hands(input) || std::holds_alternative<record::Press>(input.what) ||
           std::holds_alternative<record::Snapshot>(input.what);
}

void follow(umpire::Sight& board, const Input& input) {
    if (const auto* lift = std::get_if<record::Lift>(&input.what)) board.show(lift->square, std::nullopt);
    if (const auto* drop = std::get_if<record::Drop>(&input.what)) board.show(drop->square, drop->piece);
    if (const auto* whole = std::get_if<record::Snapshot>(&input.what)) board.show(*whole);
}

record::Snapshot shown_by(const umpire::Sight& board) {
    record::Snapshot shown;
    for (std::size_t at = 0; at < 64; ++at) shown.squares[at] = board.at(static_cast<chess::Square>(at));
    return shown;
}

/// Inputs after which power fails.
std::vector<std::size_t> moments(std::span<const Input> inputs, int cuts, Dice& dice) {
    const auto first_press = std::ranges::find_if(
        inputs, [](const Input& input) { return std::holds_alternative<record::Press>(input.what); });
    std::vector<std::size_t> all;
    for (auto each = first_press; each != inputs.end(); ++each)
        if (is_of_hands(*each)) all.push_back(static_cast<std::size_t>(each - inputs.begin()));
    dice.shuffle(all);
    all.resize(std::min(all.size(), static_cast<std::size_t>(cuts)));
    std::ranges::sort(all);
    return all;
}

} // namespace

std::vector<Input> with_power_cuts(const record::Header& header, std::span<const Input> inputs, PowerCuts how,
                                   Dice& dice) {
    umpire::Sight board(header.sensing);
    board.show(chess::Position::from_fen(header.start_fen).value_or(chess::Position::start()));
    const auto cut_after = moments(inputs, how.cuts, dice);
    std::vector<Input> told;
    std::optional<GameMs> light_ms;
    const auto come_back = [&] {
        told.push_back({*light_ms, record::Gap{record::Gap::Cause::power}});
        told.push_back({*light_ms, shown_by(board)});
        light_ms.reset();
    };
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        const auto& input = inputs[at];
        if (light_ms && input.t_ms > *light_ms) come_back();
        follow(board, input);
        if (!light_ms || !is_of_board(input)) told.push_back(input);
        if (!light_ms && std::ranges::binary_search(cut_after, at))
            light_ms = input.t_ms + dice.between(0, how.longest_dark_ms);
    }
    if (light_ms) come_back();
    return told;
}

} // namespace adoube::replay
