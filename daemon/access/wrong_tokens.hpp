#pragma once
// Limits wrong tokens: each takes one from its address's bucket, which time refills. Keeps logs quiet and
// callers slow; no token can be guessed, so a right one is never refused for wrong ones.

#include <cstdint>
#include <map>
#include <string>

namespace adoube::access {

class WrongTokens {
  public:
    static constexpr int burst = 10;
    static constexpr std::int64_t refill_ms = 6'000; // per wrong token
    /// Beyond this, the address that was wrong longest ago is forgotten.
    static constexpr std::size_t most_addresses = 1024;

    enum class Verdict : std::uint8_t {
        within,
        first_over, // first excess since the bucket was full: worth a log line
        over
    };
    /// `now_ms`: of a monotonic clock.
    Verdict count(const std::string& address, std::int64_t now_ms);
    std::uint64_t total() const { return total_; }
    std::size_t addresses() const { return buckets_.size(); }

  private:
    struct Bucket {
        std::int64_t full_at_ms = 0;
        std::int64_t last_ms = 0;
        bool told = false;
    };
    void make_room();

    std::map<std::string, Bucket, std::less<>> buckets_;
    std::uint64_t total_ = 0;
};

} // namespace adoube::access
