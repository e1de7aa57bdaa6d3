#include "daemon/broadcast/live_round.hpp"

#include "daemon/broadcast/cloud_files.hpp"
#include "daemon/broadcast/is_game.hpp"
#include "daemon/broadcast/merged_pgn.hpp"
#include "daemon/broadcast/public_json.hpp"
#include "daemon/broadcast/public_pgn.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace adoube::broadcast {

LiveRound::LiveRound(std::string epoch) : epoch_(std::move(epoch)) {}

std::string LiveRound::publish(const PublicGame& game) {
    const auto known = games_.find(game.id);
    if (known != games_.end()) leave_other_board(known->second.game, game.board);
    std::string& on_board = boards_[game.board];
    const bool stays = known != games_.end() && on_board == game.id;
    if (stays && known->second.game == game) return {};
    const bool is_listed = stays && known->second.game.tags == game.tags &&
                           known->second.game.result == game.result &&
                           is_game(known->second.game) == is_game(game);
    const std::string change = stays ? to_json(game, known->second.game) : to_json(game);
    if (!stays) {
        leave(on_board);
        std::erase(past_, game.id);
        on_board = game.id;
    }
    games_.insert_or_assign(game.id, Entry{game, {}});
    forget_past_games();
    whole_.reset();
    round_pgn_.reset();
    if (!is_listed) games_json_.reset();
    cloud_files_.clear();
    return R"({"type":"game","seq":)" + std::to_string(++seq_) + R"(,"game":)" + change + '}';
}

bool LiveRound::recall(const PublicGame& game) {
    if (past_.size() >= past_games) return false;
    if (!is_game(game)) return true;
    if (games_.try_emplace(game.id, Entry{game, {}}).second) past_.insert(past_.begin(), game.id);
    games_json_.reset();
    cloud_files_.clear();
    return true;
}

/// Another game takes its place.
void LiveRound::leave(const std::string& id) {
    const auto left = games_.find(id);
    if (left == games_.end()) return;
    if (is_game(left->second.game))
        past_.push_back(id);
    else
        games_.erase(left);
}

void LiveRound::leave_other_board(const PublicGame& game, int board) {
    const auto there = boards_.find(game.board);
    if (game.board != board && there != boards_.end() && there->second == game.id) boards_.erase(there);
}

void LiveRound::forget_past_games() {
    while (past_.size() > past_games) {
        games_.erase(past_.front());
        past_.erase(past_.begin());
    }
}

Text LiveRound::whole() {
    if (whole_) return whole_;
    std::string text = R"({"type":"round","epoch":)" + boost::json::serialize(boost::json::string(epoch_)) +
                       R"(,"seq":)" + std::to_string(seq_) + R"(,"games":[)";
    const char* separator = "";
    for (const auto& [board, id] : boards_) {
        text += separator + to_json(games_.find(id)->second.game);
        separator = ",";
    }
    return whole_ = std::make_shared<const std::string>(text + "]}");
}

void LiveRound::set_others(std::vector<Text> rounds) {
    others_ = std::move(rounds);
    round_pgn_.reset();
}

Text LiveRound::game_json(std::string_view id) const {
    const auto* known = game(id);
    return known ? std::make_shared<const std::string>(to_json(*known) + '\n') : nullptr;
}

Text LiveRound::games_json() {
    if (games_json_) return games_json_;
    std::string text = R"({"games":[)";
    for (const auto* known : oldest_first()) text += (text.back() == '[' ? "" : ",") + summary_json(*known);
    return games_json_ = std::make_shared<const std::string>(text + "]}\n");
}

const PublicGame* LiveRound::game(std::string_view id) const {
    const auto found = games_.find(id);
    return found == games_.end() ? nullptr : &found->second.game;
}

Text LiveRound::pgn(std::string_view id) {
    const auto found = games_.find(id);
    if (found == games_.end()) return nullptr;
    Entry& entry = found->second;
    if (!entry.pgn) entry.pgn = std::make_shared<const std::string>(to_pgn(entry.game));
    return entry.pgn;
}

Text LiveRound::round_pgn() {
    if (round_pgn_) return round_pgn_;
    std::string text;
    for (const auto& [board, id] : boards_)
        if (is_game(*game(id))) text += *pgn(id);
    if (!others_.empty()) {
        std::vector<std::string_view> rounds{text};
        rounds.insert(rounds.end(), others_.size(), {});
        std::ranges::transform(others_, rounds.begin() + 1,
                               [](const Text& other) { return std::string_view(*other); });
        text = merged_pgn(rounds);
    }
    return round_pgn_ = std::make_shared<const std::string>(std::move(text));
}

Text LiveRound::cloud_file(std::string_view path) {
    if (const auto known = cloud_files_.find(path); known != cloud_files_.end()) return known->second;
    auto file = broadcast::cloud_file(path, oldest_first());
    if (!file) return nullptr;
    return cloud_files_[std::string(path)] = std::make_shared<const std::string>(std::move(*file));
}

std::vector<const PublicGame*> LiveRound::oldest_first() const {
    std::vector<const PublicGame*> games;
    for (const auto& id : past_) games.push_back(&games_.find(id)->second.game);
    for (const auto& [board, id] : boards_)
        if (const auto* on_board = game(id); is_game(*on_board)) games.push_back(on_board);
    return games;
}

std::string LiveRound::all_pgn() {
    std::string text;
    for (const auto& id : past_) text += *pgn(id);
    return text + *round_pgn();
}

} // namespace adoube::broadcast
