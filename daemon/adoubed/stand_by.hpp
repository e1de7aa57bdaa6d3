#pragma once
// A daemon that stands by: it takes in no boards and shows nothing, but holds all that the one which serves
// the hall has recorded. Once that is silent, and a board's cable is here, it is to go on as the hall's
// daemon.

#include "daemon/adoubed/config.hpp"
#include "daemon/adoubed/kept_standing.hpp"

#include <boost/asio/io_context.hpp>
#include <memory>

namespace adoube::adoubed {

/// Which of the two this daemon is, as kept, as started, and as the other one says now. The error is one
/// sentence.
std::expected<KeptStanding, std::string> standing_of(const Config& config);

class StandBy {
  public:
    /// Runs on the context, and stops it once it takes over. The error is one sentence.
    static std::expected<std::unique_ptr<StandBy>, std::string>
    start(boost::asio::io_context& context, const Config& config, const KeptStanding& kept);
    virtual ~StandBy() = default;

    /// Ends. Where it takes over that is on the disk; false: it was asked to end.
    virtual std::expected<bool, std::string> end() = 0;
};

} // namespace adoube::adoubed
