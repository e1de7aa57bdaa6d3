#include "daemon/adoubed/own_addresses.hpp"

#include <arpa/inet.h>
#include <array>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netinet/in.h>

namespace adoube::adoubed {

std::vector<std::string> own_addresses() {
    std::vector<std::string> all;
    ifaddrs* found = nullptr;
    if (getifaddrs(&found) == 0) {
        const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> first(found, freeifaddrs);
        for (const auto* each = found; each != nullptr; each = each->ifa_next) {
            const bool is_in_network =
                (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
            if (!is_in_network || each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
            std::array<char, INET_ADDRSTRLEN> text{};
            const auto& address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr;
            if (inet_ntop(AF_INET, &address, text.data(), text.size())) all.emplace_back(text.data());
        }
    }
    if (all.empty()) all.emplace_back("127.0.0.1");
    return all;
}

} // namespace adoube::adoubed
