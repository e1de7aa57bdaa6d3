#pragma once
// Who waits for the journal: whatever was taken is answered once it is durable.

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>

namespace adoube::adoubed {

class Confirmations {
  public:
    enum class Outcome : std::uint8_t { durable, refused, late };
    struct Confirmed {
        Outcome outcome = Outcome::late;
        std::string answer; // what it has done, where that was told
    };

    explicit Confirmations(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

    /// Waits until the journal has told of this record (1 = the first), as long as may be at most. Call it
    /// before the journal can have done so.
    boost::asio::awaitable<Confirmed> of(std::uint64_t record,
                                         std::chrono::steady_clock::duration longest = std::chrono::years(1));
    /// What a record has done, before `durable` comes so far.
    void answer(std::uint64_t record, const std::string& sentence);
    /// As the journal tells: it has all records up to this one, but those refused for good.
    void durable(std::uint64_t up_to, std::span<const std::uint64_t> refused);

    std::size_t waiting() const { return waiting_.size(); }

  private:
    struct Waiter {
        Waiter(boost::asio::any_io_executor executor, std::uint64_t of)
            : settled(std::move(executor)), record(of) {}
        boost::asio::steady_timer settled;
        std::uint64_t record;
        Confirmed confirmed;
    };

    boost::asio::any_io_executor executor_;
    std::list<std::shared_ptr<Waiter>> waiting_;
};

} // namespace adoube::adoubed
