#include "daemon/round/public_view.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace adoube::round {
namespace {

/// How far off a display's countdown may be.
constexpr std::int64_t clock_tolerance_ms = 500;

} // namespace

PublicView::PublicView(std::string game_id, int board, const broadcast::PublicTags& tags, bool chess960) {
    game_.id = std::move(game_id);
    game_.board = board;
    game_.tags = tags;
    game_.chess960 = chess960;
}

void PublicView::go_on_as(std::string game_id) {
    game_.id = std::move(game_id);
    game_.moves.clear();
    told_ = false;
}

void PublicView::set_tag(std::string_view name, std::string_view value) {
    game_.tags.set(name, value);
    told_ = false;
}

bool PublicView::correct(const broadcast::PublicTags::Map& with) {
    broadcast::PublicTags::Map tags(game_.tags.begin(), game_.tags.end());
    for (const auto& [name, value] : with)
        if (value.empty())
            tags.erase(name);
        else
            tags.insert_or_assign(name, value);
    return std::exchange(game_.tags, broadcast::PublicTags(tags)) != game_.tags;
}

bool PublicView::call(int board, std::string game_id) {
    const bool changed = game_.board != board || game_.id != game_id;
    game_.board = board;
    game_.id = std::move(game_id);
    return changed;
}

bool PublicView::update(const umpire::GameRecord& record, UtcMs utc_ms) {
    bool changed = update_but_clocks(record, false);
    changed |= update_clocks(record.clocks, utc_ms);
    return changed;
}

bool PublicView::update_at_event(const umpire::GameRecord& record, UtcMs utc_ms, bool told) {
    const bool changed = update_but_clocks(record, !told);
    if (!changed && !told) return false;
    return update_clocks(record.clocks, utc_ms) || changed;
}

bool PublicView::update_but_clocks(const umpire::GameRecord& record, bool clocks_stay) {
    bool changed = !std::exchange(told_, true);
    changed |= update_moves(record, clocks_stay);
    changed |= std::exchange(game_.result, record.result) != record.result;
    const bool by_time = record.result != chess::Result::open && record.termination == "time forfeit";
    changed |= std::exchange(game_.by_time, by_time) != by_time;
    return changed;
}

bool PublicView::update_moves(const umpire::GameRecord& record, bool clocks_stay) {
    const auto moves = record.game.moves();
    const bool new_start = game_.start != record.game.start();
    const auto same = std::ranges::mismatch(moves, game_.moves, {}, {}, &broadcast::PublicMove::move).in1;
    const auto kept = new_start ? 0 : static_cast<std::size_t>(same - moves.begin());
    bool changed = new_start || kept != moves.size() || kept != game_.moves.size();
    game_.moves.cut_to(kept);
    for (std::size_t ply = kept; ply < moves.size(); ++ply)
        game_.moves.push_back({record.game.position_at(ply), moves[ply], game_.chess960, std::nullopt});
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        const auto clock_ms = record.moves[ply].clock_ms, shown_ms = game_.moves[ply].clock_ms;
        if (clock_ms == shown_ms || (clocks_stay && ply < kept && shown_ms)) continue;
        game_.moves.set_clock(ply, clock_ms);
        changed = true;
    }
    game_.start = record.game.start();
    game_.position = record.game.position();
    return changed;
}

bool PublicView::update_clocks(const std::optional<umpire::Clocks>& clocks, UtcMs utc_ms) {
    if (!clocks) return std::exchange(game_.clocks, std::nullopt).has_value();
    const broadcast::ClockFace face{clocks->white_ms, clocks->black_ms, clocks->running, utc_ms};
    const auto off_ms = [&](chess::Side side) {
        return std::abs(left_ms(*game_.clocks, side, utc_ms) - left_ms(face, side, utc_ms));
    };
    if (game_.clocks && game_.clocks->running == face.running &&
        off_ms(chess::Side::white) < clock_tolerance_ms && off_ms(chess::Side::black) < clock_tolerance_ms)
        return false;
    game_.clocks = face;
    return true;
}

} // namespace adoube::round
