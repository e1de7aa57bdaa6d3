#include "tools/adoube/hall/round_clock_times.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>

namespace adoube::tools {

namespace json = boost::json;

std::string clock_time_in_words(const std::int64_t* left_ms) {
    if (!left_ms) return "not known";
    const auto s = std::max<std::int64_t>(*left_ms, 0) / 1000;
    char text[32];
    std::snprintf(text, sizeof text, "%d:%02d:%02d", static_cast<int>(s / 3600),
                  static_cast<int>(s / 60 % 60), static_cast<int>(s % 60));
    return text;
}

namespace {

std::string name_in(const json::object& game, const char* side) {
    const auto& name = game.at(side).as_string();
    return name.empty() ? "?" : std::string(name);
}

std::string line_of(const json::object& game) {
    const auto time = [&](const char* side) {
        return clock_time_in_words(game.at(side).if_int64()) + (game.at("running") == side ? " (runs)" : "");
    };
    const auto plies = game.at("plies").as_int64();
    return "board " + std::to_string(game.at("board").as_int64()) + ", " + name_in(game, "white") + " - " +
           name_in(game, "black") + ": White " + time("w") + ", Black " + time("b") + "; " +
           (game.at("to_move") == "w" ? "White" : "Black") + " to move, " + std::to_string(plies) +
           (plies == 1 ? " ply" : " plies") + (game.at("connected").as_bool() ? "" : "; not connected then");
}

void show(const json::object& list, std::ostream& out) {
    const auto half_hours = list.at("half_hours").as_int64();
    say(out, "round " + std::string(list.at("round").as_string()) + " at " +
                 std::string(list.at("time").as_string()) + ", after " + std::to_string(half_hours / 2) +
                 (half_hours % 2 ? ":30" : ":00") + " h");
    for (const auto& game : list.at("games").as_array()) say(out, line_of(game.as_object()));
}

/// False where nothing is noted. Throws what Boost.JSON throws.
bool show_all(const json::value& told, bool all, std::ostream& out) {
    const auto& lists = told.as_object().at("lists").as_array();
    for (const auto& list : lists) {
        show(list.as_object(), out);
        if (!all) break;
    }
    return !lists.empty();
}

} // namespace

int run_round_clock_times(const RoundClockTimesOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube round clock-times: " + sentence);
        return bad_input;
    };
    const auto wanted = options.round ? R"("round":")" + std::to_string(options.round) + '"' : std::string();
    const auto told = tell(options.control, options.hall, R"({"clock_times":{)" + wanted + "}}");
    if (!told) return refuse(told.error());
    const auto value = parse_json(*told);
    try {
        const bool some = options.json ? !value.value().as_object().at("lists").as_array().empty()
                                       : show_all(value.value(), options.all, io.out);
        if (options.json) io.out << json::serialize(*value) << '\n';
        if (some) return success;
    } catch (const std::exception&) {
        return refuse("what the daemon sends are no clock times: it is another version than this command");
    }
    say(io.err, "adoube round clock-times: nothing is noted yet: the first list is made after half an hour");
    return failed_check;
}

} // namespace adoube::tools
