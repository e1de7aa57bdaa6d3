#include "tools/adoube/hall/arbiter.hpp"

#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/hall/feed.hpp"
#include "tools/adoube/hall/tell.hpp"
#include "tools/adoube/hall/told_incidents.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <ostream>
#include <thread>
#include <utility>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using Words = std::span<const std::string>;
/// The line without "board"; empty if the words are not understood.
using Said = std::optional<json::object>;

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::pair<std::string, std::string> halves(const std::string& text) {
    const auto at = text.find('=');
    if (at == std::string::npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

Said command(json::object arguments) { return json::object{{"arbiter", std::move(arguments)}}; }

Said command(const char* name, const char* argument, Words words, bool may_lack = false) {
    if (words.size() > 1 || (words.empty() && !may_lack)) return std::nullopt;
    json::object arguments{{"do", name}};
    if (!words.empty()) arguments[argument] = words[0];
    return command(std::move(arguments));
}
Said bare(const char* name, Words words) {
    if (!words.empty()) return std::nullopt;
    return command({{"do", name}});
}
Said counted(const char* name, const char* argument, Words words) {
    const auto number = words.size() == 1 ? whole(words[0]) : std::nullopt;
    if (!number) return std::nullopt;
    return command({{"do", name}, {argument, *number}});
}

constexpr std::int64_t most_left_s = 1'000'000'000, most_added_s = 24 * 3600;

/// "w=3600" sets the time left; "w=+120" and "w=-60" change it.
Said time(Words words) {
    json::object arguments{{"do", "time"}};
    bool sets = false, adds = false;
    for (const auto& word : words) {
        const auto [side, text] = halves(word);
        const bool relative = text.starts_with('+') || text.starts_with('-');
        const auto seconds = whole(std::string_view(text).substr(text.starts_with('+') ? 1 : 0));
        if ((side != "w" && side != "b") || !seconds || text.starts_with("+-") ||
            std::abs(*seconds) > (relative ? most_added_s : most_left_s))
            return std::nullopt;
        (relative ? adds : sets) = true;
        arguments[(relative ? "add_" : "") + side] = *seconds * 1000;
    }
    if (sets == adds) return std::nullopt;
    return command(std::move(arguments));
}

Said promoted(Words words) {
    if (words.size() != 1) return std::nullopt;
    const auto [square, piece] = halves(words[0]);
    if (piece.empty()) return std::nullopt;
    return command({{"do", "promoted"}, {"square", square}, {"piece", piece}});
}

Said with_word(const char* what, Words words) {
    if (words.size() != 1) return std::nullopt;
    return json::object{{what, words[0]}};
}

Said claim(Words words) {
    if (words.size() < 2 || words.size() > 3) return std::nullopt;
    json::object said{{"claim", words[0]}, {"on", words[1]}};
    if (words.size() == 3) said["move"] = words[2];
    return said;
}

struct Verb {
    ArbiterVerb shown;
    Said (*say)(Words words);
};

constexpr Verb verbs[] = {
    {{"result", "RESULT", "1-0, 0-1, 1/2-1/2, +/-, -/+ or -/-; * goes on with a game that was over"},
     [](Words w) { return command("result", "result", w); }},
    {{"move", "SAN", "SAN: it was played"}, [](Words w) { return command("move", "san", w); }},
    {{"moves", "MOVES",
      "MOVES in quotes, as in \"1. e4 e5 2. Nf3\": they were played, all or none; a result may end them"},
     [](Words w) { return with_word("moves", w); }},
    {{"takeback", "[N]", "N: so many plies (1) were not played"},
     [](Words w) { return w.empty() ? bare("takeback", w) : counted("takeback", "plies", w); }},
    {{"position", "FEN", "FEN in quotes: the game goes on from there"},
     [](Words w) { return command("position", "fen", w); }},
    {{"time", "[w=SECONDS] [b=SECONDS]",
      "w=SECONDS b=SECONDS, or one of them: what is left on the clock; all with a sign, as in b=+120 "
      "w=-60: so much more or less, a day at most"},
     time},
    {{"promoted", "SQUARE=PIECE", "SQUARE=PIECE, as in e8=N: what the pawn became there"}, promoted},
    {{"dismiss", "N", "N: the incident of that number was none"},
     [](Words w) { return counted("dismiss", "incident", w); }},
    {{"pause", "", "The clock stands, and hands are the arbiter's"},
     [](Words w) { return bare("pause", w); }},
    {{"resume", "", "The game goes on"}, [](Words w) { return bare("resume", w); }},
    {{"adjourn", "[SAN]", "SAN, if there is one: the sealed move"},
     [](Words w) { return command("adjourn", "sealed", w, true); }},
    {{"offer", "w|b", "w or b: offered a draw"}, [](Words w) { return with_word("offer", w); }},
    {{"accept", "w|b", "w or b: accepted it"}, [](Words w) { return with_word("accept", w); }},
    {{"decline", "w|b", "w or b: declined it"}, [](Words w) { return with_word("decline", w); }},
    {{"resign", "w|b", "w or b: resigned"}, [](Words w) { return with_word("resign", w); }},
    {{"flag", "w|b", "w or b: whose flag was seen fallen"}, [](Words w) { return with_word("flag", w); }},
    {{"claim", "w|b repetition|fifty|quickplay [SAN]",
      "w or b, repetition, fifty or quickplay, and the intended SAN, if any"},
     claim},
    {{"adjust", "w|b", "w or b: said j'adoube"}, [](Words w) { return with_word("adjust", w); }},
    {{"call", "w|b", "w or b: called the arbiter"}, [](Words w) { return with_word("call", w); }},
    {{"exchange", "PORT",
      "PORT: another board is plugged in there for this one, and its game goes on on it; with the port of "
      "another "
      "table, the two change ports"},
     [](Words w) { return with_word("port", w); }},
};

std::expected<json::object, std::string> tags_of(const ArbiterOptions& options) {
    json::object tags;
    for (const auto& [tag, value] : {std::pair("White", &options.white),
                                     {"Black", &options.black},
                                     {"Round", &options.round},
                                     {"WhiteFideId", &options.white_fide_id},
                                     {"BlackFideId", &options.black_fide_id}})
        if (!value->empty()) tags[tag] = *value;
    for (const auto& tag : options.tags) {
        const auto [name, value] = halves(tag);
        if (name.size() == tag.size()) return std::unexpected("--tag is written as NAME=VALUE");
        tags[name] = value;
    }
    return tags;
}

std::expected<json::object, std::string> arm(const ArbiterOptions& options) {
    json::object game;
    auto tags = tags_of(options);
    if (!tags) return tags;
    if (!tags->empty()) game["tags"] = std::move(*tags);
    for (const auto& [key, value] : {std::pair("start", &options.start),
                                     {"time_control", &options.time_control},
                                     {"laws", &options.laws},
                                     {"rate_of_play", &options.rate_of_play}})
        if (!value->empty()) game[key] = *value;
    if (options.chess960 == "true") {
        game["chess960"] = true;
    } else if (!options.chess960.empty()) {
        const auto number = whole(options.chess960);
        if (!number)
            return std::unexpected(
                "--chess960 is written alone, or with a number from 0 to 959, as in --chess960 518");
        game["chess960"] = *number;
    }
    if (!options.supervised.empty()) game["supervised"] = options.supervised == "yes";
    return json::object{{"arm", std::move(game)}};
}

} // namespace

std::span<const ArbiterVerb> arbiter_verbs() {
    static const auto shown = [] {
        std::vector<ArbiterVerb> all;
        for (const auto& verb : verbs) all.push_back(verb.shown);
        return all;
    }();
    return shown;
}

std::expected<std::string, std::string> control_line(const ArbiterOptions& options) {
    json::object line{{"board", std::to_string(options.board)}};
    if (!options.game.empty()) line["game"] = options.game;
    const auto put = [&](const json::object& said) {
        for (const auto& [key, value] : said) line[key] = value;
        return json::serialize(line);
    };
    if (options.verb == "tags") {
        auto tags = tags_of(options);
        if (!tags) return std::unexpected(tags.error());
        return put({{"tags", std::move(*tags)}});
    }
    if (options.verb == "arm") {
        const auto armed = arm(options);
        if (!armed) return std::unexpected(armed.error());
        return put(*armed);
    }
    const auto* const verb = std::ranges::find(
        verbs, options.verb, [](const Verb& each) { return std::string_view(each.shown.name); });
    if (verb == std::end(verbs))
        return std::unexpected("\"" + options.verb + "\" is nothing that an arbiter says");
    const auto said = verb->say(options.words);
    if (!said) return std::unexpected(options.verb + " takes: " + verb->shown.help);
    return put(*said);
}

namespace {

/// Returns only when retrying is useless.
std::string watch(const ArbiterOptions& options, Streams io) {
    const auto feed = feed_of(options.control, options.hall);
    if (!feed) return feed.error();
    ToldIncidents told(options.board);
    std::string trouble;
    bool is_connected = false;
    while (true) {
        const auto end = (*feed)(told.resume(), [&](const std::string& message) {
            if (std::exchange(is_connected, true) == false)
                say(io.err, "connected: what comes from now on is told here; Ctrl-C ends it") << std::flush;
            trouble.clear();
            const auto lines = told.lines_of(message);
            if (options.json) io.out << message << std::endl;
            if (options.json) return;
            for (const auto& line : lines) say(io.out, line) << std::flush;
        });
        if (end.for_good) return end.why;
        is_connected = false;
        if (std::exchange(trouble, end.why) != end.why) say(io.err, end.why + "; trying again") << std::flush;
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

} // namespace

int run_arbiter(const ArbiterOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube arbiter: " + sentence);
        return bad_input;
    };
    if (options.verb == "watch") return refuse(watch(options, io));
    if (options.board < 1) return refuse("--board needs the number of the board that is meant, from 1");
    const auto line = control_line(options);
    if (!line) return refuse(line.error());
    const auto told = tell(options.control, options.hall, *line);
    if (!told) return refuse(told.error());
    print_answer(*told, io, options.json);
    return success;
}

} // namespace adoube::tools
