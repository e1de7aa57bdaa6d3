#pragma once
// Where an arbiter's programs talk to the daemon: a Unix-domain socket that only the daemon's own user can
// open. One line in, one line back, {"ok":true} or {"error":"one sentence"}; a connection's next line is read
// when the one before has been answered. Who says {"watch":true} gets what arbiters are told from then on,
// and is not heard any more.

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
    static constexpr std::size_t longest_line = 16 * 1024;
    /// One more, and the one that has been silent for longest is cut.
    static constexpr std::size_t most_connections = 16;

    /// Does what a line says, and comes back when it is done, and in the journal if it belongs there.
    using Take = std::function<boost::asio::awaitable<Answered>(std::string line)>;

    /// Takes the place of a socket that nobody listens on. The error is one sentence.
    static std::expected<ControlSocket, std::string> listen(boost::asio::any_io_executor executor,
                                                            const std::filesystem::path& path);
    /// What stands in the way at this path, or empty; what nobody listens on does not. Changes nothing.
    static std::string why_taken(boost::asio::any_io_executor executor, const std::filesystem::path& path);
    /// Cuts all connections, and removes the socket.
    ~ControlSocket();
    ControlSocket(ControlSocket&&) noexcept;
    ControlSocket& operator=(ControlSocket&&) noexcept;

    /// Somebody wants to see what arbiters are told.
    using Watch = std::function<std::shared_ptr<Watcher>()>;

    /// From now on lines are read. Call once. Without `watch` nobody is shown anything.
    void start(Take take, Watch watch = {});

  private:
    class Hub;
    explicit ControlSocket(std::shared_ptr<Hub> hub);
    std::shared_ptr<Hub> hub_;
};

} // namespace adoube::adoubed
