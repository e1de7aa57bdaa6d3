#include "daemon/targets/published_files.hpp"

#include <algorithm>

namespace adoube::targets {

void PublishedFiles::put(SiteGame game) {
    if (!each_game_.empty()) {
        if (files_.size() >= most_games && !files_.contains(game.id)) forget_one();
        auto& file = files_[game.id];
        file.board = game.board;
        file.players = game.players;
        if (file.newest != game.pgn) {
            file.newest = game.pgn;
            changed(file);
        }
    }
    std::erase_if(boards_, [&](const auto& other) {
        return other.first != game.board && other.second.id == game.id; // it has changed boards
    });
    auto& here = boards_[game.board];
    const bool is_new = here.id != game.id || here.pgn != game.pgn;
    here = std::move(game);
    if (is_new && !url_.empty()) changed(files_[""]);
}

void PublishedFiles::changed(File& file) {
    if (!std::exchange(file.is_behind, true)) file.put = ++put_;
    if (!file.refused.empty()) file.not_before = HallMs::min();
}

void PublishedFiles::forget_one() {
    auto oldest = files_.end();
    for (auto file = files_.begin(); file != files_.end(); ++file)
        if (!file->first.empty() && !file->second.is_behind && file->first != open_ &&
            (oldest == files_.end() || file->second.put < oldest->second.put))
            oldest = file;
    if (oldest != files_.end()) files_.erase(oldest);
}

std::optional<HallMs> PublishedFiles::due() const {
    const auto first = first_due();
    return first == files_.end() ? std::nullopt : std::optional(first->second.not_before);
}

PublishedFiles::Files::const_iterator PublishedFiles::first_due() const {
    auto first = files_.end();
    for (auto file = files_.begin(); file != files_.end(); ++file) {
        if (!file->second.is_behind) continue;
        const auto turn = [](const File& one) { return std::pair(one.not_before, one.put); };
        if (first == files_.end() || turn(file->second) < turn(first->second)) first = file;
    }
    return first;
}

std::string PublishedFiles::text_of(const Files::value_type& file) const {
    if (!file.first.empty()) return file.second.newest;
    std::string text;
    for (const auto& [board, game] : boards_) text += game.pgn;
    return text;
}

std::optional<Request> PublishedFiles::next(HallMs now) {
    const auto first = first_due();
    if (first == files_.end() || now < first->second.not_before) return std::nullopt;
    open_ = first->first;
    auto& file = files_.find(first->first)->second;
    file.is_behind = false;
    file.not_before = now + spacing_ms;
    auto url = first->first.empty() ? url_ : each_game_;
    if (constexpr std::string_view id = "{id}"; !first->first.empty())
        url.replace(url.find(id), id.size(), first->first);
    return Request{.url = std::move(url), .post = post_, .body = text_of(*first)};
}

std::string PublishedFiles::name_of(const Files::value_type& file) const {
    return file.first.empty() ? std::string("the file of all boards")
                              : "board " + std::to_string(file.second.board) + ", game " + file.first;
}

Answer PublishedFiles::answered(Answer answer, HallMs now) {
    using enum Answer::Outcome;
    auto& entry = *files_.find(*std::exchange(open_, std::nullopt));
    auto& file = entry.second;
    if (answer.outcome == done) {
        if (!file.refused.empty()) notes_.push_back({name_of(entry) + ": the server takes it again"});
        file.refused.clear();
        file.taken = now;
        if (now >= file.settled) return answer;
        changed(file); // the earlier upload may come after this one
        file.not_before = std::max(file.not_before, file.settled);
        return answer;
    }
    changed(file);
    file.put = ++put_; // the others first
    if (answer.may_have_arrived) file.settled = now + settled_after_ms;
    if (answer.outcome != refused) return answer;
    file.not_before = now + refused_wait_ms;
    if (std::exchange(file.refused, answer.sentence) != answer.sentence)
        notes_.push_back({name_of(entry) + ": the server refuses it: " + answer.sentence, true});
    answer.outcome = done; // of the server: other files may do
    return answer;
}

void PublishedFiles::push_again() {
    for (auto& [id, file] : files_) {
        changed(file);
        file.refused.clear();
        file.not_before = HallMs::min();
    }
}

std::size_t PublishedFiles::behind() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(files_, [](const auto& file) { return file.second.is_behind; }));
}

void PublishedFiles::report(Report& report) const {
    report.behind = behind();
    if (const auto first = first_due(); first != files_.end()) {
        const auto& file = first->second;
        report.wait = !file.refused.empty()             ? Report::Wait::refused
                      : file.not_before == file.settled ? Report::Wait::unsettled
                                                        : Report::Wait::turn;
    }
    for (const auto& [id, file] : files_) {
        GameReport told{.id = id, .board = file.board, .players = file.players};
        told.is_behind = file.is_behind;
        told.taken = file.taken;
        told.refused = file.refused;
        report.games.push_back(std::move(told));
    }
    std::ranges::stable_sort(report.games, {}, &GameReport::board);
}

} // namespace adoube::targets
