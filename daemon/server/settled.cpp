#include "daemon/server/settled.hpp"

#include <boost/json.hpp>

namespace adoube::server {

namespace json = boost::json;

void Settled::mark(const access::Grant& who, const Mark& mark) {
    auto& of = boards_[mark.board];
    if (of.game != mark.game) of = {mark.game, {}};
    if (!mark.settled)
        of.by.erase(mark.one_case);
    else if (of.by.size() < most_cases)
        of.by.emplace(mark.one_case, who.name);
}

bool Settled::is_there(int board, const std::string& game) {
    const auto found = boards_.find(board);
    if (found == boards_.end() || found->second.game == game) return false;
    const bool had_some = !found->second.by.empty();
    boards_.erase(found);
    return had_some;
}

std::string Settled::told_to(const access::Grant& grant, bool is_answer) const {
    json::array boards;
    for (const auto& [board, of] : boards_) {
        if (of.by.empty() || !may(grant, access::Thing::arbiters_view, board)) continue;
        json::array cases;
        for (const auto& [one_case, by] : of.by) cases.push_back({{"case", one_case}, {"by", by}});
        boards.push_back({{"board", board}, {"game", of.game}, {"cases", std::move(cases)}});
    }
    json::object told{{"type", "settled"}, {"boards", std::move(boards)}};
    if (is_answer) told["answer"] = true;
    return json::serialize(told);
}

} // namespace adoube::server
