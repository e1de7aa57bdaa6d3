#pragma once
// Where a host finds a virtual board: a pseudo terminal or a TCP port. Bytes only, never waiting.

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

    /// For people: "pty /dev/pts/3" or "tcp 127.0.0.1:4001".
    virtual std::string address() const = 0;
    /// Adds what is to be waited for. Where a host comes without waking anyone, `longest_wait_ms` becomes
    /// less.
    virtual void watch(std::vector<pollfd>& waited_for, bool wants_to_write, int& longest_wait_ms) const = 0;
    /// Looks who is there. True if the stream ended or another one began since the last call.
    virtual bool attend() = 0;
    virtual bool connected() const = 0;
    /// Number of bytes read or written, 0 if there is nothing now or the stream has ended.
    virtual std::size_t read(std::span<std::uint8_t> into) = 0;
    virtual std::size_t write(std::span<const std::uint8_t> bytes) = 0;
};

/// The error is one sentence that names the place.
using OpenedPort = std::expected<std::unique_ptr<HostPort>, std::string>;

/// Makes `link` a symbolic link to the terminal's name, for as long as the port lives.
OpenedPort open_pty(const std::string& link);
/// "host:port"; port 0 takes any free one. A host that connects takes the place of the one before.
OpenedPort open_tcp(const std::string& address);

} // namespace adoube::firmware
