#include "daemon/drivers/driver.hpp"

namespace adoube::drivers {

void Driver::closed() {
    state_ = State::closed;
    bytes_.clear();
    news_.clear();
}

void Driver::give_room(std::size_t news) {
    const bool had_none = std::exchange(room_, news) == 0;
    if (had_none && news > 0 && state_ == State::following) room_again();
}

void Driver::tell_recorded(News news) {
    --room_;
    news_.push_back(std::move(news));
}

void Driver::tell_arrived(Arrived arrived) {
    state_ = State::greeted;
    std::erase_if(news_, [](const News& one) { return std::holds_alternative<Arrived>(one); });
    news_.push_back(std::move(arrived));
}

std::string Driver::account_of(std::string first,
                               std::span<const std::pair<std::uint64_t, const char*>> counts) {
    for (const auto& [count, name] : counts)
        if (count > 0) first += ", " + std::to_string(count) + " " + name;
    return first + " so far";
}

} // namespace adoube::drivers
