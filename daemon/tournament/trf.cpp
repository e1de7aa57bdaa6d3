#include "daemon/tournament/trf.hpp"

#include "daemon/text/quoting.hpp"
#include "daemon/tournament/round_date.hpp"
#include "daemon/tournament/trf_columns.hpp"

namespace adoube::tournament {

std::string_view to_string(Score score) {
    switch (score) {
    case Score::white_wins: return "1-0";
    case Score::black_wins: return "0-1";
    case Score::draw: return "1/2-1/2";
    case Score::white_by_forfeit: return "+/-";
    case Score::black_by_forfeit: return "-/+";
    case Score::both_forfeit: return "-/-";
    }
    return "*";
}

std::optional<Score> score_from(std::string_view text) {
    using enum Score;
    for (const auto score : {white_wins, black_wins, draw, white_by_forfeit, black_by_forfeit, both_forfeit})
        if (to_string(score) == text) return score;
    return std::nullopt;
}

Trf::Cell Trf::cell(int player, int round) const {
    const auto& line = file_.line(lines_.at(player));
    const auto at = round_at(round);
    Cell cell{number_in(line, at, 4).value_or(0), letter_in(line, at + 5), letter_in(line, at + 7)};
    if (cell.colour == 'W' || cell.colour == 'B') cell.colour = static_cast<char>(cell.colour - 'A' + 'a');
    return cell;
}

int Trf::last_round() const {
    int last = 0;
    for (const auto& [number, line] : lines_) {
        const auto size = file_.line(line).size();
        const auto rounds = size < first_round_at ? 0 : (size - first_round_at) / round_size + 1;
        for (int round = std::min(static_cast<int>(rounds), most_rounds); round > last; --round)
            if (cell(number, round).opponent > 0) last = round;
    }
    return last;
}

int Trf::last_round_with_results() const {
    for (int round = last_round(); round > 0; --round)
        for (const auto& [number, line] : lines_)
            if (cell(number, round).opponent > 0 && has_result(round, number)) return round;
    return 0;
}

void Trf::find_faults(RoundPairings& pairings, int number) const {
    const auto here = cell(number, pairings.round);
    const auto fault = [&](const std::string& what) {
        pairings.faults.push_back("line " + std::to_string(lines_.at(number) + 1) + ": player " +
                                  std::to_string(number) + what + " in round " +
                                  std::to_string(pairings.round));
    };
    if (!players_.contains(here.opponent))
        return fault(" meets " + std::to_string(here.opponent) + ", who is not in the file,");
    const auto there = cell(here.opponent, pairings.round);
    if (here.opponent == number) return fault(" meets himself");
    if (there.opponent != number)
        return fault(" meets " + std::to_string(here.opponent) + ", who meets " +
                     (there.opponent > 0 ? std::to_string(there.opponent) : std::string("nobody")));
    const bool coloured =
        (here.colour == 'w' && there.colour == 'b') || (here.colour == 'b' && there.colour == 'w');
    if (!coloured && number < here.opponent)
        fault(" and " + std::to_string(here.opponent) + " have not one White and one Black");
}

/// Programs begin a day up to two columns later than FIDE says.
void Trf::read_day(RoundPairings& pairings) const {
    if (!days_line_) return;
    const auto text = text_in(file_.line(*days_line_), round_at(pairings.round), round_size);
    if (const auto day = day_from(text))
        pairings.date = *day;
    else if (!text.empty())
        pairings.remarks.push_back("line " + std::to_string(*days_line_ + 1) + ": " + text::quoted(text) +
                                   " is no day of round " + std::to_string(pairings.round) +
                                   ", as 26/11/29 would be: the games get the configuration's");
}

Absent Trf::absent(const Player& player, int round) const {
    const auto of_round = absent_.find(round);
    char code = cell(player.start_number, round).result;
    if (of_round != absent_.end() && of_round->second.contains(player.start_number))
        code = of_round->second.at(player.start_number);
    switch (code) {
    case 'H':
    case 'h': return {player, "half-point bye"};
    case 'F':
    case 'f': return {player, "full-point bye"};
    case 'U':
    case 'u': return {player, "pairing-allocated bye"};
    case 'Z':
    case 'z': return {player, "zero-point bye: absent or withdrawn"};
    default: return {player, "not paired"};
    }
}

RoundPairings Trf::round(int round) const {
    RoundPairings pairings{round, {}, {}};
    for (int each = last_round(); each > 0; --each) pairings.rounds.insert(each);
    if (round < 1 || round > most_rounds) return pairings;
    read_day(pairings);
    const auto of_round = absent_.find(round);
    for (const auto& [number, player] : players_) {
        const auto here = cell(number, round);
        if (here.opponent <= 0) {
            pairings.byes.push_back(absent(player, round));
            continue;
        }
        if (of_round != absent_.end() && of_round->second.contains(number))
            pairings.faults.push_back("player " + std::to_string(number) + " has both a bye and an opponent");
        find_faults(pairings, number);
        if (here.colour == 'w')
            if (const auto black = players_.find(here.opponent); black != players_.end())
                pairings.pairings.push_back({0, player, black->second});
    }
    return pairings;
}

} // namespace adoube::tournament
