#pragma once
// The rounds of an event as a whole, by command: started, closed and opened again (results/round_acts.hpp),
// and what they ended with. What is done counts over a restart.

#include "daemon/account/local_time.hpp"
#include "daemon/adoubed/command.hpp"
#include "daemon/adoubed/kept_file.hpp"
#include "daemon/adoubed/round_files.hpp"
#include "daemon/results/round_acts.hpp"
#include "daemon/round/round.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json/array.hpp>

namespace adoube::adoubed {

class Rounds {
  public:
    using NotBegun = std::vector<record::GameEntry>; // as Round::not_begun

    /// `reader` runs what takes as long as reading a round's games; it must be another thread's.
    Rounds(std::filesystem::path journal, account::LocalTime local, boost::asio::any_io_executor reader);
    /// For the log: what was kept cannot be read. Empty: all is well.
    const std::string& told() const { return told_; }

    struct Asked {
        OfRound line;
        std::string event, by;
        UtcMs utc_ms{};
    };
    /// To start or to reopen. The answer: what was done, or where the line only asks, what speaks against it,
    /// a line each.
    std::expected<std::string, std::string> act(const Asked& asked, const round::Round& round);
    /// To close.
    boost::asio::awaitable<Answered> close(Asked asked, NotBegun not_begun);

    /// Of the rounds at the tables, in their order: [{"round":"3","tables":6,"started":ACT,"closed":ACT},…],
    /// ACT as act_json.
    boost::json::array now(const round::Round& round, std::string_view event) const;

    /// As results::to_json, of those boards that `who` may see.
    boost::asio::awaitable<Answered> read_results(int round, NotBegun not_begun, access::Grant who) const;
    /// Answers POST /api/round/results.
    boost::asio::awaitable<RoundAnswer> read_files(std::string request, NotBegun not_begun,
                                                   std::string event) const;

  private:
    std::expected<std::string, std::string> keep(results::RoundAct act);

    std::filesystem::path journal_;
    account::LocalTime local_;
    boost::asio::any_io_executor reader_;
    KeptFile file_;
    results::RoundActs acts_;
    std::string told_;
};

} // namespace adoube::adoubed
