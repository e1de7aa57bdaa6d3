#include "daemon/adoubed/watchers.hpp"

#include "daemon/boost/as_tuple.hpp"

#include <utility>

namespace adoube::adoubed {

void Watcher::put(std::string message) {
    if (waiting_.size() == most_waiting) return leave();
    waiting_.push_back(std::move(message));
    news_.cancel();
}

void Watcher::leave() {
    left_ = true;
    waiting_.clear();
    news_.cancel();
}

boost::asio::awaitable<std::optional<std::string>> Watcher::next() {
    while (waiting_.empty() && !left_) {
        news_.expires_after(std::chrono::hours(1));
        co_await news_.async_wait(as_tuple);
    }
    if (left_) co_return std::nullopt;
    auto message = std::move(waiting_.front());
    waiting_.pop_front();
    co_return message;
}

std::shared_ptr<Watcher> Watchers::join(const access::Grant& who) {
    auto watcher = std::make_shared<Watcher>(executor_);
    watcher->put(round_.whole(who) + '\n');
    joined_.push_back({watcher, who});
    return watcher;
}

void Watchers::tell(const round::TableView& view, const std::string& news) {
    std::erase_if(joined_, [](const Joined& each) { return each.watcher->left(); });
    if (news.empty()) return;
    for (const auto& [watcher, who] : joined_)
        if (may(who, access::Thing::arbiters_view, view.number)) watcher->put(news + '\n');
}

} // namespace adoube::adoubed
