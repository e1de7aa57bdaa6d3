// Any text as configuration: refused with one sentence that begins with file and line, or usable: ports and
// headers survive a round trip, names can name files, and another event can be saved there.

#include "daemon/adoubed/event_settings.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <set>

using namespace adoube;
using fuzz::promise;

namespace {

constexpr std::string_view file = "hall/round-1.toml";

void check_refusal(std::string_view error, std::ptrdiff_t lines) {
    fuzz::promise_sentence(error);
    promise(error.starts_with(file) && error.substr(file.size()).starts_with(':'), "an error names its file");
    const auto number = error.substr(file.size() + 1);
    const auto end = number.find_first_not_of("0123456789");
    promise(end > 0 && end <= 7 && number.substr(end).starts_with(": "), "and the line");
    const long line = std::strtol(number.data(), nullptr, 10);
    promise(line >= 1 && line <= lines, "which is one of the text");
}

void check_header(record::Header header, const adoubed::BoardConfig& board) {
    for (const auto& [tag, value] : board.tags) header.tags[tag] = value;
    const auto line = record::to_line(header);
    promise(line.find('\n') == std::string::npos, "a header is one line");
    const auto again = record::parse_header(line);
    promise(again && record::to_line(*again) == line, "a header can be written and read again");
}

void check_game_id(std::string_view id) {
    promise(!id.empty() && id.front() != '.' && id.front() != '-', "a game's name begins as a file's may");
    promise(std::ranges::all_of(id,
                                [](char c) {
                                    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                           (c >= 'a' && c <= 'z') || c == '-' || c == '.';
                                }),
            "a game's name can name a file");
    promise(id.find("..") == std::string_view::npos, "and leads nowhere");
}

void check_port(const board::Port& port) {
    const auto again = board::port_from(to_string(port));
    promise(again && *again == port, "a port can be written and read again");
}

void check(const adoubed::Config& config) {
    promise(config.delay_ms >= 0 && config.delay_ms <= 24 * 3'600'000, "the delay is at most a day");
    promise(config.listen.kind == board::PortKind::tcp, "the server listens on an address");
    check_port(config.listen);
    promise(!config.boards.empty(), "there is a board");
    std::set<int> numbers;
    std::set<std::string> ids;
    for (const auto& board : config.boards) {
        promise(board.number >= 1 && numbers.insert(board.number).second, "each board has its number");
        if (board.port) check_port(*board.port);
        check_header(config.header, board);
        const auto id = adoubed::game_id(config.header, board.number);
        check_game_id(id);
        promise(ids.insert(id).second, "each board has its game");
    }
}

void check_event(std::string_view text, const adoubed::Config& config) {
    const adoubed::EventFields wanted{
        {"name", "Ä \"B\" \\ # ]"}, {"round", "7"}, {"laws", "2009"}, {"time_zone", ""}, {"delay_s", 1}};
    const auto event = adoubed::with_values(text, file, adoubed::event_form(), wanted);
    if (!event) {
        promise(!event.error().fields.empty(), "an event that cannot be saved names its field");
        for (const auto& [field, why] : event.error().fields) fuzz::promise_sentence(why);
        return;
    }
    auto fields = adoubed::fields_of(config);
    for (const auto& [field, value] : wanted) fields[field] = value;
    promise(adoubed::fields_of(event->config) == fields, "what was saved is what is read");
    promise(event->config.boards.size() == config.boards.size() && event->config.listen == config.listen,
            "and all else is as it was");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto config = adoubed::parse_config(text, file)) {
        check(*config);
        check_event(text, *config);
    } else
        check_refusal(config.error(), std::ranges::count(text, '\n') + 2);
    return 0;
}
