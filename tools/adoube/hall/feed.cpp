#include "tools/adoube/hall/feed.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tools/adoube/common/daemon_line.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

std::expected<std::string, std::string> ask_hall(const HallOptions& hall) {
    auto client = HallClient::make(hall);
    if (!client) return std::unexpected(client.error());
    const auto answer = client->ask({.target = "/api/arbiter"});
    if (!answer) return std::unexpected(answer.error().why);
    if (answer->status != 200) return std::unexpected(answer->sentence());
    const auto value = parse_json(answer->body);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto* const round = object ? object->if_contains("round") : nullptr;
    if (!round) return std::unexpected("what answers there is no adoubed");
    return boost::json::serialize(*round);
}

} // namespace

std::expected<Feed, std::string> feed_of(const std::string& control, const HallOptions& hall) {
    if (hall.url.empty())
        return [control](const std::string&, const auto& take) -> HallClient::End {
            const auto path = control.empty() ? find_control() : control;
            return {path ? watch_daemon(*path, take) : path.error(), false};
        };
    auto made = HallClient::make(hall);
    if (!made) return std::unexpected(made.error());
    const auto client = std::make_shared<HallClient>(std::move(*made));
    return [client](const std::string& resume, const auto& take) { return client->watch(resume, take); };
}

std::expected<std::string, std::string> boards_now(const std::string& control, const HallOptions& hall,
                                                   std::chrono::milliseconds longest) {
    if (!hall.url.empty()) return ask_hall(hall);
    const auto path = control.empty() ? find_control() : control;
    if (!path) return std::unexpected(path.error());
    return first_of_watch(*path, longest);
}

} // namespace adoube::tools
