#include "daemon/adoubed/display.hpp"

#include "daemon/adoubed/host_clock.hpp"
#include "daemon/adoubed/log.hpp"
#include "daemon/adoubed/server_options.hpp"

#include <boost/asio/post.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;
using stream::EventStream;

constexpr auto not_read = "the event's stream cannot be read";

/// As the halls' clocks in the games are UTC, so is this one, however it is set.
UtcMs utc_now() {
    static HostClock clock; // of the context's thread
    return clock.now().utc_ms;
}

} // namespace

std::expected<std::unique_ptr<Display>, std::string> Display::start(asio::io_context& context,
                                                                    const Config& config) {
    auto server = server::Server::listen(context.get_executor(), server_options(config, utc_now));
    if (!server) return std::unexpected(server.error());
    return std::unique_ptr<Display>(new Display(context, config, std::move(*server)));
}

Display::Display(asio::io_context& context, const Config& config, server::Server server)
    : context_(context), config_(config), server_(std::move(server)), reader_(*config_.stream, events()) {
    server_.tell_ready(not_read);
}

nats::EventReader::Events Display::events() {
    nats::EventReader::Events events;
    events.changed = [this](std::vector<EventStream::Change> changes) {
        asio::post(context_, [this, changes = std::move(changes)] { show(changes); });
    };
    events.halls = [this](std::vector<EventStream::Hall> halls, bool is_read) {
        asio::post(context_, [this, halls = std::move(halls), is_read] { tell(halls, is_read); });
    };
    events.tell = [this](const std::string& sentence, bool is_trouble) {
        asio::post(context_,
                   [sentence, is_trouble] { is_trouble ? log_trouble(sentence) : log_info(sentence); });
    };
    return events;
}

std::string Display::address() const { return address_of(config_, server_.port()); }

void Display::show(const std::vector<EventStream::Change>& changes) {
    for (const auto& change : changes)
        if (const auto* shown = std::get_if<EventStream::Game>(&change))
            server_.publish(shown->game, shown->is_newest);
        else if (const auto* past = std::get_if<EventStream::Past>(&change))
            server_.recall(past->game);
        else if (const auto& standings = std::get<EventStream::Standings>(change))
            server_.show_standings(
                std::make_shared<const std::string>(boost::json::serialize(to_json(*standings)) + '\n'));
        else
            server_.show_standings(nullptr);
}

void Display::tell(const std::vector<EventStream::Hall>& halls, bool is_read) {
    std::int64_t delay_ms = 0;
    std::vector<server::Silence> silences;
    constexpr std::int64_t second_ms = 1'000; // so that a silence has one beginning, however often it is told
    for (const auto& hall : halls) {
        delay_ms = std::max(delay_ms, hall.delay_ms);
        if (hall.age_ms < EventStream::silent_after_ms) continue;
        const auto since_ms = utc_now().count() - hall.age_ms;
        silences.push_back({hall.name, UtcMs((since_ms + second_ms / 2) / second_ms * second_ms)});
    }
    server_.tell_delay(delay_ms);
    // That a hall is silent, as in the evening, is no reason to send viewers to another display.
    server_.tell_ready(is_read ? "" : not_read);
    server_.tell_silences(std::move(silences));
}

} // namespace adoube::adoubed
