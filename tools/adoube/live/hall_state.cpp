#include "tools/adoube/live/hall_state.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/umpire/data/in_words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <sstream>

namespace adoube::tools {
namespace {

namespace json = boost::json;

std::string text_in(const json::object& object, std::string_view key, std::string_view otherwise = {}) {
    const auto* const value = object.if_contains(key);
    return std::string(value && value->is_string() ? std::string_view(value->get_string()) : otherwise);
}
std::int64_t number_in(const json::value* value, std::int64_t otherwise = 0) {
    return value && value->is_int64() ? value->get_int64() : otherwise;
}
std::int64_t number_in(const json::object& object, std::string_view key) {
    return number_in(object.if_contains(key));
}
const json::array& list_in(const json::object& object, std::string_view key) {
    static const json::array none;
    const auto* const value = object.if_contains(key);
    return value && value->is_array() ? value->get_array() : none;
}
std::int64_t number_at(const json::array& list, std::size_t at) { return number_in(list.if_contains(at)); }

/// Board numbers and plies: what does not fit is none of ours.
int small(std::int64_t number) { return static_cast<int>(std::clamp<std::int64_t>(number, 0, 1'000'000)); }

ToldMatter incident_from(const json::object& told) {
    const auto& inputs = list_in(told, "inputs");
    return {.seq = number_in(told, "seq"),
            .kind = text_in(told, "kind"),
            .ply = small(number_in(told, "ply")),
            .first_input = number_at(inputs, 0),
            .last_input = number_at(inputs, 1),
            .sentence = umpire::in_words("incident", number_in(told, "seq"), number_in(told, "move"),
                                         text_in(told, "article"), text_in(told, "text"))};
}

ToldMatter proposal_from(const json::object& told) {
    const auto& added = list_in(told, "add_ms");
    return {.is_proposal = true,
            .seq = number_in(told, "seq"),
            .ply = small(number_in(told, "ply")),
            .sentence =
                umpire::in_words("proposal", number_in(told, "seq"), number_in(told, "move"),
                                 text_in(told, "article"), text_in(told, "text")) +
                umpire::how_to_do(text_in(told, "result"), {number_at(added, 0), number_at(added, 1)})};
}

/// Appends those with new numbers.
void take_matters(const json::array& told, ToldMatter (*from)(const json::object&),
                  std::vector<ToldMatter>& known) {
    for (const auto& each : told)
        if (const auto* const object = each.if_object()) {
            auto matter = from(*object);
            if (std::ranges::none_of(known, [&](const auto& one) { return one.seq == matter.seq; }))
                known.push_back(std::move(matter));
        }
}

std::optional<ToldClocks> clocks_from(const json::value& value) {
    const auto* const told = value.if_object();
    if (!told) return std::nullopt;
    ToldClocks clocks{.left_ms = {number_in(*told, "w"), number_in(*told, "b")},
                      .running = {},
                      .at = UtcMs(number_in(*told, "at"))};
    const auto running = text_in(*told, "running");
    if (running == "w") clocks.running = chess::Side::white;
    if (running == "b") clocks.running = chess::Side::black;
    return clocks;
}

void take_game(const json::object& game, ToldBoard& board) {
    if (const auto id = text_in(game, "id"); id != board.id) {
        board = {.number = board.number,
                 .id = id,
                 .here = board.here,
                 .trouble = board.trouble,
                 .notice = board.notice,
                 .lost = board.lost,
                 .complaints = board.complaints};
    }
    if (const auto* const tags = game.if_contains("tags"); tags && tags->is_object()) {
        board.tags.clear();
        for (const auto& [name, value] : tags->get_object())
            if (value.is_string()) board.tags.emplace(name, value.get_string());
    }
    board.start = text_in(game, "start", board.start);
    board.fen = text_in(game, "fen", board.fen);
    const auto* const begun = game.if_contains("begun");
    board.begun = begun && begun->is_bool() && begun->get_bool();
    const auto keep = static_cast<std::size_t>(std::max<std::int64_t>(0, number_in(game, "keep")));
    if (keep < board.moves.size()) board.moves.resize(keep);
    for (const auto& each : list_in(game, "moves")) {
        const auto* const move = each.if_array();
        if (!move || move->empty() || !move->front().is_string()) continue;
        ToldMove told{std::string(move->front().get_string()), {}};
        if (move->size() > 2) told.clock_ms = number_at(*move, 2);
        board.moves.push_back(std::move(told));
    }
    if (const auto* const clocks = game.if_contains("clocks")) board.clocks = clocks_from(*clocks);
    board.result = text_in(game, "result", board.result);
}

struct FirstMove {
    int number = 1;
    chess::Side side = chess::Side::white;
};
FirstMove first_move(const std::string& fen) {
    const auto position = chess::Position::from_fen(fen);
    if (!position) return {};
    return {position->fullmove_number(), position->to_move()};
}

bool is_known(const ToldBoard* before, const ToldMatter& matter) {
    if (!before) return false;
    return std::ranges::any_of(matter.is_proposal ? before->proposals : before->incidents,
                               [&](const auto& one) { return one.seq == matter.seq; });
}

void tell_moves(const ToldBoard& before, const ToldBoard& after, std::vector<std::string>& lines) {
    const auto same = static_cast<std::size_t>(
        std::ranges::mismatch(before.moves, after.moves, {}, &ToldMove::san, &ToldMove::san).in2 -
        after.moves.begin());
    for (auto at = before.moves.size(); at > same; --at)
        lines.push_back(numbered_move(before, at - 1) + " taken back");
    for (auto at = same; at < after.moves.size(); ++at) {
        const auto& clock_ms = after.moves[at].clock_ms;
        lines.push_back(numbered_move(after, at) +
                        (clock_ms ? " (" + umpire::clock_time(*clock_ms) + ")" : std::string()));
    }
    if (after.start != before.start) lines.emplace_back("another position was set up");
}

} // namespace

std::int64_t left_ms(const ToldClocks& clocks, chess::Side side, UtcMs now) {
    const auto left = clocks.left_ms[static_cast<std::size_t>(side)];
    return clocks.running == side ? left - std::max<std::int64_t>(0, now - clocks.at) : left;
}

std::string ToldBoard::player(chess::Side side) const {
    const auto found = tags.find(side == chess::Side::white ? "White" : "Black");
    return found == tags.end() || found->second.empty() ? "?" : found->second;
}

std::string numbered_move(const ToldBoard& board, std::size_t at) {
    const auto first = first_move(board.start);
    const auto half = at + (first.side == chess::Side::black ? 1 : 0);
    return std::to_string(first.number + static_cast<int>(half / 2)) + (half % 2 == 0 ? ". " : "... ") +
           board.moves[at].san;
}

std::vector<std::string> news(const ToldBoard* before, const ToldBoard& after) {
    std::vector<std::string> lines;
    const auto players = [](const ToldBoard& board) {
        return board.player(chess::Side::white) + " - " + board.player(chess::Side::black);
    };
    if (!before || before->id != after.id) {
        const auto plies = after.moves.size();
        lines.push_back("game " + after.id + ", " + players(after) +
                        (plies == 0 ? std::string() : ", so far " + numbered_move(after, plies - 1)));
        if (before && before->id != after.id) before = nullptr;
    } else {
        if (players(*before) != players(after)) lines.push_back("the players are " + players(after));
        tell_moves(*before, after, lines);
    }
    for (const auto* const matters : {&after.incidents, &after.proposals})
        for (const auto& matter : *matters)
            if (!is_known(before, matter) && (matter.is_proposal || !after.dismissed.contains(matter.seq)))
                lines.push_back(matter.sentence);
    for (const auto seq : after.dismissed)
        if (before && !before->dismissed.contains(seq))
            lines.push_back("incident " + std::to_string(seq) + " dismissed");
    if (after.result != (before ? before->result : "*"))
        lines.push_back(after.result == "*" ? "the game goes on" : "result " + after.result);
    const auto tell = [&](const std::string& sentence, const std::string* known) {
        if (!sentence.empty() && (!known || *known != sentence)) lines.push_back(sentence);
    };
    tell(after.trouble, before ? &before->trouble : nullptr);
    tell(after.notice, before ? &before->notice : nullptr);
    tell(after.lost, before ? &before->lost : nullptr);
    if (before && !before->here && after.here) lines.emplace_back("the board is here");
    if (before && before->here && !after.here && after.trouble.empty())
        lines.emplace_back("the board is away");
    return lines;
}

std::set<int> HallState::take(const std::string& message) {
    const auto value = parse_json(message);
    const auto* const told = value ? value->if_object() : nullptr;
    std::set<int> changed;
    if (!told) return changed;
    const auto type = text_in(*told, "type");
    told_now_.reset();
    if (type == "now") told_now_ = UtcMs(number_in(*told, "now"));
    if (type != "board" && type != "boards") return changed;
    const auto take_one = [&](const json::object& board) {
        const int number = small(number_in(board, "board"));
        if (number == 0) return;
        take_board(board);
        changed.insert(number);
    };
    if (type == "board") take_one(*told);
    if (type == "boards") {
        epoch_ = text_in(*told, "epoch");
        boards_.clear();
        for (const auto& board : list_in(*told, "boards"))
            if (const auto* const whole = board.if_object()) take_one(*whole);
    }
    seq_ = number_in(*told, "seq");
    return changed;
}

void HallState::take_board(const json::object& change) {
    const int number = small(number_in(change, "board"));
    ToldBoard& board = boards_[number];
    board.number = number;
    if (const auto* const game = change.if_contains("game"); game && game->is_object())
        take_game(game->get_object(), board);
    take_matters(list_in(change, "incidents"), incident_from, board.incidents);
    take_matters(list_in(change, "proposals"), proposal_from, board.proposals);
    if (change.contains("dismissed")) {
        board.dismissed.clear();
        for (const auto& each : list_in(change, "dismissed")) board.dismissed.insert(number_in(&each));
    }
    if (const auto* const here = change.if_contains("here"); here && here->is_bool())
        board.here = here->get_bool();
    for (const auto& [key, text] :
         {std::pair{"trouble", &board.trouble}, {"notice", &board.notice}, {"lost", &board.lost}})
        if (change.contains(key)) *text = text_in(change, key);
    if (change.contains("complaints")) {
        board.complaints.clear();
        for (const auto& each : list_in(change, "complaints"))
            if (each.is_object()) board.complaints.push_back(text_in(each.get_object(), "text"));
    }
}

std::string HallState::resume() const {
    return epoch_.empty() ? std::string() : "?epoch=" + epoch_ + "&seq=" + std::to_string(seq_);
}

} // namespace adoube::tools
