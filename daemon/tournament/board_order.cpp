#include "daemon/tournament/board_order.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace adoube::tournament {
namespace {

auto rank_of(const Pairing& pairing) {
    const auto& [board, white, black] = pairing;
    return std::tuple(-std::max(white.points, black.points), -(white.points + black.points),
                      std::min(white.start_number, black.start_number));
}

std::string name_of(const Pairing& pairing) { return pairing.white.name + " - " + pairing.black.name; }

} // namespace

void propose_boards(std::vector<Pairing>& pairings) {
    std::ranges::stable_sort(pairings, {}, rank_of);
    std::set<int> taken;
    for (const auto& pairing : pairings) taken.insert(pairing.board);
    int next = 1;
    for (auto& pairing : pairings) {
        if (pairing.board != 0) continue;
        while (taken.contains(next)) ++next;
        pairing.board = next++;
    }
    std::ranges::stable_sort(pairings, {}, &Pairing::board);
}

std::vector<std::string> take_boards(std::vector<Pairing>& pairings, const std::vector<Pairing>& list) {
    std::vector<std::string> doubts;
    std::set<const Pairing*> used;
    for (auto& pairing : pairings) {
        const auto found = std::ranges::find_if(list, [&](const Pairing& one) {
            return (is_same(one.white, pairing.white) && is_same(one.black, pairing.black)) ||
                   (is_same(one.white, pairing.black) && is_same(one.black, pairing.white));
        });
        if (found == list.end()) {
            doubts.push_back("the list of boards has no game " + name_of(pairing));
            continue;
        }
        used.insert(&*found);
        pairing.board = found->board;
        if (!is_same(found->white, pairing.white))
            doubts.push_back("the list of boards has the colours of " + name_of(pairing) +
                             " the other way round");
    }
    for (const auto& one : list)
        if (!used.contains(&one))
            doubts.push_back("the list of boards has a game more, " + name_of(one) + " on board " +
                             std::to_string(one.board));
    std::ranges::stable_sort(pairings, {}, &Pairing::board);
    return doubts;
}

} // namespace adoube::tournament
