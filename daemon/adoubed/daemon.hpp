#pragma once
// The daemon: a round, and the ports, journal, clock and server that carry its bytes, records, time and
// games.

#include "daemon/adoubed/config.hpp"

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>

namespace adoube::adoubed {

class Daemon {
  public:
    /// Opens everything and begins; goes on while the context, of one thread, runs. The error is one
    /// sentence.
    static std::expected<Daemon, std::string> start(boost::asio::io_context& context, const Config& config);
    /// Closes the ports and the server, then the journal, with all that was taken in.
    ~Daemon();
    /// Closes the ports and the journal before that: so many records could not be written, and are lost.
    std::uint64_t end();
    Daemon(Daemon&&) noexcept;
    Daemon& operator=(Daemon&&) noexcept;

    /// "http://127.0.0.1:8080/"; where it listens on all, each of this computer, with a comma between.
    std::string address() const;

  private:
    class Running;
    explicit Daemon(std::unique_ptr<Running> running);
    std::unique_ptr<Running> running_;
};

} // namespace adoube::adoubed
