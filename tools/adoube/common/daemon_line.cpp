#include "tools/adoube/common/daemon_line.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/entries.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <vector>

#include <sys/un.h>

namespace adoube::tools {
namespace {

namespace fs = std::filesystem;
using boost::asio::local::stream_protocol;

constexpr const char* watch_line = R"({"watch":true})";

std::expected<stream_protocol::socket, std::string> said(boost::asio::io_context& context,
                                                         const std::string& path, const std::string& line) {
    boost::system::error_code error;
    stream_protocol::socket socket(context);
    if (path.size() >= sizeof(sockaddr_un::sun_path)) error = boost::asio::error::name_too_long;
    if (!error) socket.connect(stream_protocol::endpoint(path), error);
    if (error)
        return std::unexpected("no daemon is at " + path + " (" + error.message() +
                               "): name its control socket with --control");
    boost::asio::write(socket, boost::asio::buffer(line + "\n"), error); // reading reports any error
    return socket;
}

std::expected<std::string, std::string> ask(const std::string& path, const std::string& line,
                                            std::chrono::milliseconds longest) {
    boost::asio::io_context context;
    auto socket = said(context, path, line);
    if (!socket) return std::unexpected(socket.error());
    boost::system::error_code error;
    std::string answer;
    boost::asio::async_read_until(*socket, boost::asio::dynamic_buffer(answer), '\n',
                                  [&](boost::system::error_code end, std::size_t) { error = end; });
    context.run_for(longest);
    if (!context.stopped())
        return std::unexpected("the daemon has not written this into its journal yet, as its log tells: it "
                               "will as soon as it can, unless it is ended before");
    if (error) return std::unexpected("the daemon ended before it answered: ask again when it is back");
    return answer;
}

/// False for the socket of a killed daemon.
bool has_daemon(const fs::path& path) {
    std::error_code unknown;
    if (!fs::is_socket(path, unknown) || path.native().size() >= sizeof(sockaddr_un::sun_path)) return false;
    boost::system::error_code error;
    boost::asio::io_context context;
    stream_protocol::socket(context).connect(stream_protocol::endpoint(path.string()), error);
    return error != boost::asio::error::connection_refused;
}

} // namespace

std::expected<std::string, std::string> find_control(const fs::path& folder, const fs::path& of_service) {
    std::vector<std::string> found;
    for (const auto& file : files::entries(folder))
        if (file.extension() == ".control" && has_daemon(file)) found.push_back(file.filename().string());
    if (found.size() == 1) return (folder / found.front()).string();
    if (found.empty() && has_daemon(of_service)) return of_service.string();
    if (found.empty())
        return std::unexpected("no daemon is in this folder, nor is one at " + of_service.string() +
                               ": say it in the folder of its journal, or name its control socket with "
                               "--control");
    std::ranges::sort(found);
    std::string names;
    for (const auto& name : found) names += (names.empty() ? "" : ", ") + name;
    return std::unexpected("more than one daemon is in this folder (" + names + "): name one with --control");
}

std::expected<std::string, std::string> told_by(const std::string& answer) {
    const auto value = parse_json(answer);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto text = [&](const char* key) {
        const auto* const sentence = object ? object->if_contains(key) : nullptr;
        return sentence && sentence->is_string() ? std::string(sentence->get_string()) : std::string();
    };
    if (object && object->contains("ok")) return text("answer").empty() ? "ok" : text("answer");
    const auto refusal = text("error");
    return std::unexpected(refusal.empty() ? "what answers there is no adoubed" : refusal);
}

std::expected<std::string, std::string> tell_daemon(const std::string& control, const std::string& line,
                                                    std::chrono::milliseconds longest) {
    const auto answer = ask(control, line, longest);
    if (!answer) return answer;
    return told_by(*answer);
}

std::expected<std::string, std::string> first_of_watch(const std::string& control,
                                                       std::chrono::milliseconds longest) {
    return ask(control, watch_line, longest);
}

std::string watch_daemon(const std::string& control, const std::function<void(const std::string&)>& take) {
    boost::asio::io_context context;
    auto socket = said(context, control, watch_line);
    if (!socket) return socket.error();
    boost::system::error_code error;
    for (std::string text; true;) {
        const auto length = boost::asio::read_until(*socket, boost::asio::dynamic_buffer(text), '\n', error);
        if (error) return "the daemon at " + control + " ended";
        take(text.substr(0, length - 1));
        text.erase(0, length);
    }
}

} // namespace adoube::tools
