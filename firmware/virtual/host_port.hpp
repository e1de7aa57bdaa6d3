#pragma once
// A virtual board's port to its host: a pseudo terminal or TCP. Never waits.

#include <cstdint>
#include <expected>
#include <memory>
#include <poll.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::firmware {

class HostPort {
  public:
    virtual ~HostPort() = default;
    HostPort() = default;
    HostPort(const HostPort&) = delete;
    HostPort& operator=(const HostPort&) = delete;

    /// E.g. "pty /dev/pts/3", "tcp 127.0.0.1:4001".
    virtual std::string address() const = 0;
    /// Adds what to poll for; lowers `longest_wait_ms` where a host's arrival raises no event.
    virtual void watch(std::vector<pollfd>& waited_for, bool wants_to_write, int& longest_wait_ms) const = 0;
    /// True if a stream ended or began since the last call.
    virtual bool attend() = 0;
    virtual bool connected() const = 0;
    /// Bytes transferred; 0 if none now or the stream has ended.
    virtual std::size_t read(std::span<std::uint8_t> into) = 0;
    virtual std::size_t write(std::span<const std::uint8_t> bytes) = 0;
};

/// The error is one sentence.
using OpenedPort = std::expected<std::unique_ptr<HostPort>, std::string>;

/// `link` links to the terminal while the port lives.
OpenedPort open_pty(const std::string& link);
/// "host:port"; port 0: a free one. A new connection replaces the previous one.
OpenedPort open_tcp(const std::string& address);

} // namespace adoube::firmware
