#include "daemon/targets/published_files.hpp"

#include "daemon/broadcast/cloud_files.hpp"

#include <algorithm>

namespace adoube::targets {
namespace {

/// Before the names of files in the cloud's folder; no game's id begins so.
const std::string folder_mark = "/";

/// One segment of a path (RFC 3986, 2.3).
std::string percent_encoded(std::string_view text) {
    constexpr std::string_view unreserved = "-._~";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        const auto byte = static_cast<unsigned char>(c);
        if (plain || unreserved.contains(c))
            encoded += c;
        else
            encoded += {'%', digits[byte / 16], digits[byte % 16]};
    }
    return encoded;
}

} // namespace

void PublishedFiles::put(const broadcast::PublicGame& state) {
    auto game = site_game(state);
    put_own(state, game);
    std::erase_if(boards_, [&](const auto& other) {
        return other.first != game.board && other.second.id == game.id; // it has changed boards
    });
    if (game.is_game || boards_.contains(game.board)) put_on_board(std::move(game));
}

void PublishedFiles::correct(const broadcast::PublicGame& standing) {
    if (!unsent_.contains(standing.id)) return;
    auto game = site_game(standing);
    put_own(standing, game);
    const auto here = boards_.find(game.board);
    if (here != boards_.end() && here->second.id == game.id) put_on_board(std::move(game));
}

void PublishedFiles::put_own(const broadcast::PublicGame& state, const SiteGame& game) {
    if (!cloud_.empty() &&
        (game.is_game || std::ranges::count(cloud_games_, state.id, &broadcast::PublicGame::id)))
        put_cloud(state, game.players);
    if (each_game_.empty() || (!game.is_game && !files_.contains(game.id))) return;
    auto& file = store(game.id, game.pgn);
    file.board = game.board;
    file.players = game.players;
}

void PublishedFiles::put_on_board(SiteGame game) {
    auto& here = boards_[game.board];
    const bool has_own_files = !each_game_.empty() || !cloud_.empty();
    if (here.id != game.id && !has_own_files) unsent_.erase(here.id); // no file has it any more
    const bool is_new = here.id != game.id || here.pgn != game.pgn;
    here = std::move(game);
    if (is_new) unsent_.insert(here.id);
    if (is_new && !url_.empty()) changed(files_[""]);
}

void PublishedFiles::put_cloud(const broadcast::PublicGame& game, const std::string& players) {
    const auto same = [&](const auto& other) { return other.id == game.id; };
    const auto before = std::ranges::find_if(cloud_games_, same);
    const auto was = before == cloud_games_.end() ? game : *before; // it may have been on another board
    if (before != cloud_games_.end()) cloud_games_.erase(before);
    cloud_games_.push_back(game);
    if (cloud_games_.size() > most_games) cloud_games_.pop_front();
    std::vector<const broadcast::PublicGame*> games;
    for (const auto& one : cloud_games_) games.push_back(&one);
    for (const auto* of : {&was, &game})
        for (const auto& path : broadcast::cloud_paths(*of, games))
            if (auto text = broadcast::cloud_file(path, games)) store(folder_mark + path, std::move(*text));
    auto& own = files_[folder_mark + broadcast::cloud_paths(game, games).front()];
    own.board = game.board;
    own.players = players;
}

PublishedFiles::File& PublishedFiles::store(const std::string& name, std::string text) {
    if (files_.size() >= most_games && !files_.contains(name)) forget_one();
    auto& file = files_[name];
    if (file.newest != text) {
        file.newest = std::move(text);
        changed(file);
    }
    return file;
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
    for (const auto& [board, game] : boards_)
        if (game.is_game) text += game.pgn;
    return text;
}

std::optional<Request> PublishedFiles::next(HallMs now) {
    const auto first = first_due();
    if (first == files_.end() || now < first->second.not_before) return std::nullopt;
    open_ = first->first;
    auto& file = files_.find(first->first)->second;
    file.is_behind = false;
    open_games_ = unsent_in(*open_);
    for (const auto& id : open_games_) unsent_.erase(id);
    file.not_before = now + spacing_ms;
    Request request{.url = url_of(first->first), .post = post_, .body = text_of(*first)};
    if (first->first.starts_with(folder_mark)) request.type = "application/json";
    return request;
}

/// Those whose moves the file holds; in the cloud's folder more general ones hold none.
std::set<std::string> PublishedFiles::unsent_in(const std::string& name) const {
    std::set<std::string> games;
    const auto add = [&](const std::string& id) {
        if (unsent_.contains(id)) games.insert(id);
    };
    if (name.empty())
        for (const auto& [board, game] : boards_) add(game.id);
    else if (!name.starts_with(folder_mark))
        add(name);
    else
        for (const auto& game : cloud_games_)
            if (folder_mark + broadcast::cloud_paths(game, {}).front() == name) add(game.id);
    return games;
}

std::string PublishedFiles::url_of(const std::string& name) const {
    if (name.empty()) return url_;
    if (name.starts_with(folder_mark)) return cloud_ + name;
    constexpr std::string_view id = "{id}";
    auto url = each_game_;
    return url.replace(url.find(id), id.size(), percent_encoded(name));
}

std::string PublishedFiles::name_of(const Files::value_type& file) const {
    if (file.first.starts_with(folder_mark)) return "file " + file.first.substr(1);
    return file.first.empty() ? std::string("the file of all boards")
                              : "board " + std::to_string(file.second.board) + ", game " + file.first;
}

Answer PublishedFiles::answered(Answer answer, HallMs now) {
    using enum Answer::Outcome;
    auto& entry = *files_.find(*std::exchange(open_, std::nullopt));
    auto& file = entry.second;
    if (answer.outcome == done) {
        const auto refused = std::exchange(file.refused, "");
        if (!refused.empty() && !is_refused_for(refused))
            notes_.push_back({name_of(entry) + ": the server takes it again"});
        file.taken = now;
        if (now >= file.settled) return answer;
        changed(file); // the earlier upload may come after this one
        file.not_before = std::max(file.not_before, file.settled);
        return answer;
    }
    if (!answer.may_have_arrived) unsent_.merge(open_games_);
    changed(file);
    file.put = ++put_; // the others first
    if (answer.may_have_arrived) file.settled = now + settled_after_ms;
    if (answer.outcome != refused) return answer;
    file.not_before = now + refused_wait_ms;
    if (file.refused != answer.sentence && !is_refused_for(answer.sentence))
        notes_.push_back({name_of(entry) + ": the server refuses it: " + answer.sentence, true});
    file.refused = answer.sentence;
    answer.outcome = done; // of the server: other files may do
    return answer;
}

/// Many files are refused for one reason, as a folder that is missing: it is told once.
bool PublishedFiles::is_refused_for(const std::string& reason) const {
    return std::ranges::any_of(files_, [&](const auto& file) { return file.second.refused == reason; });
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
        const bool is_in_folder = id.starts_with(folder_mark);
        GameReport told{.id = is_in_folder ? id.substr(1) : id, .board = file.board, .players = file.players};
        told.is_behind = file.is_behind;
        told.taken = file.taken;
        told.refused = file.refused;
        report.games.push_back(std::move(told));
    }
    std::ranges::stable_sort(report.games, {}, &GameReport::board);
}

} // namespace adoube::targets
