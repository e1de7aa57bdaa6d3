#include "daemon/results/hall_results.hpp"

#include "daemon/broadcast/public_tags.hpp"
#include "daemon/chess/notation/pgn.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/umpire/game/scoresheet.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::results {
namespace {

using tournament::Score;

int number_in(const std::string& text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// A forfeit is what an arbiter entered as one, and let stand.
std::optional<Score> score_of(const evidence::Replayed& game) {
    const auto& record = game.record;
    if (record.termination.empty()) return std::nullopt;
    const record::SetResult* entered = nullptr;
    for (const auto& input : game.inputs)
        if (const auto* set = std::get_if<record::SetResult>(&input.what)) entered = set;
    const bool by_forfeit = entered && entered->forfeit && entered->result == record.result;
    switch (record.result) {
    case chess::Result::white_wins: return by_forfeit ? Score::white_by_forfeit : Score::white_wins;
    case chess::Result::black_wins: return by_forfeit ? Score::black_by_forfeit : Score::black_wins;
    case chess::Result::draw: return Score::draw;
    case chess::Result::open: return by_forfeit ? std::optional(Score::both_forfeit) : std::nullopt;
    }
    return std::nullopt;
}

/// From the game's id, as the daemon makes it, where no tag says so.
int board_of(const std::string& id, const record::Tags& tags) {
    if (const int board = number_in(record::tag_of(tags, "Board")); board > 0) return board;
    const auto at = id.rfind("-b");
    return at == std::string::npos ? 0 : number_in(id.substr(at + 2));
}

/// As corrected; a tag may have been so before the game began.
record::Tags tags_in(const journal::WholeGame& whole) {
    auto header = record::parse_header(whole.game.header);
    if (!header) return {};
    for (const auto& entry : whole.inputs) {
        if (entry.line.find("\"tags\"") == std::string::npos) continue;
        const auto input = record::parse_input(entry.line, header->sensing);
        const auto* set = input ? std::get_if<record::SetTags>(&input->what) : nullptr;
        if (set) record::correct(header->tags, set->tags);
    }
    return std::move(header->tags);
}

} // namespace

int board_of(const journal::WholeGame& whole) { return board_of(whole.game.id, tags_in(whole)); }

HallGame hall_game(const journal::WholeGame& whole, const evidence::Replayed& replayed) {
    HallGame game;
    game.tags = replayed.header.tags;
    const auto public_id = record::tag_of(game.tags, "GameId");
    game.record_id = whole.game.id;
    game.id = public_id.empty() ? whole.game.id : public_id;
    game.board = board_of(whole.game.id, game.tags);
    game.score = score_of(replayed);
    game.confirmed = replayed.record.confirmed;
    auto sheet = umpire::scoresheet(replayed.header, replayed.record);
    std::erase_if(sheet.tags, [](const auto& one) { return !broadcast::PublicTags::is_public(one.first); });
    sheet.tags.insert_or_assign("GameId", game.id);
    sheet.tags.insert_or_assign("Board", std::to_string(game.board));
    game.pgn = chess::to_pgn(sheet);
    return game;
}

std::string HallGame::players() const {
    const auto name = [&](const char* side) {
        return record::tag_of(tags, side).empty() ? "?" : record::tag_of(tags, side);
    };
    return name("White") + " - " + name("Black");
}

namespace {

using Games = std::expected<std::vector<HallGame>, std::string>;
using Waiting = std::expected<std::vector<record::GameEntry>, std::string>;

HallGame unread_game(const std::string& id, const record::Tags& tags) {
    HallGame game;
    game.record_id = id;
    game.board = board_of(id, tags);
    game.tags = tags;
    return game;
}

/// `wanted`: the round; empty: that of the first game.
std::expected<void, std::string> add(std::vector<HallGame>& games, const journal::WholeGame& whole,
                                     const AskedGames& asked, std::string& wanted) {
    const auto tags = tags_in(whole);
    if (!asked.board(board_of(whole.game.id, tags))) return {};
    const auto of = record::tag_of(tags, "Round");
    if (wanted.empty()) wanted = of;
    if (of != wanted) return {};
    const auto replayed = evidence::replay(whole.game, whole.inputs);
    if (replayed)
        games.push_back(hall_game(whole, *replayed));
    else if (const auto why = "game " + whole.game.id + ": " + replayed.error(); asked.unread)
        asked.unread(unread_game(whole.game.id, tags), why);
    else
        return std::unexpected(why);
    return {};
}

bool is_named(const HallGame& game) {
    const auto is_known = [&](const char* side) {
        const auto name = record::tag_of(game.tags, side);
        return !name.empty() && name != "?";
    };
    return is_known("White") || is_known("Black");
}

} // namespace

Games games_in(const std::string& journal, const AskedGames& asked,
               const std::optional<std::vector<record::GameEntry>>& not_begun,
               const std::function<void(std::size_t done, std::size_t all)>& told) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    auto wanted = asked.round > 0 ? std::to_string(asked.round) : std::string();
    std::vector<HallGame> games;
    for (auto outline = all->games.rbegin(); outline != all->games.rend(); ++outline) {
        if (told) told(static_cast<std::size_t>(outline - all->games.rbegin()), all->games.size());
        const auto whole = journal::read_game(journal, outline->game.id);
        if (!whole && !asked.board(board_of(outline->game.id, {}))) continue;
        if (!whole) return std::unexpected(whole.error());
        if (const auto added = add(games, *whole, asked, wanted); !added)
            return std::unexpected(added.error());
    }
    const auto waiting = not_begun ? Waiting(*not_begun) : journal::not_begun(journal);
    if (!waiting) return std::unexpected(waiting.error());
    std::vector<HallGame> open;
    for (const auto& game : *waiting)
        if (const auto added = add(open, {game, {}, {}}, asked, wanted); !added)
            return std::unexpected(added.error());
    std::ranges::copy_if(open, std::back_inserter(games), is_named);
    std::ranges::stable_sort(games, {}, &HallGame::board);
    return games;
}

} // namespace adoube::results
