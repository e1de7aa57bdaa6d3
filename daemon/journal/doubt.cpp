#include "daemon/journal/file/mark_keeper.hpp"
#include "daemon/journal/file/open_to_look.hpp"
#include "daemon/journal/look.hpp"

namespace adoube::journal {
namespace {

/// What a new file in its place lacks.
std::vector<Lost> all_that_is_marked(const std::filesystem::path& journal) {
    std::vector<Lost> lost;
    const auto held = Mark(journal, nullptr).read();
    if (!held) return lost;
    std::uint64_t inputs = 0;
    for (const auto& game : held->games) {
        lost.push_back({.game_id = game.id, .had = game.inputs});
        inputs += game.inputs;
    }
    if (inputs < held->records)
        lost.push_back({.what = Lost::What::records, .had = held->records, .has = inputs});
    return lost;
}

} // namespace

std::string doubt(const std::filesystem::path& journal) {
    auto lost = read_lost(journal);
    std::error_code unknown;
    const auto size = std::filesystem::file_size(journal, unknown);
    if (lost.empty() && (unknown == std::errc::no_such_file_or_directory || size == 0)) {
        lost = all_that_is_marked(journal);
    } else if (lost.empty() && !is_in_use(journal)) {
        auto reader = open_to_look(journal);
        if (!reader) return {}; // opening it tells why
        if (auto compared = compare_with_mark(*reader)) lost = std::move(compared->lost);
    }
    return in_words(journal, lost);
}

} // namespace adoube::journal
