#include "daemon/nats/event_reader.hpp"

#include "daemon/nats/clocks.hpp"
#include "daemon/nats/connection.hpp"

namespace adoube::nats {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto tells_halls_every = 1s;
/// Each hall speaks every two seconds: after this long the reading may have been forgotten by its server, and
/// begins anew.
constexpr auto longest_silence = 10s;

stream::EventStream::Moment moment() { return {utc_now(), steady_ms()}; }

} // namespace

EventReader::EventReader(Settings settings, Events events)
    : settings_(std::move(settings)), events_(std::move(events)), stream_(settings_.event),
      thread_([this] { run(); }) {}

EventReader::~EventReader() {
    is_ending_ = true;
    thread_.join();
}

void EventReader::tell(const std::string& trouble) {
    if (std::exchange(told_, trouble) == trouble) return;
    events_.tell(trouble.empty() ? "stream " + settings_.url + ": it is read" : trouble, !trouble.empty());
}

void EventReader::tell_halls() {
    if (Clock::now() - halls_told_ < tells_halls_every) return;
    halls_told_ = Clock::now();
    events_.halls(stream_.halls(moment()), is_read_);
    if (std::exchange(refused_told_, stream_.refused()) != stream_.refused())
        events_.tell("stream " + settings_.url + ": a message was left out: " + stream_.last_refusal(), true);
}

void EventReader::run() {
    while (!is_ending_) {
        const auto trouble = read();
        is_read_ = false;
        if (is_ending_) return;
        if (!trouble.empty()) tell(trouble);
        for (const auto until = Clock::now() + tries_again_after; !is_ending_ && Clock::now() < until;) {
            tell_halls();
            std::this_thread::sleep_for(50ms);
        }
    }
}

void EventReader::catch_up() {
    stream_.caught_up();
    is_read_ = true;
    tell({});
}

/// Until it is to end, or has to begin anew: why; empty: nothing is wrong.
std::string EventReader::read() {
    auto connection = Connection::open(settings_);
    if (!connection) return connection.error();
    auto reading = connection->read();
    if (!reading) return reading.error();
    stream_.starts_over();
    if (reading->held() == 0) catch_up();
    auto heard = Clock::now();
    std::uint64_t place = 0;
    while (!is_ending_) {
        auto told = reading->next(100ms);
        if (!told) return "stream " + settings_.url + ": " + told.error();
        tell_halls();
        if (!*told) {
            if (Clock::now() - heard > longest_silence) return {};
            continue;
        }
        heard = Clock::now();
        const auto& message = **told;
        if (message.place != ++place) return {}; // some were lost on the way here
        if (message.version) stream_.heard(message.subject, *message.version, message.text, moment());
        if (message.waiting == 0) catch_up();
        if (auto changes = stream_.take_changes(); !changes.empty()) events_.changed(std::move(changes));
    }
    return {};
}

} // namespace adoube::nats
