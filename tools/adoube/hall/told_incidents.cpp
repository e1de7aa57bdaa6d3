#include "tools/adoube/hall/told_incidents.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/umpire/data/in_words.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::tools {
namespace {

namespace json = boost::json;

std::string text_at(const json::object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}
std::int64_t number_at(const json::object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value && value->is_int64() ? value->get_int64() : 0;
}
const json::array& list_at(const json::object& object, std::string_view key) {
    static const json::array none;
    const auto* const value = object.if_contains(key);
    return value && value->is_array() ? value->get_array() : none;
}

std::string incident_line(const json::object& incident) {
    return umpire::in_words("incident", number_at(incident, "seq"), number_at(incident, "move"),
                            text_at(incident, "article"), text_at(incident, "text"));
}

std::string proposal_line(const json::object& proposal) {
    std::array<std::int64_t, 2> add_ms{};
    const auto& added = list_at(proposal, "add_ms");
    for (std::size_t side = 0; side < add_ms.size() && side < added.size(); ++side)
        if (const auto* const ms = added[side].if_int64()) add_ms[side] = *ms;
    return umpire::in_words("proposal", number_at(proposal, "seq"), number_at(proposal, "move"),
                            text_at(proposal, "article"), text_at(proposal, "text")) +
           umpire::how_to_do(text_at(proposal, "result"), add_ms);
}

} // namespace

std::vector<std::string> ToldIncidents::lines_of(const std::string& message) {
    std::vector<std::string> lines;
    const auto value = parse_json(message);
    const auto* const told = value ? value->if_object() : nullptr;
    if (!told) return lines;
    const auto type = text_at(*told, "type");
    if (type == "board") take_board(*told, lines);
    if (type == "boards") {
        epoch_ = text_at(*told, "epoch");
        for (const auto& board : list_at(*told, "boards"))
            if (const auto* const whole = board.if_object()) take_board(*whole, lines);
    }
    if (type == "board" || type == "boards") seq_ = static_cast<std::uint64_t>(number_at(*told, "seq"));
    return lines;
}

void ToldIncidents::take_board(const json::object& change, std::vector<std::string>& lines) {
    const auto number = number_at(change, "board");
    if (only_ != 0 && number != only_) return;
    Board& board = boards_[number];
    const auto* const game = change.if_contains("game");
    if (const auto* const object = game ? game->if_object() : nullptr;
        object && board.game != text_at(*object, "id")) {
        board.game = text_at(*object, "id");
        board.told.clear();
        board.proposed.clear();
    }
    const auto name = "board " + std::to_string(number) + ": ";
    const auto& dismissed = list_at(change, "dismissed");
    for (const auto& each : list_at(change, "incidents")) {
        const auto* const incident = each.if_object();
        if (!incident || !board.told.insert(number_at(*incident, "seq")).second) continue;
        const auto is_dismissed = std::ranges::count(dismissed, json::value(number_at(*incident, "seq"))) > 0;
        if (!is_dismissed) lines.push_back(name + incident_line(*incident));
    }
    for (const auto& each : list_at(change, "proposals")) {
        const auto* const proposal = each.if_object();
        if (proposal && board.proposed.insert(number_at(*proposal, "seq")).second)
            lines.push_back(name + proposal_line(*proposal));
    }
    const auto tell_once = [&](const char* key, std::string& last) {
        if (!change.contains(key)) return;
        const auto sentence = text_at(change, key);
        if (std::exchange(last, sentence) != sentence && !sentence.empty()) lines.push_back(name + sentence);
    };
    tell_once("trouble", board.trouble);
    tell_once("notice", board.notice);
    tell_once("lost", board.lost);
}

std::string ToldIncidents::resume() const {
    return epoch_.empty() ? std::string() : "?epoch=" + epoch_ + "&seq=" + std::to_string(seq_);
}

} // namespace adoube::tools
