#include "daemon/server/settled.hpp"

#include "daemon/boost/parse_json.hpp"

#include <boost/json.hpp>

namespace adoube::server {

namespace json = boost::json;

namespace {

json::object told(int board, const std::string& game, const std::map<std::string, std::string>& by) {
    json::array cases;
    for (const auto& [one_case, name] : by) cases.push_back({{"case", one_case}, {"by", name}});
    return {{"board", board}, {"game", game}, {"cases", std::move(cases)}};
}

} // namespace

std::expected<Settled, std::string> Settled::restored(std::string_view kept) {
    const auto value = parse_json(kept);
    const auto* const all = value ? value->if_array() : nullptr;
    if (!all) return std::unexpected("does not hold what arbiters have done with");
    Settled settled;
    for (const auto& each : *all) {
        const auto* const object = each.if_object();
        const auto board = object && object->contains("board") ? object->at("board").if_int64() : nullptr;
        const auto* const cases =
            object && object->contains("cases") ? object->at("cases").if_array() : nullptr;
        if (!board || !cases) return std::unexpected("does not hold what arbiters have done with");
        auto& of = settled.boards_[static_cast<int>(*board)];
        of.game = text_in(*object, "game");
        for (const auto& one : *cases)
            if (const auto* const marked = one.if_object())
                of.by.emplace(text_in(*marked, "case"), text_in(*marked, "by"));
    }
    return settled;
}

std::string Settled::kept() const {
    json::array boards;
    for (const auto& [board, of] : boards_) boards.push_back(told(board, of.game, of.by));
    return json::serialize(boards);
}

bool Settled::mark(const access::Grant& who, const Mark& mark) {
    auto& of = boards_[mark.board];
    if (of.game != mark.game) of = {mark.game, {}};
    return mark.settled ? of.by.emplace(mark.one_case, who.name).second : of.by.erase(mark.one_case) > 0;
}

bool Settled::is_there(int board, const std::string& game,
                       const std::function<bool(std::string_view one_case)>& has) {
    const auto found = boards_.find(board);
    if (found == boards_.end()) return false;
    auto& [settled_game, by] = found->second;
    if (settled_game == game)
        return std::erase_if(by, [&](const auto& each) { return !has(each.first); }) > 0;
    const bool had_some = !by.empty();
    boards_.erase(found);
    return had_some;
}

std::string Settled::told_to(const access::Grant& grant, bool is_answer) const {
    json::array boards;
    for (const auto& [board, of] : boards_) {
        if (of.by.empty() || !may(grant, access::Thing::arbiters_view, board)) continue;
        boards.push_back(told(board, of.game, of.by));
    }
    json::object all{{"type", "settled"}, {"boards", std::move(boards)}};
    if (is_answer) all["answer"] = true;
    return json::serialize(all);
}

} // namespace adoube::server
