#include "daemon/adoubed/sheet_printer.hpp"

#include "daemon/adoubed/lp.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/sheet/pdf.hpp"
#include "daemon/sheet/record_sheet.hpp"

namespace adoube::adoubed {

SheetPrinter::SheetPrinter(PrintConfig config, std::filesystem::path journal, Tell tell, Waits waits)
    : config_(std::move(config)), journal_(std::move(journal)), tell_(std::move(tell)), waits_(waits),
      thread_([this] { run(); }) {}

SheetPrinter::~SheetPrinter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void SheetPrinter::game_ended(const std::string& record_id) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({record_id, std::chrono::steady_clock::now() + waits_.settle});
    }
    changed_.notify_all();
}

SheetPrinter::Counts SheetPrinter::counts() const {
    const std::lock_guard lock(mutex_);
    auto counts = counts_;
    counts.waiting = waiting_.size();
    return counts;
}

void SheetPrinter::run() {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
        if (!ending_) changed_.wait_until(lock, waiting_.front().due, [&] { return ending_.load(); });
        if (ending_) return;
        const auto id = waiting_.front().id;
        waiting_.pop_front();
        lock.unlock();
        print_one(id);
    }
}

std::expected<std::optional<std::string>, std::string>
SheetPrinter::pdf_of_game(const std::string& id) const {
    auto whole = journal::read_game(journal_, id);
    if (!whole) return std::unexpected(whole.error());
    if (!whole->game.closed_utc_ms) return std::nullopt;
    const auto checkpoint = whole->checkpoints.empty() ? std::string() : whole->checkpoints.back().note;
    const auto written = sheet::written_of(
        sheet::Recorded{std::move(whole->game), std::move(whole->inputs), checkpoint}, config_.site);
    if (!written) return std::unexpected(written.error());
    const auto sheet = lay_out(*written, {config_.letters, config_.times, {}});
    auto pdf = sheet::pdf_of({&sheet, 1});
    if (!pdf) return std::unexpected(pdf.error());
    return std::move(pdf->bytes);
}

void SheetPrinter::print_one(const std::string& id) {
    const auto pdf = pdf_of_game(id);
    if (pdf && !*pdf) return game_ended(id); // the journal does not have its end yet
    const auto answer = pdf ? print(config_.printer, "Scoresheet " + id, **pdf, waits_.longest, ending_)
                            : std::unexpected(pdf.error());
    {
        const std::lock_guard lock(mutex_);
        ++(answer ? counts_.printed : counts_.failed);
    }
    tell_(answer ? "the scoresheet of game " + id + " is printed: " + *answer
                 : "the scoresheet of game " + id + " is not printed: " + answer.error() +
                       "; print it later with adoube scoresheet",
          !answer);
}

} // namespace adoube::adoubed
