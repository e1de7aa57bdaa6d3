#include "tests/unit/upload/http_site.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <fcntl.h>

namespace adoube::tests {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

} // namespace

struct HttpSite::Listener {
    asio::io_context context;
    tcp::acceptor acceptor{context};
};

HttpSite::HttpSite(std::string authorization, std::uint16_t port)
    : authorization_(std::move(authorization)), listener_(std::make_unique<Listener>()) {
    auto& acceptor = listener_->acceptor;
    acceptor.open(tcp::v4());
    ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC); // else a daemon that is started keeps it open
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind({asio::ip::address_v4::loopback(), port});
    acceptor.listen();
    acceptor.non_blocking(true);
    port_ = acceptor.local_endpoint().port();
    thread_ = std::thread([this] { run(); });
}

HttpSite::~HttpSite() {
    ends_ = true;
    thread_.join();
}

LichessModel HttpSite::lichess() const {
    const std::lock_guard lock(mutex_);
    return lichess_;
}
std::map<std::string, std::string> HttpSite::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}
std::string HttpSite::last_request() const {
    const std::lock_guard lock(mutex_);
    return last_request_;
}

void HttpSite::run() {
    while (!ends_) {
        tcp::socket socket(listener_->context);
        boost::system::error_code none;
        listener_->acceptor.accept(socket, none);
        if (none)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        else
            serve(std::move(socket));
    }
}

template<class Socket>
void HttpSite::serve(Socket socket) {
    boost::system::error_code end;
    socket.non_blocking(false, end);
    boost::beast::flat_buffer buffer;
    http::request_parser<http::string_body> parser;
    parser.body_limit(16 << 20);
    http::read(socket, buffer, parser, end);
    if (end) return;
    ++requests;
    while (is_silent && !ends_) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    auto request = parser.release();
    std::string target(request.target());
    if (target.starts_with("http://")) {
        ++proxied;
        target.erase(0, target.find('/', 7));
    }
    http::response<http::string_body> response;
    response.keep_alive(false);
    const std::lock_guard lock(mutex_);
    last_request_ =
        std::string(request.method_string()) + ' ' + std::string(request[http::field::content_type]);
    if (status) {
        response.result(status.load());
        response.set(http::field::location, "http://elsewhere.example/");
    } else if (request[http::field::authorization] != authorization_) {
        ++foreign_authorizations;
        response.result(401);
        response.body() =
            R"({"error":"No such token: )" + std::string(request[http::field::authorization]) + "\"}";
    } else if (target == round + std::string("/push")) {
        auto answer = lichess_.push(request.body());
        response.result(answer.status);
        response.body() = std::move(answer.body);
    } else if (target == round + std::string("/reset")) {
        lichess_.reset();
        response.body() = R"({"ok":true})";
    } else {
        files_[target] = request.body();
    }
    response.prepare_payload();
    http::write(socket, response, end);
}

} // namespace adoube::tests
