#include "daemon/server/token_desk.hpp"

#include "daemon/server/console_message.hpp"
#include "daemon/server/viewer.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <algorithm>

namespace adoube::server {
namespace {

using access::Thing;

constexpr std::string_view command_path = "/api/command", view_path = "/api/arbiter",
                           feed_path = "/api/arbiter/live", status_path = "/api/status",
                           targets_path = "/api/targets", at_once_path = "/api/fair-play/round.pgn",
                           cosigned_path = "/api/evidence", request_path = "/api/evidence/checkpoint",
                           cosignature_path = "/api/evidence/cosignature", report_path = "/api/report",
                           report_csv_path = "/api/report.csv", report_json_path = "/api/report.json",
                           sheets_path = "/api/scoresheets.pdf", metrics_path = "/metrics",
                           clock_times_path = "/api/clock-times";

constexpr std::size_t short_body = 4096, long_body = 64 * 1024;

constexpr struct {
    std::string_view path, method;
    Thing thing;
    std::size_t longest_body = 0;
} addresses[] = {{command_path, "POST", Thing::arbiters_word, Desk::longest_body},
                 {view_path, "GET", Thing::arbiters_view},
                 {feed_path, "GET", Thing::arbiters_view},
                 {status_path, "GET", Thing::status},
                 {metrics_path, "GET", Thing::metrics},
                 {targets_path, "GET", Thing::targets},
                 {at_once_path, "GET", Thing::games_at_once},
                 {cosigned_path, "GET", Thing::cosigning},
                 {request_path, "GET", Thing::cosigning},
                 {cosignature_path, "POST", Thing::cosigning, long_body},
                 {games_path, "GET", Thing::arbiters_view},
                 {pairings_path, "POST", Thing::round_files, Desk::longest_body},
                 {results_path, "POST", Thing::round_files, Desk::longest_body},
                 {boards_path, "GET", Thing::board_exchange},
                 {file_standings_path, "POST", Thing::round_files, Desk::longest_body},
                 {game_path, "POST", Thing::round_files, long_body},
                 {event_path, "GET", Thing::settings},
                 {save_event_path, "POST", Thing::settings, long_body},
                 {wall_path, "GET", Thing::settings},
                 {save_wall_path, "POST", Thing::settings, long_body},
                 {hall_path, "GET", Thing::settings},
                 {save_hall_path, "POST", Thing::settings, Desk::longest_body},
                 {restart_path, "POST", Thing::settings, short_body},
                 {tokens_path, "GET", Thing::tokens},
                 {new_token_path, "POST", Thing::tokens, short_body},
                 {revoke_token_path, "POST", Thing::tokens, short_body},
                 {code_path, "POST", Thing::tokens, long_body},
                 {report_path, "GET", Thing::arbiters_view},
                 {report_csv_path, "GET", Thing::arbiters_view},
                 {report_json_path, "GET", Thing::arbiters_view},
                 {sheets_path, "GET", Thing::arbiters_view},
                 {clock_times_path, "GET", Thing::arbiters_view}};

const auto* address_of(std::string_view path) {
    if (path.starts_with(games_path)) path = games_path;
    return std::ranges::find(addresses, path, [](const auto& each) { return each.path; });
}

Response json_of(std::string body) {
    return {.type = "application/json", .body = std::move(body) + '\n', .etag = {}, .fields = {}};
}

/// Unless that is what it was told last.
void tell_news(Viewer& viewer, std::string& told, std::string now) {
    if (now == told) return;
    viewer.send(std::make_shared<const std::string>(websocket::frame(websocket::Opcode::text, now)));
    told = std::move(now);
}

} // namespace

void TokenDesk::start(Calls calls) {
    calls_ = std::move(calls);
    settled_ = std::move(calls_.settled);
    feed_ = ArbitersFeed(std::to_string(calls_.utc_ms().count()), calls_.time_zone);
    reload_tokens();
}

bool TokenDesk::has(std::string_view path) const { return address_of(path) != std::end(addresses); }
bool TokenDesk::is_feed(std::string_view path) const { return path == feed_path; }

void TokenDesk::reload_tokens() {
    if (!tokens_.reload() || tokens_.trouble() == told_) return;
    told_ = tokens_.trouble();
    calls_.tell(told_.empty() ? "the tokens can be read again"
                              : told_ + "; until it can be read no token opens anything");
}

// --- who may ---

Response TokenDesk::wrong(const DeskRequest& request) {
    const auto verdict = wrong_.count(request.address, calls_.steady_ms());
    if (verdict == access::WrongTokens::Verdict::within) {
        auto response = refusal(401, "this token opens nothing here");
        response.fields = {{"WWW-Authenticate", "Bearer error=\"invalid_token\""}};
        return response;
    }
    if (verdict == access::WrongTokens::Verdict::first_over)
        calls_.tell("too many wrong tokens come from " + request.address + ": they are only counted now");
    auto response = refusal(429, "too many wrong tokens have come from this address: wait a little");
    response.fields = {{"Retry-After", std::to_string((access::WrongTokens::refill_ms + 999) / 1000)}};
    return response;
}

std::expected<Pass, Response> TokenDesk::let_in(const DeskRequest& request, Thing thing) {
    const auto token = access::token_in(request.shown);
    if (!token && token.error() == access::NoToken::none) {
        auto response = refusal(401, "this is not for everybody: show a token");
        response.fields = {{"WWW-Authenticate", "Bearer"}};
        return std::unexpected(std::move(response));
    }
    reload_tokens(); // revocations take effect at once
    if (!tokens_.trouble().empty())
        return std::unexpected(
            refusal(503, "the tokens cannot be read, so none opens anything: the daemon's log says why"));
    const auto grant = token ? tokens_.tokens().grant(*token, calls_.utc_ms().count() / 1000) : std::nullopt;
    if (!grant) return std::unexpected(wrong(request));
    if (reach(grant->role, thing) == access::Reach::nowhere) {
        ++forbidden_;
        return std::unexpected(refusal(403, "this token is not for that"));
    }
    return Pass{*token, *grant};
}

std::expected<std::size_t, Response> TokenDesk::may_send(const DeskRequest& head) {
    const auto* const address = address_of(path_of(head.target));
    if (head.method != address->method) {
        auto response = refusal(405, "this address takes " + std::string(address->method));
        response.fields = {{"Allow", std::string(address->method)}};
        return std::unexpected(std::move(response));
    }
    if (const auto pass = let_in(head, address->thing); !pass) return std::unexpected(pass.error());
    return address->longest_body;
}

// --- what they get ---

boost::asio::awaitable<Response> TokenDesk::answer(DeskRequest request) {
    if (const auto may = may_send(request); !may) co_return may.error();
    auto pass = let_in(request, address_of(path_of(request.target))->thing);
    if (!pass) co_return pass.error();
    pass->place = requests_.take(pass->grant);
    if (!pass->place)
        co_return refusal(429, "too many requests with this token are under way: wait for their answers");
    auto response = co_await answer(request, *pass);
    forbidden_ += response.status == 403;
    co_return response;
}

boost::asio::awaitable<Response> TokenDesk::answer(const DeskRequest& request, const Pass& pass) {
    const auto path = path_of(request.target);
    const auto* const address = address_of(path);
    const auto& who = pass.grant;
    if (path == view_path)
        co_return json_of(R"({"now":)" + std::to_string(calls_.utc_ms().count()) + R"(,"round":)" +
                          feed_.round().whole(who) + '}');
    if (path == at_once_path)
        co_return Response{.type = "application/vnd.chess-pgn; charset=utf-8",
                           .body = calls_.games_at_once()};
    if (path == status_path) co_return json_of(calls_.status());
    if (path == metrics_path) co_return calls_.metrics();
    if (path == targets_path) co_return json_of(calls_.targets());
    if (path == sheets_path) co_return co_await calls_.sheets(request, who);
    if (path == report_path || path == report_csv_path || path == report_json_path ||
        path == clock_times_path)
        co_return co_await of_round(request.target, who);
    if (address->path == games_path) co_return co_await calls_.of_record(request, who);
    if (address->thing == Thing::cosigning) co_return co_await calls_.cosign(request, who);
    if (address->thing == Thing::round_files) co_return co_await calls_.round_files(request, who);
    if (address->thing == Thing::board_exchange) co_return co_await calls_.spare_boards();
    if (address->thing == Thing::settings) co_return co_await calls_.settings(request, who);
    if (address->thing == Thing::tokens) co_return co_await calls_.tokens(request, who);
    auto line = request.body;
    if (line.ends_with('\n')) line.pop_back();
    co_return co_await command(request.target, line, pass);
}

boost::asio::awaitable<Response> TokenDesk::command(std::string_view target, const std::string& line,
                                                    const Pass& pass) {
    const AnsweredOnce::Said said{pass.token, pass.grant, std::string(query_value(target, "id")), line};
    if (said.id.empty()) co_return co_await carry_out(target, line, pass.grant);
    if (query_value(target, "epoch") != feed_.round().epoch())
        co_return refusal(410, "the daemon has started again since this was said: look at the board whether "
                               "it was done, and say it anew if not");
    if (auto answer = answered_once_.begin(said, calls_.steady_ms())) co_return std::move(*answer);
    auto response = co_await carry_out(target, line, pass.grant);
    answered_once_.answered(said, response);
    co_return response;
}

/// Unless somebody else was quicker. Whose board it is the line tells, and nothing beside it.
boost::asio::awaitable<Response> TokenDesk::carry_out(std::string_view target, const std::string& line,
                                                      const access::Grant& who) {
    auto command = calls_.command(line, who);
    if (!command) co_return std::move(command.error());
    if (query_value(target, "game").empty()) co_return co_await command->carry_out();
    if (const auto known = is_still_known(target, command->board, who.who()); !known) co_return known.error();
    const bool is_first = under_way_.emplace(command->board, who.who()).second;
    auto response = co_await command->carry_out();
    if (is_first) under_way_.erase(command->board);
    co_return response;
}

/// Of a board that `who` may command.
std::expected<void, Response> TokenDesk::is_still_known(std::string_view target, int board,
                                                        const std::string& who) const {
    const auto refused = [](unsigned status, std::string why) {
        return std::unexpected(refusal(status, why));
    };
    if (board == 0) return refused(422, "game goes with a command on one board");
    const auto acts = tlog::parse_decimal(query_value(target, "acts"));
    if (!acts) return refused(422, "with game must come acts, how many of its acts are known");
    const auto moves_known = query_value(target, "moves");
    const auto moves = tlog::parse_decimal(moves_known);
    if (!moves_known.empty() && !moves)
        return refused(422, "moves must be the number of moves that are known");
    const auto game = query_value(target, "game");
    const auto giver = under_way_.find(board);
    auto news = giver != under_way_.end() && giver->second != who
                    ? giver->second + " gives a command on this board at this moment"
                    : feed_.round().news_for(board, game, *acts, who);
    if (news.empty() && moves) news = feed_.round().moves_differ(board, *moves);
    if (!news.empty()) return refused(412, news + "; say it again if you still mean it");
    return {};
}

boost::asio::awaitable<Response> TokenDesk::of_round(std::string_view target, const access::Grant& who) {
    constexpr std::uint64_t last_round = 99;
    const auto text = query_value(target, "round");
    const auto round = text.empty() ? std::optional<std::uint64_t>(0) : tlog::parse_decimal(text);
    if (!round || *round > last_round)
        co_return refusal(422, "round must be a number up to " + std::to_string(last_round));
    const auto path = path_of(target);
    if (path == clock_times_path) co_return json_of(calls_.clock_times(static_cast<int>(*round), who));
    co_return co_await calls_.report(path, static_cast<int>(*round), who);
}

std::expected<Pass, Response> TokenDesk::admit(const DeskRequest& request) {
    auto pass = let_in(request, Thing::arbiters_view);
    if (!pass) return pass;
    if (!request.shown.websocket_protocol.empty() && !access::offers_feed(request.shown.websocket_protocol))
        return std::unexpected(refusal(400, "offer the protocol " + std::string(access::feed_protocol) +
                                                " too: no token is sent back"));
    pass->place = places_.take(pass->grant);
    if (!pass->place)
        return std::unexpected(
            refusal(503, "too many pages have the feed open with this token, or with all: close some"));
    return pass;
}

void TokenDesk::join(const std::shared_ptr<Viewer>& viewer, Pass pass, const Resume& resume) {
    viewer->send(feed_.welcome(resume, pass.grant));
    auto nobody = Lookers().told_to(pass.grant);
    viewers_.insert_or_assign(viewer, Open{std::move(pass), ++last_viewer_, false, std::move(nobody)});
    tell_lookers();
    tell_settled(); // also that nothing is: it may have been when this page was last there
}

void TokenDesk::leave(const std::shared_ptr<Viewer>& viewer) {
    const auto open = viewers_.find(viewer);
    if (open == viewers_.end()) return;
    lookers_.leave(open->second.number);
    viewers_.erase(open);
    tell_lookers();
}

void TokenDesk::hear(const std::shared_ptr<Viewer>& viewer, std::string_view message) {
    const auto open = viewers_.find(viewer);
    if (open == viewers_.end() || open->second.sent_away) return;
    const auto& grant = open->second.pass.grant;
    const auto said = parse_console_message(message);
    if (!said) return viewer->close(websocket::Close::unsupported_data, said.error());
    if (const auto* const mark = std::get_if<Settled::Mark>(&*said)) {
        const bool is_his = may(grant, Thing::arbiters_word, mark->board);
        forbidden_ += !is_his;
        const bool changed = is_his && feed_.round().has(mark->board, mark->game, mark->one_case) &&
                             settled_.mark(grant, *mark);
        auto& told = open->second.told_settled;
        tell_news(*viewer, told, settled_.told_to(grant, true)); // whatever came of it
        told = settled_.told_to(grant);
        if (changed) keep_and_tell_settled();
        return;
    }
    const auto* const at = std::get_if<Lookers::At>(&*said);
    if (at && !may(grant, Thing::arbiters_view, at->board)) {
        ++forbidden_;
        return;
    }
    if (at)
        lookers_.look(open->second.number, grant, *at, calls_.utc_ms(), calls_.steady_ms());
    else
        lookers_.leave(open->second.number);
    tell_lookers();
}

void TokenDesk::tell_lookers() {
    for (auto& [viewer, open] : viewers_)
        if (!open.sent_away) tell_news(*viewer, open.told_lookers, lookers_.told_to(open.pass.grant));
}

void TokenDesk::keep_and_tell_settled() {
    calls_.keep_settled(settled_.kept());
    tell_settled();
}

void TokenDesk::tell_settled() {
    for (auto& [viewer, open] : viewers_)
        if (!open.sent_away) tell_news(*viewer, open.told_settled, settled_.told_to(open.pass.grant));
}

void TokenDesk::update(const round::TableView& view) {
    const auto news = feed_.update(view);
    if (!news) return;
    for (const auto& [viewer, open] : viewers_)
        if (!open.sent_away && may(open.pass.grant, Thing::arbiters_view, news->board))
            viewer->send(news->frames);
    // A complaint may come again after a restart.
    const auto has = [&](std::string_view one_case) {
        return one_case.starts_with('c') || feed_.round().has(view.number, view.game.id, one_case);
    };
    if (settled_.is_there(view.number, view.game.id, has)) keep_and_tell_settled();
}

void TokenDesk::tick() {
    reload_tokens();
    if (lookers_.forget(calls_.steady_ms())) tell_lookers();
    const auto now_s = calls_.utc_ms().count() / 1000;
    for (auto& [viewer, open] : viewers_) {
        if (open.sent_away) {
            viewer->cut(); // it had one tick to take the reason
        } else if (tokens_.tokens().grant(open.pass.token, now_s) != open.pass.grant) {
            open.sent_away = true;
            viewer->close(websocket::Close::policy_violation, "this token no longer opens this");
        }
    }
}

} // namespace adoube::server
