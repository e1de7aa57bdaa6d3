#include "tools/hands/stage.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

/// The lever is struck, and springs back: so the same player may press twice running.
constexpr std::int64_t contact_us = 60'000;

wire::Content content_of(const std::optional<chess::Piece>& piece, wire::Sensing sensing) {
    if (!piece) return wire::Content::empty;
    return wire::seen_by(sensing, wire::content_from_char(chess::to_char(*piece)));
}

} // namespace

Stage::Stage(const Timeline& timeline, wire::Sensing sensing) : timeline_(timeline), sensing_(sensing) {
    for (unsigned square = 0; square < 64; ++square)
        now_.squares.set(square, content_of(timeline.start.at(static_cast<chess::Square>(square)), sensing));
    skip_words();
}

firmware::Scan Stage::at(std::int64_t t_us) {
    for (unsigned side = 0; side < 2; ++side)
        if (t_us >= released_us_[side]) now_.contacts &= static_cast<std::uint8_t>(~(1u << side));
    for (; next_ < timeline_.happenings.size() && timeline_.happenings[next_].t_us <= t_us;
         ++next_, skip_words()) {
        const auto& what = timeline_.happenings[next_].what;
        if (const auto* change = std::get_if<Change>(&what)) {
            now_.squares.set(static_cast<unsigned>(chess::index(change->square)),
                             content_of(change->now, sensing_));
        } else if (const auto* press = std::get_if<LeverPress>(&what)) {
            const auto side = static_cast<unsigned>(press->side);
            now_.contacts |= static_cast<std::uint8_t>(1u << side);
            released_us_[side] = timeline_.happenings[next_].t_us + contact_us;
        }
    }
    return now_;
}

std::optional<std::int64_t> Stage::next_change_us() const {
    std::optional<std::int64_t> next_us;
    if (next_ < timeline_.happenings.size()) next_us = timeline_.happenings[next_].t_us;
    for (unsigned side = 0; side < 2; ++side)
        if (now_.contacts >> side & 1) next_us = std::min(next_us.value_or(INT64_MAX), released_us_[side]);
    return next_us;
}

/// What is said, no scanner hears.
void Stage::skip_words() {
    const auto& all = timeline_.happenings;
    while (next_ < all.size() && std::holds_alternative<Said>(all[next_].what)) ++next_;
}

} // namespace adoube::tools
