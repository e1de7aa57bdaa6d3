#include "daemon/nats/hall_publisher.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/nats/clocks.hpp"
#include "daemon/nats/connection.hpp"

namespace adoube::nats {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// What a server lost without a word is found, and stored again, within this time.
constexpr auto looks_through_every = 20s;

} // namespace

HallPublisher::HallPublisher(Settings settings, std::filesystem::path kept,
                             std::set<std::string, std::less<>> deleted, Tell tell)
    : settings_(std::move(settings)), kept_(std::move(kept)), tell_(std::move(tell)) {
    stream_.know_deleted(std::move(deleted));
    thread_ = std::thread([this] { run(); });
}

HallPublisher::~HallPublisher() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void HallPublisher::put(const broadcast::PublicGame& game) {
    const std::lock_guard lock(mutex_);
    stream_.put(game);
    changed_.notify_all();
}

void HallPublisher::recall(const broadcast::PublicGame& game) {
    const std::lock_guard lock(mutex_);
    stream_.recall(game);
    changed_.notify_all();
}

void HallPublisher::forget(const std::string& id) {
    const std::lock_guard lock(mutex_);
    stream_.forget(id);
    changed_.notify_all();
}

void HallPublisher::put_standings(std::string standings) {
    const std::lock_guard lock(mutex_);
    stream_.put_standings(std::move(standings));
    changed_.notify_all();
}

void HallPublisher::tell_delay(std::int64_t delay_ms) {
    const std::lock_guard lock(mutex_);
    stream_.tell_delay(delay_ms);
}

HallPublisher::Report HallPublisher::report() const {
    const std::lock_guard lock(mutex_);
    auto report = report_;
    report.waiting = stream_.waiting();
    return report;
}

void HallPublisher::tell(const std::string& trouble) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(report_.trouble, trouble) == trouble) return;
    }
    tell_(trouble.empty() ? "stream " + settings_.url + ": it has all that this hall shows" : trouble,
          !trouble.empty());
}

void HallPublisher::run() {
    for (;;) {
        const auto trouble = serve();
        std::unique_lock lock(mutex_);
        stream_.left();
        report_.is_connected = false;
        if (is_ending_) return;
        lock.unlock();
        tell(trouble);
        lock.lock();
        if (changed_.wait_for(lock, tries_again_after, [this] { return is_ending_; })) return;
    }
}

std::string HallPublisher::look_through(Connection& connection) {
    const auto held = connection.held();
    if (!held) return held.error();
    const auto least_term =
        stream::version_from(files::read(kept_, 64).value_or("0-0")).value_or(stream::Version{}).term;
    std::unique_lock lock(mutex_);
    stream_.joined(*held, utc_now(), least_term);
    const auto term = stream_.term();
    const bool is_superseded = stream_.is_superseded();
    lock.unlock(); // a slow disk holds up nobody who puts
    if (term != least_term)
        if (const auto kept =
                files::replace(kept_, to_string(stream::Version{term, 0}), files::ReadableBy::owner);
            !kept)
            return "file " + kept_.string() + ' ' + kept.error();
    if (is_superseded)
        return "stream " + settings_.url + ": another daemon, which began later, publishes as hall " +
               settings_.hall + ": give each hall a name of its own, or end one of them";
    return {};
}

/// Until it is to end, or has to be tried again: why.
std::string HallPublisher::serve() {
    auto connection = Connection::open(settings_);
    if (!connection) return connection.error();
    if (const auto there = connection->have_stream(); !there) return there.error();
    if (auto trouble = look_through(*connection); !trouble.empty()) return trouble;
    {
        const std::lock_guard lock(mutex_);
        report_.is_connected = true;
    }
    for (;;) {
        const auto until = Clock::now() + looks_through_every;
        while (Clock::now() < until) {
            if (auto trouble = publish(*connection); !trouble.empty()) return trouble;
            std::unique_lock lock(mutex_);
            if (is_ending_) return {};
            if (stream_.waiting() > 0) continue;
            changed_.wait_for(lock, 100ms, [this] { return is_ending_ || stream_.waiting() > 0; });
        }
        if (auto trouble = look_through(*connection); !trouble.empty()) return trouble;
    }
}

/// All that wait.
std::string HallPublisher::publish(Connection& connection) {
    for (;;) {
        std::unique_lock lock(mutex_);
        if (is_ending_) return {};
        const auto message = stream_.next(utc_now());
        const bool has_all = stream_.waiting() == 0;
        if (!message) {
            lock.unlock();
            if (has_all) tell({});
            return {};
        }
        lock.unlock();
        if (const auto stored = connection.store(*message); !stored) return stored.error();
        lock.lock();
        stream_.stored(*message);
        ++report_.stored;
    }
}

} // namespace adoube::nats
