#include "daemon/upload/worker.hpp"

#include "daemon/broadcast/correction.hpp"
#include "daemon/files/descriptor.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/upload/transfer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace adoube::upload {
namespace {

constexpr std::size_t longest_record = 64 << 20;
constexpr std::size_t most_given = 1024;

/// On the disk when it returns. An error follows the file's name.
std::expected<void, std::string> append(const std::filesystem::path& file, std::string_view text) {
    const auto failed = [] {
        return std::unexpected(std::string("cannot be written: ") + std::strerror(errno));
    };
    const files::Descriptor opened(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
    if (!opened) return failed();
    while (!text.empty()) {
        const auto written = ::write(opened.get(), text.data(), text.size());
        if (written < 0 && errno != EINTR) return failed();
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    if (::fdatasync(opened.get()) != 0) return failed();
    return {};
}

} // namespace

Worker::Worker(Upload upload, std::function<HallMs()> now, Tell tell)
    : settings_(upload.settings), now_(std::move(now)), tell_(std::move(tell)), delay_ms_(upload.delay_ms),
      delay_(upload.delay_ms) {
    report_.name = settings_.name;
    thread_ = std::thread([this, upload = std::move(upload)] { run(upload); });
}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void Worker::change_hall_delay(std::int64_t hall_delay_ms) {
    const std::lock_guard lock(mutex_);
    delay_.change_for_later(std::max<std::int64_t>(delay_ms_ - hall_delay_ms, 0));
}

void Worker::put(const broadcast::PublicGame& game) {
    if (!settings_.wants(game)) return;
    {
        const std::lock_guard lock(mutex_);
        delay_.put(now_(), game);
        has_news_ = true;
    }
    changed_.notify_one();
}

void Worker::correct(const broadcast::PublicGame& now) {
    {
        const std::lock_guard lock(mutex_);
        // A target that has nothing of the game gets, later, what still stands of it.
        if (const auto left_out = delay_.correct(now); left_out && !given_.contains(now.id))
            delay_.put(now_(), broadcast::cut_to(*left_out, now));
        if (const auto given = given_.find(now.id); given != given_.end()) {
            given->second =
                broadcast::cut_to(std::move(given->second), now); // what is made again is not of it
            corrected_.push_back(given->second);
        }
        has_news_ = true;
    }
    changed_.notify_one();
}

void Worker::push_again() {
    {
        const std::lock_guard lock(mutex_);
        push_again_ = has_news_ = true;
    }
    changed_.notify_one();
}

void Worker::reset() {
    {
        const std::lock_guard lock(mutex_);
        reset_ = has_news_ = true;
    }
    changed_.notify_one();
}

targets::Report Worker::report() const {
    const std::lock_guard lock(mutex_);
    auto report = report_;
    report.held_by_delay = delay_.games_held(now_());
    return report;
}

void Worker::run(const Upload& upload) {
    targets::Target target(settings_);
    restore(target, upload.sent_record);
    Transfer transfer(upload.access, is_ending_);
    while (!is_ending_) {
        take_in(target);
        publish(target);
        const auto request = target.next(now_());
        if (!request) continue;
        keep(target, upload.sent_record);
        publish(target);
        auto answer = transfer.send(*request);
        target.answered(std::move(answer), now_());
        keep(target, upload.sent_record);
        publish(target);
    }
}

/// Waits until there is something to do.
void Worker::take_in(targets::Target& target) {
    std::unique_lock lock(mutex_);
    const auto wakes = [&] {
        const auto wake = target.wake(), due = delay_.next_due();
        return std::min(wake.value_or(HallMs::max()), due.value_or(HallMs::max()));
    };
    while (!is_ending_ && !std::exchange(has_news_, false)) {
        const auto at = wakes(), now = now_();
        if (at <= now) break;
        constexpr std::int64_t longest_ms = 60'000;
        const auto wait_ms = at == HallMs::max() ? longest_ms : std::min(at - now, longest_ms);
        changed_.wait_for(lock, std::chrono::milliseconds(wait_ms));
    }
    const auto now = now_();
    const auto corrected = std::exchange(corrected_, {});
    const auto due = delay_.due(now);
    for (const auto& state : due) give(state.game);
    const bool again = std::exchange(push_again_, false), reset = std::exchange(reset_, false);
    lock.unlock();
    for (const auto& game : corrected) target.correct(game, now);
    for (const auto& state : due) target.put(state.game, now);
    if (again) target.push_again(now);
    if (reset) target.reset(now);
}

void Worker::give(const broadcast::PublicGame& game) {
    if (given_.size() >= most_given && !given_.contains(game.id)) given_.erase(given_.begin());
    given_.insert_or_assign(game.id, game);
}

void Worker::publish(targets::Target& target) {
    for (const auto& note : target.take_notes()) tell_(note);
    auto report = target.report();
    const std::lock_guard lock(mutex_);
    report_ = std::move(report);
}

void Worker::restore(targets::Target& target, const std::filesystem::path& record) {
    if (record.empty()) return;
    auto text = files::read(record, longest_record);
    const bool is_new = !text && text.error().why == files::Unreadable::Why::absent;
    if (!text && !is_new) tell_record(record, text.error().text);
    const auto kept = target.restore(text ? *text : std::string(), now_());
    if (const auto replaced = files::replace(record, kept, files::ReadableBy::everybody); !replaced)
        tell_record(record, replaced.error());
}

/// Where it cannot be kept, games are sent all the same: the public comes first.
void Worker::keep(targets::Target& target, const std::filesystem::path& record) {
    const auto text = target.take_record();
    if (record.empty() || text.empty()) return;
    const auto kept = append(record, text);
    tell_record(record, kept ? std::string() : kept.error());
}

void Worker::tell_record(const std::filesystem::path& record, const std::string& trouble) {
    if (std::exchange(record_trouble_, trouble) == trouble || trouble.empty()) return;
    tell_({"target " + settings_.name + ": the file of what it was sent, " + record.string() + ", " +
               trouble + ": after a restart it will not be told where the site shows something else",
           true});
}

} // namespace adoube::upload
