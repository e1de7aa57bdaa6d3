#include "daemon/adoubed/kept_clock_times.hpp"

#include <utility>

namespace adoube::adoubed {
namespace {

constexpr std::size_t longest_clock_times = 64 << 20; // lists of a thousand boards each

} // namespace

KeptClockTimes::KeptClockTimes(const std::filesystem::path& journal, account::LocalTime local)
    : file_(journal.string() + "-clock-times", "the clock times noted each half hour", longest_clock_times),
      local_(std::move(local)) {
    told_ = file_.read([this](std::string_view content) -> std::expected<void, std::string> {
        auto kept = report::ClockTimes::parse(content);
        if (!kept) return std::unexpected(kept.error());
        times_ = std::move(*kept);
        return {};
    });
}

std::string KeptClockTimes::look(const round::Round& round, round::HostTime now) {
    if (!first_us_) first_us_ = now.steady_us;
    if (now.steady_us - *first_us_ < first_look_after_us) return {};
    std::vector<round::TableView> tables;
    for (const auto table : round.tables()) tables.push_back(round.view(table));
    for (auto& list : times_.due(tables, now.utc_ms, local_)) {
        times_.add(std::move(list));
        is_written_ = false;
    }
    return is_written_ ? std::string() : write();
}

void KeptClockTimes::forget(std::string_view record) {
    if (!times_.forget(record)) return;
    is_written_ = false;
    (void)write(); // else at the next look
}

std::string KeptClockTimes::write() {
    const auto written = file_.write(times_.lines());
    is_written_ = written.has_value();
    auto trouble = written ? std::string() : "the clock times are not kept: " + written.error();
    const bool is_new = trouble != std::exchange(trouble_, trouble);
    return is_new ? trouble : std::string();
}

} // namespace adoube::adoubed
