#include "daemon/adoubed/control_line.hpp"

#include "daemon/adoubed/time_control.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/chess/chess960.hpp"
#include "daemon/chess/notation/tag_limits.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;
using std::unexpected;

constexpr std::string_view words[] = {"arbiter", "offer", "accept", "decline", "resign",
                                      "flag",    "claim", "adjust", "call"};
constexpr int most_boards = 100'000;
constexpr std::int64_t longest_delay_s = 24LL * 3600;
constexpr std::int64_t most_added_ms = 24LL * 3600 * 1000;

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

std::expected<int, std::string> take_board(json::object& line) {
    const auto* board = line.if_contains("board");
    if (!board) return unexpected("\"board\" is missing: the number of the board that is meant");
    int number = 0;
    if (const auto* name = board->if_string()) {
        const auto [end, error] = std::from_chars(name->data(), name->data() + name->size(), number);
        if (error != std::errc() || end != name->data() + name->size()) number = 0;
    } else if (const auto* whole = board->if_int64(); whole && *whole <= most_boards) {
        number = static_cast<int>(*whole);
    }
    if (number < 1 || number > most_boards)
        return unexpected(json::serialize(*board) + " is no number of a board");
    line.erase("board");
    return number;
}

/// Empty if none is named.
std::expected<std::string, std::string> take_game(json::object& line) {
    const auto* const game = line.if_contains("game");
    if (!game) return std::string();
    if (!game->is_string() || game->get_string().empty())
        return unexpected(std::string("\"game\" must be the id of a game"));
    if (line.contains("arm") || line.contains("port"))
        return unexpected(std::string("\"game\" does not go with what is said of a board"));
    std::string id(game->get_string());
    line.erase("game");
    return id;
}

/// The first key that does not go with `word`.
std::string stranger(const json::object& line, std::string_view word) {
    for (const auto& member : line)
        if (member.key() != word && !(word == "claim" && (member.key() == "on" || member.key() == "move")))
            return member.key();
    return {};
}

/// The first key that the arbiter's command ignores.
std::string left_out(const json::object& line, const record::What& what) {
    const auto* const command = line.if_contains("arbiter");
    if (!command) return {};
    const auto recorded = record::to_json(what).at("arbiter").as_object();
    for (const auto& [key, value] : command->as_object())
        if (!recorded.contains(key) && value != "") return key;
    return {};
}

/// Of the texts in what is said, as an announced move, the first that is more than a line of text.
std::string unfit_text(const json::object& line) {
    for (const auto& [key, value] : line) {
        if (const auto* const inner = value.if_object()) {
            if (auto why = unfit_text(*inner); !why.empty()) return why;
        } else if (const auto* const text = value.if_string()) {
            if (const auto what = text::unfit_in(*text); !what.empty())
                return in_quotes(key) + " holds " + what + ": write it without";
        }
    }
    return {};
}

std::expected<record::What, std::string> said(const json::object& line) {
    const auto* const word =
        std::ranges::find_if(words, [&](std::string_view each) { return line.contains(each); });
    if (const auto other = stranger(line, word == std::end(words) ? "" : *word); !other.empty())
        return unexpected(in_quotes(other) + " is nothing that an arbiter says");
    if (word == std::end(words)) return unexpected(std::string("the line says nothing"));
    if (auto why = unfit_text(line); !why.empty()) return unexpected(std::move(why));
    auto what = record::parse_what(line, record::Sensing::presence);
    if (!what) return what;
    if (const auto other = left_out(line, *what); !other.empty())
        return unexpected(in_quotes(other) + " does not go with what is to be done");
    return what;
}

std::optional<std::expected<ControlLine, std::string>> added_time(const json::object& line, int board) {
    const auto* const command = line.if_contains("arbiter");
    const auto* const arguments = command ? command->if_object() : nullptr;
    if (!arguments || !(arguments->contains("add_w") || arguments->contains("add_b"))) return std::nullopt;
    AddTime add{board, {}};
    for (const auto& [key, value] : *arguments) {
        const bool is_white = key == "add_w";
        if (key == "do" && value == "time") continue;
        if (!is_white && key != "add_b")
            return unexpected(in_quotes(key) + " does not go with time that is added");
        const auto* const ms = value.if_int64();
        if (!ms || *ms < -most_added_ms || *ms > most_added_ms)
            return unexpected(in_quotes(key) + " must be a whole number of milliseconds, a day at most");
        (is_white ? add.added.white_ms : add.added.black_ms) = *ms;
    }
    if (line.size() > 1) return unexpected(std::string("\"arbiter\" stands alone beside \"board\""));
    return add;
}

// --- the next game ---

std::string set_tags(record::Tags& all, const json::value& tags) {
    if (!tags.is_object()) return "\"tags\" must be an object";
    for (const auto& [name, value] : tags.get_object()) {
        const auto is_of_name = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        };
        if (name.empty() || !std::ranges::all_of(name, is_of_name))
            return in_quotes(name) + " is no name of a PGN tag";
        if (record::is_set_by_itself(name))
            return "the tag " + std::string(name) + " cannot be set: it follows from the game and its table";
        if (!value.is_string()) return "the tag " + std::string(name) + " must be a text";
        all[std::string(name)] = std::string(value.get_string());
    }
    return chess::unfit(all);
}

std::string set_text(record::Header& header, std::string_view key, const std::string& text) {
    if (key == "start") {
        header.start_fen = text;
        if (const auto start = chess::Position::from_fen(text); !text.empty() && !start)
            return "start is no position to play from: " + start.error();
    } else if (key == "time_control") {
        auto time_control = time_control_from(text);
        if (!time_control) return time_control.error();
        header.time_control = std::move(*time_control);
        header.tags["TimeControl"] = text.empty() ? "-" : header.time_control;
    } else if (key == "laws") {
        const auto edition = laws::edition_from(text);
        if (!edition) return "laws " + in_quotes(text) + " is none of " + std::string(laws::list_of_editions);
        header.laws = *edition;
    } else {
        const auto rate = laws::rate_of_play_from(text);
        if (!rate) return "rate_of_play " + in_quotes(text) + " is none of standard, rapid, blitz";
        header.rate_of_play = *rate;
    }
    return {};
}

std::string set(record::Header& header, std::string_view key, const json::value& value) {
    if (key == "tags") return set_tags(header.tags, value);
    if (key == "chess960" && value.is_int64()) {
        const auto number = value.get_int64();
        if (number < 0 || number >= chess::chess960_starts)
            return std::to_string(number) + " is no start position of Chess960: they are 0 to 959";
        header.chess960 = true;
        header.start_fen = chess::chess960_start(static_cast<int>(number)).fen();
        return {};
    }
    if (key == "chess960" || key == "supervised") {
        if (!value.is_bool()) return in_quotes(key) + " must be true or false";
        (key == "chess960" ? header.chess960 : header.supervised) = value.get_bool();
        return {};
    }
    constexpr std::string_view texts[] = {"start", "time_control", "laws", "rate_of_play"};
    if (std::ranges::find(texts, key) == std::end(texts))
        return in_quotes(key) + " is nothing that can be armed";
    if (!value.is_string()) return in_quotes(key) + " must be a text";
    return set_text(header, key, std::string(value.get_string()));
}

std::expected<record::Header, std::string> header_of(const json::object& game, const record::Header& usual) {
    auto header = usual;
    if (const auto* number = game.if_contains("chess960");
        number && number->is_int64() && game.contains("start"))
        return unexpected(
            std::string("\"chess960\" names a start position by its number, and \"start\" another"));
    for (const auto& [key, value] : game)
        if (auto fault = set(header, key, value); !fault.empty()) return unexpected(std::move(fault));
    if (auto fault = chess::unfit(header.tags); !fault.empty()) return unexpected(std::move(fault));
    return header;
}

std::expected<record::Header, std::string> armed(const json::object& line, const record::Header& usual) {
    if (line.size() > 1) return unexpected(std::string("\"arm\" stands alone beside \"board\""));
    const auto& arm = line.at("arm");
    if (!arm.is_object()) return unexpected(std::string("\"arm\" must be an object"));
    return header_of(arm.get_object(), usual);
}

std::expected<ArmRound::Ask, std::string> take_ask(json::object& round) {
    const auto* const ask = round.if_contains("ask");
    if (!ask) return ArmRound::Ask::nothing;
    const bool boards = *ask == "boards";
    if (!boards && *ask != "changes")
        return unexpected(std::string("\"ask\" of a round must be \"changes\" or \"boards\""));
    round.erase("ask");
    return boards ? ArmRound::Ask::boards : ArmRound::Ask::changes;
}

std::expected<ControlLine, std::string> whole_round(json::object line, const record::Header& usual) {
    if (!line.at("round").is_object()) return unexpected(std::string("\"round\" must be an object"));
    auto& round = line.at("round").get_object();
    auto* const listed = round.if_contains("games");
    if (!listed || !listed->is_array() || listed->get_array().empty())
        return unexpected(std::string("\"games\" of a round must be a list of games"));
    const auto games = listed->get_array();
    round.erase("games");
    const auto ask = take_ask(round);
    if (!ask) return unexpected(ask.error());
    const auto header = header_of(round, usual);
    if (!header) return unexpected(header.error());
    ArmRound all{{}, *ask};
    for (const auto& game : games) {
        if (!game.is_object()) return unexpected(std::string("a game of a round must be an object"));
        auto object = game.get_object();
        const bool any_board = *ask == ArmRound::Ask::boards && !object.contains("board");
        const auto board = any_board ? 0 : take_board(object);
        if (!board) return unexpected(board.error());
        auto of_game = header_of(object, *header);
        const auto named = any_board ? "game " + std::to_string(all.games.size() + 1) + " of the list"
                                     : "board " + std::to_string(*board);
        if (!of_game) return unexpected(named + ": " + of_game.error());
        all.games.push_back({*board, std::move(*of_game)});
    }
    return all;
}

/// Those that follow from the game, or name it, are not corrected so.
std::expected<ControlLine, std::string> corrected(const json::object& line, int board) {
    constexpr std::string_view others[] = {"TimeControl", "Date", "Event", "Round"};
    if (line.size() > 1) return unexpected(std::string("\"tags\" stands alone beside \"board\""));
    record::SetTags set;
    if (auto fault = set_tags(set.tags, line.at("tags")); !fault.empty()) return unexpected(std::move(fault));
    if (set.tags.empty()) return unexpected(std::string("\"tags\" names no tag"));
    for (const auto& [name, value] : set.tags)
        if (std::ranges::find(others, name) != std::end(others))
            return unexpected("the tag " + name + " is not corrected so");
    return Say{board, std::move(set)};
}

std::expected<ControlLine, std::string> moves(const json::object& line, int board) {
    if (line.size() > 1) return unexpected(std::string("\"moves\" stands alone beside \"board\""));
    const auto& text = line.at("moves");
    if (!text.is_string() || text.get_string().empty())
        return unexpected(std::string("\"moves\" must be a text of moves"));
    return SayMoves{board, std::string(text.get_string())};
}

std::expected<adoube::board::Port, std::string> port(const json::object& line) {
    if (line.size() > 1) return unexpected(std::string("\"port\" stands alone beside \"board\""));
    const auto& text = line.at("port");
    if (!text.is_string()) return unexpected(std::string("\"port\" must be a text"));
    return adoube::board::port_from(text.get_string());
}

// --- the record of a game ---

std::optional<Keep::What> keep_from(std::string_view word) {
    if (word == "hold") return Keep::What::hold;
    if (word == "release") return Keep::What::release;
    if (word == "delete") return Keep::What::erase;
    return std::nullopt;
}

std::expected<ControlLine, std::string> keep(Keep::What what, const json::value& of) {
    if (!of.is_object())
        return unexpected(std::string("what is held, released or deleted must be an object"));
    if (auto why = unfit_text(of.get_object()); !why.empty()) return unexpected(std::move(why));
    Keep keep{what, {}, {}};
    for (const auto& [key, value] : of.get_object()) {
        const bool is_why = key == "why" && what == Keep::What::hold;
        if (key != "game" && !is_why)
            return unexpected(in_quotes(key) + " is nothing that is said of a record");
        if (!value.is_string() || value.get_string().empty())
            return unexpected(in_quotes(key) + " must be a text");
        (is_why ? keep.why : keep.game) = std::string(value.get_string());
    }
    if (keep.game.empty()) return unexpected(std::string("\"game\" is missing: the id of the game"));
    if (what == Keep::What::hold && keep.why.empty())
        return unexpected(std::string("\"why\" is missing: what the game is held for"));
    return keep;
}

std::expected<ControlLine, std::string> delay(const json::object& line) {
    const auto* const seconds = line.at("delay_s").if_int64();
    const auto* const ask = line.if_contains("ask");
    if (!seconds || *seconds < 0 || *seconds > longest_delay_s)
        return unexpected("\"delay_s\" must be a whole number of seconds, from 0 to a day");
    if (line.size() > (ask ? 2 : 1) || (ask && *ask != "opens"))
        return unexpected(std::string("\"delay_s\" stands alone, or beside \"ask\":\"opens\""));
    return SetDelay{*seconds * 1000, ask != nullptr};
}

std::expected<int, std::string> round_named(const json::object& wanted) {
    const auto* const value = wanted.if_contains("round");
    const auto* const name = value ? value->if_string() : nullptr;
    int round = 0;
    if (name) std::from_chars(name->data(), name->data() + name->size(), round);
    if (!name || round < 1 || std::to_string(round) != std::string_view(*name))
        return unexpected(std::string("\"round\" must be the number of a round, as a text"));
    return round;
}

/// Tell{}, or of the round that is named.
template<class Tell>
std::expected<ControlLine, std::string> told_of(std::string_view key, const json::value& of) {
    const auto* const wanted = of.if_object();
    if (!wanted || wanted->size() > 1 || (wanted->size() == 1 && !wanted->contains("round")))
        return unexpected(in_quotes(key) + " must be an object, empty or with \"round\"");
    if (wanted->empty()) return Tell{};
    const auto round = round_named(*wanted);
    if (!round) return unexpected(round.error());
    return Tell{*round};
}

/// Empty if it names nothing.
std::optional<results::Undone> undone_by(const json::value& of) {
    if (const auto* const at = of.if_int64()) return UtcMs(*at);
    const auto* const word = of.if_string();
    const auto what = word ? results::round_act_from(*word) : std::nullopt;
    if (!what || *what == results::RoundAct::What::reopen) return std::nullopt;
    return *what;
}

std::expected<ControlLine, std::string> of_round(results::RoundAct::What what, const json::value& said) {
    const auto* const wanted = said.if_object();
    const auto* const ask = wanted ? wanted->if_contains("ask") : nullptr;
    const auto* const of = wanted ? wanted->if_contains("of") : nullptr;
    const bool reopens = what == results::RoundAct::What::reopen;
    if (!wanted || wanted->size() > 1U + (ask ? 1 : 0) + (of && reopens ? 1 : 0) || (ask && *ask != "doubts"))
        return unexpected(in_quotes(to_string(what)) + " must be an object with \"round\"" +
                          (reopens ? ", \"of\"" : "") + ", and perhaps \"ask\":\"doubts\"");
    const auto round = round_named(*wanted);
    if (!round) return unexpected(round.error());
    const auto undone = reopens && of ? undone_by(*of) : std::nullopt;
    if (reopens && !undone)
        return unexpected("\"of\" must say what is undone: when that was done, as /api/status has it, or "
                          "\"start\" or \"close\"");
    return OfRound{what, *round, ask != nullptr, undone};
}

std::expected<ControlLine, std::string> standings(const json::value& of) {
    if (of.is_null()) return GiveStandings{};
    auto given = broadcast::standings_from(of);
    if (!given) return unexpected(given.error());
    return GiveStandings{std::move(*given)};
}

// --- targets ---

std::expected<OfTargets, std::string> of_targets(const json::value& said) {
    if (said == "json") return OfTargets{OfTargets::What::show_json, {}};
    const auto* const command = said.if_object();
    if (!command || command->size() > 1)
        return unexpected(std::string("\"targets\" must be \"json\", or an object, empty or of one command"));
    if (command->empty()) return OfTargets{OfTargets::What::show, {}};
    const auto& [key, value] = *command->begin();
    if (key != "push" && key != "reset") return unexpected(in_quotes(key) + " is nothing that a target does");
    if (!value.is_string() || value.get_string().empty())
        return unexpected(in_quotes(key) + " must be the name of a target");
    return OfTargets{key == "push" ? OfTargets::What::push : OfTargets::What::reset,
                     std::string(value.get_string())};
}

std::expected<ControlLine, std::string> of_printing(const json::value& said) {
    if (said == "again") return PrintSheets{PrintSheets::What::again};
    if (said == "dismiss") return PrintSheets{PrintSheets::What::dismiss};
    return unexpected(std::string("\"print\" must be \"again\" or \"dismiss\""));
}

} // namespace

bool asks_to_watch(std::string_view line) { return parse_json(line) == json::value{{"watch", true}}; }

namespace {

std::expected<ControlLine, std::string> of_board(const json::object& line, int board,
                                                 const record::Header& usual) {
    if (line.contains("moves")) return moves(line, board);
    if (line.contains("tags")) return corrected(line, board);
    if (line.contains("arm")) {
        auto header = armed(line, usual);
        if (!header) return unexpected(header.error());
        return Arm{board, std::move(*header)};
    }
    if (line.contains("port")) {
        auto named = port(line);
        if (!named) return unexpected(named.error());
        return UsePort{board, std::move(*named)};
    }
    if (auto added = added_time(line, board)) return std::move(*added);
    auto what = said(line);
    if (!what) return unexpected(what.error());
    if (std::holds_alternative<record::SetTags>(*what))
        return unexpected(std::string("tags are corrected with \"tags\" beside \"board\""));
    return Say{board, std::move(*what)};
}

/// One whose only key says what it is; empty: another.
std::optional<std::expected<ControlLine, std::string>> whole_line(const json::object& object) {
    if (object.size() != 1) return std::nullopt;
    const auto& [key, value] = *object.begin();
    if (const auto what = keep_from(key)) return keep(*what, value);
    if (const auto what = results::round_act_from(key)) return of_round(*what, value);
    if (key == "targets") return of_targets(value);
    if (key == "print") return of_printing(value);
    if (key == "standings") return standings(value);
    if (key == "results") return told_of<TellResults>(key, value);
    if (key == "clock_times") return told_of<TellClockTimes>(key, value);
    return std::nullopt;
}

} // namespace

std::expected<ControlLine, std::string> parse_control_line(std::string_view line,
                                                           const record::Header& usual) {
    auto value = parse_json(line);
    if (!value) return unexpected(value.error());
    if (!value->is_object()) return unexpected(std::string("not a JSON object"));
    auto& object = value->get_object();
    if (value == json::value{{"exits", true}}) return ShowExits{};
    if (value == json::value{{"exits", "json"}}) return ShowExits{.as_json = true};
    if (object.contains("delay_s")) return delay(object);
    if (object.size() == 1 && object.contains("round")) return whole_round(object, usual);
    if (auto whole = whole_line(object)) return std::move(*whole);
    const auto board = take_board(object);
    if (!board) return unexpected(board.error());
    auto game = take_game(object);
    if (!game) return unexpected(game.error());
    auto said = of_board(object, *board, usual);
    if (!said || game->empty()) return said;
    std::visit(
        [&](auto& each) {
            if constexpr (requires { each.game = *game; }) each.game = std::move(*game);
        },
        *said);
    return said;
}

} // namespace adoube::adoubed
