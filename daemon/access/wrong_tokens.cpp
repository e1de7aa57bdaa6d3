#include "daemon/access/wrong_tokens.hpp"

#include <algorithm>
#include <utility>

namespace adoube::access {

WrongTokens::Verdict WrongTokens::count(const std::string& address, std::int64_t now_ms) {
    ++total_;
    if (!buckets_.contains(address)) make_room();
    Bucket& bucket = buckets_[address];
    bucket.last_ms = now_ms;
    if (bucket.full_at_ms <= now_ms) bucket = {now_ms, now_ms, false};
    if (bucket.full_at_ms + refill_ms <= now_ms + burst * refill_ms) {
        bucket.full_at_ms += refill_ms;
        return Verdict::within;
    }
    return std::exchange(bucket.told, true) ? Verdict::over : Verdict::first_over;
}

void WrongTokens::make_room() {
    if (buckets_.size() < most_addresses) return;
    buckets_.erase(
        std::ranges::min_element(buckets_, {}, [](const auto& each) { return each.second.last_ms; }));
}

} // namespace adoube::access
