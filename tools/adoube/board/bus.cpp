#include "tools/adoube/board/bus.hpp"

#include "daemon/board/link.hpp"
#include "daemon/drivers/dgt/bus_search.hpp"
#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/progress.hpp"

#include <boost/json.hpp>

#include <ostream>

namespace adoube::tools {
namespace {

using drivers::dgt::BusSearch;

/// Five digits, as in the name of the port.
std::string number_of(drivers::dgt::BusAddress address) {
    auto digits = std::to_string(address);
    return digits.insert(0, 5 - digits.size(), '0');
}

class Search {
  public:
    explicit Search(const board::Port& port)
        : link_(context_.get_executor(), port,
                {.opened = [this] { search_.opened(Conversation::now_us()); },
                 .received = [this](auto bytes) { search_.received(bytes, Conversation::now_us()); },
                 .failed = [this](const std::string& why) { lost_ = why; }}) {}

    /// A sentence when the port is lost.
    template<class Found>
    std::expected<void, std::string> run(Found found, const Steps& steps) {
        constexpr auto between_looks = std::chrono::milliseconds(10);
        for (std::size_t told = 0; !search_.is_over();) {
            context_.run_for(between_looks);
            if (!lost_.empty()) return std::unexpected(lost_);
            search_.tick(Conversation::now_us());
            link_.send(search_.take_bytes());
            for (; told < search_.found().size(); ++told) found(search_.found()[told]);
            steps(told, 0);
        }
        return {};
    }

  private:
    boost::asio::io_context context_;
    BusSearch search_;
    std::string lost_;
    board::Link link_;
};

} // namespace

int run_board_bus(const BoardBusOptions& options, Streams io) {
    auto port = board::port_from(options.port);
    if (!port) return say(io.err, "adoube: " + port.error()), bad_input;
    if (port->maker != drivers::Maker::dgt || !port->bus_board.empty()) {
        say(io.err, "adoube: a bus is at a port of DGT boards: write dgt:serial:/dev/ttyUSB0");
        return bad_input;
    }
    boost::json::array boards;
    const auto take = [&](drivers::dgt::BusAddress address) {
        port->bus_board = number_of(address);
        if (options.json)
            boards.emplace_back(boost::json::object{{"port", to_string(*port)}});
        else
            say(io.out, to_string(*port)) << std::flush;
    };
    const auto done = [&] {
        Progress progress(io, options.json);
        return Search(*port).run(take, progress.steps("boards have answered; some ten seconds in all"));
    }();
    if (!done) return say(io.err, "adoube: " + done.error()), bad_input;
    if (options.json) put_json(io.out, boost::json::object{{"boards", boards}});
    if (!port->bus_board.empty()) return success;
    say(io.err, "adoube: no board answers on the bus at this port: are the boards switched on, and is its "
                "cable the bus's?");
    return failed_check;
}

} // namespace adoube::tools
