#include "tools/adoube/board/square_check.hpp"

#include "daemon/chess/types.hpp"

#include <bit>
#include <utility>

namespace adoube::tools {
namespace {

/// No hand lifts and drops faster, in either order.
constexpr std::uint64_t flicker_us = 60'000;

struct Contacts {
    std::uint8_t feature;
    unsigned first; // White's; Black's follows
    const char* white;
    const char* black;
};
constexpr Contacts all_contacts[] = {
    {wire::feature::lever, 0, "White's side of the lever", "Black's side of the lever"},
    {wire::feature::adjust_buttons, 2, "White's \"j'adoube\" button", "Black's \"j'adoube\" button"},
    {wire::feature::call_buttons, 4, "White's button to call the arbiter",
     "Black's button to call the arbiter"},
};

unsigned contact_of(wire::EventKind kind) {
    return static_cast<unsigned>(kind) - static_cast<unsigned>(wire::EventKind::press_white);
}

} // namespace

SquareCheck::SquareCheck(std::uint8_t features) {
    changed_us_.fill(no_event);
    for (const Contacts& contacts : all_contacts)
        if ((features & contacts.feature) != 0)
            contacts_left_ = static_cast<std::uint8_t>(contacts_left_ | 3u << contacts.first);
}

std::optional<std::string> SquareCheck::fault_at(const wire::Event& event) {
    const auto square = event.square;
    const auto name = [&] { return chess::to_string(static_cast<chess::Square>(square)); };
    const std::uint64_t bit = std::uint64_t{1} << square;
    switch (event.kind) {
    case wire::EventKind::lift:
    case wire::EventKind::drop: {
        const bool lift = event.kind == wire::EventKind::lift;
        squares_.set(square, lift ? wire::Content::empty : event.content);
        const auto before_us = std::exchange(changed_us_[square], event.time_us);
        if (before_us != no_event && event.time_us - before_us < flicker_us) {
            lifted_ &= ~bit, dropped_ &= ~bit;
            return name() + " flickers: test it again, and if it does so again look at its sensor";
        }
        (lift ? lifted_ : dropped_) |= bit;
        return std::nullopt;
    }
    case wire::EventKind::mask_on:
        masked_ |= bit;
        return name() + " is masked by the board: its sensor or wiring is at fault";
    case wire::EventKind::mask_off:
        masked_ &= ~bit, lifted_ &= ~bit, dropped_ &= ~bit;
        return name() + " is trusted by the board again: test it";
    default:
        contacts_left_ = static_cast<std::uint8_t>(contacts_left_ & ~(1u << contact_of(event.kind)));
        return std::nullopt;
    }
}

std::size_t SquareCheck::left() const {
    return static_cast<std::size_t>(std::popcount(~(lifted_ & dropped_ & ~masked_)) +
                                    std::popcount(contacts_left_));
}

std::vector<std::string> SquareCheck::map() const {
    std::vector<std::string> lines;
    for (unsigned rank = 8; rank-- > 0;) {
        std::string line = std::to_string(rank + 1);
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned square = 8 * rank + file;
            const bool stands = squares_.at(square) != wire::Content::empty;
            line += ' ';
            line += (masked_ >> square & 1) != 0 ? 'x' : tested(square) ? '+' : stands ? '-' : '.';
        }
        lines.push_back(std::move(line));
    }
    lines.push_back("  a b c d e f g h");
    return lines;
}

std::string SquareCheck::to_do() const {
    std::string text;
    const auto add = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
    const auto squares = std::popcount(~(lifted_ & dropped_ & ~masked_));
    if (squares != 0) add(std::to_string(squares) + (squares == 1 ? " square" : " squares"));
    for (const Contacts& contacts : all_contacts) {
        if ((contacts_left_ >> contacts.first & 1) != 0) add(contacts.white);
        if ((contacts_left_ >> contacts.first & 2) != 0) add(contacts.black);
    }
    return text;
}

} // namespace adoube::tools
