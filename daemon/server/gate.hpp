#pragma once
// How much one address may take of the server: connections at the same time, and requests one after another.
// No I/O; time comes with the calls.

#include "daemon/server/proxies.hpp"

#include <chrono>
#include <map>
#include <utility>

namespace adoube::server {

/// For one IPv4 address, or one /64 of IPv6, which is what a single customer has. Made for 200 phones in a
/// hall behind one address: a phone that opens a page has up to 7 connections for some seconds and makes 14
/// requests, so all of them at once need 1,400 and, a connection counting as a request, 4,200.
struct GateLimits {
    std::size_t connections_per_address = 2'000;
    std::size_t requests_burst = 5'000;
    std::size_t requests_per_s = 100; // so fast a spent burst comes back
    /// Addresses remembered that have no connection; where there are more, some are forgotten.
    std::size_t remembered = 10'000;
};

/// The IPv4 address, or of an IPv6 address its /64.
Address client_of(const Address& address);

class Gate {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Gate(const GateLimits& limits) : limits_(limits) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// A connection's place; it is free again when this is gone. Never outlives the gate.
    class [[nodiscard]] Place {
      public:
        Place() = default;
        Place(Place&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)), key_(other.key_) {}
        Place& operator=(Place&& other) noexcept {
            std::swap(gate_, other.gate_);
            std::swap(key_, other.key_);
            return *this;
        }
        ~Place() {
            if (gate_) gate_->leave(key_);
        }
        explicit operator bool() const { return gate_ != nullptr; }

      private:
        friend Gate;
        Place(Gate& gate, const Address& key) : gate_(&gate), key_(key) {}
        Gate* gate_ = nullptr;
        Address key_;
    };

    /// No place where the address has as many connections as it may.
    Place enter(const Address& address, Time now);
    /// False where it has asked too often.
    bool ask(const Address& address, Time now);
    /// True for the first refusal of an address in a while: worth a line in the log.
    bool is_news(const Address& address);

    /// Forgets who has no connection and may ask as often as anybody.
    void tidy(Time now);
    std::size_t remembered() const { return accounts_.size(); }

  private:
    struct Account {
        std::size_t connections = 0;
        double requests_left = 0;
        Time counted{};
        bool told = false;
    };

    Account& account(const Address& key, Time now);
    void refill(Account& guest, Time now) const;
    void leave(const Address& key);
    void make_room();

    GateLimits limits_;
    std::map<Address, Account> accounts_;
    Address forgotten_; // the last
};

} // namespace adoube::server
