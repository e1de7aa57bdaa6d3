#include "tests/hall/cable.hpp"

namespace adoube::hall {

void Cable::open() {
    wanted_ = true;
    look();
}

void Cable::close() {
    wanted_ = false;
    look();
}

void Cable::set_plugged(bool plugged) {
    plugged_ = plugged;
    look();
}

void Cable::set_board_on(bool on) {
    board_on_ = on;
    look();
}

void Cable::look() {
    const bool opens = wanted_ && can_open();
    if (opens == open_) return;
    ++opening_;
    open_ = opens;
    opens ? ends_.opened() : ends_.closed();
}

void Cable::send(Way& way, std::span<const std::uint8_t> bytes) {
    if (!open_ || bytes.empty()) return;
    auto arrived = rate_ > 0 ? worn(bytes) : Bytes(bytes.begin(), bytes.end());
    way.last = std::max(way.last, agenda_.now() + 300 + static_cast<Us>(random_() % 4'000));
    agenda_.at(way.last, [this, &way, opening = opening_, arrived = std::move(arrived)] {
        if (opening != opening_ || arrived.empty()) return;
        (&way == &to_host_ ? ends_.to_host : ends_.to_board)(arrived);
    });
}

Bytes Cable::worn(std::span<const std::uint8_t> bytes) {
    Bytes arrived;
    for (auto byte : bytes) {
        const auto chance = random_() % 1'000'000;
        if (chance < rate_) continue;
        if (chance < 2 * rate_) byte ^= static_cast<std::uint8_t>(1U << random_() % 8);
        arrived.push_back(byte);
        if (chance >= 2 * rate_ && chance < 3 * rate_) arrived.push_back(byte);
    }
    return arrived;
}

} // namespace adoube::hall
