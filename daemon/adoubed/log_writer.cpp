#include "daemon/adoubed/log_writer.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace adoube::adoubed {

struct LogWriter::State {
    const int descriptor;
    const LeftOut left_out_line;
    std::mutex mutex;
    std::condition_variable wake, written;
    std::deque<std::string> lines;
    std::size_t bytes = 0, left_out = 0;
    bool writing = false, failed = false, ending = false;

    bool has_work() const { return !lines.empty() || (left_out > 0 && !failed); }
};

namespace {

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto count = ::write(descriptor, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) { // non-blocking: set by a process that shares it
            pollfd room{descriptor, POLLOUT, 0};
            ::poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

} // namespace

LogWriter::LogWriter(int descriptor, LeftOut left_out)
    : state_(std::make_shared<State>(descriptor, std::move(left_out))) {
    std::thread([state = state_] { write(*state); }).detach();
}

LogWriter::~LogWriter() {
    flush();
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
    state_->wake.notify_one();
}

void LogWriter::put(std::string line) {
    const std::lock_guard lock(state_->mutex);
    auto& [descriptor, said, mutex, wake, written, lines, bytes, left_out, writing, failed, ending] = *state_;
    failed = false;
    if (left_out > 0 || lines.size() >= most_lines || bytes + line.size() > most_bytes) {
        ++left_out;
    } else {
        bytes += line.size();
        lines.push_back(std::move(line));
    }
    wake.notify_one();
}

bool LogWriter::flush(std::chrono::milliseconds longest) {
    std::unique_lock lock(state_->mutex);
    return state_->written.wait_for(lock, longest,
                                    [this] { return !state_->writing && !state_->has_work(); });
}

void LogWriter::write(State& state) {
    std::unique_lock lock(state.mutex);
    for (;;) {
        state.wake.wait(lock, [&] { return state.ending || state.has_work(); });
        if (!state.has_work()) return;
        const auto skipped = state.lines.empty() ? std::exchange(state.left_out, 0) : 0;
        std::string line;
        if (!skipped) {
            line = std::move(state.lines.front());
            state.lines.pop_front();
        }
        state.writing = true;
        lock.unlock();
        if (skipped) line = state.left_out_line(skipped);
        const bool taken = write_all(state.descriptor, line);
        lock.lock();
        state.writing = false;
        if (!skipped) state.bytes -= line.size();
        if (!taken) {
            state.left_out += skipped ? skipped : 1;
            state.failed = true; // until the next line
        }
        state.written.notify_all();
    }
}

} // namespace adoube::adoubed
