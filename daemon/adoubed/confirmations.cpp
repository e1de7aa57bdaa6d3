#include "daemon/adoubed/confirmations.hpp"

#include "daemon/boost/as_tuple.hpp"

#include <algorithm>

namespace adoube::adoubed {

namespace asio = boost::asio;

asio::awaitable<Confirmations::Confirmed> Confirmations::of(std::uint64_t record,
                                                            std::chrono::steady_clock::duration longest) {
    const auto waiter = std::make_shared<Waiter>(executor_, record);
    waiting_.push_back(waiter);
    waiter->settled.expires_after(longest);
    co_await waiter->settled.async_wait(as_tuple);
    std::erase(waiting_, waiter);
    co_return waiter->confirmed;
}

void Confirmations::answer(std::uint64_t record, const std::string& sentence) {
    for (const auto& waiter : waiting_)
        if (waiter->record == record) waiter->confirmed.answer = sentence;
}

void Confirmations::durable(std::uint64_t up_to, std::span<const std::uint64_t> refused) {
    for (const auto& waiter : waiting_) {
        if (waiter->record > up_to || waiter->confirmed.outcome != Outcome::late) continue;
        waiter->confirmed.outcome =
            std::ranges::binary_search(refused, waiter->record) ? Outcome::refused : Outcome::durable;
        waiter->settled.cancel();
    }
}

} // namespace adoube::adoubed
