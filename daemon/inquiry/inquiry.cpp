#include "daemon/inquiry/inquiry.hpp"

#include "daemon/journal/look.hpp"

#include <algorithm>

namespace adoube::inquiry {

std::expected<std::string, std::string> Inquiry::inputs(const std::string& game, std::uint64_t from) {
    const auto view = view_of(game);
    if (!view) return std::unexpected(view.error());
    return *view ? (*view)->to_json(from) : std::string();
}

std::expected<const RecordView*, std::string> Inquiry::view_of(const std::string& game) {
    const auto known = std::ranges::find(views_, game, [](const auto& view) { return view.first; });
    auto news =
        journal::read_game_from(journal_, game, known == views_.end() ? 1 : known->second.taken() + 1);
    if (!news) {
        if (known != views_.end()) views_.erase(known); // deleted, say
        return std::unexpected(news.error());
    }
    if (!*news) return nullptr;
    if (known != views_.end()) {
        views_.splice(views_.begin(), views_, known);
    } else {
        auto view = RecordView::of((*news)->game);
        if (!view) return std::unexpected(view.error());
        views_.emplace_front(game, std::move(*view));
        if (views_.size() > most_views) views_.pop_back();
    }
    auto& view = views_.front().second;
    if (auto taken = view.take(std::move((*news)->inputs)); !taken) return std::unexpected(taken.error());
    return &view;
}

} // namespace adoube::inquiry
