#include "tools/adoube/board/info_json.hpp"

#include "daemon/chess/types.hpp"
#include "daemon/drivers/dgt/dgt_board.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/round/table.hpp" // board_name
#include "tools/adoube/board/conversation.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

namespace json = boost::json;

json::value or_null(const auto& optional) { return optional ? json::value(*optional) : json::value(); }

json::object json_of(const wire::Health& health) {
    json::array masked;
    for (auto squares = health.masked; squares != 0;)
        masked.emplace_back(chess::to_string(chess::pop(squares)));
    return {{"masked", std::move(masked)},           {"lost_events", health.lost_events},
            {"resent_events", health.resent_events}, {"bad_frames", health.bad_frames},
            {"bad_messages", health.bad_messages},   {"late_scans", health.late_scans}};
}

json::object json_of(const drivers::ClockFit& clock, SteadyUs now_us) {
    const auto drift_ppm = clock.drift_ppm();
    return {{"started_ms_ago", clock.board_us(now_us).count() / 1000},
            {"error_us", clock.error_us()},
            {"drift_ppm", or_null(drift_ppm)},
            {"drift_error_ppm", drift_ppm ? json::value(clock.drift_error_ppm()) : json::value()},
            {"jumps", clock.jumps()},
            {"held_up", clock.held_up()}};
}

json::object json_of(const wire::Settings& settings) {
    return {{"scan_interval_us", settings.scan_interval_us},
            {"debounce_us", settings.debounce_us},
            {"snapshot_interval_ms", settings.snapshot_interval_ms}};
}

} // namespace

json::object json_of_ours(const Told& told, const drivers::Session& session) {
    const auto& hello = told.hello;
    const auto has = features(hello);
    json::object object{{"board", round::board_name(hello.board_id)},
                        {"firmware", std::to_string(hello.firmware_major) + '.' +
                                         std::to_string(hello.firmware_minor) + '.' +
                                         std::to_string(hello.firmware_patch)},
                        {"senses", senses(hello)},
                        {"has", json::array(has.begin(), has.end())},
                        {"not_recorded", hello.next_seq - hello.oldest_seq},
                        {"room_for", hello.ring_capacity},
                        {"settings", json_of(hello.settings)},
                        {"health", nullptr},
                        {"time", nullptr},
                        {"supply_mv", nullptr},
                        {"condition", json::array()},
                        {"chip_revision", nullptr},
                        {"fault", nullptr}};
    if (session.health().boot_id != 0) object["health"] = json_of(session.health());
    if (session.clock().fitted()) object["time"] = json_of(session.clock(), Conversation::now_us());
    if (told.condition) {
        if (told.condition->supply_mv != 0) object["supply_mv"] = told.condition->supply_mv;
        json::array sentences;
        for (const auto& complaint : round::complaints(*told.condition, std::nullopt))
            sentences.emplace_back(complaint.text);
        object["condition"] = std::move(sentences);
    }
    if (told.chip) {
        if (told.chip->revision != 0) object["chip_revision"] = told.chip->revision;
        object["fault"] = or_null(round::fault_told(*told.chip));
    }
    return object;
}

json::object json_of_others(const Told& told) {
    const auto& hello = told.hello;
    json::object object{{"board", round::board_name(hello.board_id)},
                        {"serial", or_null(drivers::dgt::serial_in(hello.board_id))},
                        {"maker", nullptr},
                        {"version", nullptr},
                        {"senses", senses(hello)},
                        {"squares", nullptr},
                        {"clock", nullptr},
                        {"battery", nullptr}};
    if (!told.maker.empty()) object["maker"] = told.maker;
    if (hello.firmware_major != 0 || hello.firmware_minor != 0)
        object["version"] = std::to_string(hello.firmware_major) + '.' + std::to_string(hello.firmware_minor);
    if (told.squares) object["squares"] = placement(*told.squares);
    if (const auto& clock = told.clock)
        object["clock"] = json::object{
            {"left_s", clock->left_s}, {"right_s", clock->right_s}, {"runs", or_null(clock->runs)}};
    if (const auto& battery = told.battery)
        object["battery"] = json::object{{"percent", battery->percent}, {"charging", battery->charging}};
    return object;
}

} // namespace adoube::tools
