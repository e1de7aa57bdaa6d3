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

std::string Driver::account_of_messages(const LinkCounts& counts) {
    const std::pair<std::uint64_t, const char*> all[] = {
        {counts.bad_frames, "damaged messages"}, {counts.messages_not_understood, "messages not understood"},
        {counts.lost_events, "losses"},          {counts.beyond_room, "messages for which there was no room"},
        {counts.silences, "silences"},
    };
    return account_of(std::to_string(counts.bytes) + " bytes, " + std::to_string(counts.good_frames) +
                          " good messages",
                      all);
}

} // namespace adoube::drivers
