#include "tools/adoube/board/square_check.hpp"

#include "daemon/chess/types.hpp"

#include <bit>
#include <utility>

namespace adoube::tools {
namespace {

/// No hand lifts and drops faster, in either order, or touches another square.
constexpr std::uint64_t hand_us = 60'000;

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

constexpr std::uint64_t bit(unsigned square) { return std::uint64_t{1} << square; }
std::string name(unsigned square) { return chess::to_string(static_cast<chess::Square>(square)); }

void add_to(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

} // namespace

SquareCheck::SquareCheck(std::uint8_t features) {
    changed_us_.fill(no_event);
    for (const Contacts& contacts : all_contacts)
        if ((features & contacts.feature) != 0)
            contacts_left_ = static_cast<std::uint8_t>(contacts_left_ | 3u << contacts.first);
}

std::optional<std::string> SquareCheck::news_of(const wire::Event& event) {
    auto news = taken(event);
    if (!asked()) passed_over_ = 0;
    return news;
}

std::optional<std::string> SquareCheck::taken(const wire::Event& event) {
    switch (event.kind) {
    case wire::EventKind::lift:
    case wire::EventKind::drop: return change(event);
    case wire::EventKind::mask_on:
        masked_ |= bit(event.square), tested_ &= ~bit(event.square);
        return name(event.square) + " is masked by the board: its sensor or wiring is at fault";
    case wire::EventKind::mask_off:
        masked_ &= ~bit(event.square), tested_ &= ~bit(event.square);
        return name(event.square) + " is trusted by the board again: test it";
    default: return press(event.kind);
    }
}

std::optional<std::string> SquareCheck::change(const wire::Event& event) {
    const auto square = event.square;
    const auto before = std::exchange(last_change_, {square, event.time_us});
    const auto before_us = std::exchange(changed_us_[square], event.time_us);
    squares_.set(square, event.kind == wire::EventKind::lift ? wire::Content::empty : event.content);
    const auto at_once = [&](std::uint64_t us) { return us != no_event && event.time_us - us < hand_us; };
    if (at_once(before.time_us) && before.square != square) {
        touch_.reset(), tested_ &= ~(bit(square) | bit(before.square));
        return name(before.square) + " and " + name(square) + " answer together: look at the wires of both";
    }
    if (at_once(before_us)) {
        touch_.reset(), tested_ &= ~bit(square);
        return name(square) + " flickers: test it again, and if it does so again look at its sensor";
    }
    auto fault = out_of_turn(event);
    if (!touch_ || touch_->square != square)
        touch_ = Touch{square, event.kind};
    else if (touch_->begun_by != event.kind)
        finish_touch(square);
    return fault;
}

/// A tested piece may be lifted to test empty squares with it.
std::optional<std::string> SquareCheck::out_of_turn(const wire::Event& event) const {
    const auto turn = asked();
    const bool tested = (tested_ & bit(event.square)) != 0;
    if (!turn || event.square == turn || (tested && event.kind == wire::EventKind::lift)) return std::nullopt;
    return name(event.square) + " answered while " + name(*turn) + " was asked for: touch " + name(*turn) +
           " again, and if another answers again look at the wires of both";
}

/// One that comes before the square asked for had its turn: it may answer in place of another.
void SquareCheck::finish_touch(unsigned square) {
    touch_.reset();
    const auto turn = asked();
    if (!turn || square < *turn || (masked_ & bit(square)) != 0) return;
    passed_over_ |= (bit(square) - 1) & ~tested_;
    tested_ |= bit(square);
}

std::optional<std::string> SquareCheck::press(wire::EventKind kind) {
    const unsigned contact = contact_of(kind);
    contacts_left_ = static_cast<std::uint8_t>(contacts_left_ & ~(1u << contact));
    for (const Contacts& contacts : all_contacts)
        if (contact == contacts.first || contact == contacts.first + 1)
            return std::string(contact == contacts.first ? contacts.white : contacts.black) + " was pressed";
    return std::nullopt;
}

std::size_t SquareCheck::left() const {
    return static_cast<std::size_t>(std::popcount(~tested_) + std::popcount(contacts_left_));
}

std::optional<unsigned> SquareCheck::asked() const {
    const auto first = static_cast<unsigned>(std::countr_one(tested_ | masked_ | passed_over_));
    return first == wire::square_count ? std::nullopt : std::optional(first);
}

std::string SquareCheck::to_do_now() const {
    const auto square = asked();
    if (!square) return contacts_left_ == 0 ? "" : "press " + contacts_to_do();
    const bool lift = stands(*square);
    if (touch_ && touch_->square == square)
        return name(*square) + (lift ? ": lift it again" : ": set it down again");
    return name(*square) +
           (lift ? ": lift the piece and set it down again" : ": set a piece down and lift it again");
}

std::vector<std::string> SquareCheck::map() const {
    std::vector<std::string> lines;
    for (unsigned rank = 8; rank-- > 0;) {
        std::string line = std::to_string(rank + 1);
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned square = 8 * rank + file;
            line += ' ';
            line += (masked_ & bit(square)) != 0   ? 'x'
                    : (tested_ & bit(square)) != 0 ? '+'
                    : square == asked()            ? '?'
                    : stands(square)               ? '-'
                                                   : '.';
        }
        lines.push_back(std::move(line));
    }
    lines.push_back("  a b c d e f g h");
    return lines;
}

std::string SquareCheck::contacts_to_do() const {
    std::string text;
    for (const Contacts& contacts : all_contacts) {
        if ((contacts_left_ >> contacts.first & 1) != 0) add_to(text, contacts.white);
        if ((contacts_left_ >> contacts.first & 2) != 0) add_to(text, contacts.black);
    }
    return text;
}

std::string SquareCheck::to_do() const {
    constexpr int most_named = 8;
    std::string text;
    if (const int squares = std::popcount(~tested_); squares > most_named)
        text = std::to_string(squares) + " squares";
    else
        for (auto rest = ~tested_; rest != 0; rest &= rest - 1)
            add_to(text, name(static_cast<unsigned>(std::countr_zero(rest))));
    if (contacts_left_ != 0) add_to(text, contacts_to_do());
    return text;
}

} // namespace adoube::tools
