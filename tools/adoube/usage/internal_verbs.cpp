#include "tools/adoube/usage/internal_verbs.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/feed.hpp"
#include "tools/adoube/live/hall_state.hpp"
#include "tools/adoube/usage/completion.hpp"
#include "tools/adoube/usage/man_page.hpp"

namespace adoube::tools {
namespace {

/// Of a daemon of this computer; nothing where none answers.
void take_from_daemon(Completion& completion, const std::string& typed) {
    const auto told = boards_now(completion.control, {}, std::chrono::milliseconds(500));
    if (!told) return;
    HallState hall;
    hall.take(*told);
    for (const auto& [number, board] : hall.boards()) {
        const auto players = board.player(chess::Side::white) + " - " + board.player(chess::Side::black);
        const auto word = completion.wanted == Wanted::games ? board.id : std::to_string(number);
        if (word.starts_with(typed)) completion.candidates.push_back({word, players});
    }
}

int run_complete(const Command& root, const std::vector<std::string>& words, Streams io) {
    auto completion = complete(root, words);
    if (completion.wanted == Wanted::boards || completion.wanted == Wanted::games)
        take_from_daemon(completion, words.empty() ? std::string() : words.back());
    io.out << (completion.wanted == Wanted::files ? "files" : "listed") << '\n';
    for (const auto& [word, help] : completion.candidates)
        io.out << text::shown(word) << '\t' << text::shown(help) << '\n';
    return success;
}

int run_manual(const Command& root, const std::string& folder, const std::string& version, Streams io) {
    for (const auto& page : man_pages(root, version))
        if (const auto written = write_file(folder + "/" + page.name + ".1.scd", page.text); !written) {
            say(io.err, written.error());
            return bad_input;
        }
    return success;
}

void tell_verbs(const Command& command, const std::string& path, const std::string& of_above,
                std::ostream& out) {
    auto options = of_above;
    for (const auto& option : command.options) options += ' ' + option.names.back();
    for (const auto& verb : command.verbs) tell_verbs(verb, path + ' ' + verb.name, options, out);
    if (!command.needs_verb) out << path << ':' << options << '\n';
}

} // namespace

std::optional<int> run_internal(const CLI::App& app, const std::vector<std::string>& words,
                                const std::string& version, Streams io) {
    if (words.empty() || !words[0].starts_with("__")) return std::nullopt;
    const auto root = command_of(app);
    if (words[0] == "__complete") return run_complete(root, {words.begin() + 1, words.end()}, io);
    if (words[0] == "__manual" && words.size() == 2) return run_manual(root, words[1], version, io);
    if (words[0] != "__verbs") return std::nullopt;
    tell_verbs(root, "adoube", "", io.out);
    return success;
}

} // namespace adoube::tools
