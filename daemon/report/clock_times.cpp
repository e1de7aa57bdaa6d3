#include "daemon/report/clock_times.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/text/utc.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <ranges>

namespace adoube::report {
namespace {

namespace json = boost::json;

// --- as JSON ---

json::value ms_or_null(const std::optional<std::int64_t>& ms) {
    return ms ? json::value(*ms) : json::value(nullptr);
}
json::value letter_or_null(const std::optional<chess::Side>& side) {
    return side ? json::value(*side == chess::Side::white ? "w" : "b") : json::value(nullptr);
}

json::object json_of(const ClockTime& game) {
    return {{"board", game.board},
            {"record", game.record},
            {"white", game.white},
            {"black", game.black},
            {"w", ms_or_null(game.white_ms)},
            {"b", ms_or_null(game.black_ms)},
            {"running", letter_or_null(game.running)},
            {"to_move", letter_or_null(game.to_move)},
            {"plies", game.plies},
            {"connected", game.connected}};
}

json::object json_of(const ClockTimeList& list) {
    json::array games;
    for (const auto& game : list.games) games.push_back(json_of(game));
    return {{"event", list.event},          {"round", list.round},  {"half_hours", list.half_hours},
            {"at", list.at_utc_ms.count()}, {"time", list.in_hall}, {"games", std::move(games)}};
}

std::string text_in(const json::object& object, const char* key) {
    return std::string(object.at(key).as_string());
}

std::optional<chess::Side> side_in(const json::value& letter) {
    if (letter.is_null()) return std::nullopt;
    return letter.as_string() == "w" ? chess::Side::white : chess::Side::black;
}

std::optional<std::int64_t> ms_in(const json::value& ms) {
    return ms.is_null() ? std::nullopt : std::optional(ms.as_int64());
}

// These throw what Boost.JSON throws.

ClockTime game_from(const json::object& object) {
    return {.board = json::value_to<int>(object.at("board")),
            .record = text_in(object, "record"),
            .white = text_in(object, "white"),
            .black = text_in(object, "black"),
            .white_ms = ms_in(object.at("w")),
            .black_ms = ms_in(object.at("b")),
            .running = side_in(object.at("running")),
            .to_move = side_in(object.at("to_move")).value(),
            .plies = object.at("plies").as_int64(),
            .connected = object.at("connected").as_bool()};
}

ClockTimeList list_from(const json::object& object) {
    ClockTimeList list{.event = text_in(object, "event"),
                       .round = text_in(object, "round"),
                       .half_hours = object.at("half_hours").as_int64(),
                       .at_utc_ms = UtcMs(object.at("at").as_int64()),
                       .in_hall = text_in(object, "time")};
    for (const auto& game : object.at("games").as_array()) list.games.push_back(game_from(game.as_object()));
    return list;
}

// --- of the tables ---

using OfRound = std::pair<std::string, std::string>; // event and round

OfRound round_at(const round::TableView& table) {
    return {std::string(table.game.tags["Event"]), std::string(table.game.tags["Round"])};
}

std::optional<UtcMs> begun_utc_ms(const round::TableView& table) {
    const auto start_s =
        table.begun_ms ? text::parse_iso_8601(std::string(table.start_time)) : std::optional<std::int64_t>();
    if (!start_s) return std::nullopt;
    return UtcMs(*start_s * 1000) + table.begun_ms->count();
}

/// What a table without electronics plays is entered at the end alone.
bool is_in_play(const round::TableView& table) {
    if (table.game.result != chess::Result::open) return false;
    return table.begun_ms.has_value() || (!table.electronics && table.game.tags["White"].size() > 1);
}

ClockTime clock_time_of(const round::TableView& table, UtcMs now_utc_ms) {
    const auto& game = table.game;
    ClockTime time{.board = table.number,
                   .record = std::string(table.record_id),
                   .white = std::string(game.tags["White"]),
                   .black = std::string(game.tags["Black"]),
                   .to_move = game.position.to_move(),
                   .plies = static_cast<std::int64_t>(game.moves.size()),
                   .connected = !table.electronics || table.hello};
    if (!game.clocks) return time;
    const auto left = [&](chess::Side side) {
        return std::max<std::int64_t>(left_ms(*game.clocks, side, now_utc_ms), 0);
    };
    time.white_ms = left(chess::Side::white);
    time.black_ms = left(chess::Side::black);
    time.running = game.clocks->running;
    return time;
}

} // namespace

std::expected<ClockTimes, std::string> ClockTimes::parse(std::string_view lines) {
    ClockTimes times;
    for (int number = 1; !lines.empty(); ++number) {
        const auto end = lines.find('\n');
        const auto value = parse_json(lines.substr(0, end));
        try {
            times.add(list_from(value.value().as_object()));
        } catch (const std::exception&) {
            return std::unexpected("does not hold clock times, as its line " + std::to_string(number) +
                                   " is no list of them");
        }
        lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    }
    return times;
}

std::string ClockTimes::lines() const {
    std::string lines;
    for (const auto& list : lists_) lines += json::serialize(json_of(list)) + '\n';
    return lines;
}

/// Lists of the future are of a clock that was set back since.
bool ClockTimes::is_noted(const ClockTimeList& list, UtcMs since_utc_ms) const {
    return std::ranges::any_of(lists_, [&](const ClockTimeList& each) {
        return each.event == list.event && each.round == list.round && each.at_utc_ms >= since_utc_ms &&
               each.at_utc_ms <= list.at_utc_ms;
    });
}

std::vector<ClockTimeList> ClockTimes::due(std::span<const round::TableView> tables, UtcMs now_utc_ms,
                                           const account::LocalTime& local) const {
    std::map<OfRound, UtcMs> begun; // its first game
    std::map<OfRound, std::vector<const round::TableView*>> played;
    for (const auto& table : tables) {
        if (const auto at = begun_utc_ms(table)) {
            const auto first = begun.try_emplace(round_at(table), *at).first;
            first->second = std::min(first->second, *at);
        }
        if (is_in_play(table)) played[round_at(table)].push_back(&table);
    }
    std::vector<ClockTimeList> due;
    for (auto& [round, games] : played) {
        const auto since = begun.find(round);
        const bool runs =
            std::ranges::any_of(games, [](const auto* table) { return table->begun_ms.has_value(); });
        if (!runs || since == begun.end()) continue;
        const auto half_hours = (now_utc_ms - since->second) / every_ms;
        ClockTimeList list{.event = round.first,
                           .round = round.second,
                           .half_hours = half_hours,
                           .at_utc_ms = now_utc_ms,
                           .in_hall = local.second(now_utc_ms.count() / 1000)};
        if (half_hours < 1 || half_hours > most_half_hours ||
            is_noted(list, since->second + half_hours * every_ms))
            continue;
        std::ranges::sort(games, {}, [](const auto* table) { return table->number; });
        for (const auto* table : games) list.games.push_back(clock_time_of(*table, now_utc_ms));
        due.push_back(std::move(list));
    }
    return due;
}

void ClockTimes::add(ClockTimeList list) {
    if (lists_.size() == most_lists) lists_.erase(lists_.begin());
    lists_.push_back(std::move(list));
}

bool ClockTimes::forget(std::string_view record) {
    std::size_t found = 0;
    for (auto& list : lists_)
        found += std::erase_if(list.games, [&](const ClockTime& game) { return game.record == record; });
    std::erase_if(lists_, [](const ClockTimeList& list) { return list.games.empty(); });
    return found > 0;
}

std::string ClockTimes::told_to(const access::Grant& who, int round) const {
    std::vector<ClockTimeList> seen;
    for (auto list : lists_ | std::views::reverse) {
        std::erase_if(list.games, [&](const ClockTime& game) {
            return !may(who, access::Thing::arbiters_view, game.board);
        });
        if (!list.games.empty()) seen.push_back(std::move(list));
    }
    const auto event = seen.empty() ? std::string() : seen.front().event;
    std::erase_if(seen, [&](const ClockTimeList& list) { return list.event != event; });
    const auto wanted = round > 0 ? std::to_string(round) : seen.empty() ? std::string() : seen.front().round;
    std::vector<std::string> rounds;
    json::array told;
    for (const auto& list : seen) {
        if (std::ranges::find(rounds, list.round) == rounds.end()) rounds.push_back(list.round);
        if (list.round == wanted) told.push_back(json_of(list));
    }
    std::ranges::reverse(rounds);
    return json::serialize(
        json::object{{"round", wanted.empty() ? json::value(nullptr) : json::value(json::string(wanted))},
                     {"rounds", json::array(rounds.begin(), rounds.end())},
                     {"lists", std::move(told)}});
}

} // namespace adoube::report
