#include "daemon/round/table.hpp"

#include "daemon/round/board_input.hpp"
#include "daemon/umpire/sensor_log.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>

namespace adoube::round {
namespace {

constexpr std::int64_t close_after_ms = 10'000;

std::string iso_8601(std::int64_t utc_ms) {
    const auto seconds = static_cast<std::time_t>(utc_ms / 1000);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    char text[32];
    const auto length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return {text, length};
}

/// "2026.11.20" of "2026-11-20T14:00:00Z".
std::string pgn_date(std::string iso_8601) {
    std::ranges::replace(iso_8601, '-', '.');
    return iso_8601.substr(0, 10);
}

std::uint64_t board_id_from(const std::string& name) {
    std::uint64_t id = 0;
    std::from_chars(name.data(), name.data() + name.size(), id, 16);
    return id;
}

/// True of an input that comes of hands at the board, and not of the board itself.
bool is_of_hands(const umpire::What& what) {
    return std::holds_alternative<umpire::Lift>(what) || std::holds_alternative<umpire::Drop>(what) ||
           std::holds_alternative<umpire::Press>(what);
}

} // namespace

std::string board_name(std::uint64_t board_id) {
    std::string name(16, '0');
    for (auto at = name.rbegin(); at != name.rend(); ++at, board_id >>= 4)
        *at = "0123456789abcdef"[board_id & 15];
    return name;
}

Table::Table(TableSetup setup)
    : setup_(std::move(setup)), umpire_(setup_.header),
      view_(setup_.game_id, setup_.number, setup_.header.tags, setup_.header.chess960) {}

void Table::begin(const umpire::Header& header) {
    umpire_ = umpire::Umpire(header);
    opened_ = true;
    if (const auto date = header.tags.find("Date");
        date != header.tags.end() && !setup_.header.tags.contains("Date"))
        view_.set_tag("Date", date->second);
}

// --- what was ---

std::expected<void, std::string> Table::reopen(const journal::GameEntry& game) {
    const auto header = umpire::parse_header(game.header);
    if (!header) return std::unexpected("its header: " + header.error());
    begin(*header);
    closed_ = game.closed_utc_ms.has_value();
    sync_ = {0, game.created_utc_ms};
    return {};
}

std::expected<void, std::string> Table::replay(const journal::Entry& entry) {
    const auto input = umpire::parse_input(entry.line, header().sensing);
    if (!input) return std::unexpected(input.error());
    time_.recall(entry.origin ? std::optional(entry.origin->board_us) : std::nullopt, input->t_ms);
    sync_ = {input->t_ms, entry.host_utc_ms};
    note(input->what);
    if (entry.origin) {
        auto& of = boot(board_id_from(entry.origin->board_id), entry.origin->boot_id);
        if (const auto seq = entry.origin->sequence) of.progress = Progress{*seq + 1, *seq + 1};
    }
    umpire_.feed(*input);
    return {};
}

std::expected<std::vector<TimedGame>, std::string> Table::restore(const journal::GameEntry& game,
                                                                  const std::vector<journal::Entry>& inputs,
                                                                  std::int64_t history_from_utc_ms) {
    std::vector<TimedGame> history;
    if (const auto opened = reopen(game); !opened) return std::unexpected(opened.error());
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        if (const auto replayed = replay(inputs[at]); !replayed)
            return std::unexpected("its input " + std::to_string(at + 1) + ": " + replayed.error());
        const bool last_before = at + 1 == inputs.size() || inputs[at + 1].host_utc_ms >= history_from_utc_ms;
        if (!last_before) continue;
        const auto utc_ms = inputs[at].host_utc_ms;
        if (view_.update(umpire_.record(time_.last_ms()), utc_ms)) history.push_back({utc_ms, view_.game()});
    }
    incidents_told_ = umpire_.incidents().size();
    return history;
}

// --- the board ---

std::optional<std::uint64_t> Table::board_id() const {
    return boots_.empty() ? std::nullopt : std::optional(boots_.back().board_id);
}

std::optional<Progress> Table::progress(std::uint64_t board_id, std::uint32_t boot_id) const {
    for (const Boot& boot : boots_)
        if (boot.board_id == board_id && boot.boot_id == boot_id) return boot.progress;
    return std::nullopt;
}

Table::Boot& Table::boot(std::uint64_t board_id, std::uint32_t boot_id) {
    const auto known = std::ranges::find_if(
        boots_, [&](const Boot& boot) { return boot.board_id == board_id && boot.boot_id == boot_id; });
    if (known == boots_.end())
        boots_.push_back({board_id, boot_id, {}});
    else
        std::rotate(known, known + 1, boots_.end());
    return boots_.back();
}

void Table::arrive(const wire::Hello& hello, Progress progress, std::int64_t utc_ms) {
    const bool same_board = boots_.empty() || boots_.back().board_id == hello.board_id;
    const bool same_boot = !boots_.empty() && same_board && boots_.back().boot_id == hello.boot_id;
    hello_ = hello;
    boot(hello.board_id, hello.boot_id).progress = progress;
    if (!opened_) {
        sync_.utc_ms = utc_ms;
        return;
    }
    if (!same_boot) {
        time_.follow(hello.time_us, now_ms(utc_ms));
        gap_owed_ = true;
        board_change_owed_ |= !same_board;
    }
    meet(time_.of(hello.time_us), utc_ms);
}

void Table::meet(std::int64_t t_ms, std::int64_t utc_ms) {
    sync_ = {std::max(t_ms, time_.last_ms()), utc_ms};
}

std::vector<journal::Record> Table::open(std::uint64_t board_us, std::int64_t utc_ms) {
    const auto waited_ms =
        hello_.time_us > board_us ? static_cast<std::int64_t>(hello_.time_us - board_us) / 1000 : 0;
    auto header = setup_.header;
    header.sensing = sensing_of(hello_.sensing);
    if (setup_.sensing) header.sensing = std::min(header.sensing, *setup_.sensing);
    header.clock = setup_.clock_lever.value_or((hello_.features & wire::feature::lever) != 0);
    if (!header.clock) header.time_control.clear(); // nobody could tell whose time runs
    header.start_time = iso_8601(sync_.utc_ms - waited_ms);
    header.tags.try_emplace("Date", pgn_date(header.start_time));
    begin(header);
    time_.follow(board_us, 0);
    sync_ = {waited_ms, sync_.utc_ms};
    std::vector<journal::Record> records{
        journal::OpenGame{{setup_.game_id, umpire::to_line(header), utc_ms, std::nullopt}}};
    if (!header.time_control.empty()) append(records, {0, clock_at_start(false)}, std::nullopt, utc_ms);
    return records;
}

/// Like a chess clock on the table, the umpire's stands until its lever is first pressed: by Black to start
/// White's time, or by White with the first move made.
umpire::ClockReading Table::clock_at_start(bool running) const {
    const auto fresh = umpire::Umpire(header()).record(0).clocks.value_or(umpire::Clocks{});
    return {fresh.white_ms, fresh.black_ms, running ? fresh.running : std::nullopt};
}

std::vector<journal::Record> Table::take(const board::News& news, std::int64_t utc_ms) {
    std::vector<journal::Record> records;
    if (const auto* event = std::get_if<board::EventSeen>(&news)) {
        if (!opened_) records = open(event->event.time_us, utc_ms);
        put(records, input_of(event->event, header().sensing), event->event.time_us, event->seq, utc_ms);
    } else if (const auto* snapshot = std::get_if<board::SnapshotSeen>(&news)) {
        if (!opened_) records = open(snapshot->board_us, utc_ms);
        put(records, snapshot_of(snapshot->squares, header().sensing), snapshot->board_us, std::nullopt,
            utc_ms);
    } else if (const auto* lost = std::get_if<board::EventsLost>(&news)) {
        if (!opened_) records = open(lost->board_us, utc_ms);
        put(records, gap_of(lost->cause), lost->board_us, lost->next_seq - 1, utc_ms);
        put(records, snapshot_of(lost->squares, header().sensing), lost->board_us, std::nullopt, utc_ms);
    } else if (const auto* clock = std::get_if<board::ClockRead>(&news); clock && opened_) {
        meet(time_.of(clock->board_us), utc_ms);
    }
    return records;
}

void Table::put(std::vector<journal::Record>& records, umpire::What what, std::uint64_t board_us,
                std::optional<std::uint32_t> seq, std::int64_t utc_ms) {
    const auto expected_ms = now_ms(utc_ms);
    const auto t_ms = time_.next(board_us);
    if (t_ms > expected_ms) meet(t_ms, utc_ms);
    if (std::exchange(gap_owed_, false))
        append(records, {t_ms, umpire::Gap{umpire::Gap::Cause::power}}, {}, utc_ms);
    if (std::exchange(board_change_owed_, false))
        append(records, {t_ms, umpire::BoardChange{board_name(hello_.board_id)}}, {}, utc_ms);
    if (std::holds_alternative<umpire::Press>(what) && !clock_started_ && !header().time_control.empty())
        append(records, {t_ms, clock_at_start(true)}, {}, utc_ms);
    note(what);
    if (seq) boots_.back().progress->next_seq = *seq + 1;
    append(records, {t_ms, std::move(what)},
           journal::Origin{board_name(hello_.board_id), hello_.boot_id, seq, board_us}, utc_ms);
}

void Table::append(std::vector<journal::Record>& records, umpire::Input input,
                   std::optional<journal::Origin> origin, std::int64_t utc_ms) {
    records.push_back(journal::Append{setup_.game_id, {umpire::to_line(input), origin, utc_ms}});
    pending_.push_back({std::move(input), std::move(origin)});
}

void Table::note(const umpire::What& what) {
    begun_ |= is_of_hands(what);
    clock_started_ |= std::holds_alternative<umpire::Press>(what);
}

void Table::confirm(bool refused) {
    const Pending pending = std::move(pending_.front());
    pending_.pop_front();
    if (!refused) umpire_.feed(pending.input);
    if (!pending.origin || !pending.origin->sequence) return;
    for (Boot& boot : boots_)
        if (boot.boot_id == pending.origin->boot_id && board_name(boot.board_id) == pending.origin->board_id)
            boot.progress->durable_seq = *pending.origin->sequence + 1;
}

// --- what is to be seen ---

std::int64_t Table::now_ms(std::int64_t utc_ms) const {
    return std::max(time_.last_ms(), sync_.t_ms + utc_ms - sync_.utc_ms);
}

std::int64_t Table::decided_ms(std::int64_t utc_ms) const {
    return pending_.empty() ? now_ms(utc_ms) : std::min(now_ms(utc_ms), pending_.front().input.t_ms);
}

std::optional<broadcast::PublicGame> Table::look(std::int64_t utc_ms) {
    const auto record = umpire_.record(opened_ ? decided_ms(utc_ms) : 0);
    if (record.result == chess::Result::open)
        result_since_utc_ms_.reset();
    else if (!result_since_utc_ms_)
        result_since_utc_ms_ = utc_ms;
    if (!view_.update(record, utc_ms)) return std::nullopt;
    return view_.game();
}

std::optional<journal::Record> Table::close(std::int64_t utc_ms) {
    if (closed_ || !result_since_utc_ms_ || utc_ms - *result_since_utc_ms_ < close_after_ms)
        return std::nullopt;
    closed_ = true;
    return journal::CloseGame{setup_.game_id, utc_ms};
}

std::span<const umpire::Incident> Table::new_incidents() {
    const auto all = umpire_.incidents();
    return all.subspan(std::exchange(incidents_told_, all.size()));
}

} // namespace adoube::round
