#include "daemon/adoubed/metrics.hpp"

#include "daemon/targets/report_words.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <bit>

namespace adoube::adoubed {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using round::TableView;

using Labels = std::vector<ClientMetric::Label>;

/// A family's name and what it is, and of what it tells.
template<class Of, class Number>
struct Told {
    const char *name, *help;
    Number Of::*value;
};

class Families {
  public:
    void add(MetricType type, const char* name, const char* help, double value, Labels labels = {}) {
        auto& family = of(type, name, help);
        auto& metric = family.metric.emplace_back();
        metric.label = std::move(labels);
        (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
    }
    void gauge(const char* name, const char* help, double value, Labels labels = {}) {
        add(MetricType::Gauge, name, help, value, std::move(labels));
    }
    void counter(const char* name, const char* help, double value, Labels labels = {}) {
        add(MetricType::Counter, name, help, value, std::move(labels));
    }
    void histogram(const char* name, const char* help, ClientMetric metric) {
        of(MetricType::Histogram, name, help).metric.push_back(std::move(metric));
    }
    template<class Of, class Number, std::size_t many>
    void all(MetricType type, const Told<Of, Number> (&told)[many], const Of& of, const Labels& labels = {}) {
        for (const auto& [name, help, value] : told)
            add(type, name, help, static_cast<double>(of.*value), labels);
    }
    std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

  private:
    /// All of one name stand together.
    MetricFamily& of(MetricType type, const char* name, const char* help) {
        const auto known = std::ranges::find(families_, name, &MetricFamily::name);
        return known != families_.end() ? *known : families_.emplace_back(MetricFamily{name, help, type, {}});
    }

    std::vector<MetricFamily> families_;
};

double number(std::uint64_t count) { return static_cast<double>(count); }
double seconds(UtcMs at) { return static_cast<double>(at.count()) / 1000; }

void add_process(Families& all, const Measured& measured) {
    const auto& [status, process, durable_after] = measured;
    all.gauge("adoube_build_info", "The version that runs.", 1,
              {{"version", ADOUBE_VERSION}, {"protocol", std::to_string(wire::protocol_version)}});
    all.gauge("process_start_time_seconds", "When the daemon was started, since 1970.",
              seconds(status.started_utc_ms));
    all.counter("process_cpu_seconds_total", "Processor time, of all threads.", process.cpu_s);
    if (process.resident_bytes)
        all.gauge("process_resident_memory_bytes", "Memory in use.", number(*process.resident_bytes));
    if (process.open_files)
        all.gauge("process_open_fds", "Open files and connections.", number(*process.open_files));
    all.gauge("process_max_fds", "Open files and connections at most.", number(process.most_open_files));
}

constexpr Told<drivers::LinkCounts, std::uint32_t> faults_of_link[] = {
    {"adoube_board_bad_frames_total", "Frames from this board that were torn or wrong.",
     &drivers::LinkCounts::bad_frames},
    {"adoube_board_messages_not_understood_total", "Messages from this board that were not understood.",
     &drivers::LinkCounts::messages_not_understood},
    {"adoube_board_starts_total", "Starts of this board.", &drivers::LinkCounts::starts},
    {"adoube_board_silences_total", "Times that this board's link fell silent.",
     &drivers::LinkCounts::silences},
    {"adoube_board_lost_events_total", "Lifts and drops that this board has lost.",
     &drivers::LinkCounts::lost_events},
    {"adoube_board_messages_without_room_total", "Messages of this board for which there was no room.",
     &drivers::LinkCounts::beyond_room}};

void add_board(Families& all, const TableView& board) {
    const Labels labels{{"board", std::to_string(board.number)}};
    all.gauge("adoube_board_connected", "1: the board of this table is connected and answers.",
              board.hello ? 1 : 0, labels);
    all.gauge("adoube_board_complaints", "What the arbiter was told of this board and is not over.",
              number(board.complaints.size()), labels);
    all.all(MetricType::Counter, faults_of_link, board.driver.counts(), labels);
    if (!board.hello) return;
    if (const auto health = board.driver.health_told())
        all.gauge("adoube_board_masked_squares", "Squares whose sensor this board does not trust.",
                  std::popcount(health->masked), labels);
    if (board.battery)
        all.gauge("adoube_board_battery_ratio", "Charge of this board's battery, 0 to 1.",
                  board.battery->percent / 100.0, labels);
}

void add_boards(Families& all, const round::Round& round) {
    std::size_t without = 0;
    for (const auto table : round.tables()) {
        if (const auto board = round.view(table); board.electronics)
            add_board(all, board);
        else
            ++without;
    }
    all.gauge("adoube_tables", "Tables of the hall.", number(round.tables().size() - without),
              {{"electronics", "yes"}});
    all.gauge("adoube_tables", "", number(without), {{"electronics", "no"}});
}

void add_journal(Families& all, const Status::Journal& journal, ClientMetric durable_after) {
    all.gauge("adoube_journal_writable", "1: the journal is written. 0: nothing is acknowledged or shown.",
              journal.trouble.empty());
    all.counter("adoube_journal_records_total", "Records handed to the journal.", number(journal.handed_in));
    all.gauge("adoube_journal_waiting_records", "Records that are not durable yet.",
              number(journal.handed_in - journal.durable));
    all.gauge("adoube_journal_waiting_commands", "Commands whose answer waits for the journal.",
              number(journal.commands_waiting));
    all.gauge("adoube_journal_lost", "1: it has lost something that it once held, as the log says.",
              !journal.lost.empty());
    all.histogram("adoube_journal_durable_seconds", "From a record's handing in until it is durable.",
                  std::move(durable_after));
    if (journal.disk_free_bytes)
        all.gauge("adoube_journal_disk_free_bytes", "Room on the journal's disk.",
                  number(*journal.disk_free_bytes));
    if (!journal.copy) return;
    all.gauge("adoube_journal_copy_kept", "1: the copy of the journal is kept.", journal.copy->kept);
    all.gauge("adoube_journal_copy_on_one_disk", "1: it is on the journal's own disk.",
              journal.copy->on_one_disk);
}

void add_exits(Families& all, const Status& status) {
    all.gauge("adoube_delay_seconds", "How late the public sees the hall.",
              static_cast<double>(status.delay_ms) / 1000);
    all.counter("adoube_delay_left_out_total", "States that were not shown, as too many waited.",
                number(status.delay_left_out));
    all.gauge("adoube_closed_exits", "Exits that could not be opened, as adoube exits says.",
              number(status.closed_exits.size()));
    all.gauge("adoube_record_signed", "1: the record is signed.", status.keys.signs);
    if (status.printing) {
        all.counter("adoube_scoresheets_printed_total", "Scoresheets that were printed.",
                    number(status.printing->printed));
        all.gauge("adoube_scoresheets_waiting", "Scoresheets that wait for the printer.",
                  number(status.printing->waiting));
        all.gauge("adoube_scoresheets_doubtful", "Scoresheets that somebody is to see to.",
                  number(status.printing->doubtful.size()));
    }
}

void add_stream(Families& all, const nats::HallPublisher::Report& stream) {
    all.gauge("adoube_stream_connected", "1: the event's stream can be reached.", stream.is_connected);
    all.gauge("adoube_stream_waiting_messages", "Messages that the stream does not have yet.",
              number(stream.waiting));
    all.counter("adoube_stream_stored_total", "Messages that were put into the stream.",
                number(stream.stored));
}

void add_standby(Families& all, const nats::HallLogKeeper::Report& standby) {
    all.gauge("adoube_alone", "1: nobody stands by, and what is recorded is on this computer only.",
              standby.is_alone || !standby.hears_other);
    all.gauge("adoube_standby_behind_records", "Records that the daemon which stands by does not hold yet.",
              number(standby.behind));
}

void add_target(Families& all, const targets::Report& target) {
    const Labels labels{{"target", target.name}};
    const auto is = [&](targets::Report::State state) { return target.state == state; };
    all.gauge("adoube_target_failing", "1: the site cannot be reached, or refuses what it is sent.",
              is(targets::Report::State::failing), labels);
    all.gauge("adoube_target_refused", "1: the site refuses a game, or one is held back.",
              is(targets::Report::State::not_all_taken), labels);
    all.gauge("adoube_target_behind_games", "Games, or files, with something that the site was not sent yet.",
              number(target.behind), labels);
}

constexpr Told<server::Stats, std::size_t> now_at_server[] = {
    {"adoube_http_connections", "Connections to the pages.", &server::Stats::connections},
    {"adoube_viewers", "Pages that follow the games.", &server::Stats::viewers}};

constexpr Told<server::Stats, std::uint64_t> refused_at_server[] = {
    {"adoube_http_connections_refused_total", "Connections refused, as there were too many.",
     &server::Stats::connections_refused},
    {"adoube_http_connections_gave_way_total", "Connections without a request that made room for others.",
     &server::Stats::connections_gave_way},
    {"adoube_http_connections_late_total", "Connections cut at a time limit.",
     &server::Stats::connections_late},
    {"adoube_http_handshakes_failed_total", "TLS handshakes that failed.", &server::Stats::handshakes_failed},
    {"adoube_http_requests_refused_total", "Requests that were no HTTP or beyond the limits.",
     &server::Stats::requests_refused},
    {"adoube_http_requests_too_many_total", "Requests beyond the rate of one address.",
     &server::Stats::requests_too_many},
    {"adoube_http_strangers_refused_total", "Requests from a foreign page or for a foreign host.",
     &server::Stats::strangers_refused},
    {"adoube_viewers_too_slow_total", "Viewers sent away, as they did not take what was sent.",
     &server::Stats::viewers_too_slow},
    {"adoube_viewers_too_talkative_total", "Viewers sent away, as they sent too much.",
     &server::Stats::viewers_too_talkative}};

void add_server(Families& all, const Status& status) {
    all.all(MetricType::Gauge, now_at_server, status.server);
    all.all(MetricType::Counter, refused_at_server, status.server);
    all.gauge("adoube_staff_feeds", "Pages of arbiters and operators that follow the games.",
              number(status.access.feeds));
    all.counter("adoube_wrong_tokens_total", "Requests with a token that opens nothing.",
                number(status.access.wrong_tokens));
    all.counter("adoube_forbidden_total", "Requests that their token does not permit.",
                number(status.access.forbidden));
}

} // namespace

std::string to_metrics(const Measured& measured) {
    const auto& status = measured.status;
    Families all;
    add_process(all, measured);
    add_journal(all, status.journal, measured.durable_after);
    add_boards(all, status.round);
    add_exits(all, status);
    for (const auto& target : status.targets) add_target(all, target);
    if (status.stream) add_stream(all, *status.stream);
    if (status.standby) add_standby(all, *status.standby);
    add_server(all, status);
    return all.text();
}

} // namespace adoube::adoubed
