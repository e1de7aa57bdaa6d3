#include "daemon/nats/hall_log_keeper.hpp"

#include "daemon/files/read.hpp"
#include "daemon/journal/base.hpp"
#include "daemon/nats/clocks.hpp"
#include "daemon/nats/connection.hpp"
#include "daemon/standby/record_bytes.hpp"

#include <algorithm>

namespace adoube::nats {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto looks_at_files_every = 1s, puts_files_every = 60s;
constexpr std::int64_t held_up_after_ms = 1'000;
constexpr std::size_t longest_journal = std::size_t{2} << 30;

} // namespace

HallLogKeeper::HallLogKeeper(Settings settings, standby::Key key, Hall hall, standby::HallLog::Kept kept,
                             std::uint64_t position, Events events)
    : settings_(std::move(settings)), key_(key), hall_(std::move(hall)), events_(std::move(events)),
      log_(kept, position), storing_([this] { store_all(); }), hearing_([this] { hear_all(); }) {}

HallLogKeeper::~HallLogKeeper() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    woken_.notify_all();
    storing_.join();
    hearing_.join();
}

void HallLogKeeper::written(std::vector<journal::Record> records, std::uint64_t position,
                            std::uint64_t up_to) {
    auto bytes = standby::to_bytes(records);
    const bool deletes_some = journal::deletes(records);
    const std::lock_guard lock(mutex_);
    log_.written(position, std::move(bytes), up_to, steady_ms());
    if (deletes_some) log_.begin_anew();
    woken_.notify_all();
}

void HallLogKeeper::tick() {
    const std::lock_guard keeping(keeping_);
    std::unique_lock lock(mutex_);
    const auto now_ms = steady_ms();
    if (now_ms - std::exchange(ticked_ms_, now_ms) > held_up_after_ms) log_.waits_anew(now_ms);
    if (!log_.has_to_go_on_alone(now_ms)) return;
    const auto kept = log_.kept_alone();
    lock.unlock();
    if (!events_.keep(kept)) return;
    lock.lock();
    log_.go_on_alone();
    lock.unlock();
    events_.changed();
}

bool HallLogKeeper::keep() {
    const std::lock_guard keeping(keeping_);
    std::unique_lock lock(mutex_);
    const auto kept = log_.kept();
    lock.unlock();
    return events_.keep(kept);
}

std::uint64_t HallLogKeeper::counts_up_to() const {
    const std::lock_guard lock(mutex_);
    return log_.counts_up_to();
}
standby::Epoch HallLogKeeper::epoch() const {
    const std::lock_guard lock(mutex_);
    return log_.kept().epoch;
}
std::optional<standby::Epoch> HallLogKeeper::superseded_by() const {
    const std::lock_guard lock(mutex_);
    return log_.superseded_by();
}

HallLogKeeper::Report HallLogKeeper::report() const {
    const std::lock_guard lock(mutex_);
    const auto amiss = log_.trouble();
    return {log_.is_alone(), log_.hears_other(steady_ms()), log_.behind(), log_.other(),
            amiss.empty() ? trouble_ : amiss};
}

bool HallLogKeeper::wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, longest, [this] { return is_ending_; });
    return !is_ending_;
}

void HallLogKeeper::tell(std::string& told, const std::string& trouble) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(told, trouble) == trouble) return;
    }
    events_.tell(trouble.empty() ? "the hall's log at " + settings_.url + " is kept" : trouble,
                 !trouble.empty());
}

// --- storing ---

void HallLogKeeper::store_all() {
    do {
        const auto trouble = store();
        if (!trouble.empty()) tell(trouble_, trouble);
    } while (wait(tries_again_after));
}

std::string HallLogKeeper::store() {
    auto connection = Connection::open(settings_);
    if (!connection) return connection.error();
    if (const auto there = connection->have_log(); !there) return there.error();
    for (;;) {
        look_at_files();
        if (auto trouble = store_base(*connection); !trouble.empty()) return trouble;
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, 100ms, [this] { return is_ending_ || log_.next(); });
        if (is_ending_) return {};
        const auto entry = log_.next();
        lock.unlock();
        if (!entry) {
            tell(trouble_, {});
            continue;
        }
        const auto stored = connection->store_in_log(key_.seal(to_bytes(*entry), log_subject(settings_)));
        if (!stored) return stored.error();
        lock.lock();
        log_.stored(entry->run);
    }
}

/// Where a copy of the journal is asked for, it is made, and what the log held before is no more.
std::string HallLogKeeper::store_base(Connection& connection) {
    {
        const std::lock_guard lock(mutex_);
        if (!log_.wants_base(steady_ms())) return {};
        log_.makes_base(steady_ms());
    }
    const auto copy = hall_.journal.string() + "-base";
    const auto written = journal::write_base(hall_.journal, copy);
    auto bytes = written ? files::read(copy, longest_journal) : std::string();
    std::error_code none;
    std::filesystem::remove(copy, none);
    auto trouble = written ? bytes ? std::string() : copy + ' ' + bytes.error().text : written.error();
    if (trouble.empty())
        if (const auto emptied = connection.empty_log(); !emptied) trouble = emptied.error();
    auto parts = trouble.empty() ? standby::HallLog::in_parts(*bytes) : std::vector<std::string>();
    bytes = std::string();
    {
        const std::lock_guard lock(mutex_);
        if (!trouble.empty()) return log_.has_no_base(), trouble;
        log_.begin(static_cast<std::uint64_t>(utc_now().count()), std::move(parts), files_);
    }
    return keep() ? std::string() : "which run of the hall's log this is cannot be kept";
}

/// All of them again now and then: a broker may have lost one, and nobody would know.
void HallLogKeeper::look_at_files() {
    if (Clock::now() - files_looked_at_ < looks_at_files_every) return;
    files_looked_at_ = Clock::now();
    auto now = hall_.files();
    if (!now) return tell(of_files_, now.error());
    tell(of_files_, {});
    const bool are_due = Clock::now() - files_put_at_ >= puts_files_every;
    if (are_due) files_put_at_ = Clock::now();
    const std::lock_guard lock(mutex_);
    for (const auto& file : *now)
        if (are_due || std::ranges::find(files_, file) == files_.end()) log_.put_file(file);
    for (const auto& file : files_)
        if (std::ranges::find(*now, file.name, &standby::HallFile::name) == now->end())
            log_.put_file({file.name, {}, false});
    files_ = std::move(*now);
}

// --- hearing ---

void HallLogKeeper::hear_all() {
    do hear(); // what is amiss with the server the other thread tells
    while (wait(tries_again_after));
}

std::string HallLogKeeper::hear() {
    auto connection = Connection::open(settings_);
    if (!connection) return connection.error();
    const auto subject = said_subject(settings_);
    auto listening = connection->listen(subject);
    if (!listening) return listening.error();
    for (Clock::time_point said{};;) {
        if (Clock::now() - said >= std::chrono::milliseconds(standby::HallLog::tells_every_ms)) {
            said = Clock::now();
            std::unique_lock lock(mutex_);
            if (is_ending_) return {};
            const auto serving = log_.serving();
            lock.unlock();
            if (const auto sent = connection->say(subject, key_.seal(to_bytes(serving), subject)); !sent)
                return sent.error();
        }
        const auto came = listening->next(100ms);
        if (!came) return came.error();
        if (!*came) continue;
        const auto bytes = key_.open(**came, subject);
        if (!bytes) continue;
        std::unique_lock lock(mutex_);
        if (const auto holding = standby::holding_from(*bytes)) log_.heard(*holding, steady_ms());
        if (const auto serving = standby::serving_from(*bytes)) log_.heard(*serving);
        const auto amiss = log_.trouble();
        lock.unlock();
        events_.changed();
        tell(amiss_, amiss);
    }
}

} // namespace adoube::nats
