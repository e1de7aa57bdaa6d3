#include "daemon/server/own_networks.hpp"

#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>

namespace adoube::server {
namespace {

/// Empty for an address of another kind.
std::string_view bytes_of(const sockaddr* address, int family) {
    if (address == nullptr || address->sa_family != family) return {};
    if (family == AF_INET)
        return {reinterpret_cast<const char*>(&reinterpret_cast<const sockaddr_in*>(address)->sin_addr), 4};
    return {reinterpret_cast<const char*>(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr), 16};
}

bool is_same_network(std::string_view one, std::string_view other, std::string_view mask) {
    if (one.size() != other.size() || one.size() != mask.size()) return false;
    for (std::size_t at = 0; at < one.size(); ++at)
        if (((one[at] ^ other[at]) & mask[at]) != 0) return false;
    return true;
}

} // namespace

bool is_in_own_network(const Address& address) {
    const Address bare = plain(address);
    const int family = bare.is_v4() ? AF_INET : AF_INET6;
    std::string bytes;
    if (bare.is_v4())
        for (const auto byte : bare.to_v4().to_bytes()) bytes += static_cast<char>(byte);
    else
        for (const auto byte : bare.to_v6().to_bytes()) bytes += static_cast<char>(byte);
    ifaddrs* found = nullptr;
    if (getifaddrs(&found) != 0) return true; // to be on the safe side
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> first(found, freeifaddrs);
    for (const auto* each = found; each != nullptr; each = each->ifa_next) {
        const auto own = bytes_of(each->ifa_addr, family);
        // The family of a mask is not always set.
        sockaddr_storage mask{};
        if (own.empty() || each->ifa_netmask == nullptr) continue;
        std::memcpy(&mask, each->ifa_netmask, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
        mask.ss_family = static_cast<sa_family_t>(family);
        if (is_same_network(bytes, own, bytes_of(reinterpret_cast<const sockaddr*>(&mask), family)))
            return true;
    }
    return false;
}

} // namespace adoube::server
