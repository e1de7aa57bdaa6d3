#pragma once
// Where an arbiter's programs talk to the daemon: a Unix-domain socket that only the daemon's own user can
// open. One line in, one line back, {"ok":true} or {"error":"one sentence"}; a connection's next line is read
// when the one before has been answered. {"ok":true} means that it is done, and in the journal if it belongs
// there.

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace adoube::adoubed {

class ControlSocket {
  public:
    static constexpr std::size_t longest_line = 16 * 1024;
    /// One more, and the one that has been silent for longest is cut.
    static constexpr std::size_t most_connections = 16;

    /// The number of the record that must be durable before the line is answered, if it makes one; or why it
    /// is refused.
    using Taken = std::expected<std::optional<std::uint64_t>, std::string>;
    using Take = std::function<Taken(std::string_view line)>;

    /// Takes the place of a socket that nobody listens on. The error is one sentence.
    static std::expected<ControlSocket, std::string> listen(boost::asio::any_io_executor executor,
                                                            const std::filesystem::path& path);
    /// Cuts all connections, and removes the socket.
    ~ControlSocket();
    ControlSocket(ControlSocket&&) noexcept;
    ControlSocket& operator=(ControlSocket&&) noexcept;

    /// From now on lines are read. Call once.
    void start(Take take);
    /// As the journal tells: it has all records up to this one, but those refused for good.
    void durable(std::uint64_t up_to, std::span<const std::uint64_t> refused);

  private:
    class Hub;
    explicit ControlSocket(std::shared_ptr<Hub> hub);
    std::shared_ptr<Hub> hub_;
};

} // namespace adoube::adoubed
