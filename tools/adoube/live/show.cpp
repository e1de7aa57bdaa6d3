#include "tools/adoube/live/show.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/umpire/data/in_words.hpp"
#include "tools/adoube/common/daemon_line.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/feed.hpp"
#include "tools/adoube/live/touches.hpp"
#include "tools/adoube/live/view.hpp"
#include "tools/adoube/live/watch.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <filesystem>
#include <limits>

namespace adoube::tools {
namespace {

namespace json = boost::json;
constexpr int no_width = std::numeric_limits<int>::max();

UtcMs wall_clock() {
    using namespace std::chrono;
    return UtcMs(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

std::expected<std::string, std::string> journal_of(const ShowOptions& options) {
    if (!options.journal.empty()) return options.journal;
    if (!options.hall.url.empty())
        return std::unexpected("over the network no record is read: name a copy of it with --journal");
    const auto control = options.control.empty() ? find_control() : options.control;
    if (!control) return std::unexpected(control.error());
    auto beside = std::filesystem::path(*control).replace_extension(".journal");
    if (*control == "/run/adoube/control") beside = "/var/lib/adoube/hall.journal";
    if (std::filesystem::exists(beside)) return beside.string();
    return std::unexpected("the record is not beside the control socket: name it with --journal");
}

/// A game that began anew after an illegal move is the same record.
std::string record_of(const std::string& id) { return id.substr(0, id.find(".anew")); }

std::expected<Touches, std::string> recorded(const ShowOptions& options, const std::string& game) {
    const auto journal = journal_of(options);
    if (!journal) return std::unexpected(journal.error());
    const auto whole = journal::read_game_from(*journal, record_of(game), 1);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) return std::unexpected("nothing is recorded of this game yet");
    return touches_of(**whole);
}

void say_touch(const Touch& touch, Streams io) {
    say(io.out, "  " + std::to_string(touch.input) + "  " + umpire::clock_time(touch.at.count()) + "." +
                    std::to_string(touch.at.count() / 100 % 10) + "  " + touch.what);
}

void say_recorded(const Touches& touches, const ToldBoard& board, Streams io) {
    for (const auto& incident : board.incidents) {
        if (board.dismissed.contains(incident.seq)) continue;
        io.out << '\n';
        say(io.out, "What shows incident " + std::to_string(incident.seq) + " (input, time, what):");
        for (const auto& touch : touches.all)
            if (incident.first_input <= touch.input && touch.input <= incident.last_input)
                say_touch(touch, io);
    }
    if (!touches.said.empty()) {
        io.out << '\n';
        say(io.out, "What the players said:");
        for (const auto& touch : touches.said) say_touch(touch, io);
    }
    for (const auto& phrase : touches.open) say(io.out, "Open: " + phrase);
    if (board.result != "*") return; // players set up as they like
    io.out << '\n';
    if (touches.wrong.empty()) return say(io.out, "All squares are right."), void();
    say(io.out, "To be put right, or a move is being made:");
    for (const auto& [square, is, must] : touches.wrong)
        say(io.out, "  " + square + ": is " + is + ", must be " + must);
}

json::array json_of(const std::vector<Touch>& touches) {
    json::array all;
    for (const auto& touch : touches)
        all.push_back(json::object{{"input", touch.input}, {"t", touch.at.count()}, {"what", touch.what}});
    return all;
}

/// BOARD of the feed, and what the record adds.
std::string json_of(const json::object& board, const std::expected<Touches, std::string>& touches) {
    json::object object = board;
    if (!touches) {
        object["record"] = nullptr;
        object["record_trouble"] = touches.error();
        return json::serialize(object);
    }
    json::array wrong;
    for (const auto& [square, is, must] : touches->wrong)
        wrong.push_back(json::object{{"square", square}, {"is", is}, {"must", must}});
    object["record"] = json::object{{"inputs", json_of(touches->all)},
                                    {"said", json_of(touches->said)},
                                    {"open", json::array(touches->open.begin(), touches->open.end())},
                                    {"wrong", std::move(wrong)}};
    return json::serialize(object);
}

const json::object* only_board(const json::value& told) {
    const auto* const boards = told.is_object() ? told.get_object().if_contains("boards") : nullptr;
    if (!boards || !boards->is_array() || boards->get_array().empty()) return nullptr;
    return boards->get_array().front().if_object();
}

} // namespace

int run_arbiter_show(const ShowOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube arbiter show: " + sentence);
        return bad_input;
    };
    const auto told = boards_now(options.control, options.hall);
    if (!told) return refuse(told.error());
    const auto line = feed_line(*told, {options.board});
    const auto value = parse_json(line);
    const auto* const object = value ? only_board(*value) : nullptr;
    HallState hall;
    if (!object || hall.take(line).empty())
        return refuse("the daemon has no board " + std::to_string(options.board));
    const auto& board = hall.boards().begin()->second;
    const auto touches = recorded(options, board.id);
    if (options.json) {
        io.out << json_of(*object, touches) << std::endl;
        return success;
    }
    for (const auto& shown : page_of(board, options.figurines, no_width, wall_clock()))
        say(io.out, shown.text);
    if (touches)
        say_recorded(*touches, board, io);
    else
        say(io.err, "adoube arbiter show: what was touched is not shown: " + touches.error());
    return success;
}

} // namespace adoube::tools
