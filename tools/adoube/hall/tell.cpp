#include "tools/adoube/hall/tell.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/daemon_line.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

std::expected<std::string, std::string> tell_own(const std::string& control, const std::string& line) {
    if (!control.empty()) return tell_daemon(control, line);
    const auto found = find_control();
    if (!found) return std::unexpected(found.error());
    return tell_daemon(*found, line);
}

std::expected<std::string, std::string> tell_hall(const HallOptions& hall, const std::string& line) {
    auto client = HallClient::make(hall);
    if (!client) return std::unexpected(client.error());
    const auto answer = client->command(line);
    if (!answer) return answer;
    return told_by(*answer);
}

} // namespace

std::expected<std::string, std::string> tell(const std::string& control, const HallOptions& hall,
                                             const std::string& line) {
    return hall.url.empty() ? tell_own(control, line) : tell_hall(hall, line);
}

int print_told(const std::string& told, Streams io, bool as_json) {
    if (!as_json) {
        say_lines(io.out, told);
        return success;
    }
    const auto document = parse_json(told);
    if (document)
        put_json(io.out, *document);
    else
        say(io.err, "what the daemon sends is no JSON: it is another version than this command");
    return document ? success : bad_input;
}

} // namespace adoube::tools
