// A whole round of pairings at once.

#include "daemon/record/sensor_log.hpp"
#include "daemon/round/pairing_changes.hpp"
#include "daemon/round/round.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

/// All but the tags, which can be corrected at any time.
std::string play_of(record::Header header) {
    header.tags.clear();
    return record::to_line(header);
}

std::string not_for(int board) {
    return "this token is not for board " + std::to_string(board) + ", which the list touches";
}

} // namespace

/// Before `seating`.
std::expected<Round::RoundPlan, std::string> Round::plan_of(const std::vector<Pairing>& pairings,
                                                            const MayTouch& may_touch) const {
    RoundPlan plan;
    for (const auto id : tables_.ids()) {
        const Table& table = tables_[id];
        if (!may_touch(table.number())) continue;
        plan.tables.push_back(id);
        plan.sittings.push_back(table.sitting());
        plan.sittings.back().play = play_of(table.set_up());
    }
    for (const auto& [board, game_id, header] : pairings) {
        if (board != 0 && !may_touch(board)) return std::unexpected(not_for(board));
        plan.wanted.push_back({board, header.tags, play_of(header)});
    }
    return plan;
}

std::expected<Round::RoundPlan, std::string> Round::seated(const std::vector<Pairing>& pairings,
                                                           const MayTouch& may_touch) const {
    if (pairings.empty()) return std::unexpected(std::string("the list has no game"));
    auto plan = plan_of(pairings, may_touch);
    if (!plan) return plan;
    auto seats = seating(plan->sittings, plan->wanted);
    if (!seats) return std::unexpected(seats.error());
    plan->seats = std::move(*seats);
    if (std::ranges::any_of(plan->tables, [&](TableId table) { return waiting_[table].backlog.full(); }))
        return std::unexpected(Backlog::too_much_waits);
    return plan;
}

std::expected<std::vector<int>, std::string> Round::boards_for(const std::vector<Pairing>& pairings,
                                                               const MayTouch& may_touch) const {
    const auto plan = plan_of(pairings, may_touch);
    if (!plan) return std::unexpected(plan.error());
    return boards_of(plan->sittings, plan->wanted);
}

std::expected<std::string, std::string> Round::compare_round(const std::vector<Pairing>& pairings,
                                                             const MayTouch& may_touch) const {
    const auto plan = seated(pairings, may_touch);
    if (!plan) return std::unexpected(plan.error());
    return pairing_changes(plan->sittings, plan->wanted, plan->seats).told();
}

void Round::take_seat(TableId table, const Assignment& seat, const std::vector<Pairing>& pairings,
                      HostTime now, std::string_view by) {
    Table& at = tables_[table];
    const auto sitting = at.sitting();
    const bool renumbered = at.number() != seat.number;
    at.renumber(seat.number);
    if (!seat.wanted && !seat.left && !renumbered) return;
    auto header = seat.wanted ? pairings[*seat.wanted].header : at.set_up();
    if (!seat.wanted && seat.left)
        for (const auto& [name, value] : corrections(header.tags, {}, false)) header.tags.erase(name);
    auto id = !seat.wanted && !seat.left ? sitting.game : seat.game;
    if (id.empty()) id = free_id(seat.wanted ? pairings[*seat.wanted].game_id : sitting.game, table);
    header.tags["Board"] = std::to_string(seat.number);
    header.tags["GameId"] = id;
    const bool new_game = seat.wanted && (seat.game.empty() || is_unnamed(sitting.tags)),
               stays = sitting.game == id && !renumbered;
    const bool has_record = sitting.state != Sitting::State::open;
    if (seat.begun || (has_record && (sitting.state == Sitting::State::still || !seat.wanted))) {
        const bool of_players_only = !seat.wanted || (seat.begun && !is_unnamed(sitting.tags));
        auto tags = corrections(sitting.tags, header.tags, of_players_only);
        if (renumbered) tags["Board"] = header.tags["Board"];
        if (game_id_of(sitting.tags, at.game_id()) == id) tags.erase("GameId");
        if (number_of(sitting.tags, at.configured_number()) == seat.number) tags.erase("Board");
        if (tags.empty()) return;
        auto records = at.say(record::SetTags{std::move(tags)}, now.utc_ms, {by});
        if (records) write(table, std::move(*records));
        return;
    }
    // Its record has the same id, unless another record has it.
    const auto record_id = games_.contains(id) ? free_id(id, table) : id;
    if (record_id == id) header.tags.erase("GameId");
    if (!has_record && record::to_line(header) == record::to_line(at.set_up()) && sitting.game == id) return;
    auto record = at.arm(record_id, std::move(header), now.utc_ms, !new_game && !stays);
    if (!record) return;
    write(table, {std::move(*record)});
    write(table, at.begin_armed_now(now.utc_ms));
    leave_other_port(table);
}

std::expected<Round::RoundArmed, std::string> Round::arm_round(const std::vector<Pairing>& pairings,
                                                               HostTime now, std::string_view by,
                                                               const MayTouch& may_touch) {
    note_time(now);
    const auto plan = seated(pairings, may_touch);
    if (!plan) return std::unexpected(plan.error());
    const auto changes = pairing_changes(plan->sittings, plan->wanted, plan->seats);
    const auto before = confirmed_ + written_.size();
    for (std::size_t at = 0; at < plan->tables.size(); ++at)
        take_seat(plan->tables[at], plan->seats[at], pairings, now, by);
    for (const auto& change : changes.changes) {
        const auto game = tables_[plan->tables[change.table]].sitting().game;
        work_.notes.push_back({false, change.sentence + " (game " + game + ")"});
    }
    for (const auto table : tables_.ids()) work_.looked_at.push_back(table);
    RoundArmed armed;
    if (confirmed_ + written_.size() > before) armed.record = confirmed_ + written_.size();
    armed.answer = changes.told();
    work_.notes.push_back(
        {false, "the round" + (by.empty() ? ": " : ", by " + std::string(by) + ": ") + changes.counted});
    return armed;
}

} // namespace adoube::round
