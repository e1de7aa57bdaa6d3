#include "daemon/nats/hall_log_follower.hpp"

#include "daemon/files/write_all.hpp"
#include "daemon/journal/base.hpp"
#include "daemon/nats/clocks.hpp"
#include "daemon/nats/connection.hpp"
#include "daemon/standby/record_bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace adoube::nats {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using standby::FollowedLog;

constexpr auto says_every = 200ms;
constexpr std::int64_t listens_within_ms = 500;
/// The log says nothing, although it should: its reading may have been forgotten by the server.
constexpr auto reads_anew_after = 5s;
/// For so long a journal's disk may take what came.
constexpr auto longest_on_way_to_disk = 10s;

std::string this_computer() {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    return name;
}

} // namespace

HallLogFollower::HallLogFollower(Settings settings, standby::Key key, std::filesystem::path journal,
                                 FollowedLog::Kept kept, Events events)
    : settings_(std::move(settings)), key_(key), journal_(std::move(journal)),
      base_(journal_.string() + "-base"), events_(std::move(events)), log_({kept.epoch, 0}, 0, steady_ms()),
      kept_(kept) {
    // A journal that cannot be opened is none of the hall's: a copy will come.
    const auto trouble = kept.run != 0 ? open_journal() : std::string();
    if (kept.run != 0 && trouble.empty()) log_.has_journal(kept.run, position_);
    thread_ = std::thread([this] { run(); });
}

HallLogFollower::~HallLogFollower() { end(); }

FollowedLog::Kept HallLogFollower::end() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    on_disk_.notify_all();
    if (thread_.joinable()) thread_.join();
    recorder_.reset();
    return log_.kept();
}

bool HallLogFollower::may_take_over() const {
    const std::lock_guard lock(mutex_);
    // While this daemon itself is slow, what the other says waits to be read.
    const bool listens = is_away_ || (is_read_ && steady_ms() - polled_ms_ < listens_within_ms);
    return log_.may_take_over(steady_ms()) && listens;
}

void HallLogFollower::tell(const std::string& trouble) {
    if (std::exchange(told_, trouble) == trouble) return;
    events_.tell(trouble.empty() ? "standing by: all that hall " + settings_.hall + " has recorded is here"
                                 : trouble,
                 !trouble.empty());
}

void HallLogFollower::run() {
    for (;;) {
        const auto trouble = follow();
        {
            const std::lock_guard lock(mutex_);
            if (is_ending_) return;
            is_away_ = true;
        }
        if (!trouble.empty()) tell(trouble);
        for (const auto until = Clock::now() + tries_again_after; Clock::now() < until;) {
            std::this_thread::sleep_for(50ms);
            const std::lock_guard lock(mutex_);
            if (is_ending_) return;
        }
    }
}

/// Until it is to end, or has to begin anew: why.
std::string HallLogFollower::follow() {
    auto connection = Connection::open(settings_);
    if (!connection) return connection.error();
    const auto subject = said_subject(settings_);
    auto listening = connection->listen(subject);
    if (!listening) return listening.error();
    if (const auto there = connection->have_log(); !there) return there.error();
    auto reading = connection->read_log();
    if (!reading) return reading.error();
    {
        const std::lock_guard lock(mutex_);
        is_away_ = false;
        is_read_ = reading->held() == 0;
        log_.listens_anew(steady_ms());
    }
    std::uint64_t place = 0;
    auto got_on = Clock::now();
    for (Clock::time_point said{};;) {
        auto told = reading->next(20ms);
        if (!told) return "the hall's log at " + settings_.url + ": " + told.error();
        if (*told && (*told)->place != ++place) return {}; // some were lost on the way here
        if (*told)
            if (auto trouble = take((*told)->text); !trouble.empty()) tell(trouble);
        for (;;) {
            const auto came = listening->next(std::chrono::milliseconds(*told ? 0 : 1));
            if (!came || !*came) break;
            const auto bytes = key_.open(**came, subject);
            const auto serving = bytes ? standby::serving_from(*bytes) : std::nullopt;
            const std::lock_guard lock(mutex_);
            if (serving) log_.heard(*serving, steady_ms());
            is_foreign_ = !bytes;
            if (is_foreign_) log_.listens_anew(steady_ms()); // somebody serves
        }
        keep();
        std::unique_lock lock(mutex_);
        if (is_ending_) return {};
        const auto now_ms = steady_ms();
        if (now_ms - std::exchange(polled_ms_, now_ms) > listens_within_ms) log_.listens_anew(now_ms);
        if (*told && (*told)->waiting == 0) is_read_ = true;
        auto holding = log_.holding(steady_ms());
        const bool holds_all = log_.holds_hall() && is_read_ && !holding.wants_base && !is_foreign_;
        lock.unlock();
        if (is_foreign_) tell(of_another_key());
        if (holds_all) tell({});
        if (is_read_) write_files();
        if (*told || !holding.wants_base) got_on = Clock::now();
        if (Clock::now() - got_on > reads_anew_after) return {};
        if (*told ? (*told)->waiting > 0 : Clock::now() - said < says_every) continue;
        said = Clock::now();
        holding.computer = this_computer();
        if (const auto sent = connection->say(subject, key_.seal(to_bytes(holding), subject)); !sent)
            return sent.error();
    }
}

std::string HallLogFollower::of_another_key() const {
    return "the hall's log at " + settings_.url +
           " is sealed with another key: copy that of the first computer here";
}

std::string HallLogFollower::take(const std::string& sealed) {
    const auto bytes = key_.open(sealed, log_subject(settings_));
    const auto entry = bytes ? standby::entry_from(*bytes) : std::nullopt;
    if (!entry) return of_another_key();
    std::unique_lock lock(mutex_);
    const auto steps = log_.heard(*entry, steady_ms());
    lock.unlock();
    for (const auto& step : steps)
        if (auto trouble = take(step); !trouble.empty()) {
            lock.lock();
            log_.cannot_go_on();
            return trouble;
        }
    return {};
}

std::string HallLogFollower::take(const FollowedLog::Step& step) {
    if (std::holds_alternative<FollowedLog::BeginBase>(step)) {
        base_file_ = files::Descriptor(::open(base_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        return base_file_ ? std::string() : base_.string() + " cannot be written";
    }
    if (const auto* part = std::get_if<FollowedLog::AddToBase>(&step))
        return files::write_all(base_file_.get(), part->bytes) ? std::string()
                                                               : base_.string() + " cannot be written";
    if (const auto* base = std::get_if<FollowedLog::TakeBase>(&step)) return take_base(base->run);
    if (const auto* one = std::get_if<FollowedLog::Put>(&step)) return put(*one);
    const auto& file = std::get<FollowedLog::WriteFile>(step).file;
    files_.insert_or_assign(file.name, file);
    return {};
}

std::string HallLogFollower::take_base(std::uint64_t run) {
    if (::fsync(base_file_.get()) != 0) return base_.string() + " cannot be written";
    base_file_ = {};
    recorder_.reset();
    auto base = journal::Base::prepare(base_, journal_);
    if (!base) return (void)open_journal(), base.error();
    // Until all is in its place this journal is of no run.
    if (!events_.keep({log_.kept().epoch, 0})) return "which run of the hall's log is here cannot be kept";
    if (const auto taken = base->take(); !taken) return taken.error();
    if (auto trouble = open_journal(); !trouble.empty()) return trouble;
    {
        const std::lock_guard lock(mutex_);
        log_.has_journal(run, position_);
    }
    keep();
    return {};
}

std::string HallLogFollower::open_journal() {
    auto opened = journal::Journal::open(journal_);
    if (!opened) return opened.error();
    position_ = opened->position();
    on_disk_up_to_ = 0;
    recorder_.emplace(std::move(*opened).start({
        .durable =
            [this](journal::Ticket up_to, const std::vector<journal::Ticket>&, std::chrono::milliseconds) {
                const std::lock_guard lock(mutex_);
                journal_trouble_.clear();
                on_disk_up_to_ = up_to;
                on_disk_.notify_all();
            },
        .trouble =
            [this](const std::string& sentence) {
                const std::lock_guard lock(mutex_);
                journal_trouble_ = sentence;
            },
        .recovered = {},
        .written =
            [this](const std::vector<journal::Record>&, std::uint64_t position, journal::Ticket) {
                const std::lock_guard lock(mutex_);
                position_ = position;
            },
    }));
    return {};
}

std::string HallLogFollower::put(const FollowedLog::Put& put) {
    auto records = standby::records_from(put.records);
    if (!records || !recorder_) return "the hall's log holds what this version of adoubed does not know";
    const bool deletes_some = journal::deletes(*records);
    const auto ticket = recorder_->put(std::move(*records));
    if (deletes_some) recorder_->tidy();
    std::unique_lock lock(mutex_);
    on_disk_.wait_for(lock, longest_on_way_to_disk, [&] { return on_disk_up_to_ >= ticket || is_ending_; });
    if (on_disk_up_to_ >= ticket && position_ == put.to) {
        log_.holds(position_);
        return {};
    }
    if (is_ending_) return {};
    return journal_trouble_.empty()
               ? "the journal does not hold what the hall's log says: a copy is asked for"
               : journal_trouble_;
}

/// Once the log was read to its end: before, older ones come by again.
void HallLogFollower::write_files() {
    for (const auto& [name, file] : std::exchange(files_, {})) events_.write_file(file);
}

void HallLogFollower::keep() {
    std::unique_lock lock(mutex_);
    const auto kept = log_.kept();
    lock.unlock();
    if (kept == kept_ || Clock::now() < keeps_again_at_) return;
    if (events_.keep(kept))
        kept_ = kept;
    else
        keeps_again_at_ = Clock::now() + tries_again_after;
}

} // namespace adoube::nats
