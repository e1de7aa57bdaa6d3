#include "tests/unit/upload/ftp_site.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <chrono>

namespace adoube::tests {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

struct FtpSession {
    asio::io_context& context;
    tcp::socket control;
    tcp::acceptor data{context};
    std::string user{}, renamed{}, folder{}; // "live/round-1/", where it is now
    bool is_in = false;
    std::string path(const std::string& name) const {
        return name.starts_with('/') ? name.substr(1) : folder + name;
    }
};

} // namespace

struct FtpSite::Listener {
    asio::io_context context;
    tcp::acceptor acceptor{context, {asio::ip::address_v4::loopback(), 0}};
};

FtpSite::FtpSite(std::string user, std::string password, Renames renames)
    : user_(std::move(user)), password_(std::move(password)), renames_(renames),
      listener_(std::make_unique<Listener>()), port_(listener_->acceptor.local_endpoint().port()) {
    listener_->acceptor.non_blocking(true);
    thread_ = std::thread([this] { run(); });
}

FtpSite::~FtpSite() {
    ends_ = true;
    thread_.join();
}

std::map<std::string, std::string> FtpSite::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}
std::set<std::string> FtpSite::written_in_place() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

void FtpSite::run() {
    while (!ends_) {
        FtpSession session{listener_->context, tcp::socket(listener_->context)};
        boost::system::error_code none;
        listener_->acceptor.accept(session.control, none);
        if (none)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        else
            serve(session);
    }
}

template<class Session>
void FtpSite::serve(Session& session) {
    boost::system::error_code end;
    session.control.non_blocking(false, end);
    std::string buffer, reply = "220 ready";
    while (!end) {
        asio::write(session.control, asio::buffer(reply + "\r\n"), end);
        if (reply.starts_with("221")) return;
        session.control.non_blocking(true);
        while (!ends_ && session.control.available(end) == 0 && buffer.find('\n') == std::string::npos &&
               !end) {
            char peeked = 0; // an end of the connection leaves nothing available
            session.control.receive(asio::buffer(&peeked, 1), tcp::socket::message_peek, end);
            if (end == asio::error::would_block) end.clear();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (ends_ || end) return;
        session.control.non_blocking(false);
        const auto size = asio::read_until(session.control, asio::dynamic_buffer(buffer), "\r\n", end);
        if (end) return;
        const auto line = buffer.substr(0, size - 2);
        buffer.erase(0, size);
        const auto space = line.find(' ');
        reply =
            answer(session, line.substr(0, space), space == std::string::npos ? "" : line.substr(space + 1));
    }
}

template<class Session>
std::string FtpSite::answer(Session& session, const std::string& verb, const std::string& named) {
    const std::lock_guard lock(mutex_);
    const bool is_of_file = verb == "STOR" || verb == "RNFR" || verb == "RNTO" || verb == "DELE";
    const auto argument = is_of_file ? session.path(named) : named;
    if (verb == "USER") return session.user = argument, "331 and the password";
    if (verb == "PASS") {
        session.is_in = session.user == user_ && argument == password_;
        return session.is_in ? "230 in" : "530 wrong: " + argument;
    }
    if (verb == "QUIT") return "221 bye";
    if (!session.is_in) return "530 not in";
    if (verb == "PWD") return "257 \"/" + session.folder + "\"";
    if (verb == "CWD" && argument == "/") return session.folder.clear(), "250 there";
    if (verb == "CWD") {
        const auto folder = session.path(argument) + '/';
        if (!folders_.contains(folder)) return "550 no such folder";
        return session.folder = folder, "250 there";
    }
    if (verb == "MKD") {
        if (!makes_folders_) return "550 not you";
        folders_.insert(session.path(argument) + '/');
        return "257 made";
    }
    if (verb == "TYPE") return "200 so be it";
    if (verb == "EPSV") {
        session.data = tcp::acceptor(session.context, {asio::ip::address_v4::loopback(), 0});
        return "229 here (|||" + std::to_string(session.data.local_endpoint().port()) + "|)";
    }
    if (verb == "STOR") {
        asio::write(session.control, asio::buffer(std::string("150 send it\r\n")));
        auto data = session.data.accept();
        std::string text;
        boost::system::error_code end;
        asio::read(data, asio::dynamic_buffer(text), end);
        if (const auto slash = argument.rfind('/');
            slash != std::string::npos && !folders_.contains(argument.substr(0, slash + 1)))
            return "553 no such folder";
        if (files_.contains(argument)) written_.insert(argument);
        files_[argument] = text;
        return "226 stored";
    }
    if (verb == "RNFR") {
        if (renames_ == Renames::never) return "502 not here";
        session.renamed = argument;
        return files_.contains(argument) ? "350 to which" : "550 no such file";
    }
    if (verb == "RNTO") {
        if (renames_ == Renames::to_new_names && files_.contains(argument)) return "550 it is there";
        files_[argument] = files_[session.renamed];
        files_.erase(session.renamed);
        return "250 renamed";
    }
    if (verb == "DELE") return files_.erase(argument) ? "250 deleted" : "550 no such file";
    return "502 " + verb;
}

} // namespace adoube::tests
