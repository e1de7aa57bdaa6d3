#include "daemon/adoubed/sheet_printer.hpp"

#include "daemon/adoubed/lp.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/sheet/record_sheet.hpp"

#include <algorithm>
#include <utility>

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

void SheetPrinter::put(const std::string& id, std::chrono::milliseconds settle) {
    if (std::ranges::find(waiting_, id, &Ended::id) != waiting_.end()) return;
    waiting_.push_back({id, std::chrono::steady_clock::now() + settle});
    is_to_keep_ = true;
}

void SheetPrinter::game_ended(const std::string& record_id) {
    {
        const std::lock_guard lock(mutex_);
        put(record_id, waits_.settle);
    }
    changed_.notify_all();
}

std::size_t SheetPrinter::print_again() {
    return settle_doubts([this](const PrintList::Doubtful& each) { put(each.game, {}); });
}

std::size_t SheetPrinter::dismiss() {
    return settle_doubts([](const PrintList::Doubtful&) {});
}

template<class Settle>
std::size_t SheetPrinter::settle_doubts(Settle settle) {
    std::vector<PrintList::Doubtful> doubtful;
    {
        const std::lock_guard lock(mutex_);
        doubtful = std::exchange(doubtful_, {});
        std::ranges::for_each(doubtful, settle);
        is_to_keep_ = true;
    }
    changed_.notify_all();
    return doubtful.size();
}

SheetPrinter::State SheetPrinter::state() const {
    const std::lock_guard lock(mutex_);
    return {printed_, waiting_.size(), doubtful_};
}

void SheetPrinter::run() {
    take_up_list();
    for (;;) {
        std::unique_lock lock(mutex_);
        const auto is_called = [&] { return ending_ || is_to_keep_; };
        changed_.wait(lock, [&] { return is_called() || !waiting_.empty(); });
        if (!is_called()) changed_.wait_until(lock, waiting_.front().due, is_called);
        if (std::exchange(is_to_keep_, false)) {
            PrintList list{{}, doubtful_};
            for (const auto& each : waiting_) list.waiting.push_back(each.id);
            lock.unlock();
            keep_list(list);
            continue;
        }
        if (ending_) return;
        const auto id = waiting_.front().id;
        lock.unlock();
        print_one(id);
    }
}

void SheetPrinter::take_up_list() {
    auto list = PrintList::read(PrintList::file_beside(journal_));
    if (!list) return tell_(list.error(), true);
    const std::lock_guard lock(mutex_);
    for (const auto& id : list->waiting) put(id, waits_.settle);
    doubtful_ = std::move(list->doubtful);
}

void SheetPrinter::keep_list(const PrintList& list) {
    const auto kept = list.write(PrintList::file_beside(journal_));
    if (!std::exchange(told_not_kept_, !kept) && !kept) tell_(kept.error(), true);
}

std::expected<std::optional<sheet::Pdf>, std::string> SheetPrinter::pdf_of_game(const std::string& id) const {
    auto whole = journal::read_game(journal_, id);
    if (!whole) return std::unexpected(whole.error());
    if (!whole->game.closed_utc_ms) return std::nullopt;
    const auto checkpoint = whole->checkpoints.empty() ? std::string() : whole->checkpoints.back().note;
    const auto written = sheet::written_of(
        sheet::Recorded{std::move(whole->game), std::move(whole->inputs), checkpoint}, config_.site);
    if (!written) return std::unexpected(written.error());
    const auto sheet = lay_out(*written, {config_.letters, config_.times, {}});
    return sheet::pdf_of({&sheet, 1});
}

void SheetPrinter::print_one(const std::string& id) {
    const auto pdf = pdf_of_game(id);
    if (pdf && !*pdf) { // the journal does not have its end yet
        const std::lock_guard lock(mutex_);
        waiting_.pop_front();
        waiting_.push_back({id, std::chrono::steady_clock::now() + waits_.settle});
        return;
    }
    const auto answer =
        pdf ? print(config_.printer, "Scoresheet " + id, (*pdf)->bytes, waits_.longest, ending_)
            : std::unexpected(pdf.error());
    if (!answer && ending_) return; // it waits for the next start
    const auto name = "the scoresheet of game " + id;
    if (!answer) {
        note(id, false, answer.error());
        return tell_(name + " is not printed: " + answer.error() + "; print it again on the organiser's page",
                     true);
    }
    const int without_font = (*pdf)->without_font;
    const auto boxes = without_font == 0 ? std::string()
                                         : std::to_string(without_font) +
                                               " characters of names have no font here, and are printed as "
                                               "numbers: install fonts-noto-core and fonts-noto-cjk";
    note(id, true, boxes);
    tell_(name + " is printed: " + *answer + (boxes.empty() ? "" : "; but " + boxes), !boxes.empty());
}

/// `why`: empty, nothing is to be seen to.
void SheetPrinter::note(const std::string& id, bool printed, const std::string& why) {
    const std::lock_guard lock(mutex_);
    waiting_.pop_front();
    printed_ += printed;
    std::erase_if(doubtful_, [&](const auto& each) { return each.game == id; });
    if (!why.empty()) doubtful_.push_back({id, printed, why});
    is_to_keep_ = true;
}

} // namespace adoube::adoubed
