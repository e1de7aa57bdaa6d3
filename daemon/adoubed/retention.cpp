#include "daemon/adoubed/retention.hpp"

#include "daemon/evidence/tombstone.hpp"

#include <algorithm>
#include <utility>

namespace adoube::adoubed {
namespace {

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

} // namespace

std::expected<record::DeleteGame, std::string> Retention::deletion_of(const std::string& game_id,
                                                                      UtcMs utc_ms, std::string why) const {
    const auto game = journal::read_game(journal_, game_id);
    if (!game) return std::unexpected(game.error());
    return evidence::deletion_of(game->game, game->inputs, game->checkpoints, utc_ms, std::move(why));
}

std::expected<journal::Record, std::string> Retention::record_of(const Keep& keep, UtcMs utc_ms) const {
    const auto all = journal::look_over(journal_);
    if (!all) return std::unexpected(all.error());
    const auto game = std::ranges::find(all->games, keep.game, [](const auto& one) { return one.game.id; });
    if (game == all->games.end()) {
        const auto gone = std::ranges::find(all->deleted, keep.game,
                                            [](const auto& left) { return left.tombstone.game_id; });
        return std::unexpected(gone == all->deleted.end()
                                   ? "the journal has no game " + keep.game
                                   : "game " + keep.game + " was " + when_and_why(gone->tombstone));
    }
    if (keep.what == Keep::What::hold) return journal::HoldGame{keep.game, {keep.why, utc_ms}};
    if (keep.what == Keep::What::release) {
        if (!game->hold) return std::unexpected("game " + keep.game + " is not held");
        return journal::ReleaseGame{keep.game};
    }
    if (is_on_board_(keep.game))
        return std::unexpected("game " + keep.game +
                               " is on a board: it can be deleted once the daemon serves another round, "
                               "or none");
    if (game->hold)
        return std::unexpected("game " + keep.game + " is held (" + game->hold->why + "): release it first");
    return deletion_of(keep.game, utc_ms, "by hand");
}

void Retention::watch(const std::vector<journal::Record>& records, UtcMs utc_ms) {
    if (std::ranges::any_of(records,
                            [](const auto& one) { return std::holds_alternative<journal::Append>(one); }))
        last_input_utc_ms_ = utc_ms;
}

Retention::Due Retention::due(round::HostTime now) {
    Due due;
    if (!looked_us_ || now.steady_us - *looked_us_ >= look_interval_us) {
        looked_us_ = now.steady_us;
        find_due(due, now.utc_ms);
    }
    delete_next(due, now.utc_ms);
    const bool long_ago = !tidied_us_ || now.steady_us - *tidied_us_ >= tidy_interval_us;
    if (queue_.empty() && !due.deletion && long_ago && now.utc_ms - last_input_utc_ms_ >= quiet_ms) {
        tidied_us_ = now.steady_us;
        due.tidy = true;
    }
    return due;
}

void Retention::find_due(Due& due, UtcMs utc_ms) {
    const auto all = journal::look_over(journal_);
    const auto trouble =
        all ? std::string()
            : "what is to be deleted cannot be looked up: " + all.error() + "; in an hour again";
    if (std::exchange(trouble_, trouble) != trouble && !trouble.empty()) due.notes.push_back({true, trouble});
    if (!all) return;
    queue_.clear();
    for (const auto& game : all->games) {
        last_input_utc_ms_ = std::max(last_input_utc_ms_, std::min(game.last_utc_ms, utc_ms));
        if (days_ && !game.hold && game.ended_utc_ms() + *days_ * day_ms <= utc_ms)
            queue_.push_back(game.game.id);
    }
}

void Retention::delete_next(Due& due, UtcMs utc_ms) {
    while (!queue_.empty() && !due.deletion) {
        const auto id = std::move(queue_.front());
        queue_.pop_front();
        if (is_on_board_(id)) continue;
        const auto rule = "by rule, " + std::to_string(*days_) + " days after its end";
        if (auto deletion = deletion_of(id, utc_ms, rule)) {
            due.deletion = std::move(*deletion);
            due.notes.push_back({false, "game " + id + " is deleted " + rule});
        } else {
            due.notes.push_back({true, deletion.error()});
        }
    }
}

} // namespace adoube::adoubed
