#pragma once
// The Unix-domain socket for arbiters' programs, open to the daemon's own user only. Each line is answered by
// one, {"ok":true} or {"error":"sentence"}, before the next is read. After {"watch":true} the connection only
// streams what arbiters see.

#include "daemon/adoubed/command.hpp"
#include "daemon/adoubed/watchers.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <filesystem>
#include <functional>
#include <memory>

namespace adoube::adoubed {

class ControlSocket {
  public:
    static constexpr std::size_t longest_line = 256 * 1024; // a round of some hundred boards
    /// One more cuts the connection that has been silent longest.
    static constexpr std::size_t most_connections = 16;

    /// Carries out a line; completes when done and, if recorded, durable.
    using Take = std::function<boost::asio::awaitable<Answered>(std::string line)>;

    /// Replaces a socket that nobody listens on.
    static std::expected<ControlSocket, std::string> listen(boost::asio::any_io_executor executor,
                                                            const std::filesystem::path& path);
    /// What would prevent `listen`, or empty. Changes nothing.
    static std::string why_taken(boost::asio::any_io_executor executor, const std::filesystem::path& path);
    /// Cuts all connections and removes the socket.
    ~ControlSocket();
    ControlSocket(ControlSocket&&) noexcept;
    ControlSocket& operator=(ControlSocket&&) noexcept;

    using Watch = std::function<std::shared_ptr<Watcher>()>;

    /// Call once. Without `watch` there are no streams.
    void start(Take take, Watch watch = {});

  private:
    class Hub;
    explicit ControlSocket(std::shared_ptr<Hub> hub);
    std::shared_ptr<Hub> hub_;
};

} // namespace adoube::adoubed
