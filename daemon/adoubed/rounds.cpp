#include "daemon/adoubed/rounds.hpp"

#include "daemon/adoubed/log.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/results/sent_results.hpp"
#include "daemon/round/start_doubts.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using results::HallGame;
using results::RoundAct;

constexpr std::size_t longest_acts = 1 << 20;

using Games = std::expected<std::vector<HallGame>, std::string>;

// These run in the thread of the reader; their arguments are their own.

asio::awaitable<Games> games_of_round(std::string journal, results::AskedGames asked,
                                      Rounds::NotBegun not_begun) {
    co_return results::games_in(journal, asked, not_begun);
}

asio::awaitable<RoundAnswer> files_of_round(std::string journal, std::string request,
                                            Rounds::NotBegun not_begun, ClosedRounds closed) {
    const auto asked = results_asked(request);
    if (!asked) co_return std::unexpected(asked.error());
    const auto games = results::games_in(journal, {.round = asked->round}, not_begun);
    if (!games) co_return std::unexpected(games.error());
    co_return to_json(*asked, *games, closed);
}

std::string in_lines(const std::vector<std::string>& sentences) {
    std::string lines;
    for (const auto& sentence : sentences) lines += (lines.empty() ? "" : "\n") + sentence;
    return lines;
}

RoundAct act_of(const Rounds::Asked& asked, std::string digest = {}) {
    return {.what = asked.line.what,
            .event = asked.event,
            .round = std::to_string(asked.line.round),
            .utc_ms = asked.utc_ms,
            .by = asked.by,
            .results = std::move(digest)};
}

Refusal not_done(std::string why) { return {Refusal::Why::not_understood, std::move(why)}; }

std::string done_in_words(RoundAct::What what) {
    switch (what) {
    case RoundAct::What::start: return " is started";
    case RoundAct::What::close: return " is closed: its files are final, and the next round can be armed";
    case RoundAct::What::reopen: return " is open again";
    }
    return {};
}

std::vector<round::TableView> views_of(const round::Round& round) {
    std::vector<round::TableView> views;
    for (const auto table : round.tables()) views.push_back(round.view(table));
    return views;
}

/// 0 for a round without a number.
int number_of(std::string_view round) {
    int number = 0;
    for (const char digit : round) {
        if (digit < '0' || digit > '9' || number > 9) return 0;
        number = number * 10 + (digit - '0');
    }
    return number;
}

} // namespace

Rounds::Rounds(std::filesystem::path journal, account::LocalTime local, asio::any_io_executor reader)
    : journal_(std::move(journal)), local_(std::move(local)), reader_(std::move(reader)),
      file_(results::rounds_file(journal_), "when rounds were started and closed", longest_acts) {
    told_ = file_.read([this](std::string_view content) -> std::expected<void, std::string> {
        auto kept = results::RoundActs::parse(content);
        if (!kept) return std::unexpected(kept.error());
        acts_ = std::move(*kept);
        return {};
    });
}

std::expected<std::string, std::string> Rounds::act(const Asked& asked, const round::Round& round) {
    auto act = act_of(asked);
    if (auto why = acts_.objection(act, asked.line.of); !why.empty()) return std::unexpected(std::move(why));
    if (act.what == RoundAct::What::reopen) return asked.line.ask ? std::string() : keep(std::move(act));
    const auto tables = views_of(round);
    if (std::ranges::none_of(tables, [&](const auto& table) { return has_round(table, act.round); }))
        return std::unexpected("no table has a game of round " + act.round);
    return asked.line.ask ? in_lines(start_doubts(tables, act.round)) : keep(std::move(act));
}

asio::awaitable<Answered> Rounds::close(Asked asked, NotBegun not_begun) {
    results::AskedGames of_round{.round = asked.line.round};
    const auto games = co_await asio::co_spawn(
        reader_, games_of_round(journal_.string(), std::move(of_round), std::move(not_begun)),
        asio::use_awaitable);
    if (!games) co_return std::unexpected(not_done(games.error()));
    if (games->empty())
        co_return std::unexpected(
            not_done("no game of round " + std::to_string(asked.line.round) + " is armed or played"));
    auto act = act_of(asked, results::digest_of(*games));
    if (auto why = acts_.objection(act); !why.empty()) co_return std::unexpected(not_done(std::move(why)));
    if (asked.line.ask) co_return in_lines(results::close_doubts(*games));
    auto kept = keep(std::move(act));
    if (!kept) co_return std::unexpected(not_done(kept.error()));
    co_return std::move(*kept);
}

std::expected<std::string, std::string> Rounds::keep(RoundAct act) {
    auto acts = acts_;
    acts.add(act);
    if (const auto written = file_.write(acts.lines()); !written)
        return std::unexpected("nothing is changed, since " + written.error());
    acts_ = std::move(acts);
    auto answer = "round " + act.round + done_in_words(act.what);
    log_info(answer + (act.by.empty() ? "" : ", says " + act.by));
    return answer;
}

json::array Rounds::now(const round::Round& round, std::string_view event) const {
    std::map<int, int> tables; // by round
    for (const auto& view : views_of(round)) {
        std::set<int> here{number_of(view.game.tags["Round"])};
        if (view.next) here.insert(number_of(record::tag_of(*view.next->tags, "Round")));
        for (const int number : here)
            if (number > 0) ++tables[number];
    }
    json::array all;
    for (const auto& [number, count] : tables) {
        const auto state = acts_.of(event, std::to_string(number));
        all.push_back(json::object{{"round", std::to_string(number)},
                                   {"tables", count},
                                   {"started", act_json(state.started, local_)},
                                   {"closed", act_json(state.closed, local_)}});
    }
    return all;
}

asio::awaitable<Answered> Rounds::read_results(int round, NotBegun not_begun, access::Grant who) const {
    results::AskedGames asked{
        round, [who = std::move(who)](int board) { return may(who, access::Thing::arbiters_view, board); }};
    const auto games = co_await asio::co_spawn(
        reader_, games_of_round(journal_.string(), std::move(asked), std::move(not_begun)),
        asio::use_awaitable);
    if (!games) co_return std::unexpected(not_done(games.error()));
    co_return results::to_json(*games);
}

asio::awaitable<RoundAnswer> Rounds::read_files(std::string request, NotBegun not_begun,
                                                std::string event) const {
    ClosedRounds closed{acts_, std::move(event), local_};
    co_return co_await asio::co_spawn(
        reader_,
        files_of_round(journal_.string(), std::move(request), std::move(not_begun), std::move(closed)),
        asio::use_awaitable);
}

} // namespace adoube::adoubed
