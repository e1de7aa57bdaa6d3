#include "daemon/tournament/seated_round.hpp"

#include "daemon/tournament/board_order.hpp"
#include "daemon/tournament/round_line.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace adoube::tournament {
namespace {

/// Where the daemon has the games now; new ones come to the first free boards, as proposed.
std::expected<void, std::string> take_boards_of(const TellDaemon& tell, RoundPairings& round) {
    const auto boards = tell(round_line(round, RoundAsk::boards));
    if (!boards) return std::unexpected(boards.error());
    std::istringstream numbers(*boards);
    for (auto& pairing : round.pairings)
        if (!(numbers >> pairing.board))
            return std::unexpected(std::string("the daemon does not tell the games' boards: it is another "
                                               "version than this command"));
    std::ranges::stable_sort(round.pairings, {}, &Pairing::board);
    return {};
}

std::expected<Doubts, std::string> seat(const RoundFiles& files, const TellDaemon& tell, PairingFile& file) {
    Doubts doubts;
    if (files.boards) {
        const auto list = read_pairings(*files.boards, file.round.round);
        if (!list) return std::unexpected(list.error());
        if (list->round.pairings.empty() && !file.round.pairings.empty())
            return std::unexpected(files.boards->name + ": " + no_opponents(list->round));
        doubts.wrong = take_boards(file.round.pairings, list->round.pairings);
        return doubts;
    }
    if (file.has_boards || file.round.pairings.empty()) return doubts;
    propose_boards(file.round.pairings);
    const std::string others = "; to have others, give a list of boards as well";
    if (!tell) {
        doubts.remarks.push_back("the file has no boards: these go from the best score down" + others);
        return doubts;
    }
    if (const auto taken = take_boards_of(tell, file.round); !taken) return std::unexpected(taken.error());
    doubts.remarks.push_back("the file has no boards: games that are armed keep theirs, others go to the "
                             "first free ones, from the best score down" +
                             others);
    return doubts;
}

} // namespace

std::expected<SeatedRound, std::string> seat_round(const RoundFiles& files, const TellDaemon& tell) {
    auto file = read_pairings(files.pairings, files.round);
    if (!file) return std::unexpected(file.error());
    auto doubts = seat(files, tell, *file);
    if (!doubts) return std::unexpected(doubts.error());
    return SeatedRound{std::move(file->round), std::move(*doubts)};
}

Doubts doubts_of(const SeatedRound& seated, const std::set<int>& tables) {
    auto doubts = doubts_of(seated.round, tables);
    std::ranges::copy(seated.of_boards.wrong, std::back_inserter(doubts.wrong));
    std::ranges::copy(seated.of_boards.remarks, std::back_inserter(doubts.remarks));
    return doubts;
}

} // namespace adoube::tournament
