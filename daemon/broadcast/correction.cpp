#include "daemon/broadcast/correction.hpp"

namespace adoube::broadcast {
namespace {

bool result_stands(const PublicGame& earlier, const PublicGame& now) {
    return earlier.result == chess::Result::open ||
           (earlier.result == now.result && earlier.by_time == now.by_time);
}

bool is_of_player(std::string_view tag) { return tag.starts_with("White") || tag.starts_with("Black"); }

} // namespace

bool still_stands(const PublicGame& earlier, const PublicGame& now) {
    return earlier.start == now.start && result_stands(earlier, now) &&
           PublicMoves::same(earlier.moves, now.moves) == earlier.moves.size();
}

bool corrects(const PublicGame& now, const PublicGame& earlier) {
    return !still_stands(earlier, now) || renamed(earlier.tags, now.tags) != earlier.tags;
}

PublicTags renamed(const PublicTags& earlier, const PublicTags& now) {
    if (earlier == now) return earlier; // which shares their text
    PublicTags::Map tags(earlier.begin(), earlier.end());
    std::erase_if(tags, [](const auto& tag) { return is_of_player(tag.first); });
    for (const auto& [name, value] : now)
        if (is_of_player(name)) tags.emplace(name, value);
    return tags;
}

PublicGame cut_to(PublicGame earlier, const PublicGame& now) {
    const auto same = PublicMoves::same(earlier.moves, now.moves);
    earlier.moves.cut_to(earlier.start == now.start ? same : 0);
    earlier.position = earlier.start;
    for (const auto& made : earlier.moves) earlier.position.play(made.move());
    if (!result_stands(earlier, now)) {
        earlier.result = chess::Result::open;
        earlier.by_time = false;
    }
    if (earlier.clocks && earlier.clocks->running) earlier.clocks->running = earlier.position.to_move();
    earlier.tags = renamed(earlier.tags, now.tags);
    return earlier;
}

} // namespace adoube::broadcast
