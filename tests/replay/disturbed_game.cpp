#include "tests/replay/disturbed_game.hpp"

#include "tests/replay/contract_hands.hpp"
#include "tests/replay/nonsense.hpp"

namespace adoube::replay {
namespace {

using record::Input;
using umpire::Umpire;

std::string text_of(const umpire::GameRecord& record) {
    std::string text(to_string(record.result));
    text += " " + record.termination + " " + record.game.start().fen();
    for (const auto& [move, made_ms, completed_ms, clock_ms] : record.moves)
        text += " " + to_uci(move, true) + "@" + std::to_string(made_ms.count()) + "/" +
                std::to_string(completed_ms.value_or(GameMs(-1)).count()) + "/" +
                std::to_string(clock_ms.value_or(-1));
    return text;
}

} // namespace

std::string all_of(const Umpire& umpire) {
    std::string text = text_of(umpire.final_record());
    for (const auto& incident : umpire.final_incidents()) text += "\n" + to_line(incident);
    return text;
}

std::vector<Input> disturbed(record::Header& header, std::uint64_t seed, Dice& dice) {
    if (dice.chance(0.4)) return any_inputs(header.sensing, 400, dice);
    const auto played =
        play_by_hand(seed, header.sensing, knobs_of(dice.chance(0.6) ? "human" : "unsupervised"));
    header = played.header;
    header.laws = static_cast<laws::Edition>(dice.between(0, 3));
    auto inputs = played.inputs;
    const auto times = dice.between(1, 30);
    for (std::int64_t n = 0; n < times && !inputs.empty(); ++n) {
        const auto at = dice.between(0, std::ssize(inputs) - 1);
        if (dice.chance(0.3))
            inputs.erase(inputs.begin() + at);
        else
            inputs.insert(inputs.begin() + at, any_input(header.sensing, inputs[at].t_ms, dice));
    }
    return inputs;
}

} // namespace adoube::replay
