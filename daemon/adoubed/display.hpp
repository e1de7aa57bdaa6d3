#pragma once
// A display: shows what the halls of an event put into its stream, with the pages of a hall, and keeps
// nothing. Any number of them may run anywhere.

#include "daemon/adoubed/config.hpp"
#include "daemon/nats/event_reader.hpp"
#include "daemon/server/server.hpp"

#include <boost/asio/io_context.hpp>

namespace adoube::adoubed {

class Display {
  public:
    /// The error is one sentence. The context must have one thread, and outlive the display.
    static std::expected<std::unique_ptr<Display>, std::string> start(boost::asio::io_context& context,
                                                                      const Config& config);

    /// As Daemon::address.
    std::string address() const;

  private:
    Display(boost::asio::io_context& context, const Config& config, server::Server server);

    nats::EventReader::Events events();
    void show(const std::vector<stream::EventStream::Change>& changes);
    void tell(const std::vector<stream::EventStream::Hall>& halls, bool is_read);

    boost::asio::io_context& context_;
    const Config config_;
    server::Server server_;
    nats::EventReader reader_;
};

} // namespace adoube::adoubed
