#include "daemon/results/round_acts.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/results/written_results.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/merkle.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::results {
namespace {

namespace json = boost::json;

constexpr std::string_view words_of_acts[] = {"start", "close", "reopen"};

/// Throws what Boost.JSON throws.
RoundAct act_from(const json::object& line) {
    const auto text = [&](const char* key) { return std::string(line.at(key).as_string()); };
    RoundAct act{.what = round_act_from(text("did")).value(),
                 .event = text("event"),
                 .round = text("round"),
                 .utc_ms = UtcMs(line.at("at").as_int64()),
                 .by = text("by")};
    if (line.contains("results")) act.results = text("results");
    return act;
}

std::string named_in(const RoundAct& act) { return "round " + act.round; }
std::string by_whom(const RoundAct& act) { return act.by.empty() ? "" : ", by " + act.by; }

/// `last`: the act that stands.
std::string why_not_undone(const RoundAct& reopening, const std::optional<RoundAct>& last,
                           const std::optional<Undone>& of) {
    const auto named = named_in(reopening);
    if (!last) return named + " was neither started nor closed";
    if (!of || *of == Undone(last->utc_ms) || *of == Undone(last->what)) return {};
    const bool is_closed = last->what == RoundAct::What::close;
    if (std::holds_alternative<RoundAct::What>(*of))
        return named +
               (is_closed ? " is closed" + by_whom(*last) + ": open it again first" : " is not closed");
    return named + " is in another state than you saw: it was " + (is_closed ? "closed" : "started") +
           by_whom(*last) + "; look at it, and say it again if you still mean it";
}

} // namespace

std::string_view to_string(RoundAct::What what) { return words_of_acts[static_cast<std::size_t>(what)]; }

std::optional<RoundAct::What> round_act_from(std::string_view word) {
    const auto* const found = std::ranges::find(words_of_acts, word);
    if (found == std::end(words_of_acts)) return std::nullopt;
    return static_cast<RoundAct::What>(found - std::begin(words_of_acts));
}

std::expected<RoundActs, std::string> RoundActs::parse(std::string_view lines) {
    RoundActs acts;
    for (int number = 1; !lines.empty(); ++number) {
        const auto end = lines.find('\n');
        const auto value = parse_json(lines.substr(0, end));
        try {
            acts.add(act_from(value.value().as_object()));
        } catch (const std::exception&) {
            return std::unexpected("does not hold acts on rounds, as its line " + std::to_string(number) +
                                   " is none");
        }
        lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    }
    return acts;
}

std::string RoundActs::lines() const {
    std::string lines;
    for (const auto& act : acts_) {
        json::object line{{"event", act.event},
                          {"round", act.round},
                          {"did", to_string(act.what)},
                          {"at", act.utc_ms.count()},
                          {"by", act.by}};
        if (act.what == RoundAct::What::close) line["results"] = act.results;
        lines += json::serialize(line) + '\n';
    }
    return lines;
}

RoundActs::State RoundActs::of(std::string_view event, std::string_view round) const {
    State state;
    for (const auto& act : acts_) {
        if (act.event != event || act.round != round) continue;
        switch (act.what) {
        case RoundAct::What::start: state.started = act; break;
        case RoundAct::What::close: state.closed = act; break;
        case RoundAct::What::reopen: (state.closed ? state.closed : state.started).reset(); break;
        }
    }
    return state;
}

std::string RoundActs::objection(const RoundAct& act, const std::optional<Undone>& undone) const {
    const auto state = of(act.event, act.round);
    if (act.what == RoundAct::What::reopen)
        return why_not_undone(act, state.closed ? state.closed : state.started, undone);
    if (state.closed) return named_in(act) + " is closed" + by_whom(*state.closed) + ": open it again first";
    if (state.started && act.what == RoundAct::What::start)
        return named_in(act) + " was started already" + by_whom(*state.started);
    return {};
}

void RoundActs::add(RoundAct act) {
    if (acts_.size() == most) acts_.erase(acts_.begin());
    acts_.push_back(std::move(act));
}

std::filesystem::path rounds_file(const std::filesystem::path& journal) {
    return journal.string() + "-rounds";
}

std::string digest_of(const std::vector<HallGame>& games) {
    return text::to_base64(tlog::leaf_hash(csv_of(games) + pgn_of(games)));
}

std::vector<std::string> close_doubts(const std::vector<HallGame>& games) {
    std::vector<std::string> doubts;
    for (const auto& game : games) {
        const auto named = "board " + std::to_string(game.board) + ", " + game.players();
        if (!game.score)
            doubts.push_back(named + ": it has no result");
        else if (!game.confirmed)
            doubts.push_back(named + ' ' + std::string(to_string(*game.score)) +
                             ": no arbiter has confirmed it (8.7)");
    }
    return doubts;
}

} // namespace adoube::results
