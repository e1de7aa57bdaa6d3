#include "tools/adoube/told_incidents.hpp"

#include "daemon/boost/parse_json.hpp"

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

/// "board 3: incident 2, move 12 of Black, Article 7.5.3: …"
std::string line_of(std::int64_t board, const json::object& incident) {
    const auto ply = number_at(incident, "ply");
    const auto article = text_at(incident, "article");
    return "board " + std::to_string(board) + ": incident " + std::to_string(number_at(incident, "seq")) +
           ", move " + std::to_string((ply + 1) / 2) + (article.empty() ? "" : ", Article " + article) +
           ": " + text_at(incident, "text");
}

} // namespace

std::vector<std::string> ToldIncidents::take(const std::string& message) {
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
    }
    const auto& dismissed = list_at(change, "dismissed");
    for (const auto& each : list_at(change, "incidents")) {
        const auto* const incident = each.if_object();
        if (!incident || !board.told.insert(number_at(*incident, "seq")).second) continue;
        const auto is_dismissed = std::ranges::count(dismissed, json::value(number_at(*incident, "seq"))) > 0;
        if (!is_dismissed) lines.push_back(line_of(number, *incident));
    }
    if (!change.contains("trouble")) return;
    const auto trouble = text_at(change, "trouble");
    if (std::exchange(board.trouble, trouble) != trouble && !trouble.empty())
        lines.push_back("board " + std::to_string(number) + ": " + trouble);
}

std::string ToldIncidents::resume() const {
    return epoch_.empty() ? std::string() : "?epoch=" + epoch_ + "&seq=" + std::to_string(seq_);
}

} // namespace adoube::tools
