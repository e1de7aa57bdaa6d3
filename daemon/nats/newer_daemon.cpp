#include "daemon/nats/newer_daemon.hpp"

#include "daemon/nats/clocks.hpp"
#include "daemon/nats/connection.hpp"
#include "daemon/standby/hall_log.hpp"

namespace adoube::nats {

std::optional<standby::Epoch> newer_daemon(const Settings& settings, const standby::Key& key,
                                           standby::Epoch epoch, const std::function<bool()>& is_to_end) {
    constexpr auto listens_for_ms = 5 * standby::HallLog::tells_every_ms / 2;
    auto connection = Connection::open(settings);
    if (!connection) return std::nullopt;
    const auto subject = said_subject(settings);
    auto listening = connection->listen(subject);
    if (!listening) return std::nullopt;
    for (const auto until_ms = steady_ms() + listens_for_ms; steady_ms() < until_ms && !is_to_end();) {
        const auto came = listening->next(std::chrono::milliseconds(100));
        if (!came) return std::nullopt;
        const auto bytes = *came ? key.open(**came, subject) : std::nullopt;
        const auto serving = bytes ? standby::serving_from(*bytes) : std::nullopt;
        if (serving && standby::is_superseded(epoch, serving->epoch)) return serving->epoch;
    }
    return std::nullopt;
}

} // namespace adoube::nats
