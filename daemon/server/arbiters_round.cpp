#include "daemon/server/arbiters_round.hpp"

#include "daemon/account/description.hpp"
#include "daemon/broadcast/public_json.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <ranges>

namespace adoube::server {
namespace {

namespace json = boost::json;

std::string line_of(const umpire::Incident& incident) {
    auto line = to_line(incident);
    line.pop_back();
    return line + ",\"move\":" + std::to_string(incident.move) + '}';
}

std::string line_of(const umpire::Proposal& proposal) {
    return json::serialize(
        json::object{{"seq", proposal.seq},
                     {"t", proposal.t_ms.count()},
                     {"article", proposal.article},
                     {"side", proposal.side == chess::Side::white ? "w" : "b"},
                     {"ply", proposal.ply},
                     {"move", proposal.move},
                     {"result", chess::to_string(proposal.result)},
                     {"incident", proposal.incident},
                     {"add_ms", json::array(proposal.add_ms.begin(), proposal.add_ms.end())},
                     {"text", proposal.text.told()}});
}

std::string line_of(const round::Act& act) {
    json::object line{{"t", act.t_ms.count()}, {"what", account::described(act.what)}};
    line["by"] = act.by.empty() ? json::value() : json::value(act.by);
    if (act.added_ms != std::array<std::int64_t, 2>{})
        line["added_ms"] = json::array(act.added_ms.begin(), act.added_ms.end());
    return json::serialize(line);
}

/// Those told before, and what `all` has since.
template<class Told>
std::vector<std::string> lines_of(std::span<const Told> all, std::vector<std::string> before) {
    for (const auto& each : all.subspan(std::min(before.size(), all.size()))) before.push_back(line_of(each));
    return before;
}

/// The values after the first `known`.
std::string list(std::span<const std::string> values, std::size_t known) {
    std::string text = "[";
    for (const auto& value : values.subspan(std::min(known, values.size())))
        text += (text.size() > 1 ? "," : "") + value;
    return text + "]";
}

std::string text_or_null(const std::string& text) {
    return text.empty() ? "null" : json::serialize(json::string(text));
}

json::value letter(const std::optional<chess::Piece>& piece) {
    if (!piece) return nullptr;
    const auto letter = "pnbrqk"[static_cast<int>(piece->type)];
    const bool white = piece->side == chess::Side::white;
    return json::string(1, white ? static_cast<char>(letter - 'a' + 'A') : letter);
}

json::value letter_of_seen(const std::optional<record::Seen>& seen) {
    if (!seen) return nullptr;
    if (!seen->side || !seen->type) return "?";
    return letter(chess::Piece{*seen->side, *seen->type});
}

std::string differing(const umpire::Sight* squares, const chess::Position& wanted) {
    json::array list;
    for (auto left = squares ? squares->differing(wanted) : 0; left;) {
        const auto square = chess::pop(left);
        list.push_back(
            json::array{to_string(square), letter(wanted.at(square)), letter_of_seen(squares->at(square))});
    }
    return json::serialize(list);
}

std::string legal_in(const broadcast::PublicGame& game) {
    json::array moves;
    for (const auto move : game.position.legal_moves())
        moves.push_back(json::array{chess::to_san(game.position, move), chess::to_uci(move, game.chess960)});
    return json::serialize(moves);
}

std::string list_of(const std::vector<round::Complaint>& complaints) {
    json::array list;
    for (const auto& complaint : complaints)
        list.push_back(json::object{{"about", round::to_string(complaint.about)}, {"text", complaint.text}});
    return json::serialize(list);
}

std::string line_of(const std::optional<umpire::RightToClaim>& right) {
    if (!right) return "null";
    return json::serialize(json::object{{"side", right->side == chess::Side::white ? "w" : "b"},
                                        {"ply", right->ply},
                                        {"times", right->times},
                                        {"fifty", right->fifty},
                                        {"lost", right->lost}});
}

std::string next_of(const round::TableView& view) {
    if (!view.next) return "null";
    const auto tag = [&](const char* name) { return record::tag_of(*view.next->tags, name); };
    json::object next{{"id", view.next->record_id},
                      {"round", tag("Round")},
                      {"white", tag("White")},
                      {"black", tag("Black")}};
    for (const auto& [key, name] : {std::pair("white_team", "WhiteTeam"), {"black_team", "BlackTeam"}})
        if (const auto team = tag(name); !team.empty()) next[key] = team;
    return json::serialize(next);
}

} // namespace

std::string ArbitersRound::keys(const Board& now, const Board* before) {
    std::string text;
    const auto put = [&](std::string_view key, const std::string& value) {
        text.append(",\"").append(key).append("\":").append(value);
    };
    const bool changed = !before || before->game != now.game;
    if (!before || before->record != now.record) put("record", text_or_null(now.record));
    if (!before || before->started != now.started) put("started", text_or_null(now.started));
    if (!before || before->confirmed != now.confirmed) put("confirmed", now.confirmed ? "true" : "false");
    if (changed) put("game", before ? to_json(now.game, before->game) : to_json(now.game));
    const auto told = before ? before->incidents.size() : 0, proposed = before ? before->proposals.size() : 0,
               acted = before ? before->acts.size() : 0;
    if (!before || now.incidents.size() != told) put("incidents", list(now.incidents, told));
    if (!before || before->dismissed != now.dismissed)
        put("dismissed", json::serialize(json::array(now.dismissed.begin(), now.dismissed.end())));
    if (!before || now.proposals.size() != proposed) put("proposals", list(now.proposals, proposed));
    if (!before || now.acts.size() != acted) put("acts", list(now.acts, acted));
    if (!before) put("electronics", now.electronics ? "true" : "false");
    if (!before || before->here != now.here) put("here", now.here ? "true" : "false");
    if (!before || before->trouble != now.trouble) put("trouble", text_or_null(now.trouble));
    if (!before || before->complaints != now.complaints) put("complaints", list_of(now.complaints));
    if (!before || before->notice != now.notice) put("notice", text_or_null(now.notice));
    if (!before || before->lost != now.lost) put("lost", text_or_null(now.lost));
    if (!before || before->next != now.next) put("next", now.next);
    if (!before || before->differ != now.differ) put("differ", now.differ);
    if (!before || before->legal != now.legal) put("legal", now.legal);
    if (!before || before->exchanged != now.exchanged) put("exchanged", now.exchanged);
    if (!before || before->right != now.right) put("right", line_of(now.right));
    if (!before || before->breach != now.breach)
        put("breach", now.breach ? std::to_string(*now.breach) : "null");
    if (!before || before->untold != now.untold)
        put("untold", json::serialize(json::array(now.untold.begin(), now.untold.end())));
    return text;
}

std::string ArbitersRound::update(const round::TableView& view) {
    const auto known = boards_.find(view.number);
    const bool goes_on = known != boards_.end() && known->second.game.id == view.game.id;
    static const Board none;
    const Board& before = goes_on ? known->second : none;
    const bool stands = goes_on && before.game.position == view.game.position;
    Board now{.game = view.game,
              .record = std::string(view.record_id),
              .started = std::string(view.start_time),
              .confirmed = view.confirmed,
              .incidents = lines_of(view.incidents, before.incidents),
              .proposals = lines_of(view.proposals, before.proposals),
              .acts = lines_of(view.acts, before.acts),
              .dismissed = view.dismissed,
              .electronics = view.electronics,
              .here = view.hello != nullptr,
              .trouble = std::string(view.trouble_here.empty() ? view.trouble : view.trouble_here),
              .complaints = view.complaints,
              .notice = std::string(view.notice),
              .lost = std::string(view.lost),
              .next = next_of(view),
              .differ = differing(view.squares, view.game.position),
              .legal = stands ? before.legal : legal_in(view.game),
              .exchanged = view.exchanged_utc_ms ? std::to_string(view.exchanged_utc_ms->count()) : "null",
              .right = view.right_to_claim,
              .breach = view.claimable_breach,
              .untold = {view.untold_promotions.begin(), view.untold_promotions.end()}};
    const auto news = keys(now, goes_on ? &known->second : nullptr);
    now.changes = (known != boards_.end() ? known->second.changes : 0) + !news.empty();
    boards_.insert_or_assign(view.number, std::move(now));
    if (news.empty()) return {};
    return R"({"type":"board","board":)" + std::to_string(view.number) + news + '}';
}

std::string ArbitersRound::news_for(int number, std::string_view record, std::size_t acts,
                                    const std::string& who) const {
    const auto found = boards_.find(number);
    if (found == boards_.end() || found->second.record != record)
        return "board " + std::to_string(number) + " has not game " + std::string(record) + " any more";
    const auto& all = found->second.acts;
    for (const auto& line : std::span(all).subspan(std::min(acts, all.size())) | std::views::reverse) {
        const auto act = json::parse(line);
        const auto& by = act.at("by");
        if (by.is_string() && by.get_string() == who) continue;
        return (by.is_string() ? std::string(by.get_string()) : "somebody at the daemon's own computer") +
               " has done something here since: " + std::string(act.at("what").get_string());
    }
    return {};
}

bool ArbitersRound::has(int board, std::string_view id, std::string_view one_case) const {
    const auto found = boards_.find(board);
    if (found == boards_.end() || found->second.game.id != id || one_case.empty()) return false;
    const char kind = one_case.front();
    const auto rest = one_case.substr(1);
    if (kind == 'c')
        return std::ranges::any_of(found->second.complaints, [&](const round::Complaint& each) {
            return rest == std::string(round::to_string(each.about)) + ": " + each.text;
        });
    const auto number = tlog::parse_decimal(rest);
    const auto& numbered = kind == 'i' ? found->second.incidents : found->second.proposals;
    return number && *number >= 1 && *number <= numbered.size();
}

std::string ArbitersRound::moves_differ(int board, std::size_t moves) const {
    const auto& all = boards_.at(board).game.moves;
    if (all.size() == moves) return {};
    return all.empty() ? "the game has no move any more"
                       : "the game has come to another move, " + all.back().san();
}

std::uint64_t ArbitersRound::seq(const access::Grant& grant) const {
    std::uint64_t changes = 0;
    for (const auto& [number, board] : boards_)
        if (may(grant, access::Thing::arbiters_view, number)) changes += board.changes;
    return changes;
}

std::string ArbitersRound::whole(const access::Grant& grant) const {
    std::string text = R"({"type":"boards","epoch":)" + json::serialize(json::string(epoch_)) + R"(,"seq":)" +
                       std::to_string(seq(grant)) + R"(,"time_zone":)" + text_or_null(time_zone_) +
                       R"(,"boards":[)";
    const char* separator = "";
    for (const auto& [number, board] : boards_) {
        if (!may(grant, access::Thing::arbiters_view, number)) continue;
        text += separator + (R"({"board":)" + std::to_string(number)) + keys(board, nullptr) + '}';
        separator = ",";
    }
    return text + "]}";
}

} // namespace adoube::server
