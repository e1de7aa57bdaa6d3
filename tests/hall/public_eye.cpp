#include "tests/hall/public_eye.hpp"

#include "daemon/broadcast/public_json.hpp"
#include "tests/hall/broken.hpp"

namespace adoube::hall {
namespace {

/// For a disk sync and a tick; and for drifting clocks.
constexpr Us early_at_most = 100 * ms;
constexpr std::int64_t clock_off_at_most_ms = 3'000;

std::string moves_of(const broadcast::PublicGame& game) {
    std::string text;
    for (const auto& move : game.moves) text += (text.empty() ? "" : " ") + move.uci();
    return text;
}

/// Sensors cannot tell this promotion, and a queen would end the game.
bool may_be_taken_for_queen(const broadcast::PublicGame& game, const Truth& truth) {
    if (truth.sees_pieces || game.moves.empty()) return false;
    const auto& move = truth.game.moves[game.moves.size() - 1].move;
    return move.kind == chess::MoveKind::promotion && move.promoted != chess::PieceType::queen;
}

bool is_same_but_for_date(const broadcast::PublicGame& before, broadcast::PublicGame game) {
    if (game.clocks && before.clocks) game.clocks->at_utc_ms = before.clocks->at_utc_ms;
    return game == before;
}

/// The board has told how long the daemon was away, as far as it knows.
bool is_dated_anew(const broadcast::PublicGame& before, const broadcast::PublicGame& game) {
    return game != before && is_same_but_for_date(before, game);
}

/// A late press changed the clocks.
bool is_put_right(const broadcast::PublicGame& before, const broadcast::PublicGame& game) {
    return moves_of(game) == moves_of(before) && game.clocks && before.clocks &&
           game.clocks->running != before.clocks->running &&
           game.clocks->at_utc_ms > before.clocks->at_utc_ms;
}

bool is_set_by_arbiter(const broadcast::PublicGame& before, const broadcast::PublicGame& game,
                       const Truth& truth) {
    return moves_of(game) == moves_of(before) && game.clocks &&
           truth.set_times.contains({game.clocks->white_ms, game.clocks->black_ms});
}

std::string clocks_of(const broadcast::PublicGame& game) {
    if (!game.clocks) return " no clocks";
    const auto& face = *game.clocks;
    const auto* running = !face.running                         ? "none"
                          : *face.running == chess::Side::white ? "White's"
                                                                : "Black's";
    return " " + std::to_string(face.white_ms) + ", " + std::to_string(face.black_ms) + ", " + running +
           " runs, at " + std::to_string(face.at_utc_ms.count());
}

} // namespace

PublicEye::PublicEye(const Agenda& agenda, std::int64_t delay_ms, Find find, std::uint64_t seed)
    : agenda_(agenda), delay_ms_(delay_ms), find_(std::move(find)), random_(seed) {}

void PublicEye::begins(std::function<UtcMs()> hall_ms) {
    hall_ms_ = std::move(hall_ms);
    live_.emplace("life " + std::to_string(++lives_));
    follower_.reset();
    for (auto& [id, known] : games_) known.in_this_life = known.is_dated = false;
}

void PublicEye::check_shown_again(const std::string& but_of) const {
    const auto* damaged = find_(but_of);
    for (const auto& [board, id] : last_of_board_)
        if (!(damaged && board == static_cast<int>(damaged->table) + 1) && !games_.at(id).in_this_life)
            throw Broken(id + " is not shown any more after a start");
}

const broadcast::PublicGame* PublicEye::last(const std::string& id) const {
    const auto known = games_.find(id);
    return known == games_.end() ? nullptr : &known->second.game;
}

void PublicEye::shown(const broadcast::PublicGame& game) {
    const auto messages = live_->publish(game);
    const auto* truth = find_(game.id);
    if (!truth) throw Broken("a game is shown that nobody plays: " + game.id);
    const auto json = broadcast::to_json(game);
    check_moves(game, *truth);
    check_begun(game, *truth);
    const auto [at, is_new] = games_.try_emplace(game.id);
    auto& known = at->second;
    if (!is_new && !known.in_this_life) {
        check_again(known, game, json, *truth);
        if (is_dated_anew(known.game, game)) known.flag_falls = flag_falls(game);
    } else if (!is_new && !known.is_dated && is_dated_anew(known.game, game)) {
        known.is_dated = true;
        known.flag_falls = flag_falls(game);
    } else if (!is_new && !messages.empty()) {
        check_change(known, game, *truth);
    }
    if (!is_same_but_for_date(known.game, game))
        known.flag_falls = wall_clock_is_true_ ? flag_falls(game) : std::nullopt;
    known.game = game;
    known.json = json;
    known.in_this_life = true;
    check_order(game);
    for (const auto& [message, boards] : messages) {
        ++frames_;
        follow(message);
    }
}

/// No board goes back to an earlier game.
void PublicEye::check_order(const broadcast::PublicGame& game) {
    auto& last = last_of_board_[game.board];
    if (last == game.id) return;
    if (left_.contains(game.id)) throw Broken(game.id, game.id + " is shown again after " + last);
    if (!last.empty()) left_.insert(last);
    last = game.id;
}

/// Every ply was played, at least the delay ago.
void PublicEye::check_moves(const broadcast::PublicGame& game, const Truth& truth) const {
    if (truth.lossy) return;
    const auto is_right = [&](std::size_t ply) {
        const auto uci = to_uci(truth.game.moves[ply].move, game.chess960);
        return game.moves[ply].uci() == uci ||
               (!truth.sees_pieces && game.moves[ply].uci().substr(0, 4) == uci.substr(0, 4));
    };
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply)
        if (ply >= truth.landed.size() || !is_right(ply))
            throw Broken(game.id, game.id + " shows what was not played: " + moves_of(game) + ", of which " +
                                      std::to_string(truth.landed.size()) + " plies were, ply " +
                                      std::to_string(ply + 1));
    if (!game.moves.empty() &&
        agenda_.now() - truth.landed[game.moves.size() - 1] < delay_ms_ * ms - early_at_most)
        throw Broken(game.id, game.id + " shows ply " + std::to_string(game.moves.size()) + " after " +
                                  std::to_string((agenda_.now() - truth.landed[game.moves.size() - 1]) / ms) +
                                  " ms of " + std::to_string(delay_ms_));
    if (game.result != chess::Result::open && game.result != truth.game.result &&
        !may_be_taken_for_queen(game, truth))
        throw Broken(game.id, game.id + " shows the result " + std::string(chess::to_string(game.result)) +
                                  ", not " + std::string(chess::to_string(truth.game.result)) + ", after " +
                                  std::to_string(game.moves.size()) + " of " +
                                  std::to_string(truth.game.moves.size()) + " plies");
}

void PublicEye::check_begun(const broadcast::PublicGame& game, const Truth& truth) const {
    if (!truth.begun && game.clocks && game.clocks->running)
        throw Broken(game.id, game.id + " shows a clock that runs before anything was done");
}

std::optional<Us> PublicEye::flag_falls(const broadcast::PublicGame& game) const {
    if (!game.clocks || !game.clocks->running) return std::nullopt;
    const auto at_ms =
        *game.clocks->running == chess::Side::white ? game.clocks->white_ms : game.clocks->black_ms;
    return agenda_.now() + (at_ms - (hall_ms_() - game.clocks->at_utc_ms)) * ms;
}

void PublicEye::check_clock(const Known& before, const broadcast::PublicGame& game) const {
    const auto falls = flag_falls(game);
    if (!falls || !before.flag_falls) return;
    if (std::abs(*falls - *before.flag_falls) > clock_off_at_most_ms * ms)
        throw Broken(game.id, game.id + " shows a clock that is " +
                                  std::to_string((*falls - *before.flag_falls) / ms) +
                                  " ms other than before the start");
}

/// After a start.
void PublicEye::check_again(Known& before, const broadcast::PublicGame& game, const std::string& json,
                            const Truth& truth) const {
    // What was on its way out when the daemon died may show: more moves, another line through lost moves, a
    // new date or promotion.
    if (game.moves.size() > before.game.moves.size() || game.result != before.game.result ||
        game.tags != before.game.tags)
        return;
    if (truth.lossy && moves_of(game) != moves_of(before.game)) return;
    const auto runs = [](const broadcast::PublicGame& each) { return each.clocks && each.clocks->running; };
    if (truth.begun && game.moves.empty() && before.game.clocks && !runs(before.game) && runs(game)) return;
    const bool has_new_times = is_put_right(before.game, game) || is_set_by_arbiter(before.game, game, truth);
    if (json != before.json && has_new_times && is_by_clock_act(before, truth)) return;
    if (is_dated_anew(before.game, game) || may_be_taken_for_queen(before.game, truth)) return;
    if (json != before.json)
        throw Broken(game.id, game.id + " is not shown as it was before the start:" + clocks_of(before.game) +
                                  " and then" + clocks_of(game));
    if (wall_clock_is_true_) check_clock(before, game);
}

/// A press or an arbiter, at least the delay ago, explains one more frame.
bool PublicEye::is_by_clock_act(Known& before, const Truth& truth) const {
    const auto seen = agenda_.now() - delay_ms_ * ms + early_at_most;
    const auto acts = std::ranges::lower_bound(truth.clock_acts, seen) - truth.clock_acts.begin();
    return ++before.by_clock_act <= static_cast<std::size_t>(acts);
}

/// While the daemon runs, a move, a late press, a result or an arbiter explains each frame.
void PublicEye::check_change(Known& before, const broadcast::PublicGame& game, const Truth& truth) const {
    const auto moves = game.moves.size(), moves_before = before.game.moves.size();
    const bool is_shorter = moves < moves_before ||
                            (game.result == chess::Result::open && before.game.result != chess::Result::open);
    const bool is_longer = moves > moves_before || game.result != before.game.result;
    const bool was_queen = may_be_taken_for_queen(before.game, truth);
    const bool has_begun = truth.begun && before.game.clocks && !before.game.clocks->running;
    if (is_shorter && before.takebacks == truth.takebacks && !truth.lossy && !was_queen)
        throw Broken(game.id, game.id + " takes back what was shown: " + moves_of(before.game) +
                                  " and then " + moves_of(game));
    if (is_shorter) ++before.takebacks;
    if (is_shorter || is_longer || moves_of(game) != moves_of(before.game) || has_begun || truth.lossy)
        return;
    if (game.tags != before.game.tags) return;
    if (!is_by_clock_act(before, truth))
        throw Broken(game.id, game.id + " makes a frame that no move explains: " + before.json +
                                  "\nand then " + broadcast::to_json(game));
}

// --- a page that follows ---

namespace {

std::map<std::int64_t, boost::json::object> games_in(const std::string& round) {
    std::map<std::int64_t, boost::json::object> games;
    const auto parsed = boost::json::parse(round);
    for (const auto& game : parsed.at("games").as_array())
        games[game.at("board").as_int64()] = game.as_object();
    return games;
}

/// As the feed's README says.
boost::json::object changed(const boost::json::object& before, boost::json::object game) {
    for (const auto* name : {"tags", "start"})
        if (!game.contains(name)) game[name] = before.at(name);
    auto moves = before.at("moves").as_array();
    moves.resize(static_cast<std::size_t>(game.at("keep").as_int64()));
    for (const auto& move : game.at("moves").as_array()) moves.push_back(move);
    game["moves"] = moves;
    game["keep"] = 0;
    return game;
}

} // namespace

void PublicEye::follow(const std::string& message) {
    if (follower_) {
        auto game = boost::json::parse(message).at("game").as_object();
        auto& shown = (*follower_)[game.at("board").as_int64()];
        const bool is_same = shown.contains("id") && shown.at("id") == game.at("id");
        shown = changed(is_same ? shown : game, game);
    }
    if (follower_ && random_() % 8 == 0) check_follower();
    if (!follower_ && random_() % 8 == 0) follower_ = games_in(*live_->whole());
}

/// Followers and newcomers see the same.
void PublicEye::check_follower() {
    if (games_in(*live_->whole()) != *follower_)
        throw Broken("a page that has followed shows other than one that is opened now");
    follower_.reset();
}

} // namespace adoube::hall
