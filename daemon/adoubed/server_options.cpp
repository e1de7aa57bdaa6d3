#include "daemon/adoubed/server_options.hpp"

#include "daemon/adoubed/log.hpp"
#include "daemon/adoubed/open_files.hpp"
#include "daemon/adoubed/own_addresses.hpp"

#include <algorithm>

namespace adoube::adoubed {

server::Options server_options(const Config& config, std::function<UtcMs()> now_ms) {
    server::Options options;
    options.now_ms = std::move(now_ms);
    options.address = config.listen.path;
    options.port = static_cast<std::uint16_t>(std::stoi(config.listen.service));
    options.tls = config.tls;
    options.trusted_proxies = config.trusted_proxies;
    options.origins = config.origins;
    options.framed_by = config.framed_by;
    options.wall = config.wall;
    options.max_connections =
        std::min(options.max_connections, std::max<std::size_t>(files_for_viewers(config.boards.size()), 16));
    options.tell = [](const std::string& sentence, bool is_trouble) {
        is_trouble ? log_trouble(sentence) : log_info(sentence);
    };
    return options;
}

std::string address_of(const Config& config, std::uint16_t port) {
    std::string all;
    auto listen = config.listen;
    listen.service = std::to_string(port);
    for (const auto& host :
         is_everywhere(config.listen) ? own_addresses() : std::vector{config.listen.path}) {
        listen.path = host;
        all += (all.empty() ? "" : ", ") + std::string(config.tls ? "https://" : "http://") +
               listen_text(listen) + "/";
    }
    return all;
}

} // namespace adoube::adoubed
