// The arbiter's commands: on a game, the next game, another port. A whole round: arm_round.cpp.

#include "daemon/round/public_id.hpp"
#include "daemon/round/round.hpp"
#include "daemon/text/ranges.hpp"

#include <algorithm>
#include <set>

namespace adoube::round {
namespace {

std::string numbers_of(const ById<TableId, Table>& tables) {
    std::set<int> numbers;
    for (const auto& table : tables) numbers.insert(table.number());
    return text::ranges(numbers);
}

/// On moves or result, or may end the game.
bool is_of_play(const record::What& what) {
    using namespace record;
    return std::visit(
        []<class Said>(const Said&) {
            return std::disjunction_v<
                std::is_same<Said, SetPosition>, std::is_same<Said, PlayMove>, std::is_same<Said, TakeBack>,
                std::is_same<Said, SetResult>, std::is_same<Said, Promoted>, std::is_same<Said, Resign>,
                std::is_same<Said, Accept>, std::is_same<Said, Flag>, std::is_same<Said, Claim>>;
        },
        what);
}

/// "; game E-r1-b3 begins with it", if it does.
std::string begun_with(const std::vector<journal::Record>& records) {
    for (const auto& record : records)
        if (const auto* open = std::get_if<journal::OpenGame>(&record))
            return "; game " + open->game.id + " begins with it";
    return {};
}

std::string told_by(std::string_view by) { return by.empty() ? std::string() : ", by " + std::string(by); }

} // namespace

std::expected<TableId, std::string> Round::table_of(int board) const {
    const auto table = std::ranges::find(tables_, board, &Table::number);
    if (table == tables_.end())
        return std::unexpected("there is no board " + std::to_string(board) + ", only " +
                               numbers_of(tables_));
    return tables_.id_of(table);
}

std::expected<std::uint64_t, std::string> Round::say(int board, record::What what, HostTime now,
                                                     const Saying& saying) {
    note_time(now);
    const auto table = table_of(board);
    if (!table) return std::unexpected(table.error());
    if (waiting_[*table].backlog.full()) return std::unexpected(Backlog::too_much_waits);
    const bool secret = std::holds_alternative<record::Adjourn>(what); // the sealed move
    const bool of_play = is_of_play(what);
    auto records = tables_[*table].say(std::move(what), now.utc_ms, saying);
    if (!records) return std::unexpected(records.error());
    const auto begun = begun_with(*records);
    const auto* said = std::get_if<journal::Append>(&records->back());
    const auto* const armed = "the tags of the game that is to begin are corrected";
    const auto ticket = write_said(*table, std::move(*records),
                                   (saying.by.empty() ? "the arbiter" : std::string(saying.by)) + " says " +
                                       (secret ? "to adjourn"
                                        : said ? said->entry.line
                                               : armed),
                                   said ? "" : armed, of_play);
    written_.back().said->more = begun;
    return ticket;
}

std::expected<std::uint64_t, std::string> Round::say_moves(int board, const std::string& moves, HostTime now,
                                                           const Saying& saying) {
    note_time(now);
    const auto table = table_of(board);
    if (!table) return std::unexpected(table.error());
    if (waiting_[*table].backlog.full()) return std::unexpected(Backlog::too_much_waits);
    auto records = tables_[*table].say_moves(moves, now.utc_ms, saying);
    if (!records) return std::unexpected(records.error());
    const auto begun = begun_with(*records);
    const auto ticket =
        write_said(*table, std::move(*records),
                   (saying.by.empty() ? "the arbiter" : std::string(saying.by)) + " enters moves", {}, true);
    written_.back().said->more = begun;
    return ticket;
}

std::expected<record::SetTime, std::string> Round::time_with(int board, AddedTime added, HostTime now,
                                                             std::string_view game) {
    note_time(now);
    const auto table = table_of(board);
    if (!table) return std::unexpected(table.error());
    if (const auto may = tables_[*table].may_change_time(game); !may) return std::unexpected(may.error());
    return std::as_const(tables_[*table]).game().time_with(added, now.utc_ms);
}

std::expected<std::uint64_t, std::string>
Round::arm(int board, const std::string& game_id, record::Header header, HostTime now, std::string_view by) {
    note_time(now);
    const auto table = table_of(board);
    if (!table) return std::unexpected(table.error());
    if (waiting_[*table].backlog.full()) return std::unexpected(Backlog::too_much_waits);
    const Table& at = tables_[*table];
    if (at.has_electronics() && !at.game().opened())
        return std::unexpected("game " + at.game_id() +
                               " has no result yet: enter it first, then arm the next; what it is to be is "
                               "corrected with tags");
    auto record = tables_[*table].arm(free_id(game_id, *table), std::move(header), now.utc_ms);
    if (!record) return std::unexpected(record.error());
    const auto armed = std::get<journal::ArmGame>(*record).game.id;
    const auto* const begins = !tables_[*table].has_electronics() ? ", and begins with what is entered"
                               : tables_[*table].armed_was_played()
                                   ? ", and begins with what was played since its start position stood"
                                   : ", and begins when its start position stands";
    std::vector<journal::Record> records;
    records.push_back(std::move(*record));
    const auto ticket =
        write_said(*table, std::move(records), "game " + armed + " is armed" + told_by(by) + begins,
                   "game " + armed + " is armed" + begins);
    write(*table, tables_[*table].begin_armed_now(now.utc_ms));
    leave_other_port(*table);
    return ticket;
}

std::expected<Round::PortChange, std::string> Round::port_change(int board, std::string name,
                                                                 drivers::Maker maker) const {
    const auto table = table_of(board);
    if (!table) return std::unexpected(table.error());
    if (!tables_[*table].has_electronics())
        return std::unexpected("board " + std::to_string(board) +
                               " has no electronics: give it a port in the configuration, and start again");
    const auto at = port_at(*table);
    const auto& before = ports_[at];
    const auto said = std::to_string(board);
    PortChange change;
    const auto taken = std::ranges::find(ports_, name, &Port::name);
    if (before.name == name) {
        const bool has_own = port_of(*table) == at, others_are_there = port_of(*table) || before.table;
        if (has_own || !others_are_there)
            return std::unexpected("port " + name + " is that of board " + said + " already");
        change = {{{at, name, before.maker}}, "it has the board on its port " + name + " from now on"};
    } else if (taken == ports_.end()) {
        change = {{{at, name, maker}}, "its board is looked for on port " + name + " from now on"};
    } else {
        const auto there = ports_.id_of(taken);
        const auto other = std::to_string(tables_[table_at(there)].number());
        change = {{{at, name, taken->maker}, {there, before.name, before.maker}},
                  "boards " + said + " and " + other + " have changed ports: " + said + " is on " + name +
                      " from now on, " + other + " on " + before.name};
    }
    // A table whose board was on one of these ports takes the one on its own, and so on.
    for (std::size_t each = 0; each < change.ports.size(); ++each) {
        const auto there = port_of(table_at(change.ports[each].port));
        if (!there || std::ranges::count(change.ports, *there, &PortChange::To::port) > 0) continue;
        const Port& own = ports_[*there];
        change.ports.push_back({*there, own.name, own.maker});
        change.answer += "; board " + std::to_string(tables_[table_at(*there)].number()) +
                         " has that on its port " + own.name;
    }
    return change;
}

void Round::change_ports(const PortChange& change, HostTime now, std::string_view by) {
    note_time(now);
    for (const auto& [at, name, maker] : change.ports) {
        Port& port = ports_[at];
        port.table.reset();
        port.driver = drivers::make_driver(maker, name);
        port.driver->go_on_in(epoch_);
        port.trouble.clear();
        complaints_[table_at(at)].forget_board();
        port.battery.reset();
        port.condition.reset();
        port.chip_seen = false;
        port.given = Port::Given{now.utc_ms};
        port.maker = maker;
        port.name = name;
        work_.looked_at.push_back(table_at(at));
    }
    const auto board = std::to_string(tables_[table_at(change.ports.front().port)].number());
    work_.notes.push_back({false, "board " + board + ": " + change.answer + told_by(by)});
}

bool Round::is_taken(const std::string& game_id, TableId but_for) const {
    if (const auto first = first_of(game_id)) return is_taken(*first, but_for);
    if (games_.contains(game_id)) return true;
    return std::ranges::any_of(tables_.ids(), [&](TableId table) {
        if (table == but_for) return false;
        return tables_[table].knows(game_id) || tables_[table].sitting().game == game_id;
    });
}

std::string Round::free_id(const std::string& wished, TableId table) const {
    auto id = wished;
    for (int n = 2; is_taken(id, table); ++n) id = wished + '.' + std::to_string(n);
    return id;
}

std::uint64_t Round::write_said(TableId table, std::vector<journal::Record> records, const std::string& said,
                                std::string answer, bool of_play) {
    work_.notes.push_back({false, "board " + std::to_string(tables_[table].number()) + ": " + said});
    write(table, std::move(records));
    written_.back().said = std::make_unique<Written::Said>(std::move(answer), std::string(), of_play);
    return confirmed_ + written_.size();
}

} // namespace adoube::round
