// A whole round of pairings at once.

#include "daemon/record/sensor_log.hpp"
#include "daemon/round/round.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

std::string board_in_words(int number) { return "board " + std::to_string(number); }

/// All but the tags, which can be corrected at any time.
bool is_same_play(record::Header one, record::Header other) {
    one.tags.clear(), other.tags.clear();
    return record::to_line(one) == record::to_line(other);
}

std::string name_of(const record::Tags& tags, const char* side) {
    const auto name = tags.find(side);
    return name == tags.end() || name->second.empty() ? "?" : name->second;
}

/// "2 armed, 1 corrected"
std::string counted(const std::map<std::string, int>& done) {
    std::string text;
    for (const auto& [what, times] : done)
        text += (text.empty() ? "" : ", ") + std::to_string(times) + ' ' + what;
    return text;
}

} // namespace

std::expected<std::vector<Assignment>, std::string>
Round::seats_for(const std::vector<Pairing>& pairings) const {
    std::vector<Sitting> sittings;
    for (const auto& table : tables_) sittings.push_back(table.sitting());
    std::vector<Wanted> wanted;
    for (const auto& [board, game_id, header] : pairings) wanted.push_back({board, header.tags});
    auto seats = seating(sittings, wanted);
    if (!seats) return seats;
    for (const auto table : tables_.ids()) {
        const auto at = std::to_underlying(table);
        const auto& seat = seats->at(at);
        if (waiting_[table].backlog.full()) return std::unexpected(Backlog::too_much_waits);
        const bool has_record = !seat.begun && sittings[at].state == Sitting::State::still;
        if (seat.wanted && has_record &&
            !is_same_play(tables_[table].set_up(), pairings[*seat.wanted].header))
            return std::unexpected(board_in_words(seat.number) +
                                   ": its board is set up for another time control, start position or "
                                   "edition of the Laws than the list's: say so in the configuration, and "
                                   "start again");
    }
    return seats;
}

/// Returns what was done, or nothing.
std::string Round::take_seat(TableId table, const Assignment& seat, const std::vector<Pairing>& pairings,
                             HostTime now, std::string_view by) {
    Table& at = tables_[table];
    const auto sitting = at.sitting();
    const bool renumbered = at.number() != seat.number;
    at.renumber(seat.number);
    if (!seat.wanted && !seat.left && !renumbered) return {};
    auto header = seat.wanted ? pairings[*seat.wanted].header : at.set_up();
    if (!seat.wanted && seat.left)
        for (const auto& [name, value] : corrections(header.tags, {}, false)) header.tags.erase(name);
    auto id = !seat.wanted && !seat.left ? sitting.game : seat.game;
    if (id.empty()) id = free_id(seat.wanted ? pairings[*seat.wanted].game_id : sitting.game, table);
    header.tags["Board"] = std::to_string(seat.number);
    header.tags["GameId"] = id;
    const bool had_players = name_of(sitting.tags, "White") != "?" || name_of(sitting.tags, "Black") != "?";
    const bool new_game = seat.wanted && (seat.game.empty() || !had_players),
               stays = sitting.game == id && !renumbered;
    const auto* const done = !seat.wanted ? (seat.left ? "left" : "renumbered")
                             : new_game   ? "armed"
                             : stays      ? "corrected"
                                          : "moved";
    const bool has_record = sitting.state != Sitting::State::open;
    if (seat.begun || (has_record && (sitting.state == Sitting::State::still || !seat.wanted))) {
        auto tags = corrections(sitting.tags, header.tags, seat.begun || !seat.wanted);
        if (renumbered) tags["Board"] = header.tags["Board"];
        if (game_id_of(sitting.tags, at.game_id()) == id) tags.erase("GameId");
        if (number_of(sitting.tags, at.configured_number()) == seat.number) tags.erase("Board");
        if (tags.empty()) return {};
        auto records = at.say(record::SetTags{std::move(tags)}, now.utc_ms, by);
        if (records) write(table, std::move(*records));
        return records ? done : "";
    }
    // Its record has the same id, unless another record has it.
    const auto record_id = games_.contains(id) ? free_id(id, table) : id;
    if (record_id == id) header.tags.erase("GameId");
    if (!has_record && record::to_line(header) == record::to_line(at.set_up()) && sitting.game == id)
        return {};
    auto record = at.arm(record_id, std::move(header), now.utc_ms, !new_game && !stays);
    if (!record) return {};
    write(table, {std::move(*record)});
    write(table, at.begin_armed_now(now.utc_ms));
    return done;
}

std::expected<Round::RoundArmed, std::string> Round::arm_round(std::vector<Pairing> pairings, HostTime now,
                                                               std::string_view by) {
    note_time(now);
    if (pairings.empty()) return std::unexpected(std::string("the list has no game"));
    const auto seats = seats_for(pairings);
    if (!seats) return std::unexpected(seats.error());
    const auto before = confirmed_ + written_.size();
    std::map<std::string, int> done;
    for (const auto table : tables_.ids()) {
        const auto& seat = seats->at(std::to_underlying(table));
        const auto what = take_seat(table, seat, pairings, now, by);
        if (what.empty()) continue;
        ++done[what];
        const auto sitting = tables_[table].sitting();
        work_.notes.push_back({false, board_in_words(seat.number) + ": game " + sitting.game + " is " + what +
                                          ": " + name_of(sitting.tags, "White") + " - " +
                                          name_of(sitting.tags, "Black")});
    }
    for (const auto table : tables_.ids()) work_.looked_at.push_back(table);
    RoundArmed armed;
    if (confirmed_ + written_.size() > before) armed.record = confirmed_ + written_.size();
    const auto games = pairings.size() == 1 ? "1 game: " : std::to_string(pairings.size()) + " games: ";
    armed.answer = games + (done.empty() ? "nothing changes" : counted(done));
    if (!by.empty()) work_.notes.push_back({false, "the round, by " + std::string(by) + ", " + armed.answer});
    return armed;
}

} // namespace adoube::round
