#include "daemon/journal/look.hpp"

#include "daemon/journal/file/open_to_look.hpp"
#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/text/utc.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <type_traits>

namespace adoube::journal {
namespace {

std::string no_such_game(const std::filesystem::path& journal, const std::string& game_id,
                         const std::vector<GameEntry>& games) {
    auto sentence = "journal " + journal.string() + " has no game " + game_id;
    if (games.empty()) return sentence + ", and no other";
    constexpr std::size_t most_named = 6;
    sentence += ", but";
    for (const auto& game : games | std::views::take(most_named)) sentence += " " + game.id;
    if (games.size() <= most_named) return sentence;
    return sentence + " and " + std::to_string(games.size() - most_named) +
           " more (adoube evidence list --journal " + journal.string() + ")";
}

} // namespace

std::expected<Overview, std::string> look_over(const std::filesystem::path& journal) {
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    const auto moment = OneMoment::of(*reader);
    if (!moment) return std::unexpected(moment.error());
    auto games = reader->outlines();
    if (!games) return std::unexpected(games.error());
    const auto tombstones = reader->tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    Overview found{std::move(*games), {}};
    for (const auto& tombstone : *tombstones) {
        auto checkpoints = reader->checkpoints(tombstone.game_id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        found.deleted.push_back({tombstone, std::move(*checkpoints)});
    }
    return found;
}

std::expected<std::vector<GameEntry>, std::string> not_begun(const std::filesystem::path& journal) {
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    const auto moment = OneMoment::of(*reader);
    if (!moment) return std::unexpected(moment.error());
    const auto games = reader->games();
    if (!games) return std::unexpected(games.error());
    const auto tombstones = reader->tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    const auto armed = reader->armed();
    if (!armed) return std::unexpected(armed.error());
    std::map<std::pair<std::string, std::string>, const ArmedGame*> last; // by place
    for (const auto& game : *armed) last[{game.after, game.instead_of}] = &game;
    std::vector<GameEntry> waiting;
    for (const auto& [place, game] : last)
        if (std::ranges::count(*games, game->id, &GameEntry::id) == 0 &&
            std::ranges::count(*tombstones, game->id, &Tombstone::game_id) == 0)
            waiting.push_back({game->id, game->header, game->armed_utc_ms, std::nullopt, {}});
    return waiting;
}

std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints(const std::filesystem::path& journal) {
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    return reader->newest_checkpoints();
}

std::expected<std::vector<Checkpoint>, std::string> checkpoints_of(const std::filesystem::path& journal,
                                                                   const std::string& game_id) {
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    const auto moment = OneMoment::of(*reader);
    if (!moment) return std::unexpected(moment.error());
    const auto games = reader->games();
    if (!games) return std::unexpected(games.error());
    if (std::ranges::count(*games, game_id, &GameEntry::id) == 0) return std::vector<Checkpoint>();
    return reader->checkpoints(game_id);
}

bool is_in_use(const std::filesystem::path& journal) {
    std::error_code unknown;
    return std::filesystem::exists(journal, unknown) && !locked(journal);
}

std::expected<void, std::string> check_can_be_opened(const std::filesystem::path& journal) {
    struct stat before {};
    const bool was_there = ::stat(journal.c_str(), &before) == 0;
    const auto made = made_file(journal);
    if (!made) return std::unexpected(made.error());
    if (was_there && is_in_use(journal)) return std::unexpected(in_use(journal));
    std::error_code unknown;
    if (!was_there) std::filesystem::remove(std::filesystem::canonical(journal, unknown), unknown);
    if (before.st_size == 0) return {};
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    return check_is_whole(reader->database());
}

namespace {

/// Empty if there is no such game.
std::expected<std::optional<GameEntry>, std::string> kept_game(Reader& reader, const std::string& game_id) {
    const auto tombstones = reader.tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    if (const auto deleted = std::ranges::find(*tombstones, game_id, &Tombstone::game_id);
        deleted != tombstones->end())
        return std::unexpected("game " + game_id + " was " + when_and_why(*deleted));
    return reader.game(game_id);
}

/// `look` gets the journal at one moment, and the game if it has it.
template<class Look>
std::invoke_result_t<Look, Reader&, std::optional<GameEntry>>
look_at_game(const std::filesystem::path& journal, const std::string& game_id, Look look) {
    auto reader = open_to_look(journal);
    if (!reader) return std::unexpected(reader.error());
    const auto moment = OneMoment::of(*reader);
    if (!moment) return std::unexpected(moment.error());
    auto game = kept_game(*reader, game_id);
    if (!game) return std::unexpected(game.error());
    return look(*reader, std::move(*game));
}

} // namespace

std::expected<WholeGame, std::string> read_game(const std::filesystem::path& journal,
                                                const std::string& game_id) {
    using Result = std::expected<WholeGame, std::string>;
    return look_at_game(journal, game_id, [&](Reader& reader, std::optional<GameEntry> game) -> Result {
        if (!game) {
            const auto games = reader.games();
            return std::unexpected(games ? no_such_game(journal, game_id, *games) : games.error());
        }
        auto inputs = reader.inputs(game_id);
        if (!inputs) return std::unexpected(inputs.error());
        auto checkpoints = reader.checkpoints(game_id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        return WholeGame{std::move(*game), std::move(*inputs), std::move(*checkpoints)};
    });
}

std::expected<std::optional<WholeGame>, std::string>
read_game_from(const std::filesystem::path& journal, const std::string& game_id, std::uint64_t first) {
    using Result = std::expected<std::optional<WholeGame>, std::string>;
    return look_at_game(journal, game_id, [&](Reader& reader, std::optional<GameEntry> game) -> Result {
        if (!game) return std::nullopt;
        auto inputs = reader.inputs(game_id, first);
        if (!inputs) return std::unexpected(inputs.error());
        return WholeGame{std::move(*game), std::move(*inputs), {}};
    });
}

} // namespace adoube::journal
