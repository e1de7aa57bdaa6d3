#include "daemon/round/round.hpp"

#include "daemon/evidence/wall_clock.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>
#include <cstdlib>

namespace adoube::round {

/// By time alone a standing move is made, or a flag falls.
constexpr std::uint64_t look_interval_us = 250'000;
/// A daemon that was kept from its work for so long has not heard yet what was said meanwhile.
constexpr std::uint64_t late_us = 1'000'000;
/// A table that accepts nothing for longer is reported; a slow disk takes less.
constexpr std::uint64_t full_for_long_us = 2'000'000;
/// A journal that confirms nothing for longer is reported, and again only after a minute without delays.
constexpr std::uint64_t slow_us = 1'500'000, quick_again_us = 60'000'000;

/// A drift below this is no setting of the wall clock: NTP slews it by 500 ppm.
constexpr std::int64_t longest_slew_ms = 100, slew_ppm = 1000;

/// Of a battery that was low.
constexpr int enough_percent = 25;

/// A link from which nothing has come for longer may be one whose board was moved.
constexpr std::uint64_t just_moved_us = 1'000'000;

namespace {

std::string amending(const Table& table) {
    return "adoube arbiter --board " + std::to_string(table.number()) + " move, position, time";
}

/// To the public, which waits to hear from the board.
bool end_is_untold(const Table& table) {
    const auto& game = table.game();
    return game.over() && game.completed().result != game.as_it_stands().result;
}

std::string exchange(int board, const std::string& port) {
    return "adoube arbiter --board " + std::to_string(board) + " exchange " + port;
}

std::string in_words(drivers::LossCause cause, std::uint32_t events) {
    const auto so_many = std::to_string(events) + " events are lost, ";
    switch (cause) {
    case drivers::LossCause::released: return so_many + "which it has told another journal than this";
    case drivers::LossCause::overflow: return so_many + "for which it had no room";
    case drivers::LossCause::cable: break;
    }
    return "what was touched while its cable was out, or its messages came damaged, is lost";
}

} // namespace

Round::Round(std::vector<Seat> seats, std::optional<tlog::SigningKey> key, std::int64_t delay_ms)
    : key_(std::move(key)), notes_(seats.size()), publication_(delay_ms) {
    tables_.reserve(seats.size());
    ports_.reserve(seats.size());
    for (Seat& seat : seats) {
        seat.table.electronics = !seat.port.empty();
        seat.table.expects_lever = seat.maker == drivers::Maker::adoube; // few others have one
        tables_.push_back(Table(std::move(seat.table)));
        auto driver = drivers::make_driver(seat.maker, seat.port);
        Port port{std::move(seat.port), seat.maker, std::move(driver), {}, {}, {}, {}, {}, {}};
        if (seat.given_utc_ms) port.given = {*seat.given_utc_ms};
        ports_.push_back(std::move(port));
    }
    waiting_ = ById<TableId, Waiting>(tables_.size());
    complaints_ = ById<TableId, Complaints>(tables_.size());
    looks_ = ById<TableId, Looks>(tables_.size());
    hands_followed_ = ById<TableId, bool>(tables_.size());
    // Pairings are public before the first piece is touched.
    for (const auto& table : std::as_const(tables_)) publication_.put({{}, {}, table.game().as_it_stands()});
}

// --- what was ---

/// The last armed at each place, and what was deleted.
struct Round::ArmedGames {
    ArmedGames(const std::vector<record::ArmedGame>& armed,
               const std::vector<record::Tombstone>& tombstones) {
        for (const auto& game : armed) {
            after.insert_or_assign(game.after, &game);
            instead_of.insert_or_assign(game.instead_of, &game);
        }
        for (const auto& tombstone : tombstones) deleted.try_emplace(tombstone.game_id, &tombstone);
    }

    std::map<std::string_view, const record::ArmedGame*> after, instead_of;
    std::map<std::string_view, const record::Tombstone*> deleted;
};

std::expected<void, std::string> Round::begin_with(const std::vector<record::GameEntry>& games,
                                                   const std::vector<record::ArmedGame>& armed,
                                                   const std::vector<record::Tombstone>& deleted,
                                                   const std::vector<record::Shown>& shown) {
    for (const auto& game : games) games_.insert(game.id);
    for (const auto& game : deleted) games_.insert(game.game_id);
    for (const auto& game : shown) publication_.recall(game);
    const ArmedGames armed_games(armed, deleted);
    for (Table& table : tables_) {
        publication_.forget(table.seat_id());
        if (const auto recalled = recall_armed(table, armed_games); !recalled) return recalled;
    }
    for (const Table& table : std::as_const(tables_)) publication_.put({{}, {}, table.game().as_it_stands()});
    for (const auto& game : deleted) publication_.forget(game.game_id);
    for (const Table& table : tables_)
        past_games_.add(table.known(), [&](const std::string& id) { return publication_.recalled(id); });
    past_games_.put_in_order(games);
    for (const auto& id : past_games_.ids()) publication_.forget(id); // its state before it began
    return {};
}

/// From the configured game through its successors to the armed one.
std::expected<void, std::string> Round::recall_armed(Table& table, const ArmedGames& armed) {
    const auto& [after, instead_of, deleted] = armed;
    std::set<std::string> seen;
    const auto instead = instead_of.find(table.seat_id());
    if (instead != instead_of.end() && !deleted.contains(instead->second->id)) {
        const auto& game = *instead->second;
        auto header = record::parse_header(game.header);
        if (!header) return std::unexpected("armed game " + game.id + " cannot be read: " + header.error());
        table.recall_instead(game.id, std::move(*header));
    }
    std::string last = table.game_id();
    while (games_.contains(last) && seen.insert(last).second) {
        const auto next = after.find(last);
        if (next == after.end() || table.knows(next->second->id)) break;
        last = next->second->id;
        if (deleted.contains(last)) continue;
        auto header = record::parse_header(next->second->header);
        if (!header) return std::unexpected("armed game " + last + " cannot be read: " + header.error());
        table.recall_armed(last, std::move(*header));
    }
    const auto gone = deleted.find(last);
    if (gone == deleted.end()) return {};
    return std::unexpected("game " + last + " was " + when_and_why(*gone->second) + ", and board " +
                           std::to_string(table.number()) +
                           " cannot play it anew: change the round, the date or the event in the "
                           "configuration, or take the board out of it");
}

bool Round::remains(const std::string& game_id) const {
    return !past_games_.has(game_id) || past_games_.tells_of_board(game_id);
}

bool Round::wants(const std::string& game_id) const {
    return remains(game_id) &&
           std::ranges::any_of(tables_, [&](const Table& table) { return table.knows(game_id); });
}

std::map<std::string, TableId, std::less<>> Round::wanted() const {
    std::map<std::string, TableId, std::less<>> all;
    for (const auto table : tables_.ids())
        for (auto& id : tables_[table].known_ids())
            if (remains(id)) all.emplace(std::move(id), table);
    return all;
}

std::function<Round::Replayed()> Round::replaying(TableId at, record::GameEntry game,
                                                  std::vector<record::Entry> inputs,
                                                  std::vector<record::Checkpoint> checkpoints, HostTime now) {
    note_time(now);
    auto shown = publication_.recalled(game.id);
    return [&table = tables_[at], at, hall_ms = hall_ms(now), game = std::move(game),
            inputs = std::move(inputs), checkpoints = std::move(checkpoints), shown = std::move(shown)] {
        Replayed replayed{at, game.id, hall_ms, inputs.size()};
        if (!inputs.empty()) replayed.last_utc_ms = inputs.back().host_utc_ms;
        replayed.restored = table.restore(game, inputs, hall_ms, shown);
        if (!replayed.restored) return replayed;
        replayed.states = table.take_public();
        replayed.recalled = table.recall(checkpoints, inputs);
        return replayed;
    };
}

void Round::take(Replayed replayed, HostTime now) {
    const auto& [at, game_id, hall_ms, inputs, last_utc_ms, restored, recalled, states] = replayed;
    if (!restored) return set_aside(at, game_id, restored.error(), now);
    const Table& table = tables_[at];
    publication_.restored(hall_ms, std::move(replayed.states));
    complaints_[at].begin_game();
    const auto name = "board " + std::to_string(table.number()) + ": ";
    if (!recalled) work_.notes.push_back({true, name + recalled.error()});
    auto told = name + "game " + game_id + " has " + std::to_string(inputs) + " inputs in the journal";
    if (last_utc_ms) told += ", the last of " + text::iso_8601(*last_utc_ms);
    work_.notes.push_back({false, std::move(told)});
    if (last_utc_ms) tell_wall_clock(table, *last_utc_ms, now);
}

void Round::tell_wall_clock(const Table& table, UtcMs last_utc_ms, HostTime now) {
    const auto behind_ms = last_utc_ms - now.utc_ms;
    if (behind_ms <= longest_slew_ms) return;
    work_.notes.push_back(
        {true,
         "the computer's clock is " + std::to_string((behind_ms + 999) / 1000) +
             " s behind the last input of board " + std::to_string(table.number()) +
             ": set it; until then times of day are wrong, and the public sees nothing earlier for it"});
}

void Round::set_aside(TableId table, const std::string& game_id, const std::string& why, HostTime now) {
    const auto id = free_id(game_id, table);
    const auto name = "board " + std::to_string(tables_[table].number());
    auto told = name + ": game " + game_id + " cannot be read, " + why +
                ": it is set aside; keep a copy of the journal as it is";
    if (auto armed = tables_[table].set_aside(game_id, id, now.utc_ms)) {
        told += ". What is played on now becomes game " + id +
                ": enter where it stands (adoube arbiter --board " + std::to_string(tables_[table].number()) +
                " position FEN)";
        publication_.forget(game_id);
        publication_.put({{}, {}, std::as_const(tables_[table]).game().as_it_stands()});
        write(table, {std::move(*armed)});
    }
    work_.notes.push_back({true, std::move(told)});
}

void Round::know_lost(std::span<const journal::Lost> lost) {
    lost_.clear();
    for (const auto& one : lost) lost_.try_emplace(one.game_id, in_words(one));
    for (const auto table : tables_.ids()) work_.looked_at.push_back(table);
}

/// The wall clock may be set during a game.
void Round::note_time(HostTime now) {
    const auto before = std::exchange(noted_, now).value_or(now);
    const auto passed_us = static_cast<std::int64_t>(now.steady_us - before.steady_us);
    const auto set_by_ms =
        now.utc_ms - before.utc_ms -
        static_cast<std::int64_t>(now.steady_us.count() / 1000 - before.steady_us.count() / 1000);
    if (set_by_ms == 0) return;
    set_on_ms_ += set_by_ms;
    for (Table& table : tables_) table.shift_utc(set_by_ms);
    for (Port& port : ports_)
        if (port.given) port.given->utc_ms += set_by_ms;
    if (std::abs(set_by_ms) <= longest_slew_ms + passed_us * slew_ppm / 1'000'000'000) return;
    work_.notes.push_back({true, evidence::to_sentence({.by_ms = set_by_ms}) +
                                     ": players' clocks and the order of the record go on as before, and "
                                     "times of day are those of the new clock"});
}

void Round::note(TableId table, Notes::About about, bool trouble, const std::string& what) {
    auto note = notes_.admit(
        table, about, {trouble, "board " + std::to_string(tables_[table].number()) + ": " + what}, now_us());
    if (note) work_.notes.push_back(std::move(*note));
}

// --- ports ---

void Round::opened(PortId port, HostTime now) {
    note_time(now);
    ports_[port].driver->opened(now.steady_us);
    take_bytes(port);
}

void Round::received(PortId port, std::span<const std::uint8_t> bytes, HostTime now) {
    note_time(now);
    ports_[port].heard_us = now.steady_us;
    ports_[port].driver->received(bytes, now.steady_us);
    take_news(port, now);
}

void Round::failed(PortId port, const std::string& why) {
    const auto table = std::exchange(ports_[port].table, std::nullopt);
    if (table) {
        work_.looked_at.push_back(*table);
        note(*table, Notes::About::link, false, "its link carried " + ports_[port].driver->account());
    }
    ports_[port].driver->closed();
    trouble(port, why);
}

TableView Round::view(TableId table) const {
    const Table& at = tables_[table];
    const auto here = port_of(table);
    const Port& own = ports_[port_at(table)];
    const Port& port = here ? ports_[*here] : own;
    const TableGame& game = at.game();
    const Backlog& waiting = waiting_[table].backlog;
    const auto lost = lost_.find(at.game_id());
    const bool shown = here && at.has_electronics() && at.runs();
    const auto* const armed = at.armed();
    return {at.number(),
            at.has_electronics(),
            at.game_id(),
            game.as_it_stands(),
            game.header().start_time,
            game.confirmed(),
            game.incidents(),
            game.proposals(),
            game.dismissed(),
            game.acts(),
            port.name,
            *port.driver,
            here ? &port.hello : nullptr,
            port.trouble,
            port.trouble_here,
            complaints_[table].current(game.over()),
            at.notice().told(),
            lost == lost_.end() ? std::string_view() : lost->second,
            shown ? &game.board() : nullptr,
            waiting.records(),
            waiting.bytes(),
            armed ? std::optional(TableView::Next{armed->game_id, &armed->header.tags}) : std::nullopt,
            own.given ? std::optional(own.given->utc_ms) : std::nullopt,
            game.right_to_claim(),
            game.claimable_breach(),
            here ? port.battery : std::nullopt,
            game.untold_promotions(),
            game.begun_ms()};
}

std::vector<record::GameEntry> Round::not_begun() const {
    std::vector<record::GameEntry> all;
    for (const Table& table : tables_) {
        if (table.game().opened() && !table.armed()) continue;
        auto header = table.set_up();
        header.tags.try_emplace("Board", std::to_string(table.number()));
        all.push_back(
            {table.armed() ? table.armed()->game_id : table.game_id(), record::to_line(header), {}, {}, {}});
    }
    return all;
}

LiveBoard Round::live_board(TableId table) const {
    auto board = tables_[table].live_board();
    if (const auto port = port_of(table)) {
        board.connected = true;
        board.battery = ports_[*port].battery;
    }
    return board;
}

void Round::tell_touched(TableId table, HostTime now) {
    tables_[table].let_time_pass(now.utc_ms);
    const auto board = tables_[table].live_board();
    work_.touched.push_back({table, board.squares, board.completed.position});
}

void Round::tick(HostTime now) {
    note_time(now);
    const bool late = is_late(now);
    for (const auto port : ports_.ids()) {
        if (ports_[port].name.empty()) continue; // no electronics
        if (late) ports_[port].driver->listen_anew(now.steady_us);
        ports_[port].driver->tick(now.steady_us);
        take_news(port, now);
    }
    publish(now);
    tell_of_slow_journal(now);
    std::ranges::move(notes_.left_out(now.steady_us), std::back_inserter(work_.notes));
    for (const auto table : tables_.ids())
        if (is_due(looks_[table].next_us, now)) look_at_all(table, now);
}

/// Again an interval later; the first time somewhere within one, so that not all tables are looked at
/// together.
bool Round::is_due(std::optional<SteadyUs>& next_us, HostTime now) {
    if (next_us && now.steady_us < *next_us) return false;
    const auto sooner_us = next_us ? 0 : (first_looks_++ * 37) % 100 * look_interval_us / 100;
    next_us = now.steady_us + (look_interval_us - sooner_us);
    return true;
}

void Round::look_at_all(TableId table, HostTime now) {
    Table& at = tables_[table];
    if (complaints_[table].has_changed()) work_.looked_at.push_back(table); // however often it did
    if (at.take_armed_place()) show_pairing(table, now);                    // after a restart
    const auto& looked_us = looks_[table].at_game_us;
    const bool was_looked_at = looked_us && now.steady_us - *looked_us < look_interval_us;
    if (!was_looked_at && (at.runs() || end_is_untold(at))) look_at(table, now);
    look_at_squares(table, now);
    look_at_clock(table, now, std::exchange(looks_[table].unheard_ms, 0));
    tell_of_waiting(table, now);
}

bool Round::is_late(HostTime now) {
    const auto since_us = ticked_us_ ? now.steady_us - *ticked_us_ : 0;
    ticked_us_ = now.steady_us;
    if (since_us < late_us) return false;
    for (auto& look : looks_) look.unheard_ms += static_cast<std::int64_t>(since_us / 1000);
    return true;
}

void Round::go_on_in(wire::Epoch epoch) {
    if (std::exchange(epoch_, epoch) == epoch) return;
    for (const auto& port : ports_) port.driver->go_on_in(epoch);
}

void Round::take_news(PortId port, HostTime now) {
    for (const drivers::News& news : ports_[port].driver->take_news()) {
        if (const auto* hello = std::get_if<drivers::Arrived>(&news)) {
            arrived(port, *hello, now);
        } else if (const auto* silent = std::get_if<drivers::Silent>(&news)) {
            work_.close.push_back(port);
            failed(port, "port " + ports_[port].name + " " + silent->why);
        } else if (std::holds_alternative<drivers::Superseded>(news)) {
            trouble(port,
                    "port " + ports_[port].name +
                        " has a board that another daemon goes on with: end this one, or, if there is no "
                        "other, switch the board off and on",
                    "port " + ports_[port].name + " has a board that another daemon goes on with");
        } else if (const auto* told = std::get_if<drivers::ConditionSeen>(&news)) {
            take_condition(ports_[port], told->condition);
        } else if (const auto* seen = std::get_if<drivers::ChipSeen>(&news)) {
            take_chip(ports_[port], seen->chip);
        } else if (const auto* battery = std::get_if<drivers::BatteryTold>(&news)) {
            take_battery(ports_[port], *battery);
        } else if (const auto* of_clock = std::get_if<drivers::ClockBatteryTold>(&news)) {
            take_clock_battery(ports_[port], of_clock->low);
        } else if (const auto table = ports_[port].table) {
            if (std::holds_alternative<drivers::LeverCame>(news))
                ports_[port].hello.features |= wire::feature::lever;
            if (const auto* lost = std::get_if<drivers::EventsLost>(&news)) tell_lost(ports_[port], *lost);
            auto records = tables_[*table].records_of(news, now.utc_ms);
            const bool is_small = std::holds_alternative<drivers::EventSeen>(news) ||
                                  std::holds_alternative<drivers::ClockTold>(news);
            const auto cost = is_small ? 1 : JournalAllowance::cost_of_loss;
            ports_[port].journal.spend(cost * records.size(), now.steady_us);
            foresee(*table, news, records);
            write(*table, std::move(records));
            if (!std::as_const(tables_[*table]).game().opened()) work_.looked_at.push_back(*table);
        }
    }
    give_room(ports_[port]);
    take_bytes(port);
}

/// What a press completes is shown as soon as it is durable, and so is its mark.
void Round::foresee(TableId table, const drivers::News& news, std::vector<journal::Record>& records) {
    using enum wire::EventKind;
    const auto* seen = std::get_if<drivers::EventSeen>(&news);
    if (!seen || (seen->event.kind != press_white && seen->event.kind != press_black)) return;
    const auto& game = std::as_const(tables_[table]).game();
    const auto* press = records.empty() ? nullptr : std::get_if<journal::Append>(&records.back());
    if (!press || press->game_id != game.id() || !publication_.shows_at_once()) return;
    const auto [inputs, t_ms] = game.last_pending();
    records.emplace_back(publication_.foreseen(game.id(), inputs, t_ms, game.start_ms()));
}

void Round::tell_lost(const Port& port, const drivers::EventsLost& lost) {
    const Table& table = tables_[*port.table];
    const auto progress = table.progress(port.hello.board_id, port.hello.boot_id);
    note(*port.table, Notes::About::loss, true,
         in_words(lost.cause, lost.next_seq - progress->next_seq) +
             ": compare its moves and clocks with the scoresheets (" + amending(table) + ")");
}

/// Nothing is known of this start: what happened before it, or was forgotten, is missing.
void Round::tell_forgotten(TableId at, const wire::Hello& hello) {
    const Table& table = tables_[at];
    const bool awaits_hands = !table.game().opened() || table.game().is_untouched();
    if (table.in_progress())
        note(at, Notes::About::loss, true,
             "its board was off, or is another one: compare its moves and clocks with the scoresheets (" +
                 amending(table) + ")");
    else if (awaits_hands && hello.oldest_seq != 0)
        note(at, Notes::About::loss, false,
             "its board has told " + std::to_string(hello.oldest_seq) +
                 " events before, to other games or another journal; if moves of this game are among them, "
                 "enter them (" +
                 amending(table) + ")");
}

void Round::tell_too_little(Port& port) {
    const Table& table = tables_[*port.table];
    if (!table.in_progress() || !table.tells_too_little()) return;
    complain(*port.table,
             {Subject::pieces,
              "its board knows less of its pieces than the one with which the game began, and none "
              "of its moves are recorded: put a board of the first one's kind there, or enter them (" +
                  amending(table) + ")"});
}

void Round::take_condition(Port& port, const wire::Condition& condition) {
    if (!port.table) return;
    for (auto& complaint : complaints(condition, port.condition)) complain(*port.table, std::move(complaint));
    port.condition = condition;
}

void Round::take_chip(Port& port, const wire::Chip& chip) {
    if (!port.table || std::exchange(port.chip_seen, true)) return;
    if (auto fault = fault_told(chip)) complain(*port.table, {Subject::firmware, std::move(*fault)});
}

void Round::take_battery(Port& port, const drivers::BatteryTold& told) {
    if (!port.table) return;
    port.battery = told;
    const bool is_enough = told.charging || told.percent > enough_percent;
    if (is_enough && std::exchange(port.battery_told_percent, 100) != 100)
        complain(*port.table, {Subject::battery, "its battery is low no more", true});
    for (const int low_percent : {5, 10, 20}) {
        if (told.charging || told.percent > low_percent || port.battery_told_percent <= low_percent) continue;
        port.battery_told_percent = low_percent;
        return complain(*port.table, {Subject::battery, "its battery has " + std::to_string(told.percent) +
                                                            " % left: charge it"});
    }
}

void Round::take_clock_battery(Port& port, bool low) {
    if (!port.table) return;
    complain(*port.table, {Subject::clock_battery,
                           low ? "the battery of its chess clock is low: change it after the game"
                               : "the battery of its chess clock is no longer low",
                           !low});
}

void Round::complain(TableId table, Complaint complaint) {
    if (!complaint.text.empty()) note(table, Notes::About::condition, !complaint.over, complaint.text);
    complaints_[table].take(std::move(complaint));
}

void Round::take_bytes(PortId port) {
    if (auto bytes = ports_[port].driver->take_bytes(); !bytes.empty())
        work_.send.push_back({port, std::move(bytes)});
}

void Round::trouble(PortId port, const std::string& sentence, std::string here) {
    ports_[port].trouble_here = std::move(here);
    if (std::exchange(ports_[port].trouble, sentence) == sentence) return;
    work_.looked_at.push_back(table_at(port));
    note(table_at(port), Notes::About::refusal, true, sentence);
}

// --- which board is whose ---

std::optional<PortId> Round::port_of(TableId table) const {
    if (ports_[port_at(table)].table == table) return port_at(table);
    const auto port = std::ranges::find(ports_, std::optional(table), &Port::table);
    return port == ports_.end() ? std::nullopt : std::optional(ports_.id_of(port));
}

/// A board that has changed tables in mid-game was played on at both.
std::optional<TableId> Round::in_progress_on(std::uint64_t board_id) const {
    std::optional<TableId> last;
    for (const auto table : tables_.ids()) {
        const Table& at = tables_[table];
        if (at.played_on() != board_id || !at.in_progress()) continue;
        if (!last || tables_[*last].board_came_utc_ms() < at.board_came_utc_ms()) last = table;
    }
    return last;
}

bool Round::is_given(const Port& port, std::uint64_t board_id, TableId played) const {
    return port.given && port.given->board_id.value_or(board_id) == board_id &&
           tables_[played].board_came_utc_ms() <= port.given->utc_ms;
}

/// Other makers' boards may share a serial number, which nobody can change: both links are alive.
bool Round::are_two_boards(PortId port, PortId other) {
    const auto id = ports_[other].hello.board_id;
    if (ports_[port].maker == drivers::Maker::adoube) return false;
    if (shared_ids_.contains(id)) return true;
    auto& since_us = ports_[port].same_id_since_us;
    if (!since_us) since_us = now_us();
    if (ports_[other].heard_us < *since_us + just_moved_us) return false;
    shared_ids_.insert(id);
    note(table_at(port), Notes::About::arrival, true,
         "the boards on ports " + ports_[port].name + " and " + ports_[other].name +
             " have the same serial number: each is that of the table with its port, so do not move their "
             "cables in mid-game");
    if (ports_[other].table != table_at(other)) {
        work_.close.push_back(other);
        failed(other, "port " + ports_[other].name + " is opened anew: its board was taken for another one");
    }
    return true;
}

std::expected<TableId, std::string> Round::table_for(PortId port, const wire::Hello& hello) {
    const std::string name = "port " + ports_[port].name + " has board " + board_name(hello.board_id);
    for (const auto other : ports_.ids())
        if (other != port && ports_[other].table && ports_[other].hello.board_id == hello.board_id &&
            !are_two_boards(port, other))
            return std::unexpected(
                name + ", which is on port " + ports_[other].name + " already" +
                (ports_[port].maker == drivers::Maker::adoube ? ": give each its own id" : ""));
    const bool is_known_by_port = shared_ids_.contains(hello.board_id);
    const auto played = is_known_by_port ? std::nullopt : in_progress_on(hello.board_id);
    const bool stays = played && !is_given(ports_[port], hello.board_id, *played);
    const auto table = stays ? *played : table_at(port);
    if (const auto taken = port_of(table); taken && *taken != port)
        return std::unexpected(name + ", but board " + std::to_string(tables_[table].number()) +
                               " plays on port " + ports_[*taken].name +
                               ": unplug one of the two, or say which is right (" +
                               exchange(tables_[table].number(), ports_[port].name) + ")");
    return table;
}

/// The board goes on with its game, though its port is another table's.
void Round::tell_other_port(PortId port) {
    const Port& at = ports_[port];
    const auto here = tables_[*at.table].number(), there = tables_[table_at(port)].number();
    note(*at.table, Notes::About::arrival, true,
         board_name(at.hello.board_id) + ", on which this game is played, is on port " + at.name +
             ", which is that of board " + std::to_string(there) +
             ": if only cables have changed places, the ports should, too (" + exchange(here, at.name) +
             "); if the boards have, " + exchange(there, at.name));
}

/// The game that was played there is over, and for the next one the port counts.
void Round::leave_other_port(TableId table) {
    const auto port = port_of(table);
    if (!port || table_at(*port) == table || tables_[table].in_progress()) return;
    work_.close.push_back(*port);
    failed(*port, "port " + ports_[*port].name + " is opened anew: the game of board " +
                      std::to_string(tables_[table].number()) + " that was played there is over");
}

std::optional<Progress> Round::progress_of(const wire::Hello& hello) const {
    std::optional<Progress> furthest;
    for (const Table& table : tables_)
        if (const auto one = table.progress(hello.board_id, hello.boot_id))
            if (!furthest || wire::seq_before(furthest->next_seq, one->next_seq)) furthest = one;
    return furthest;
}

void Round::arrived(PortId port, const drivers::Arrived& arrived, HostTime now) {
    const auto& hello = arrived.hello;
    ports_[port].table.reset(); // may be another board, or start
    auto table = table_for(port, hello);
    const auto here = table ? std::string()
                            : "port " + ports_[port].name +
                                  " has a board that is another's: the log says whose, and what to do";
    const auto known = progress_of(hello);
    const auto progress = known.value_or(Progress{hello.oldest_seq, hello.oldest_seq});
    if (table && wire::seq_before(hello.next_seq, progress.next_seq))
        table = std::unexpected("port " + ports_[port].name + " has board " + board_name(hello.board_id) +
                                ", which numbers its events anew under an old boot id: update its firmware");
    if (!table) {
        ports_[port].driver->refuse();
        trouble(port, table.error(), here);
        return;
    }
    ports_[port].table = *table;
    if (auto& given = ports_[port].given; given && !given->board_id) given->board_id = hello.board_id;
    if (ports_[port].hello.boot_id != hello.boot_id) {
        ports_[port].condition.reset();
        ports_[port].chip_seen = false;
        ports_[port].battery.reset();
        ports_[port].battery_told_percent = 100;
    }
    for (const auto other : tables_.ids())
        if (other != *table) complaints_[other].leave(hello.board_id);
    complaints_[*table].begin_start(hello.board_id, hello.boot_id);
    ports_[port].hello = hello;
    ports_[port].trouble.clear();
    ports_[port].trouble_here.clear();
    ports_[port].same_id_since_us.reset();
    work_.looked_at.push_back(*table);
    if (!known) tell_forgotten(*table, hello);
    tables_[*table].arrive(arrived, known, now.utc_ms);
    give_room(ports_[port]);
    if (const auto side = tables_[*table].left_at_clock()) ports_[port].driver->assume_left(*side);
    ports_[port].driver->follow(progress);
    tell_too_little(ports_[port]);
    if (*table != table_at(port)) return tell_other_port(port);
    note(*table, Notes::About::arrival, false,
         board_name(hello.board_id) + " is on port " + ports_[port].name);
}

// --- the journal, and what follows from it ---

void Round::write(TableId table, std::vector<journal::Record> records) {
    for (journal::Record& record : records) {
        if (const auto* open = std::get_if<journal::OpenGame>(&record)) {
            games_.insert(open->game.id);
            complaints_[table].begin_game();
            work_.notes.push_back({false, "board " + std::to_string(tables_[table].number()) + ": game " +
                                              open->game.id + " is opened"});
        }
        const auto bytes = Backlog::bytes_of(record);
        waiting_[table].backlog.put(bytes);
        if (written_.empty() && noted_) unconfirmed_since_us_ = noted_->steady_us;
        const bool input = std::holds_alternative<journal::Append>(record);
        const bool arms = std::holds_alternative<journal::ArmGame>(record);
        written_.push_back({input ? Written::Of::input : Written::Of::table, arms, table, bytes});
        if (const auto* mark = std::get_if<journal::Shown>(&record))
            written_.back().mark = std::make_unique<record::Shown>(*mark);
        work_.records.push_back(std::move(record));
    }
}

std::expected<std::uint64_t, std::string> Round::write_past(journal::Record record) {
    if (past_.full()) return std::unexpected(Backlog::too_much_waits);
    const auto bytes = Backlog::bytes_of(record);
    past_.put(bytes);
    written_.push_back({.of = Written::Of::past, .bytes = bytes});
    work_.records.push_back(std::move(record));
    return confirmed_ + written_.size();
}

void Round::durable(std::uint64_t up_to, std::span<const std::uint64_t> refused, HostTime now,
                    std::int64_t took_ms) {
    note_time(now);
    ById<TableId, bool> confirmed(tables_.size()), changed(tables_.size()), armed(tables_.size());
    for (; confirmed_ < up_to; written_.pop_front()) {
        Written written = std::move(written_.front());
        const bool is_refused = std::ranges::binary_search(refused, ++confirmed_);
        if (written.of == Written::Of::shown) publication_.marked(hall_ms(now), took_ms);
        if (written.of == Written::Of::past) past_.confirm(written.bytes);
        if (written.of != Written::Of::input && written.of != Written::Of::table) continue;
        waiting_[written.table].backlog.confirm(written.bytes);
        confirmed[written.table] = true;
        if (written.mark && !is_refused) publication_.marked_with_input(*written.mark);
        if (is_refused)
            note(written.table, Notes::About::journal, true,
                 "an input was in the journal already, and counts once");
        if (written.of == Written::Of::input) {
            tell_of_hands(written.table);
            tables_[written.table].confirm(is_refused, took_ms > Publication::slow_ms);
            if (hands_followed_[written.table]) tell_touched(written.table, now);
        }
        changed[written.table] = changed[written.table] || written.of == Written::Of::input;
        armed[written.table] = armed[written.table] || written.arms;
        if (!is_refused) answer(written.table, written);
    }
    unconfirmed_since_us_ = written_.empty() ? std::nullopt : std::optional(now.steady_us);
    for (const auto table : tables_.ids())
        if (changed[table]) look_at(table, now);
    for (const auto table : tables_.ids())
        if (armed[table]) show_pairing(table, now);
    publish(now);
    for (const auto port : ports_.ids()) {
        if (const auto table = ports_[port].table; !table || !confirmed[*table]) continue;
        acknowledge(ports_[port]);
        give_room(ports_[port]);
        take_bytes(port);
    }
}

void Round::answer(TableId table, const Written& written) {
    static const Written::Said nothing;
    const auto& said = written.said ? *written.said : nothing;
    auto answer = said.answer;
    if (const auto outcome = tables_[table].take_outcome()) {
        answer = outcome->told();
        const bool ended = std::as_const(tables_[table]).game().ended();
        if (said.of_play && ended && tables_[table].board_id() && !port_of(table))
            answer += "; its board is not connected, and moves that it has kept will not be in the game";
        answer += said.more;
        const auto name = "board " + std::to_string(tables_[table].number()) + ": ";
        work_.notes.push_back({false, name + answer});
        // Unlimited: these result from a command.
        for (const auto& news : tables_[table].news_for_arbiters())
            work_.notes.push_back({true, name + news.told()});
    }
    if (!answer.empty()) work_.answers.push_back({confirmed_, std::move(answer)});
}

void Round::acknowledge(Port& port) {
    if (!port.table) return;
    const auto progress = tables_[*port.table].progress(port.hello.board_id, port.hello.boot_id);
    if (progress) port.driver->durable(port.hello.boot_id, progress->durable_seq);
}

void Round::give_room(Port& port) {
    if (!port.table) return;
    port.driver->give_room(
        std::min<std::size_t>(port.journal.room(now_us()), waiting_[*port.table].backlog.room()));
    if (port.journal.is_news())
        note(
            *port.table, Notes::About::journal, true,
            "it tells far more than happens in a game, and is taken in slowly: what it cannot keep meanwhile "
            "is lost; look at its sensors and wiring");
}

void Round::tell_of_waiting(TableId table, HostTime now) {
    Waiting& at = waiting_[table];
    if (!at.backlog.full()) {
        at.full_since_us.reset();
        if (std::exchange(at.told, false))
            note(table, Notes::About::journal, false, "its inputs are taken again");
        return;
    }
    if (!at.full_since_us) at.full_since_us = now.steady_us;
    if (at.told || now.steady_us - *at.full_since_us < full_for_long_us) return;
    at.told = true;
    note(table, Notes::About::journal, true,
         "its inputs wait for the journal (" + std::to_string(at.backlog.records()) +
             "), and no more are taken: the board keeps them until it is written");
}

void Round::tell_of_slow_journal(HostTime now) {
    if (!unconfirmed_since_us_ || now.steady_us - *unconfirmed_since_us_ < slow_us) return;
    const bool is_news = !told_slow_us_ || now.steady_us - *told_slow_us_ >= quick_again_us;
    told_slow_us_ = now.steady_us;
    if (is_news)
        work_.notes.push_back(
            {true, "the record is kept slowly, by its disk or by the daemon that stands by: what boards tell "
                   "waits for it, and is shown later; nothing is lost"});
}

void Round::publish(HostTime now) {
    for (auto& mark : publication_.due(hall_ms(now))) {
        written_.push_back({.of = Written::Of::shown});
        work_.records.push_back(std::move(mark));
    }
    for (auto& game : publication_.take_due(hall_ms(now))) work_.shown.push_back(std::move(game));
    for (auto& game : publication_.take_corrected()) work_.corrected.push_back(std::move(game));
}

void Round::look_at_clock(TableId table, HostTime now, std::int64_t unheard_ms) {
    if (!port_of(table)) return; // the silence is the cable's
    for (auto& complaint : tables_[table].look_at_clock(now.utc_ms, unheard_ms))
        complain(table, std::move(complaint));
}

void Round::look_at_squares(TableId table, HostTime now) {
    Table& at = tables_[table];
    const auto before = at.notice().told();
    if (const auto news = at.look_at_squares(now.steady_us))
        work_.notes.push_back({true, "board " + std::to_string(at.number()) + ": " + news->told()});
    if (at.notice().told() != before) work_.looked_at.push_back(table);
}

void Round::look_at(TableId table, HostTime now) {
    Table& at = tables_[table];
    looks_[table].at_game_us = now.steady_us;
    work_.looked_at.push_back(table);
    at.let_time_pass(now.utc_ms);
    if (port_of(table)) at.date(publication_);
    auto closed = at.close(now.utc_ms);
    for (auto& state : at.take_public()) publication_.put(std::move(state));
    if (closed && end_is_untold(at))
        note(table, Notes::About::loss, true,
             "its game has ended, but its board was gone before that was sure: the public learns of it "
             "within a minute, or once the board is back or the result is entered (adoube arbiter --board " +
                 std::to_string(at.number()) + " result)");
    if (closed) write(table, {std::move(*closed)});
    if (key_) write(table, at.checkpoints(*key_, now.utc_ms));
    tell_of_hands(table);
    at.forget_past_games();
}

void Round::show_pairing(TableId table, HostTime now) {
    work_.looked_at.push_back(table);
    if (auto state = tables_[table].take_pairing(hall_ms(now))) publication_.put(std::move(*state));
}

void Round::tell_of_hands(TableId table) {
    for (const auto& news : tables_[table].news_for_arbiters())
        note(table, Notes::About::incident, true, news.told());
}

} // namespace adoube::round
