#include "daemon/livechess/session.hpp"

#include "daemon/boost/parse_json.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace adoube::livechess {

namespace json = boost::json;

namespace {

std::string message(std::string_view response, std::int64_t id, json::value param, UtcMs now) {
    return json::serialize(
        json::object{{"response", response}, {"id", id}, {"param", std::move(param)}, {"time", now.count()}});
}

const json::value* member(const json::value* object, std::string_view name) {
    return object && object->is_object() ? object->as_object().if_contains(name) : nullptr;
}

std::optional<std::int64_t> number(const json::value* value) {
    if (!value) return std::nullopt;
    boost::system::error_code error;
    const auto number = value->to_number<std::int64_t>(error);
    return error ? std::nullopt : std::optional(number);
}

std::optional<std::string> text(const json::value* value) {
    if (!value || !value->is_string()) return std::nullopt;
    return std::string(value->as_string());
}

json::value state_json(State state) {
    switch (state) {
    case State::active: return "ACTIVE";
    case State::not_responding: return "NOTRESPONDING";
    case State::inactive: return "INACTIVE";
    case State::delayed: return "DELAYED";
    }
    return nullptr;
}

/// Some clients send the placement alone.
std::expected<chess::Position, std::string> position_from(const std::string& fen) {
    auto position = chess::Position::from_fen(fen.contains(' ') ? fen : fen + " w - -");
    if (!position) return std::unexpected("fen is no position to play from: " + position.error());
    return position;
}

const Board* find(std::span<const Board> boards, std::string_view serialnr) {
    auto found = std::ranges::find(boards, serialnr, &Board::serialnr);
    if (found == boards.end())
        found =
            std::ranges::find(boards, serialnr, [](const Board& one) { return std::to_string(one.number); });
    return found == boards.end() ? nullptr : &*found;
}

} // namespace

json::array eboards_json(std::span<const Board> boards, UtcMs now) {
    json::array all;
    for (const Board& board : boards)
        all.push_back(json::object{
            {"serialnr", board.serialnr},
            {"source", nullptr},
            {"state", state_json(board.state)},
            {"battery", nullptr},
            {"comment", "board " + std::to_string(board.number)},
            {"board", board.placement.empty() ? json::value(nullptr) : json::value(board.placement)},
            {"flipped", false},
            {"clock", clock_json(board.clocks, now)}});
    return all;
}

struct Session::Call {
    std::string name;
    const json::value* param;
    std::span<const Board> boards;
    UtcMs now_utc_ms;
};

std::vector<std::string> Session::receive(std::string_view text_, std::span<const Board> boards, UtcMs now) {
    const auto parsed = parse_json(text_);
    const auto id = parsed ? number(member(&*parsed, "id")) : std::nullopt;
    const auto name = parsed ? text(member(&*parsed, "call")) : std::nullopt;
    Answer answered;
    if (!parsed)
        answered = std::unexpected("a call must be JSON: " + parsed.error());
    else if (!id || !name)
        answered = std::unexpected(std::string("a call needs a name and a whole number as id, as in "
                                               "{\"id\":1,\"call\":\"eboards\"}"));
    else if (!refusal_.empty())
        answered = std::unexpected(refusal_);
    else
        answered = answer({*name, member(&*parsed, "param"), boards, now});
    refused_ += !answered;
    std::vector<std::string> out;
    if (answered)
        out.push_back(message("call", *id, std::move(*answered), now));
    else
        out.push_back(message("error", id.value_or(0), json::object{{"message", answered.error()}}, now));
    // The other feeds hear of their boards by `look`: a flood of calls costs no more for many feeds.
    const auto named = parsed ? number(member(member(&*parsed, "param"), "id")) : std::nullopt;
    if (const auto feed = named ? feeds_.find(*named) : feeds_.end(); feed != feeds_.end())
        if (const auto board = std::ranges::find(boards, feed->second.board(), &Board::number);
            board != boards.end())
            tell(out, feed->first, feed->second, *board, now);
    return out;
}

Session::Answer Session::answer(const Call& call) {
    if (call.name == "eboards") return eboards_json(call.boards, call.now_utc_ms);
    if (call.name == "subscribe") return subscribe(call);
    if (call.name == "unsubscribe") return unsubscribe(call);
    if (call.name == "call") return call_method(call);
    return std::unexpected("there is no call " + call.name +
                           ": eboards, subscribe, unsubscribe and call are understood");
}

Session::Answer Session::subscribe(const Call& call) {
    const auto feed = text(member(call.param, "feed"));
    const auto id = number(member(call.param, "id"));
    const auto serialnr = text(member(member(call.param, "param"), "serialnr"));
    if (feed != "eboardevent") return std::unexpected(std::string("the only feed is eboardevent"));
    if (!id || !serialnr)
        return std::unexpected(
            std::string("subscribe needs a whole number as the feed's id, and the serialnr of a board"));
    const auto* board = find(call.boards, *serialnr);
    if (!board) return std::unexpected("no board has the serialnr " + *serialnr + ": eboards lists them");
    const auto of_board = std::ranges::count_if(
        feeds_, [&](const auto& each) { return each.first != *id && each.second.board() == board->number; });
    if ((feeds_.size() == most_feeds && !feeds_.contains(*id)) || of_board == most_feeds_of_board)
        return std::unexpected(std::string("too many feeds: unsubscribe from one first"));
    feeds_.insert_or_assign(*id, Subscription(board->number));
    return nullptr;
}

Session::Answer Session::unsubscribe(const Call& call) {
    const auto in_object = number(member(call.param, "id"));
    const auto id = in_object ? in_object : number(call.param);
    if (!id || feeds_.erase(*id) == 0) return std::unexpected(std::string("there is no such feed"));
    return nullptr;
}

std::expected<std::pair<Subscription*, const Board*>, std::string> Session::feed_of(const Call& call) {
    const auto id = number(member(call.param, "id"));
    const auto feed = id ? feeds_.find(*id) : feeds_.end();
    if (feed == feeds_.end()) return std::unexpected(std::string("there is no such feed: subscribe first"));
    const auto board = std::ranges::find(call.boards, feed->second.board(), &Board::number);
    if (board == call.boards.end()) return std::unexpected(std::string("this board is gone"));
    return std::pair(&feed->second, &*board);
}

Session::Answer Session::call_method(const Call& call) {
    const auto feed = feed_of(call);
    if (!feed) return std::unexpected(feed.error());
    const auto method = text(member(call.param, "method"));
    const auto* param = member(call.param, "param");
    if (method == "flip") {
        const auto* flip = member(param, "flip");
        if (!flip || !flip->is_bool()) return std::unexpected(std::string("flip is true or false"));
        feed->first->flip(flip->as_bool());
        return nullptr;
    }
    if (method != "setup") return std::unexpected(std::string("the methods of a feed are setup and flip"));
    const auto fen = text(member(param, "fen"));
    if (!fen) return std::unexpected(std::string("setup needs a position as fen"));
    const auto position = position_from(*fen);
    if (!position) return std::unexpected(position.error());
    feed->first->set_up(*position, *feed->second);
    return nullptr;
}

void Session::tell(std::vector<std::string>& out, std::int64_t feed, Subscription& subscription,
                   const Board& board, UtcMs now) {
    if (auto event = subscription.look(board, now))
        out.push_back(message("feed", feed, std::move(*event), now));
}

std::vector<std::string> Session::look(const Board& board, UtcMs now) {
    std::vector<std::string> out;
    for (auto& [feed, subscription] : feeds_)
        if (subscription.board() == board.number) tell(out, feed, subscription, board, now);
    return out;
}

bool Session::holds_moves() const {
    return std::ranges::any_of(feeds_, [](const auto& feed) { return feed.second.holds_moves(); });
}

bool Session::watches(int board) const {
    return std::ranges::any_of(feeds_, [&](const auto& feed) { return feed.second.board() == board; });
}

} // namespace adoube::livechess
