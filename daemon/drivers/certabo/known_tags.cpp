#include "daemon/drivers/certabo/known_tags.hpp"

#include "daemon/chess/position.hpp"
#include "daemon/drivers/contents.hpp"

#include <algorithm>

namespace adoube::drivers::certabo {
namespace {

constexpr unsigned d3 = 19, d6 = 43;

/// In the start position, with the spare queens where they are shown to the board.
wire::Content content_at_start(unsigned square) {
    if (square == d3) return wire::Content::white_queen;
    if (square == d6) return wire::Content::black_queen;
    return content_of(chess::Position::start().at(static_cast<chess::Square>(square)));
}

bool is_spare(unsigned square) { return square == d3 || square == d6; }

bool is_start(const Tags& tags) {
    for (unsigned square = 0; square < 64; ++square) {
        const bool wanted = content_at_start(square) != wire::Content::empty;
        if (!is_spare(square) && (tags.squares[square] != 0) != wanted) return false;
    }
    return true;
}

} // namespace

void KnownTags::forget_lines() {
    for (auto& seen : seen_) seen.clear();
    lines_ = 0;
}

bool KnownTags::tells_something_new(const Tags& tags) const {
    bool unknown = false;
    for (unsigned square = 0; square < 64; ++square) {
        const auto tag = tags.squares[square];
        if (tag == 0) continue;
        const auto known = contents_.find(tag);
        if (known == contents_.end())
            unknown = true;
        else if (known->second != content_at_start(square))
            return false; // set up wrongly
    }
    return unknown;
}

bool KnownTags::learn(const Tags& tags) {
    const bool start = is_start(tags);
    const bool begun = lines_ > 0;
    if (start ? !tells_something_new(tags) : !begun) return forget_lines(), false; // a square may flicker
    for (unsigned square = 0; square < 64; ++square)
        if (tags.squares[square] != 0) ++seen_[square][tags.squares[square]];
    if (++lines_ > most_lines) return forget_lines(), false;
    std::map<Tag, wire::Content> learnt;
    for (unsigned square = 0; square < 64; ++square) {
        const auto content = content_at_start(square);
        if (content == wire::Content::empty) continue;
        const auto usual =
            std::ranges::max_element(seen_[square], {}, [](const auto& each) { return each.second; });
        const bool agreed = usual != seen_[square].end() && usual->second >= lines_wanted;
        if (!agreed && !is_spare(square)) return false;
        if (agreed) learnt[usual->first] = content;
    }
    contents_ = std::move(learnt);
    forget_lines();
    return true;
}

wire::Squares KnownTags::squares_of(const Tags& tags) const {
    wire::Squares squares;
    for (unsigned square = 0; square < 64; ++square) {
        if (tags.squares[square] == 0) continue;
        const auto known = contents_.find(tags.squares[square]);
        squares.set(square, known == contents_.end() ? wire::Content::occupied : known->second);
    }
    return squares;
}

} // namespace adoube::drivers::certabo
