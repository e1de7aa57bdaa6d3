#pragma once
// Work that is done on all processors at once, this thread's among them. Results are taken in the order in
// which the work was put, by this thread.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace adoube::round {

template<class Result>
class AtOnce {
  public:
    explicit AtOnce(std::function<void(Result)> take) : take_(std::move(take)) {
        for (unsigned one = 1; one < processors_; ++one)
            others_.emplace_back([this](const std::stop_token& stop) { help(stop); });
    }

    /// What `work` throws is thrown as its result is taken: here, for work put before, or by `finish`.
    void put(std::function<Result()> work) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.emplace_back(Work(std::move(work)));
        }
        there_is_.notify_one();
        while (jobs_.size() >= most_ahead * processors_) take_first();
    }
    void finish() {
        while (!jobs_.empty()) take_first();
    }

  private:
    using Work = std::packaged_task<Result()>;
    static constexpr unsigned most_processors = 8;
    static constexpr std::size_t most_ahead = 4; // for each processor, to limit memory

    struct Job {
        explicit Job(Work does) : work(std::move(does)), result(work.get_future()) {}
        Work work; // moved out as it begins
        std::future<Result> result;
    };

    /// Under the lock. Empty: all are begun.
    std::optional<Work> begin_next() {
        if (begun_ == jobs_.size()) return std::nullopt;
        return std::move(jobs_[begun_++].work);
    }
    void help(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (there_is_.wait(lock, stop, [this] { return begun_ < jobs_.size(); })) {
            if (stop.stop_requested()) return;
            auto work = begin_next();
            lock.unlock();
            (*work)();
            work.reset();
            lock.lock();
        }
    }
    void take_first() {
        auto& result = jobs_.front().result;
        while (result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
            std::unique_lock lock(mutex_);
            auto work = begin_next();
            lock.unlock();
            if (work)
                (*work)();
            else
                result.wait();
        }
        auto first = std::move(result);
        {
            const std::lock_guard lock(mutex_);
            jobs_.pop_front();
            --begun_;
        }
        take_(first.get());
    }

    const unsigned processors_ = std::clamp(std::thread::hardware_concurrency(), 1U, most_processors);
    std::function<void(Result)> take_;
    std::mutex mutex_;
    std::condition_variable_any there_is_;
    std::deque<Job> jobs_;  // a reference to one stays valid as others come and go
    std::size_t begun_ = 0; // of these, from the first on
    std::vector<std::jthread> others_;
};

} // namespace adoube::round
