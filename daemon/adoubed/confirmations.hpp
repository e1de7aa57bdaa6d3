#pragma once
// Lets commands wait until their records are durable.

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
        std::string answer; // what the record did, if reported
    };

    explicit Confirmations(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

    /// Waits up to `longest` for the journal to report this record (1 = the first). Call before it can do so.
    boost::asio::awaitable<Confirmed> of(std::uint64_t record,
                                         std::chrono::steady_clock::duration longest = std::chrono::years(1));
    /// What a record did; call before `durable` reaches it.
    void answer(std::uint64_t record, const std::string& sentence);
    /// The journal holds all records up to this one except those refused for good.
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
