#include "tests/catch.hpp"
#include "tools/adoube/usage/completion.hpp"
#include "tools/adoube/usage/man_page.hpp"

#include <CLI/CLI.hpp>

using namespace adoube::tools;

namespace {

/// A command with each kind of verb and option.
Command command() {
    CLI::App app("Tools", "adoube");
    app.require_subcommand(1);
    static std::string text;
    static std::vector<std::string> texts;
    static int number = 0;
    static bool flag = false;
    auto& arbiter = *app.add_subcommand("arbiter", "Say what happened");
    arbiter.require_subcommand(1);
    arbiter.add_option("--board", number, "The board");
    arbiter.add_option("--control", text, "The socket");
    arbiter.add_subcommand("pause", "Stop")->prefix_command();
    auto& show = *arbiter.add_subcommand("show", "All of one_board");
    show.add_option("BOARD", number, "Which")->required();
    auto& replay = *app.add_subcommand("replay", "Games of logs");
    replay.add_option("LOG", texts, "The logs")->required();
    replay.add_option("-o,--output", text, "The file");
    replay.add_option("--sensing", text, "The sensors")->check(CLI::IsMember({"presence", "colour"}));
    replay.add_option("--seed", number, "Other hands")->capture_default_str();
    auto& ways = *replay.add_option_group("ways");
    ways.add_flag("--brief", flag, "Less");
    auto& hold = *app.add_subcommand("hold", "Keep");
    hold.add_option("GAME", text, "The id");
    app.add_subcommand("secret", "Nothing")->group("");
    return command_of(app);
}

struct Next {
    Wanted wanted;
    std::vector<std::string> words;
    friend bool operator==(const Next&, const Next&) = default;
};
Next next(const std::vector<std::string>& words) {
    const auto found = complete(command(), words);
    Next next{found.wanted, {}};
    for (const auto& [word, help] : found.candidates) next.words.push_back(word);
    return next;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("completion offers what the command does not take, or not what it takes") {
    const struct {
        std::vector<std::string> words;
        Next next;
    } cases[] = {
        {{}, {Wanted::listed, {"arbiter", "replay", "hold"}}},
        {{""}, {Wanted::listed, {"arbiter", "replay", "hold"}}},
        {{"re"}, {Wanted::listed, {"replay"}}},
        {{"arbiter", ""}, {Wanted::listed, {"pause", "show"}}},
        {{"arbiter", "--b"}, {Wanted::listed, {"--board"}}},
        {{"arbiter", "--board", ""}, {Wanted::boards, {}}},
        {{"arbiter", "--board", "3", "s"}, {Wanted::listed, {"show"}}},
        {{"arbiter", "show", ""}, {Wanted::boards, {}}},
        {{"arbiter", "show", "3", ""}, {Wanted::listed, {}}}, // takes one
        {{"arbiter", "pause", ""}, {Wanted::listed, {}}},
        {{"hold", ""}, {Wanted::games, {}}},
        {{"replay", ""}, {Wanted::files, {}}},
        {{"replay", "a", "b", ""}, {Wanted::files, {}}}, // takes several
        {{"replay", "--sensing", ""}, {Wanted::listed, {"presence", "colour"}}},
        {{"replay", "--sensing", "c"}, {Wanted::listed, {"colour"}}},
        {{"replay", "--seed", ""}, {Wanted::listed, {}}}, // a number
        {{"replay", "-o", ""}, {Wanted::files, {}}},
        {{"replay", "--brief", ""}, {Wanted::files, {}}}, // takes no value
        {{"replay", "--br"}, {Wanted::listed, {"--brief"}}},
        {{"nonsense", ""}, {Wanted::listed, {"arbiter", "replay", "hold"}}},
        {{"replay", "--nonsense", ""}, {Wanted::files, {}}},
    };
    for (const auto& [words, wanted] : cases) {
        std::string line;
        for (const auto& word : words) line += word + '|';
        INFO(line);
        CHECK(next(words) == wanted);
    }
    CHECK(complete(command(), {"arbiter", "--control", "x.control", "--board", ""}).control == "x.control");
}

TEST_CASE("a man page lacks a verb or an option, or makes something else of a text") {
    const auto pages = man_pages(command(), "1.2");
    REQUIRE(pages.size() == 2);
    CHECK(pages[0].name == "adoube");
    CHECK(pages[1].name == "adoube-arbiter");
    const auto& all = pages[0].text;
    CHECK(all.starts_with("adoube(1) \"Adoube 1.2\" \"Adoube\"\n"));
    CHECK(has(all, "*adoube replay* [_OPTION_...] _LOG_..."));
    CHECK(has(all, "*adoube hold* [_OPTION_...] [_GAME_]"));
    CHECK(has(all, "*-o*, *--output* _TEXT_\n\tThe file.\n"));
    CHECK(has(all, "*--sensing* *presence*|*colour*\n"));
    CHECK(has(all, "*--seed* _NUMBER_\n\tOther hands. Default: 0.\n"));
    CHECK(has(all, "*--brief*\n\tLess.\n"));
    CHECK(has(all, "*adoube-arbiter*(1)\n\tSay what happened.\n"));
    CHECK_FALSE(has(all, "secret"));
    CHECK(has(pages[1].text, "## adoube arbiter show"));
    CHECK(has(pages[1].text, "All of one\\_board.\n"));
    CHECK(escaped("a*b\\c+d\n# e") == "a\\*b\\\\c\\+d \\# e");
}
