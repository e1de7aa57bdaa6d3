#include "daemon/drivers/dgt/bus_search.hpp"

#include <algorithm>

namespace adoube::drivers::dgt {

void BusSearch::opened(SteadyUs now_us) {
    *this = BusSearch();
    now_us_ = now_us;
    go_on();
}

void BusSearch::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    now_us_ = now_us;
    for (const auto& answer : decoder_.feed(bytes)) {
        if (answer.id != BusMessageId::ping || answer.from == 0) continue;
        if (std::ranges::find(found_, answer.from) == found_.end()) found_.push_back(answer.from);
        const bool is_stilled = !asks_all_ && stilled_ > 0 && answer.from == found_[stilled_ - 1];
        if (is_stilled) waits_until_us_ = now_us;
    }
    tick(now_us);
}

void BusSearch::tick(SteadyUs now_us) {
    now_us_ = now_us;
    if (is_over() || now_us < waits_until_us_) return;
    if (asks_all_) { // the round ends
        quiet_rounds_ = found_.size() == known_before_ ? quiet_rounds_ + 1 : 0;
        asks_all_ = false;
        stilled_ = 0;
        known_before_ = found_.size();
        if (is_over()) return;
    }
    go_on();
}

/// One board that is known keeps still in what follows; after the last of them, all are asked.
void BusSearch::go_on() {
    if (stilled_ < known_before_) return ask(BusCommand::ignore_next_ping, found_[stilled_++], silence_us);
    asks_all_ = true;
    ask(BusCommand::ping, 0, answers_within_us);
}

void BusSearch::ask(BusCommand command, BusAddress address, std::uint64_t wait_us) {
    waits_until_us_ = now_us_ + wait_us;
    for (const auto byte : bus_command(command, address)) bytes_.push_back(byte);
}

} // namespace adoube::drivers::dgt
