#include "daemon/standby/hall_log.hpp"

#include <utility>

namespace adoube::standby {
namespace {

/// No sign of the other for so long: it is away.
constexpr std::int64_t away_after_ms = 3 * HallLog::tells_every_ms;

std::size_t size_of(const Entry& entry) {
    constexpr std::size_t about_itself = 128;
    if (const auto* base = std::get_if<BasePart>(&entry.what)) return about_itself + base->bytes.size();
    if (const auto* batch = std::get_if<Batch>(&entry.what)) return about_itself + batch->records.size();
    return about_itself + std::get<HallFile>(entry.what).content.size();
}

} // namespace

void HallLog::put(decltype(Entry::what) what) {
    Entry entry{kept_.epoch, kept_.run, std::move(what)};
    const auto size = size_of(entry);
    if (is_making_ && since_copy_bytes_ <= most_waiting_bytes) {
        since_copy_bytes_ += size;
        since_copy_.push_back(entry);
    }
    if (has_hole_ || kept_.run == 0) return;
    // A copy is as long as it is.
    if (!std::holds_alternative<BasePart>(entry.what)) entries_bytes_ += size;
    entries_.push_back(std::move(entry));
    if (entries_bytes_ <= most_waiting_bytes) return;
    entries_.clear();
    entries_bytes_ = 0;
    has_hole_ = true;
}

void HallLog::written(std::uint64_t position, std::string records, std::uint64_t up_to, std::int64_t now_ms) {
    if (position > position_) put(Batch{position_, position, std::move(records)});
    position_ = position;
    written_up_to_ = up_to;
    if (superseded_by_) return;
    if (is_alone_ || position <= held_)
        counted_ = up_to;
    else
        waits_.push_back({position, up_to, now_ms});
}

void HallLog::put_file(HallFile file) { put(std::move(file)); }

bool HallLog::hears_other(std::int64_t now_ms) const {
    return heard_ms_ && now_ms - *heard_ms_ < away_after_ms;
}

bool HallLog::wants_base(std::int64_t now_ms) const {
    return (is_wanted_ || has_hole_ || has_to_begin_) && !is_making_ && !other_holds_more_ &&
           hears_other(now_ms) && (!base_ms_ || now_ms - *base_ms_ >= base_every_ms);
}

void HallLog::makes_base(std::int64_t now_ms) {
    is_making_ = true;
    base_ms_ = now_ms;
    since_copy_.clear();
    since_copy_bytes_ = 0;
}

std::vector<std::string> HallLog::in_parts(std::string_view journal) {
    std::vector<std::string> parts;
    do {
        parts.emplace_back(journal.substr(0, longest_part));
        journal.remove_prefix(std::min(longest_part, journal.size()));
    } while (!journal.empty());
    return parts;
}

void HallLog::begin(std::uint64_t run, std::vector<std::string> journal, const std::vector<HallFile>& files) {
    const bool has_all_since = since_copy_bytes_ <= most_waiting_bytes;
    const auto since = std::exchange(since_copy_, {});
    kept_.run = std::max(run, kept_.run + 1);
    held_ = 0;
    is_making_ = is_wanted_ = has_hole_ = has_to_begin_ = false;
    entries_.clear();
    entries_bytes_ = run_bytes_ = 0;
    for (std::uint64_t part = 0; auto& bytes : journal)
        put(BasePart{part++, journal.size(), std::move(bytes)});
    for (const auto& file : files) put(file);
    for (const auto& entry : since) put(entry.what);
    has_hole_ |= !has_all_since;
}

std::optional<Entry> HallLog::next() const {
    return entries_.empty() ? std::nullopt : std::optional(entries_.front());
}

void HallLog::stored(std::uint64_t run) {
    if (entries_.empty() || run != kept_.run) return; // another one has begun
    if (!std::holds_alternative<BasePart>(entries_.front().what)) {
        entries_bytes_ -= size_of(entries_.front());
        run_bytes_ += size_of(entries_.front());
    }
    if (run_bytes_ > most_run_bytes) begin_anew(), has_hole_ = true;
    entries_.pop_front();
}

void HallLog::heard(const Holding& holding, std::int64_t now_ms) {
    heard_ms_ = now_ms;
    other_ = holding.computer;
    is_doubled_ = false;
    const bool is_of_run = kept_.run != 0 && holding.run == kept_.run;
    // Stays so: what this one writes from now on is another history of the same length.
    other_holds_more_ |= is_of_run && holding.position > position_;
    // While it reads what a run begins with, it is of the one before.
    is_wanted_ = holding.wants_base || (!is_of_run && entries_.empty());
    if (!is_of_run || other_holds_more_) return;
    held_ = holding.position;
    while (!waits_.empty() && waits_.front().position <= held_) {
        counted_ = std::max(counted_, waits_.front().up_to);
        waits_.pop_front();
    }
    if (held_ == position_ && !superseded_by_) is_alone_ = false;
}

void HallLog::heard(const Serving& serving) {
    if (is_superseded(kept_.epoch, serving.epoch)) superseded_by_ = serving.epoch;
    is_doubled_ = serving.epoch >> alone_bits == kept_.epoch >> alone_bits;
}

void HallLog::waits_anew(std::int64_t now_ms) {
    for (auto& one : waits_) one.since_ms = now_ms;
}

bool HallLog::has_to_go_on_alone(std::int64_t now_ms) const {
    return !is_alone_ && !superseded_by_ && !waits_.empty() &&
           now_ms - waits_.front().since_ms >= patience_ms;
}

void HallLog::go_on_alone() {
    kept_ = kept_alone();
    is_alone_ = true;
    waits_.clear();
    counted_ = written_up_to_;
}

std::string HallLog::trouble() const {
    if (superseded_by_) return "another daemon has taken over this hall";
    if (is_doubled_)
        return "two daemons serve this hall, as if each were the other: end one, and start it with --role "
               "standby";
    if (other_holds_more_)
        return "the daemon that stands by holds more of this hall than this one: was an older journal put "
               "here? End this one, and the other takes over";
    return {};
}

} // namespace adoube::standby
