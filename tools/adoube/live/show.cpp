#include "tools/adoube/live/show.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/round/squares_in_words.hpp"
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
#include <memory>

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
    const auto control = options.control.empty() ? find_control() : options.control;
    if (!control) return std::unexpected(control.error());
    auto beside = std::filesystem::path(*control).replace_extension(".journal");
    if (*control == "/run/adoube/control") beside = "/var/lib/adoube/hall.journal";
    if (std::filesystem::exists(beside)) return beside.string();
    return std::unexpected("the record is not beside the control socket: name it with --journal");
}

std::string string_in(const json::object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

constexpr auto nothing_yet = "nothing is recorded of this game yet";

std::expected<ReadPage, std::string> pages_in_journal(const ShowOptions& options, const std::string& record) {
    const auto journal = journal_of(options);
    if (!journal) return std::unexpected(journal.error());
    auto whole = journal::read_game_from(*journal, record, 1);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) return std::unexpected(nothing_yet);
    return pages_of(std::move(**whole));
}

std::expected<ReadPage, std::string> pages_at_hall(const HallOptions& hall, const std::string& record) {
    auto made = HallClient::make(hall);
    if (!made) return std::unexpected(made.error());
    return [client = std::make_shared<HallClient>(std::move(*made)),
            record](std::uint64_t from) -> std::expected<std::string, std::string> {
        const auto answer =
            client->ask({.target = "/api/games/" + record + "/inputs?from=" + std::to_string(from)});
        if (!answer) return std::unexpected(answer.error().why);
        if (answer->status != 200) return std::unexpected(answer->sentence());
        return answer->body;
    };
}

/// `board` of the feed.
std::expected<Touches, std::string> recorded(const ShowOptions& options, const json::object& board) {
    const auto record = string_in(board, "record");
    if (record.empty()) return std::unexpected(nothing_yet);
    const bool at_hall = options.journal.empty() && !options.hall.url.empty();
    const auto read = at_hall ? pages_at_hall(options.hall, record) : pages_in_journal(options, record);
    if (!read) return std::unexpected(read.error());
    return touches_in(*read);
}

struct WrongSquare {
    std::string square, is, must; // "e4", "empty", "a white pawn"; what must stand there
};

std::string in_words(const json::value& letter) {
    if (!letter.is_string()) return "empty";
    const auto piece = chess::piece_from_char(*letter.get_string().c_str());
    return piece ? round::in_words(*piece) : "a piece";
}

/// Those that `differ` in `board` of the feed.
std::vector<WrongSquare> wrong_squares(const json::object& board) {
    std::vector<WrongSquare> wrong;
    const auto* const differ = board.if_contains("differ");
    if (!differ || !differ->is_array()) return wrong;
    for (const auto& each : differ->get_array())
        if (const auto* const one = each.if_array(); one && one->size() == 3 && one->at(0).is_string())
            wrong.push_back(
                {std::string(one->at(0).get_string()), in_words(one->at(2)), in_words(one->at(1))});
    return wrong;
}

void say_touch(const Touch& touch, Streams io) {
    const bool is_named = !touch.piece || touch.what.contains('('); // by the board itself
    say(io.out, "  " + std::to_string(touch.input) + "  " + umpire::clock_time(touch.at.count()) + "." +
                    std::to_string(touch.at.count() / 100 % 10) + "  " + touch.what +
                    (is_named ? "" : ": " + round::in_words(*touch.piece)));
}

void say_recorded(const Touches& touches, const std::vector<WrongSquare>& wrong, const ToldBoard& board,
                  Streams io) {
    for (const auto& incident : board.incidents) {
        if (board.dismissed.contains(incident.seq)) continue;
        io.out << '\n';
        say(io.out,
            "What was touched for incident " + std::to_string(incident.seq) + " (input, time, what):");
        for (const auto& touch : touches.all)
            if (touch.is_of_hand() && incident.first_input <= touch.input &&
                touch.input <= incident.last_input)
                say_touch(touch, io);
    }
    if (!touches.said.empty()) {
        io.out << '\n';
        say(io.out, "What the players said:");
        for (const auto& touch : touches.said) say_touch(touch, io);
    }
    for (const auto& phrase : touches.open) say(io.out, "Open: " + phrase);
    if (board.result != "*" || !board.begun || !board.here) return; // of no other game squares are told
    io.out << '\n';
    if (wrong.empty()) return say(io.out, "All squares are right."), void();
    say(io.out, "To be put right, or a move is being made:");
    for (const auto& [square, is, must] : wrong)
        say(io.out, "  " + square + ": is " + is + ", must be " + must);
}

json::array json_of(const std::vector<Touch>& touches) {
    json::array all;
    for (const auto& touch : touches)
        all.push_back(json::object{
            {"input", touch.input},
            {"t", touch.at.count()},
            {"kind", touch.kind},
            {"what", touch.what},
            {"piece", touch.piece ? json::value(json::string(1, chess::to_char(*touch.piece))) : nullptr}});
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
    for (const auto& [square, is, must] : wrong_squares(board))
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
        return refuse("the daemon has no board " + std::to_string(options.board) +
                      (options.hall.url.empty() ? "" : ", or it is none of this token's"));
    const auto& board = hall.boards().begin()->second;
    const auto touches = recorded(options, *object);
    if (options.json) {
        io.out << json_of(*object, touches) << std::endl;
        return success;
    }
    for (const auto& shown : page_of(board, options.figurines, no_width, wall_clock()))
        say(io.out, shown.text);
    if (touches)
        say_recorded(*touches, wrong_squares(*object), board, io);
    else
        say(io.err, "adoube arbiter show: what was touched is not shown: " + touches.error());
    return success;
}

} // namespace adoube::tools
