#include "daemon/targets/sent_record.hpp"

#include "daemon/boost/parse_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace adoube::targets {
namespace {

namespace json = boost::json;

std::string to_text(const ShownMove& move) {
    return move.clock_s ? move.san + ' ' + std::to_string(*move.clock_s) : move.san;
}

std::optional<ShownMove> move_from(const json::value& value) {
    if (!value.is_string()) return std::nullopt;
    const std::string_view text = value.get_string();
    const auto space = text.find(' ');
    ShownMove move{std::string(text.substr(0, space)), std::nullopt};
    if (space == std::string_view::npos) return move;
    const auto digits = text.substr(space + 1);
    std::int64_t clock_s = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), clock_s);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    move.clock_s = clock_s;
    return move;
}

bool take_moves(const json::object& told, SentLines& lines) {
    const auto* const game = told.if_contains("game");
    const auto* const start = told.if_contains("start");
    const auto* const from = told.if_contains("from");
    const auto* const moves = told.if_contains("moves");
    if (!game || !game->is_string() || !from || !from->is_int64() || !moves || !moves->is_array())
        return false;
    Line& line = lines[std::string(game->get_string())];
    const auto at = from->get_int64();
    if (at < 0 || static_cast<std::size_t>(at) > line.moves.size()) return false;
    if (start && start->is_string()) line.start = std::string(start->get_string());
    line.moves.resize(static_cast<std::size_t>(at));
    for (const auto& value : moves->get_array()) {
        auto move = move_from(value);
        if (!move) return false;
        line.moves.push_back(std::move(*move));
    }
    return true;
}

bool take(std::string_view text, const std::string& url, bool is_first, SentBefore& sent) {
    const auto value = parse_json(text);
    const auto* const told = value ? value->if_object() : nullptr;
    if (!told) return false;
    if (is_first) return *told == json::object{{"url", url}};
    if (const auto* const round = told->if_contains("round"); round && round->is_string()) {
        sent.rounds.emplace(round->get_string());
        return true;
    }
    if (!told->contains("reset")) return take_moves(*told, sent.lines);
    sent = {};
    return true;
}

} // namespace

std::string url_record(const std::string& url) { return json::serialize(json::object{{"url", url}}) + '\n'; }

std::string moves_record(const std::string& game, const Line& line, std::size_t from) {
    json::array moves;
    for (auto at = from; at < line.moves.size(); ++at) moves.emplace_back(to_text(line.moves[at]));
    json::object told{{"game", game}, {"from", from}, {"moves", std::move(moves)}};
    if (from == 0) told["start"] = line.start;
    return json::serialize(told) + '\n';
}

std::string round_record(const std::string& round) {
    return json::serialize(json::object{{"round", round}}) + '\n';
}

std::string reset_record() { return "{\"reset\":true}\n"; }

SentBefore parse_sent_record(std::string_view text, const std::string& url) {
    SentBefore sent;
    for (bool is_first = true;; is_first = false) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos || !take(text.substr(0, end), url, is_first, sent)) return sent;
        text.remove_prefix(end + 1);
    }
}

} // namespace adoube::targets
