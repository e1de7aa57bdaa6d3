#pragma once
// The daemon: a round with its ports, journal, clock and server.

#include "daemon/adoubed/config.hpp"
#include "daemon/standby/epoch.hpp"

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <optional>

namespace adoube::adoubed {

class Daemon {
  public:
    /// Opens everything and starts; runs on the context, which must have one thread. The error is one
    /// sentence.
    static std::expected<Daemon, std::string> start(boost::asio::io_context& context, const Config& config);
    /// Closes the ports, then the journal with everything taken in.
    ~Daemon();
    /// Closes ports and journal early. Returns how many records were lost unwritten.
    std::uint64_t end();
    Daemon(Daemon&&) noexcept;
    Daemon& operator=(Daemon&&) noexcept;

    /// Whether the context was stopped so that a new process takes up the hall.
    bool starts_again() const;
    /// Whether it was stopped because the daemon that stood by has taken over, and in which epoch.
    std::optional<standby::Epoch> superseded_by() const;
    /// The configuration's text, as it counts: with what was changed while the hall ran.
    std::string settings() const;

    /// "http://127.0.0.1:8080/"; when listening on all addresses, each of this computer's, comma-separated.
    std::string address() const;

  private:
    class Running;
    explicit Daemon(std::unique_ptr<Running> running);
    std::unique_ptr<Running> running_;
};

} // namespace adoube::adoubed
