#include "daemon/tournament/rounds_of_list.hpp"

namespace adoube::tournament {

std::expected<RoundPairings, std::string> chosen(RoundsOfList rounds, std::optional<int> wanted) {
    auto without = std::move(rounds[0]);
    rounds.erase(0);
    if (rounds.empty() && !wanted)
        return std::unexpected(
            std::string("it does not say which round it is: name the round (--round 3 for the third)"));
    if (rounds.empty()) {
        without.round = *wanted;
        return without;
    }
    std::set<int> numbers;
    for (const auto& [number, games] : rounds) numbers.insert(number);
    const int number = wanted.value_or(*numbers.rbegin());
    auto round = std::move(rounds[number]);
    round.round = number;
    round.rounds = std::move(numbers);
    if (const auto count = without.pairings.size(); count > 0)
        round.faults.push_back(std::to_string(count) +
                               (count == 1 ? " game of the list has" : " games of the list have") +
                               " no round, while others have one");
    return round;
}

} // namespace adoube::tournament
