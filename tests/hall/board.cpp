#include "tests/hall/board.hpp"

#include <array>

namespace adoube::hall {

Board::Board(Agenda& agenda, Cable& cable, std::uint64_t id, wire::Sensing sensing, int per_million)
    : agenda_(agenda), cable_(cable), per_million_(per_million) {
    options_.board_id = id;
    options_.boot_id = 0;
    options_.sensing = sensing;
    start();
}

std::uint64_t Board::local_us() const {
    const auto on = agenda_.now() - starts_.back();
    return static_cast<std::uint64_t>(on + on * per_million_ / 1'000'000);
}

Us Board::when(std::uint32_t boot_id, BoardUs board_us) const {
    const auto shown = static_cast<Us>(board_us.count() - firmware::VirtualBoard::started_before_us);
    return starts_.at(boot_id - 1) + shown - shown * per_million_ / 1'000'000;
}

void Board::start() {
    starts_.push_back(agenda_.now());
    options_.boot_id = static_cast<std::uint32_t>(starts_.size());
    board_ = std::make_unique<firmware::VirtualBoard>(options_, squares_);
    cable_.set_board_on(true);
    look();
}

void Board::lose_power() {
    board_.reset();
    cable_.set_board_on(false);
}

void Board::set(unsigned square, wire::Content content) {
    squares_.set(square, content);
    if (!board_) return;
    board_->set(square, content, local_us());
    look();
}

void Board::press(wire::EventKind button) {
    if (!board_) return;
    board_->press(button, local_us());
    look();
}

void Board::receive(const Bytes& bytes) {
    if (!board_) return;
    board_->advance_to(local_us());
    board_->receive(bytes, local_us());
    look();
}

void Board::closed() {
    if (board_) board_->closed();
}

void Board::look() {
    if (!board_) return;
    const auto now_us = local_us();
    board_->advance_to(now_us);
    std::array<std::uint8_t, wire::max_frame> frame{};
    if (cable_.is_open())
        while (const auto length = board_->transmit(frame, now_us))
            cable_.send_to_host(std::span(frame).first(length));
    constexpr Us debounced = 8 * ms;
    std::optional<Us> pause;
    if (!board_->quiet()) pause = debounced;
    if (cable_.is_open()) {
        const auto wake_us = std::max(board_->link_wake_us(now_us), now_us + 1);
        pause = std::min(pause.value_or(60 * s), static_cast<Us>(wake_us - now_us) + 1);
    }
    if (pause) look_at(agenda_.now() + *pause);
}

void Board::look_at(Us when) {
    if (looks_at_ && *looks_at_ <= when && *looks_at_ > agenda_.now()) return;
    looks_at_ = when;
    agenda_.at(when, [this, when] {
        if (looks_at_ != when) return;
        looks_at_.reset();
        look();
    });
}

} // namespace adoube::hall
