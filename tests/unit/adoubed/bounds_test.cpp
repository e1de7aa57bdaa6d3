#include "daemon/access/wrong_tokens.hpp"
#include "daemon/adoubed/control_socket.hpp"
#include "daemon/adoubed/cosigning.hpp"
#include "daemon/adoubed/inquiries.hpp"
#include "daemon/adoubed/kept_standings.hpp"
#include "daemon/adoubed/log_writer.hpp"
#include "daemon/board/link.hpp"
#include "daemon/broadcast/delay.hpp"
#include "daemon/chess/notation/tag_limits.hpp"
#include "daemon/drivers/own/session.hpp"
#include "daemon/report/clock_times.hpp"
#include "daemon/results/round_acts.hpp"
#include "daemon/round/round.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/pdf_sheets.hpp"
#include "daemon/server/token_desk.hpp"
#include "daemon/standby/hall_log.hpp"
#include "daemon/stream/event_stream.hpp"
#include "daemon/stream/hall_stream.hpp"
#include "daemon/targets/lichess_round.hpp"
#include "daemon/targets/published_files.hpp"
#include "protocol/frame.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/unit/adoubed/documents.hpp"

#include <map>
#include <regex>

using namespace adoube;

namespace {

struct Bound {
    std::size_t count = 0, bytes = 0; // 0: none
};

const std::map<std::string, Bound> bounds{
    {"events of a board that are not durable yet", {drivers::Session::most_in_flight, 0}},
    {"records of a table, or of games at none, on their way to the journal",
     {round::Backlog::most_records, round::Backlog::most_bytes}},
    {"records that a board's messages may cause at once; later 20 a second (an event is one, what stands "
     "after a loss 10)",
     {round::JournalAllowance::most_records, 0}},
    {"lines of the log about a board, of each of 7 kinds, at once; later 3 a minute",
     {round::Notes::most_at_once, 0}},
    {"starts of a board whose events are known", {round::Table::most_boots, 0}},
    {"bytes for a board", {0, board::Link::most_waiting}},
    {"a frame of a board", {1, wire::max_frame}},
    {"states of the games of a board in the delay",
     {broadcast::Delay::most_states, broadcast::Delay::most_bytes}},
    {"states whose mark that they are shown is on its way to the journal",
     {round::Publication::most_unmarked, 0}},
    {"games that have left their board", {broadcast::LiveRound::past_games, 0}},
    {"messages for an event's stream", {stream::HallStream::most_messages, 0}},
    {"halls that a display knows", {stream::EventStream::most_halls, 0}},
    {"games that a display knows of a hall", {stream::EventStream::most_games, 0}},
    {"bytes that wait for the hall's log", {0, standby::HallLog::most_waiting_bytes}},
    {"standings that wait for the delay", {adoubed::KeptStandings::most_waiting, 0}},
    {"acts on rounds that are kept", {results::RoundActs::most, 0}},
    {"lists of clock times that are kept", {report::ClockTimes::most_lists, 0}},
    {"changes kept for displays that come back", {server::Feed::backlog_count, server::Feed::backlog_bytes}},
    {"changes that wait for a display",
     {server::ViewerLimits{}.queue_count, server::ViewerLimits{}.queue_bytes}},
    {"header lines of a request", {server::Options{}.header_count, server::Options{}.header_bytes}},
    {"scoresheets that wait to be drawn as PDF; those that are kept",
     {server::PdfLimits{}.waiting, server::PdfLimits{}.kept_bytes}},
    {"connections of displays", {server::Options{}.max_connections, 0}},
    {"connections of one address", {server::GateLimits{}.connections_per_address, 0}},
    {"addresses whose number of requests is remembered", {server::GateLimits{}.remembered, 0}},
    {"addresses whose wrong tokens are remembered", {access::WrongTokens::most_addresses, 0}},
    {"co-signers' questions that wait for a look at the journal", {adoubed::Cosigning::most_waiting, 0}},
    {"connections of arbiters", {adoubed::ControlSocket::most_connections, 0}},
    {"messages that wait for a watcher on the control socket", {adoubed::Watcher::most_waiting, 0}},
    {"inputs kept of a game that is not armed", {round::UnarmedPlay::most_inputs, 0}},
    {"games that a target remembers", {targets::LichessRound::most_games, 0}},
    {"tags of a game", {chess::most_tags_of_game, chess::longest_tag_value}},
    {"new plies of a line of moves that is entered", {round::TableGame::most_plies_said, 0}},
    {"a line of an arbiter", {1, adoubed::ControlSocket::longest_line}},
    {"arbiters with the feed open", {server::TokenDesk::most_viewers, 0}},
    {"changes of a board kept for arbiters who come back",
     {server::ArbitersFeed::backlog_count, server::ArbitersFeed::backlog_bytes}},
    {"requests with a token under way", {server::TokenDesk::most_under_way, 0}},
    {"commands whose answers are kept for who sends them again", {server::AnsweredOnce::most, 0}},
    {"arbiters' questions that wait for a look at a record", {adoubed::Inquiries::most_waiting, 0}},
    {"lines of the log that nobody reads", {adoubed::LogWriter::most_lines, adoubed::LogWriter::most_bytes}},
};

std::string bytes_as_text(std::size_t bytes) {
    if (bytes == 0) return "";
    if (bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
    if (bytes % 1024 == 0) return std::to_string(bytes >> 10) + " KiB";
    return std::to_string(bytes);
}

} // namespace

static_assert(round::JournalAllowance::another_after_us == 1'000'000 / 20 &&
              round::JournalAllowance::cost_of_loss == 10 && round::JournalAllowance::again_from == 64);
static_assert(round::Notes::another_after_us == 60'000'000 / 3 && round::Notes::kinds == 7);

static_assert(targets::PublishedFiles::most_games == targets::LichessRound::most_games);

TEST_CASE("the list of bounds has every bound, as it is in the code") {
    const auto all = tests::entries_below(tests::project_file("daemon/README.md"), "Bounds");
    REQUIRE(all.size() == bounds.size());
    const std::regex form(R"(- \*\*(.*)\*\*: (?:(\d+)(?=[,.]))?(?:, )?(\d+(?: [KM]iB)?)?\. .{12,}\(`.*\))");
    for (const auto& entry : all) {
        INFO(entry);
        std::smatch part;
        REQUIRE(std::regex_match(entry, part, form));
        const auto bound = bounds.find(part[1]);
        REQUIRE(bound != bounds.end());
        CHECK(part[2] == (bound->second.count ? std::to_string(bound->second.count) : ""));
        CHECK(part[3] == bytes_as_text(bound->second.bytes));
    }
}
