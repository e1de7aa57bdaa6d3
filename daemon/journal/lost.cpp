#include "daemon/journal/lost.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>

namespace adoube::journal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 1 << 20;
/// Named in a sentence; the rest are counted.
constexpr std::size_t most_games = 12;
constexpr std::string_view names[] = {"inputs", "content", "records", "mark"};

fs::path file_of(const fs::path& journal) { return journal.string() + "-lost"; }

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// WHAT HAD HAS GAME, the last to the end of the line.
std::string to_line(const Lost& lost) {
    return std::string(names[static_cast<std::size_t>(lost.what)]) + ' ' + std::to_string(lost.had) + ' ' +
           std::to_string(lost.has) + ' ' + lost.game_id + '\n';
}

Lost parse_line(std::string_view line) {
    const auto next = [&line] {
        const auto word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), word.size() + 1));
        return word;
    };
    Lost lost{.what = Lost::What::mark}; // unreadable, but not deleted
    const auto what = std::ranges::find(names, next());
    if (what != std::end(names)) lost.what = static_cast<Lost::What>(what - std::begin(names));
    lost.had = number(next());
    lost.has = number(next());
    lost.game_id = line;
    return lost;
}

std::string phrase(const Lost& lost) {
    const auto had = std::to_string(lost.had), gone = std::to_string(lost.had - std::min(lost.has, lost.had));
    switch (lost.what) {
    case Lost::What::inputs:
        return "of game " + lost.game_id +
               (lost.has == 0 ? " all of " + had : " the last " + gone + " of " + had) + " inputs are gone";
    case Lost::What::content:
        return "of game " + lost.game_id + " the " + had + " inputs that were there are not those that are";
    case Lost::What::records:
        return gone + " records more are gone (inputs of games that ended long ago, or what was armed, held, "
                      "deleted, signed or shown)";
    case Lost::What::mark:
        return "it was in use when this was written, and the mark that was beside it is missing or damaged, "
               "so that what was recorded last may be missing";
    }
    return {};
}

} // namespace

std::vector<Lost> read_lost(const fs::path& journal) {
    const auto text = files::read(file_of(journal), longest_file);
    if (!text) {
        if (text.error().why == files::Unreadable::Why::absent) return {};
        return {{.what = Lost::What::mark}};
    }
    std::vector<Lost> all;
    for (const auto line : std::views::split(*text, '\n'))
        if (const std::string_view each(line.begin(), line.end()); !each.empty() && each.front() != '#')
            all.push_back(parse_line(each));
    return all;
}

std::expected<void, std::string> write_lost(const fs::path& journal, std::span<const Lost> lost) {
    std::string text = "# What journal " + journal.filename().string() +
                       " had and has no more: WHAT HAD HAS GAME. Delete this file when that was seen to.\n";
    for (const auto& one : lost) text += to_line(one);
    const auto file = file_of(journal);
    if (auto written = files::replace(file, text, files::ReadableBy::owner); !written)
        return std::unexpected(file.string() + " " + written.error());
    return {};
}

std::string in_words(const fs::path& journal, std::span<const Lost> lost) {
    if (lost.empty()) return {};
    auto sentence = "journal " + journal.string() + " does not hold all that it held: ";
    for (std::size_t at = 0; at < std::min(lost.size(), most_games); ++at)
        sentence += (at > 0 ? ", " : "") + phrase(lost[at]);
    if (lost.size() > most_games)
        sentence += ", and as much of " + std::to_string(lost.size() - most_games) + " games more";
    return sentence +
           ". Its -wal file was cut, damaged or left behind, or an older copy was put in its place: "
           "if you have what was there, stop the daemon and put it back, else compare moves and "
           "clocks with the scoresheets; then delete " +
           file_of(journal).string();
}

std::string in_words(const Lost& lost) {
    return "the journal does not hold all that it held: " + phrase(lost) +
           "; compare its moves and clocks with the scoresheets";
}

} // namespace adoube::journal
