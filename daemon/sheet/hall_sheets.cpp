#include "daemon/sheet/hall_sheets.hpp"

#include "daemon/journal/look.hpp"
#include "daemon/results/hall_results.hpp"
#include "daemon/text/utc.hpp"

#include <set>

namespace adoube::sheet {
namespace {

/// "15:04"
std::string time_in_hall(const HowWritten& written) {
    return text::iso_8601(written.now_utc_s + written.local.offset_s(written.now_utc_s)).substr(11, 5);
}

std::expected<std::set<std::string>, std::string> begun_in(const std::filesystem::path& journal) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    std::set<std::string> ids;
    for (const auto& outline : all->games) ids.insert(outline.game.id);
    return ids;
}

} // namespace

std::expected<HallSheet, std::string> sheet_of_game(const std::filesystem::path& journal,
                                                    const std::string& record_id, const HowWritten& written) {
    auto whole = journal::read_game(journal, record_id);
    if (!whole) return std::unexpected(whole.error());
    const auto signed_last = whole->checkpoints.empty() ? std::string() : whole->checkpoints.back().note;
    const auto sheet = written_of(
        Recorded{std::move(whole->game), std::move(whole->inputs), signed_last, time_in_hall(written)},
        written.site);
    if (!sheet) return std::unexpected(sheet.error());
    return HallSheet{record_id, lay_out(*sheet, written.how)};
}

std::expected<RoundSheets, std::string>
sheets_of_round(const std::filesystem::path& journal, int round, const access::Grant& who,
                const HowWritten& written,
                const std::function<void(std::size_t done, std::size_t all)>& told) {
    const auto begun = begun_in(journal);
    if (!begun) return std::unexpected(begun.error());
    RoundSheets all;
    std::string unread;
    const auto leave_out = [&](const results::HallGame& game, const std::string& why) {
        all.missing.push_back("board " + std::to_string(game.board) + ", " + game.players() + ": " + why);
    };
    const auto games = results::games_in(
        journal.string(), {.round = round,
                           .board = [&](int board) { return may(who, access::Thing::arbiters_view, board); },
                           .unread = [&](const results::HallGame& game,
                                         const std::string& why) { leave_out(game, unread = why); }});
    if (!games) return std::unexpected(games.error());
    for (std::size_t done = 0; const auto& game : *games) {
        if (told) told(done++, games->size());
        if (!begun->contains(game.record_id))
            leave_out(game, "has not begun");
        else if (auto sheet = sheet_of_game(journal, game.record_id, written))
            all.sheets.push_back(std::move(*sheet));
        else
            leave_out(game, unread = sheet.error());
    }
    if (all.sheets.empty() && !unread.empty()) return std::unexpected(std::move(unread));
    if (all.sheets.empty())
        return std::unexpected("journal " + journal.string() + " has no game of round " +
                               (round > 0 ? std::to_string(round) : std::string("that was played last")) +
                               " that has begun");
    return all;
}

} // namespace adoube::sheet
