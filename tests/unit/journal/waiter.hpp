#pragma once
// Collects a journal's write reports and waits for them.

#include "daemon/journal/journal.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace adoube::tests {

class Waiter {
  public:
    journal::Events events() {
        return {.durable =
                    [this](journal::Ticket up_to, std::vector<journal::Ticket> refused,
                           std::chrono::milliseconds) {
                        change([&] {
                            ++commits_;
                            durable_ = up_to;
                            refused_.insert(refused_.end(), refused.begin(), refused.end());
                        });
                    },
                .trouble = [this](std::string sentence) { change([&] { troubles_.push_back(sentence); }); },
                .recovered = [this] { change([&] { ++recovered_; }); },
                .erased = [this] { change([&] { ++erased_; }); }};
    }

    bool wait_durable(journal::Ticket ticket) {
        return wait([&] { return durable_ >= ticket; });
    }
    /// Also ends when `give_up` says so.
    bool wait_durable(journal::Ticket ticket, const std::function<bool()>& give_up) {
        std::unique_lock lock(mutex_);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (durable_ < ticket && !give_up() && std::chrono::steady_clock::now() < end)
            changed_.wait_for(lock, std::chrono::milliseconds(1));
        return durable_ >= ticket;
    }
    bool wait_trouble() {
        return wait([&] { return !troubles_.empty(); });
    }

    bool wait_erased() {
        return wait([&] { return erased_ > 0; });
    }

    int commits() { return now(commits_); }
    int recovered() { return now(recovered_); }
    bool erased() { return now(erased_) > 0; }
    journal::Ticket durable() { return now(durable_); }
    std::vector<journal::Ticket> refused() { return now(refused_); }
    std::vector<std::string> troubles() { return now(troubles_); }

  private:
    void change(auto&& what) {
        const std::lock_guard lock(mutex_);
        what();
        changed_.notify_all();
    }
    bool wait(auto&& until) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(20), until);
    }
    template<class Value>
    Value now(const Value& value) {
        const std::lock_guard lock(mutex_);
        return value;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    journal::Ticket durable_ = 0;
    int commits_ = 0, recovered_ = 0, erased_ = 0;
    std::vector<journal::Ticket> refused_;
    std::vector<std::string> troubles_;
};

} // namespace adoube::tests
