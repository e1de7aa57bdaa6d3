#include "daemon/adoubed/status.hpp"

#include "daemon/targets/report_json.hpp"

#include <boost/json.hpp>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

json::value text_or_null(std::string_view text) {
    return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

std::string firmware_of(const wire::Hello& hello) {
    return std::to_string(hello.firmware_major) + '.' + std::to_string(hello.firmware_minor) + '.' +
           std::to_string(hello.firmware_patch);
}

json::object link_json(const drivers::LinkCounts& counts) {
    return {{"bytes", counts.bytes},
            {"good_frames", counts.good_frames},
            {"bad_frames", counts.bad_frames},
            {"messages_not_understood", counts.messages_not_understood},
            {"starts", counts.starts},
            {"silences", counts.silences},
            {"lost_events", counts.lost_events},
            {"resends", counts.resends},
            {"beyond_window", counts.beyond_window},
            {"beyond_room", counts.beyond_room}};
}

json::object health_json(const wire::Health& health) {
    return {{"masked", std::popcount(health.masked)}, {"lost_events", health.lost_events},
            {"resent_events", health.resent_events},  {"bad_frames", health.bad_frames},
            {"bad_messages", health.bad_messages},    {"late_scans", health.late_scans}};
}

json::array complaints_json(const round::TableView& view) {
    json::array list;
    for (const auto& complaint : view.complaints)
        list.push_back(json::object{{"about", round::to_string(complaint.about)}, {"text", complaint.text}});
    return list;
}

json::value battery_json(const std::optional<drivers::BatteryTold>& told) {
    if (!told) return nullptr;
    return json::object{{"percent", told->percent}, {"charging", told->charging}};
}

json::object board_json(const round::TableView& view) {
    json::object board{{"board", view.number},
                       {"game", view.game.id},
                       {"result", chess::to_string(view.game.result)},
                       {"port", text_or_null(view.port)},
                       {"electronics", view.electronics},
                       {"here", view.hello != nullptr},
                       {"trouble", text_or_null(view.trouble)},
                       {"complaints", complaints_json(view)},
                       {"battery", battery_json(view.battery)},
                       {"waiting", {{"records", view.waiting_records}, {"bytes", view.waiting_bytes}}},
                       {"link", link_json(view.driver.counts())}};
    if (view.hello) {
        board["id"] = round::board_name(view.hello->board_id);
        board["firmware"] = firmware_of(*view.hello);
        if (const auto health = view.driver.health_told()) board["health"] = health_json(*health);
    }
    return board;
}

json::object journal_json(const Status::Journal& journal) {
    json::object object{{"writes", journal.trouble.empty()},
                        {"trouble", text_or_null(journal.trouble)},
                        {"handed_in", journal.handed_in},
                        {"waiting", journal.handed_in - journal.durable},
                        {"commands_waiting", journal.commands_waiting},
                        {"lost", text_or_null(journal.lost)},
                        {"disk_free_bytes", nullptr},
                        {"copy", nullptr}};
    if (journal.disk_free_bytes) object["disk_free_bytes"] = *journal.disk_free_bytes;
    if (const auto& copy = journal.copy)
        object["copy"] = {{"kept", copy->kept},
                          {"on_one_disk", copy->on_one_disk},
                          {"trouble", text_or_null(copy->trouble)}};
    return object;
}

json::object server_json(const server::Stats& stats) {
    return {{"connections", stats.connections},
            {"viewers", stats.viewers},
            {"connections_refused", stats.connections_refused},
            {"connections_gave_way", stats.connections_gave_way},
            {"connections_late", stats.connections_late},
            {"handshakes_failed", stats.handshakes_failed},
            {"requests_refused", stats.requests_refused},
            {"requests_too_many", stats.requests_too_many},
            {"strangers_refused", stats.strangers_refused},
            {"viewers_too_slow", stats.viewers_too_slow},
            {"viewers_too_talkative", stats.viewers_too_talkative}};
}

json::value livechess_json(const std::optional<livechess::Stats>& stats) {
    if (!stats) return nullptr;
    return json::object{{"clients", stats->clients},
                        {"clients_refused", stats->clients_refused},
                        {"connections_gave_way", stats->connections_gave_way},
                        {"pages_refused", stats->pages_refused},
                        {"calls_refused", stats->calls_refused}};
}

json::object standings_json(const Status::Standings& standings) {
    return {{"shown", standings.shown ? json::value(*standings.shown) : json::value()},
            {"waiting", json::array(standings.waiting.begin(), standings.waiting.end())},
            {"in_hall", standings.in_hall}};
}

json::value stream_json(const std::optional<nats::HallPublisher::Report>& stream) {
    if (!stream) return nullptr;
    return json::object{{"connected", stream->is_connected},
                        {"waiting", stream->waiting},
                        {"stored", stream->stored},
                        {"trouble", stream->trouble}};
}

json::value standby_json(const std::optional<nats::HallLogKeeper::Report>& standby) {
    if (!standby) return nullptr;
    return json::object{{"alone", standby->is_alone},
                        {"hears", standby->hears_other},
                        {"computer", text_or_null(standby->other)},
                        {"behind", standby->behind},
                        {"trouble", text_or_null(standby->trouble)}};
}

json::value printing_json(const std::optional<SheetPrinter::State>& state) {
    if (!state) return nullptr;
    json::array doubtful;
    for (const auto& [game, printed, why] : state->doubtful)
        doubtful.push_back(json::object{{"game", game}, {"printed", printed}, {"why", why}});
    return json::object{
        {"printed", state->printed}, {"waiting", state->waiting}, {"doubtful", std::move(doubtful)}};
}

} // namespace

std::string to_json(const Status& status) {
    json::array programs;
    for (const auto& [pty, here, dropped] : status.programs)
        programs.push_back({{"pty", pty}, {"here", here}, {"dropped", dropped}});
    json::array closed_exits;
    for (const auto& [exit, why] : status.closed_exits)
        closed_exits.push_back({{"exit", exit}, {"why", why}});
    json::array boards;
    for (const auto table : status.round.tables()) boards.push_back(board_json(status.round.view(table)));
    return json::serialize(
        json::object{{"version", ADOUBE_VERSION},
                     {"protocol", wire::protocol_version},
                     {"started", status.started_utc_ms.count()},
                     {"now", status.now_utc_ms.count()},
                     {"boards", std::move(boards)},
                     {"rounds", status.rounds},
                     {"targets", targets::to_json(status.targets)},
                     {"journal", journal_json(status.journal)},
                     {"keys", {{"signs", status.keys.signs}, {"trouble", text_or_null(status.keys.trouble)}}},
                     {"delay", {{"delay_ms", status.delay_ms}, {"left_out", status.delay_left_out}}},
                     {"standings", standings_json(status.standings)},
                     {"closed_exits", std::move(closed_exits)},
                     {"programs", std::move(programs)},
                     {"server", server_json(status.server)},
                     {"access",
                      {{"feeds", status.access.feeds},
                       {"wrong_tokens", status.access.wrong_tokens},
                       {"forbidden", status.access.forbidden}}},
                     {"livechess", livechess_json(status.livechess)},
                     {"printing", printing_json(status.printing)},
                     {"stream", stream_json(status.stream)},
                     {"standby", standby_json(status.standby)}});
}

} // namespace adoube::adoubed
