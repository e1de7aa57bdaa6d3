#pragma once
// Limits per address. No I/O; time comes with the calls.

#include "daemon/server/proxies.hpp"

#include <chrono>
#include <map>
#include <utility>

namespace adoube::server {

/// Per IPv4 address or IPv6 /64 (one customer's). Sized for 200 phones behind one address, each with up to 7
/// connections and 14 requests for a page: at once 1,400 connections and, a connection counting as a request,
/// 4,200 requests.
struct GateLimits {
    std::size_t connections_per_address = 2'000;
    std::size_t requests_burst = 5'000;
    std::size_t requests_per_s = 100; // refills the burst
    /// Above this, an address without a connection is forgotten for each new one.
    std::size_t remembered = 10'000;
};

/// An IPv6 address becomes its /64.
Address client_of(const Address& address);

class Gate {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Gate(const GateLimits& limits) : limits_(limits) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Freed on destruction; must not outlive the gate.
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

    /// Empty where the address is at its limit.
    Place enter(const Address& address, Time now);
    bool ask(const Address& address, Time now);
    /// True for an address's first refusal in a while: worth a log line.
    bool is_news(const Address& address);

    /// Forgets addresses with no connection and a full burst.
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
    Address forgotten_; // last
};

} // namespace adoube::server
