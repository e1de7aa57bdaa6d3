#include "control.hpp"

#include <boost/json.hpp>

#include <array>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>

namespace adoube::soak {

Control::Control(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("nobody listens on " + path);
    ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
}

void Control::say(const std::string& line, std::function<void(const std::string& error)> answered) {
    out_ += line + '\n';
    answered_.push_back(std::move(answered));
}

void Control::watch(std::vector<pollfd>& waited_for) const {
    waited_for.push_back({socket_.get(), static_cast<short>(POLLIN | (out_.empty() ? 0 : POLLOUT)), 0});
}

void Control::attend() {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(out_.data());
    if (!out_.empty()) out_.erase(0, socket_.write(std::span(bytes, out_.size())).first);
    std::array<std::uint8_t, 4096> read;
    while (true) {
        const auto [count, stream] = socket_.read(read);
        if (stream == firmware::Descriptor::Stream::ended)
            throw std::runtime_error("the daemon has closed the control socket");
        if (count == 0) break;
        in_.append(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(count));
    }
    for (auto end = in_.find('\n'); end != std::string::npos; end = in_.find('\n')) {
        const auto answer = boost::json::parse(in_.substr(0, end)).as_object();
        in_.erase(0, end + 1);
        const auto* error = answer.if_contains("error");
        const auto answered = std::move(answered_.front());
        answered_.pop_front();
        answered(error ? std::string(error->as_string()) : std::string());
    }
}

} // namespace adoube::soak
