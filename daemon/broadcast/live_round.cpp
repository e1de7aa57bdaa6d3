#include "daemon/broadcast/live_round.hpp"

#include "daemon/broadcast/cloud_files.hpp"
#include "daemon/broadcast/is_game.hpp"
#include "daemon/broadcast/merged_pgn.hpp"
#include "daemon/broadcast/public_json.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace adoube::broadcast {

namespace {

/// `game` is not over, and `next` is no later game of its board: one of them is about to change tables.
bool shares_board(const PublicGame& game, const PublicGame& next) {
    const auto same = [&](const char* tag) { return game.tags[tag] == next.tags[tag]; };
    const bool same_players = same("White") && same("Black"); // as where a game begins anew (A.5.2)
    return !game.moves.empty() && game.result == chess::Result::open && same("Event") && same("Round") &&
           !same_players;
}

/// `json` is an object.
std::string marked_elsewhere(std::string json) { return json.replace(0, 1, R"({"elsewhere":true,)"); }

} // namespace

LiveRound::LiveRound(std::string epoch) : epoch_(std::move(epoch)) {}

std::vector<LiveRound::Told> LiveRound::publish(const PublicGame& game, bool is_newest) {
    const auto before = own(game.id);
    const bool stays = before && before->board == game.board && is_at_board(game);
    if (stays && *before == game) return {};
    const bool is_listed = stays && before->tags == game.tags && before->result == game.result &&
                           is_game(*before) == is_game(game);
    std::vector<Told> messages;
    const auto there = boards_.find(game.board);
    const bool is_alone = there == boards_.end();
    const bool is_displayed = is_alone || (stays ? there->second.back() == game.id : is_newest);
    if (is_displayed) {
        std::vector<int> boards{game.board};
        if (before && before->board != game.board) boards.push_back(before->board);
        messages.push_back({message(stays ? to_json(game, *before) : to_json(game)), std::move(boards)});
    }
    if (before && !stays)
        if (const auto* again = leave_board(*before))
            messages.push_back({message(to_json(*again)), {again->board}});
    if (!stays) {
        auto& ids = boards_[game.board];
        ids.insert(ids.end() - (is_displayed ? 0 : 1), game.id);
        past_.remove(game.id);
    }
    auto& entry = games_[game.id];
    entry.game = std::make_shared<const PublicGame>(game);
    entry.pgn.reset();
    keep_unfinished(game.board);
    forget_past_games();
    whole_.reset();
    round_pgn_.reset();
    if (!is_listed) games_json_.reset();
    cloud_files_.clear();
    return messages;
}

std::string LiveRound::message(const std::string& game) {
    return R"({"type":"game","seq":)" + std::to_string(++seq_) + R"(,"game":)" + game + '}';
}

bool LiveRound::is_at_board(const PublicGame& game) const {
    const auto there = boards_.find(game.board);
    return there != boards_.end() && std::ranges::count(there->second, game.id) > 0;
}

/// The game that is displayed at the board again, if any.
const PublicGame* LiveRound::leave_board(const PublicGame& game) {
    const auto there = boards_.find(game.board);
    if (there == boards_.end()) return nullptr;
    auto& [board, ids] = *there;
    const bool was_displayed = ids.back() == game.id;
    std::erase(ids, game.id);
    if (!ids.empty()) return was_displayed ? &at_board(ids.back()) : nullptr;
    boards_.erase(there);
    return nullptr;
}

/// The game that is displayed there leaves the others that are not to be played on there.
void LiveRound::keep_unfinished(int board) {
    auto& ids = boards_[board];
    const auto last = ids.back();
    std::erase_if(ids, [&](const std::string& id) {
        if (id == last || shares_board(at_board(id), at_board(last))) return false;
        leave(id);
        return true;
    });
}

bool LiveRound::recall(const PublicGame& game) {
    if (past_.size() >= past_games) return false;
    if (!is_game(game)) return true;
    if (!games_.contains(game.id) && !past_.has(game.id)) past_.put_first(game);
    games_json_.reset();
    cloud_files_.clear();
    return true;
}

/// Its place is another's.
void LiveRound::leave(const std::string& id) {
    const auto left = games_.extract(id);
    if (const auto& game = *left.mapped().game; is_game(game)) past_.put_last(game);
}

void LiveRound::forget_past_games() {
    while (past_.size() > past_games) past_.forget_oldest();
}

Text LiveRound::whole() {
    if (whole_) return whole_;
    auto text = whole_begun() + R"("games":[)";
    const char* separator = "";
    for (const auto& [board, ids] : boards_) {
        text += separator + to_json(at_board(ids.back()));
        separator = ",";
    }
    return whole_ = std::make_shared<const std::string>(text + "]}");
}

std::string LiveRound::whole_begun() const {
    return R"({"type":"round","epoch":)" + boost::json::serialize(boost::json::string(epoch_)) +
           R"(,"seq":)" + std::to_string(seq_) + ',';
}

std::string LiveRound::whole_of(int board) const {
    std::string boards;
    for (const auto& [number, ids] : boards_) boards += (boards.empty() ? "" : ",") + std::to_string(number);
    const auto there = boards_.find(board);
    const auto game = there == boards_.end() ? "" : to_json(at_board(there->second.back()));
    return whole_begun() + R"("boards":[)" + boards + R"(],"games":[)" + game + "]}";
}

void LiveRound::set_others(std::vector<ToldRound> rounds) {
    others_ = std::move(rounds);
    std::set<std::string_view> now;
    for (const auto& round : others_)
        for (const auto& one : round.games) {
            if (!now.insert(one->game.id).second) continue;
            if (told_.insert_or_assign(one->game.id, one).second) told_ids_.push_back(one->game.id);
        }
    forget_told_games();
    round_pgn_.reset();
    games_json_.reset();
}

/// The oldest, but none that is in a round now.
void LiveRound::forget_told_games() {
    if (told_ids_.size() <= past_games) return;
    std::set<std::string_view> now;
    for (const auto& round : others_)
        for (const auto& one : round.games) now.insert(one->game.id);
    auto too_many = told_ids_.size() - past_games;
    std::erase_if(told_ids_, [&](const std::string& id) {
        if (too_many == 0 || now.contains(id)) return false;
        --too_many;
        told_.erase(id);
        return true;
    });
}

const ToldGame* LiveRound::told(std::string_view id) const {
    const auto found = told_.find(id);
    return found == told_.end() || games_.contains(id) || past_.has(id) ? nullptr : found->second.get();
}

Text LiveRound::game_json(std::string_view id) const {
    const auto known = game(id);
    if (!known) return nullptr;
    auto json = to_json(*known);
    if (told(id)) json = marked_elsewhere(std::move(json));
    return std::make_shared<const std::string>(json + '\n');
}

Text LiveRound::games_json() {
    if (games_json_) return games_json_;
    std::string text = R"({"games":[)";
    const auto add = [&](const std::string& summary) { text += (text.back() == '[' ? "" : ",") + summary; };
    for (const auto& id : told_ids_)
        if (const auto* one = told(id)) add(marked_elsewhere(summary_json(one->game)));
    for (const auto& known : past_.in_brief()) add(summary_json(known));
    for (const auto& id : games_at_boards()) add(summary_json(at_board(id)));
    return games_json_ = std::make_shared<const std::string>(text + "]}\n");
}

std::shared_ptr<const PublicGame> LiveRound::own(std::string_view id) const {
    const auto found = games_.find(id);
    return found != games_.end() ? found->second.game : past_.game(id);
}

std::shared_ptr<const PublicGame> LiveRound::game(std::string_view id) const {
    if (auto known = own(id)) return known;
    const auto found = told_.find(id);
    return found == told_.end() ? nullptr
                                : std::shared_ptr<const PublicGame>(found->second, &found->second->game);
}

Text LiveRound::pgn(std::string_view id) {
    const auto found = games_.find(id);
    if (found == games_.end()) {
        if (auto past = past_.pgn(id)) return past;
        const auto other = told_.find(id);
        return other == told_.end() ? nullptr : Text(other->second, &other->second->pgn);
    }
    Entry& entry = found->second;
    if (!entry.pgn) entry.pgn = std::make_shared<const std::string>(entry.growing.of(*entry.game));
    if (entry.game->result != chess::Result::open) entry.growing = {};
    return entry.pgn;
}

LiveRound::Ids LiveRound::games_at_boards() const {
    Ids all;
    for (const auto& [board, ids] : boards_)
        std::ranges::copy_if(ids, std::back_inserter(all),
                             [&](const std::string& id) { return is_game(at_board(id)); });
    return all;
}

Text LiveRound::round_pgn() {
    if (round_pgn_) return round_pgn_;
    std::string text;
    for (const auto& id : games_at_boards()) text += *pgn(id);
    if (!others_.empty()) {
        std::vector<std::string_view> rounds{text};
        rounds.insert(rounds.end(), others_.size(), {});
        std::ranges::transform(others_, rounds.begin() + 1,
                               [](const ToldRound& other) { return std::string_view(*other.pgn); });
        text = merged_pgn(rounds);
    }
    return round_pgn_ = std::make_shared<const std::string>(std::move(text));
}

Text LiveRound::cloud_file(std::string_view path) {
    if (const auto known = cloud_files_.find(path); known != cloud_files_.end()) return known->second;
    const auto past = past_.in_brief();
    std::vector<const PublicGame*> games;
    for (const auto& game : past) games.push_back(&game);
    for (const auto& id : games_at_boards()) games.push_back(&at_board(id));
    auto file = broadcast::cloud_file(path, games, [&](const PublicGame& brief) { return game(brief.id); });
    if (!file) return nullptr;
    return cloud_files_[std::string(path)] = std::make_shared<const std::string>(std::move(*file));
}

std::string LiveRound::all_pgn() { return past_.all_pgn() + *round_pgn(); }

} // namespace adoube::broadcast
