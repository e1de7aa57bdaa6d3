#include "firmware/virtual/virtual_board.hpp"

#include <algorithm>
#include <string_view>

namespace adoube::firmware {

wire::Squares start_position() {
    constexpr std::string_view back_rank = "RNBQKBNR";
    wire::Squares squares;
    for (unsigned file = 0; file < 8; ++file) {
        const auto white = wire::content_from_char(back_rank[file]);
        squares.set(file, white);
        squares.set(8 + file, wire::Content::white_pawn);
        squares.set(48 + file, wire::Content::black_pawn);
        squares.set(56 + file, static_cast<wire::Content>(static_cast<unsigned>(white) + 8));
    }
    return squares;
}

VirtualBoard::VirtualBoard(const VirtualBoardOptions& options, const wire::Squares& squares)
    : options_(options),
      board_({options.board_id, options.boot_id, options.sensing, options.features}, hardware_),
      random_(options.seed) {
    for (unsigned square = 0; square < wire::square_count; ++square)
        truth_.squares.set(square, seen_by(options.sensing, squares.at(square)));
    advance_to(0);
}

void VirtualBoard::set(unsigned square, wire::Content content, std::uint64_t t_us) {
    plan({t_us + started_before_us, static_cast<std::uint8_t>(square), seen_by(options_.sensing, content)});
}

namespace {
std::uint8_t feature_of(wire::EventKind button) {
    if (button <= wire::EventKind::press_black) return wire::feature::lever;
    if (button <= wire::EventKind::adjust_black) return wire::feature::adjust_buttons;
    return wire::feature::call_buttons;
}
} // namespace

void VirtualBoard::press(wire::EventKind button, std::uint64_t t_us) {
    if ((options_.features & feature_of(button)) == 0) return;
    const auto contact = static_cast<std::uint8_t>(static_cast<unsigned>(button) -
                                                   static_cast<unsigned>(wire::EventKind::press_white));
    // Between two presses the contact must be seen open.
    const std::uint64_t open_us =
        2 * std::uint64_t{board_.settings().debounce_us} + 2 * interval_us() + options_.bounce_us;
    std::uint64_t& pressed_until_us = pressed_until_us_.at(contact);
    const std::uint64_t down_us = std::max({t_us + started_before_us, now_us_, pressed_until_us + open_us});
    pressed_until_us = down_us + press_us + options_.bounce_us;
    plan({down_us, static_cast<std::uint8_t>(first_contact + contact), wire::Content::occupied});
    plan({pressed_until_us, static_cast<std::uint8_t>(first_contact + contact), wire::Content::empty});
}

void VirtualBoard::plan(const Change& change) {
    const auto later = std::ranges::upper_bound(ahead_, change.t_us, {}, &Change::t_us);
    ahead_.insert(later, change);
}

void VirtualBoard::advance_to(std::uint64_t t_us) {
    const std::uint64_t end_us = t_us + started_before_us;
    while (next_scan_us_ <= end_us) {
        apply_until(next_scan_us_);
        now_us_ = next_scan_us_;
        board_.scan(seen(), now_us_);
        next_scan_us_ += interval_us();
        rest(end_us);
    }
    now_us_ = std::max(now_us_, end_us);
}

/// Skips scans that would show nothing new.
void VirtualBoard::rest(std::uint64_t until_us) {
    if (!board_.scanner().quiet() || bouncing() != 0) return;
    if (!ahead_.empty()) until_us = std::min(until_us, ahead_.front().t_us);
    if (until_us <= next_scan_us_) return;
    const std::uint64_t skipped = (until_us - next_scan_us_) / interval_us();
    if (skipped == 0) return;
    next_scan_us_ += skipped * interval_us();
    board_.rest_until(next_scan_us_ - interval_us());
}

void VirtualBoard::apply_until(std::uint64_t t_us) {
    const auto due = std::ranges::upper_bound(ahead_, t_us, {}, &Change::t_us);
    std::for_each(ahead_.begin(), due, [this](const Change& change) { apply(change); });
    ahead_.erase(ahead_.begin(), due);
}

void VirtualBoard::apply(const Change& change) {
    const bool is_square = change.lane < first_contact;
    const auto bit = static_cast<std::uint8_t>(is_square ? 0u : 1u << (change.lane - first_contact));
    const wire::Content before = is_square                      ? truth_.squares.at(change.lane)
                                 : (truth_.contacts & bit) != 0 ? wire::Content::occupied
                                                                : wire::Content::empty;
    if (before == change.content) return;
    if (is_square)
        truth_.squares.set(change.lane, change.content);
    else
        truth_.contacts ^= bit;
    if (options_.bounce_us == 0) return;
    Bounce& bounce = bounces_[change.lane];
    if (bounce.until_us == 0) ++bouncing_lanes_;
    bounce = {change.t_us + options_.bounce_us, before};
}

/// A bouncing lane shows its old or new state.
Scan VirtualBoard::seen() {
    Scan scan = truth_;
    if (bouncing_lanes_ == 0) return scan;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        Bounce& bounce = bounces_[lane];
        if (bounce.until_us == 0) continue;
        if (bounce.until_us <= next_scan_us_) {
            bounce = {};
            --bouncing_lanes_;
        } else if (random_() % 2 == 0) {
            if (lane < first_contact)
                scan.squares.set(lane, bounce.before);
            else
                scan.contacts ^= static_cast<std::uint8_t>(1u << (lane - first_contact));
        }
    }
    return scan;
}

std::size_t VirtualBoard::room() const {
    const std::size_t coming = ahead_.size() + (quiet() ? 0 : lanes);
    return board_.ring().room() > coming ? board_.ring().room() - coming : 0;
}

std::vector<wire::Event> VirtualBoard::drain() {
    std::vector<wire::Event> events;
    board_.drain([&](wire::Event event) {
        event.time_us -= started_before_us;
        events.push_back(event);
    });
    return events;
}

} // namespace adoube::firmware
