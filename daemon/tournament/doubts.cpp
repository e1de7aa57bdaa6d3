#include "daemon/tournament/doubts.hpp"

#include "daemon/chess/notation/tag_limits.hpp"
#include "daemon/text/ranges.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::tournament {
namespace {

std::string board_of(const Pairing& pairing) {
    return pairing.board == 0 ? pairing.white.name + " - " + pairing.black.name
                              : "board " + std::to_string(pairing.board);
}

/// A program has written it in letters that lack one of its own.
bool has_lost_letters(const std::string& name) {
    return is_known_name(name) && (name.contains('?') || name.contains("\ufffd"));
}

struct Seen {
    std::map<std::string, std::string> by_name, by_id; // where; whose
    std::map<int, std::string> by_number;
    std::vector<std::string> with_lost_letters;
};

void look_at_player(const Player& player, const std::string& where, Seen& seen, Doubts& doubts) {
    const auto name = player.name.empty() ? std::string("a player without a name") : player.name;
    if (has_lost_letters(name)) seen.with_lost_letters.push_back(name);
    if (!is_known_name(player.name))
        doubts.wrong.push_back(where + ": \"" + player.name +
                               "\" is no name: broadcast sites leave out a game with an unknown player");
    else if (const auto [before, is_new] = seen.by_name.try_emplace(player.name, where); !is_new)
        doubts.wrong.push_back(name + " plays twice: " + before->second + " and " + where);
    if (player.start_number > 0)
        if (const auto [before, is_new] = seen.by_number.try_emplace(player.start_number, where); !is_new)
            doubts.wrong.push_back("start number " + std::to_string(player.start_number) +
                                   " plays twice: " + before->second + " and " + where);
    if (player.fide_id.empty()) return;
    if (const auto [before, is_new] = seen.by_id.try_emplace(player.fide_id, name); !is_new)
        doubts.wrong.push_back("FIDE id " + player.fide_id + " is that of " + before->second + " and of " +
                               name);
}

void look_at_boards(const RoundPairings& round, const std::set<int>& tables, Doubts& doubts) {
    std::set<int> boards;
    for (const auto& pairing : round.pairings) {
        if (pairing.board == 0)
            doubts.wrong.push_back(board_of(pairing) + " has no board");
        else if (!boards.insert(pairing.board).second)
            doubts.wrong.push_back("two games are on " + board_of(pairing));
        else if (!tables.empty() && !tables.contains(pairing.board))
            doubts.wrong.push_back(board_of(pairing) +
                                   " is no table of the hall: add a [[board]] for it, without "
                                   "a port if it has no electronics");
    }
    std::set<int> empty;
    for (const int table : tables)
        if (!boards.contains(table)) empty.insert(table);
    if (!empty.empty()) doubts.remarks.push_back("no game is on table " + text::ranges(empty));
}

} // namespace

std::string no_opponents(const RoundPairings& round) {
    auto text = "nobody has an opponent in round " + std::to_string(round.round);
    if (round.rounds.empty()) return text;
    return text + ": the file has round" + (round.rounds.size() == 1 ? " " : "s ") +
           text::ranges(round.rounds);
}

Doubts doubts_of(const RoundPairings& round, const std::set<int>& tables) {
    Doubts doubts{round.faults, {}};
    if (round.pairings.empty()) doubts.wrong.push_back(no_opponents(round));
    Seen seen;
    std::size_t without_id = 0;
    for (const auto& pairing : round.pairings)
        for (const auto& [player, side] : {std::pair(&pairing.white, "White"), {&pairing.black, "Black"}}) {
            look_at_player(*player, board_of(pairing) + ", " + side, seen, doubts);
            without_id += player->fide_id.empty() ? 1 : 0;
        }
    for (const auto& player : round.byes)
        if (seen.by_number.contains(player.start_number) ||
            (player.start_number == 0 && seen.by_name.contains(player.name)))
            doubts.wrong.push_back(player.name + " has both a bye and a game");
    for (const auto& pairing : round.pairings)
        if (const auto why = chess::unfit(tags_of(pairing)); !why.empty())
            doubts.wrong.push_back(board_of(pairing) + ": " + why);
    std::ranges::copy(round.remarks, std::back_inserter(doubts.remarks));
    look_at_boards(round, tables, doubts);
    if (const auto& lost = seen.with_lost_letters; !lost.empty())
        doubts.remarks.push_back(
            (lost.size() == 1 ? "one name lacks" : std::to_string(lost.size()) + " names lack") +
            std::string(" a letter, as \"") + lost.front() + "\": save the list as UTF-8, or correct it");
    if (without_id > 0)
        doubts.remarks.push_back(std::to_string(without_id) +
                                 " players have no FIDE id: broadcast sites know them by their names alone");
    return doubts;
}

} // namespace adoube::tournament
