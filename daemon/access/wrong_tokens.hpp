#pragma once
// How often somebody may be wrong: a bucket for each address, of which each wrong token takes one and which
// fills again with time. It keeps logs quiet and callers slow; no token is guessed at any speed, so a right
// one is never refused for the wrong ones that came from the same address.

#include <cstdint>
#include <map>
#include <string>

namespace adoube::access {

class WrongTokens {
  public:
    static constexpr int burst = 10;
    static constexpr std::int64_t refill_ms = 6'000; // one more after so long
    /// Of so many addresses is remembered; then the one that was wrong longest ago is forgotten.
    static constexpr std::size_t most_addresses = 1024;

    enum class Verdict : std::uint8_t {
        within,     // as often as may be
        first_over, // more, for the first time since the bucket was last full: worth a line in the log
        over
    };
    /// `now_ms` of a clock that is never set back.
    Verdict count(const std::string& address, std::int64_t now_ms);
    std::uint64_t total() const { return total_; }
    std::size_t addresses() const { return buckets_.size(); }

  private:
    struct Bucket {
        std::int64_t full_at_ms = 0; // again
        std::int64_t last_ms = 0;
        bool told = false;
    };
    void make_room();

    std::map<std::string, Bucket, std::less<>> buckets_;
    std::uint64_t total_ = 0;
};

} // namespace adoube::access
