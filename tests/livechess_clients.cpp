#include "tests/livechess_clients.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace adoube::tests {
namespace {

namespace json = boost::json;

std::vector<std::string> texts(const json::value& array) {
    std::vector<std::string> all;
    for (const auto& one : array.as_array()) all.emplace_back(one.as_string());
    return all;
}

std::string subscribe_to(const std::string& serialnr) {
    return R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":")" +
           serialnr + R"("}}})";
}

} // namespace

std::vector<std::string> Follower::connected() {
    first_ = true;
    return {R"({"id":1,"call":"eboards","param":null})", subscribe_to(serialnr_)};
}

void Follower::hear(std::string_view text) {
    const auto message = json::parse({text.data(), text.size()});
    const auto& param = message.at("param");
    if (message.at("response") == "error") errors_.emplace_back(param.at("message").as_string());
    if (message.at("response") != "feed" || message.at("id") != 1) return;
    ++events_;
    const auto& event = param.as_object();
    if (std::exchange(first_, false) && !(event.contains("board") && event.contains("clock")))
        errors_.emplace_back("the first event lacks board or clock");
    if (const auto* board = event.if_contains("board")) board_ = board->is_string() ? board->as_string() : "";
    if (const auto* start = event.if_contains("start")) start_ = start->as_string();
    if (const auto* match = event.if_contains("match")) match_ = match->as_bool();
    if (const auto* san = event.if_contains("san")) {
        auto now = texts(*san);
        const auto same = std::ranges::mismatch(san_, now);
        revised_ += same.in1 != san_.end();
        san_ = std::move(now);
    }
}

std::vector<std::string> PlayingPage::connected() { return {R"({"id":1,"call":"eboards"})"}; }

std::vector<std::string> PlayingPage::hear(std::string_view text, std::int64_t now_ms) {
    const auto message = json::parse({text.data(), text.size()});
    const auto& param = message.at("param");
    const bool is_list =
        message.at("response") == "call" && message.at("id").is_int64() && message.at("id") == 1;
    if (is_list) {
        if (param.as_array().empty())
            return wrong_.emplace_back("no board is listed"), std::vector<std::string>();
        std::vector<std::string> out{subscribe_to(std::string(param.at(0).at("serialnr").as_string()))};
        if (!std::exchange(is_set_up_, true)) {
            out.push_back(R"({"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":")" +
                          at_site_.fen() + R"("}}})");
            local_ = at_site_;
            known_.emplace();
        }
        return out;
    }
    if (message.at("response") == "feed" && param.as_object().contains("san"))
        hear_moves(texts(param.at("san")), now_ms);
    return {};
}

void PlayingPage::hear_moves(std::vector<std::string> san, std::int64_t now_ms) {
    if (san.empty() || known_ == san) return;
    const auto moves = known_ ? std::ssize(san) - std::ssize(*known_) : 1;
    if (moves > 1 && local_.to_move() == player_) {
        waiting_.push_back({now_ms + 2'500, known_, std::move(san), moves});
        return;
    }
    make(san, moves);
}

void PlayingPage::let_pass(std::int64_t now_ms) {
    while (!waiting_.empty() && waiting_.front().due_ms <= now_ms) {
        const auto due = std::move(waiting_.front());
        waiting_.pop_front();
        if (known_ == due.known_then && known_ != due.san) make(due.san, due.moves);
    }
}

void PlayingPage::make(const std::vector<std::string>& san, std::ptrdiff_t moves) {
    known_ = san;
    for (auto at = std::ssize(san) - moves; at < std::ssize(san); ++at) {
        const auto& text = san[static_cast<std::size_t>(at)];
        const auto move = chess::move_from_san(local_, text);
        if (!move) {
            if (!text.starts_with("O-")) wrong_.push_back("illegal: " + text);
            continue;
        }
        if (local_.to_move() == player_) {
            played_.push_back(text);
            at_site_.play(*move);
        } else if (text != last_at_site_) {
            wrong_.push_back("not what the opponent played: " + text);
            continue;
        }
        local_.play(*move);
    }
}

void PlayingPage::opponent_moves(const std::string& san) {
    at_site_.play(*chess::move_from_san(at_site_, san));
    last_at_site_ = san;
}

} // namespace adoube::tests
