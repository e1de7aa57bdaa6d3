#include "tools/adoube/live/inbox.hpp"

#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

namespace adoube::tools {

Inbox::Inbox() : wakes_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
Inbox::~Inbox() { ::close(wakes_); }

std::shared_ptr<Inbox> Inbox::start(Feed feed) {
    const std::shared_ptr<Inbox> inbox(new Inbox);
    sigset_t all, before; // signals are the loop's
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([inbox, feed = std::move(feed)] {
        while (true) {
            const auto end = feed(inbox->resume(), [&](const std::string& message) { inbox->put(message); });
            inbox->put(end);
            if (end.for_good) return;
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return inbox;
}

std::vector<Inbox::Event> Inbox::take() {
    const std::lock_guard lock(mutex_);
    eventfd_t count = 0;
    ::eventfd_read(wakes_, &count);
    return std::exchange(events_, {});
}

void Inbox::put(Event event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    ::eventfd_write(wakes_, 1);
}

void Inbox::resume_at(std::string where) {
    const std::lock_guard lock(mutex_);
    resume_ = std::move(where);
}

std::string Inbox::resume() {
    const std::lock_guard lock(mutex_);
    return resume_;
}

} // namespace adoube::tools
