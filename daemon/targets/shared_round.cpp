#include "daemon/targets/shared_round.hpp"

namespace adoube::targets {

std::string rounds_in_words(const std::set<std::string>& rounds) {
    std::string text = rounds.size() == 1 ? "round " : "rounds ";
    for (const auto& round : rounds) text += (round == *rounds.begin() ? "" : ", ") + round;
    return text;
}

std::string doubt_of_round(const Settings& target, const std::set<std::string>& shown,
                           const std::string& round) {
    const bool is_of_it = target.round.empty() || target.round == round;
    if (target.kind != Kind::lichess || !is_of_it || shown.empty() || shown.contains(round)) return {};
    return "target " + target.name + ": " + target.url + " shows " + rounds_in_words(shown) + ", and round " +
           round + " comes into it, too; " + std::string(give_each_its_own);
}

} // namespace adoube::targets
