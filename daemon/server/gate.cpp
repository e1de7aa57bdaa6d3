#include "daemon/server/gate.hpp"

#include <algorithm>
#include <utility>

namespace adoube::server {

Address client_of(const Address& address) {
    const Address bare = plain(address);
    if (bare.is_v4()) return bare;
    auto bytes = bare.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return boost::asio::ip::address_v6(bytes);
}

Gate::Place Gate::enter(const Address& address, Time now) {
    const Address key = client_of(address);
    Account& one = account(key, now);
    if (one.connections >= limits_.connections_per_address) return {};
    ++one.connections;
    return Place(*this, key);
}

bool Gate::ask(const Address& address, Time now) {
    Account& one = account(client_of(address), now);
    refill(one, now);
    if (one.requests_left < 1) return false;
    one.requests_left -= 1;
    return true;
}

bool Gate::is_news(const Address& address) {
    const auto found = accounts_.find(client_of(address));
    return found != accounts_.end() && !std::exchange(found->second.told, true);
}

void Gate::tidy(Time now) {
    std::erase_if(accounts_, [&](const auto& entry) {
        Account one = entry.second;
        refill(one, now);
        return one.connections == 0 && one.requests_left >= static_cast<double>(limits_.requests_burst);
    });
}

Gate::Account& Gate::account(const Address& key, Time now) {
    if (const auto found = accounts_.find(key); found != accounts_.end()) return found->second;
    if (accounts_.size() >= limits_.remembered) make_room();
    return accounts_.emplace(key, Account{0, static_cast<double>(limits_.requests_burst), now, false})
        .first->second;
}

void Gate::refill(Account& one, Time now) const {
    const std::chrono::duration<double> passed = now - one.counted;
    one.requests_left =
        std::min(static_cast<double>(limits_.requests_burst),
                 one.requests_left + passed.count() * static_cast<double>(limits_.requests_per_s));
    one.counted = now;
}

void Gate::leave(const Address& key) {
    if (const auto found = accounts_.find(key); found != accounts_.end()) --found->second.connections;
}

/// Goes round, to avoid a full scan. Addresses with connections stay; those are few.
void Gate::make_room() {
    constexpr int looks = 64;
    auto at = accounts_.upper_bound(forgotten_);
    for (int n = 0; n < looks && !accounts_.empty(); ++n) {
        if (at == accounts_.end()) at = accounts_.begin();
        forgotten_ = at->first;
        if (at->second.connections == 0) {
            accounts_.erase(at);
            return;
        }
        ++at;
    }
}

} // namespace adoube::server
