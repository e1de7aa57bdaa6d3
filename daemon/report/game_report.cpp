#include "daemon/report/game_report.hpp"

#include "daemon/account/description.hpp"
#include "daemon/account/game_times.hpp"
#include "daemon/evidence/replay.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/results/hall_results.hpp"
#include "daemon/round/act.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>
#include <set>

namespace adoube::report {
namespace {

std::string name_of(std::optional<chess::Side> side) {
    if (!side) return {};
    return *side == chess::Side::white ? "White" : "Black";
}

Row row_of(const umpire::Incident& incident) {
    Row row{.of = Row::Of::incident, .t_ms = incident.t_ms, .move = incident.move};
    row.side = name_of(incident.side);
    row.kind = to_string(incident.kind);
    row.article = incident.article;
    if (!incident.article.empty()) row.laws = to_string(incident.laws);
    row.text = incident.text.told();
    return row;
}

Row row_of(const umpire::Proposal& proposal) {
    Row row{.of = Row::Of::proposal, .t_ms = proposal.t_ms, .move = proposal.move};
    row.side = name_of(proposal.side);
    row.article = proposal.article;
    row.laws = to_string(proposal.laws);
    row.text = proposal.text.told();
    return row;
}

std::vector<Row> rows_of(const evidence::Replayed& replayed, std::span<const record::Entry> entries) {
    std::vector<Row> rows;
    const bool moves_are_entered =
        std::ranges::none_of(entries, [](const auto& entry) { return entry.origin.has_value(); });
    for (std::size_t at = 0; at < replayed.inputs.size(); ++at) {
        const auto act = round::act_of(entries[at], replayed.inputs[at], moves_are_entered);
        if (!act) continue;
        rows.push_back({.of = Row::Of::act, .t_ms = act->t_ms, .text = account::described(act->what)});
        rows.back().by = act->by;
    }
    for (const auto& incident : replayed.incidents) {
        rows.push_back(row_of(incident));
        rows.back().dismissed = replayed.dismissed.contains(incident.seq);
    }
    for (const auto& proposal : replayed.proposals) rows.push_back(row_of(proposal));
    // At one time what was said comes first, then what follows from it.
    std::ranges::stable_sort(rows, {}, [](const Row& row) { return row.t_ms; });
    return rows;
}

std::string seconds(const std::string& time) { return time.substr(0, time.find('.')); }

void put_times(GameReport& report, const record::Header& header, const account::LocalTime& local) {
    const auto start_s = text::parse_iso_8601(header.start_time);
    if (!start_s) return;
    const account::GameTimes times(header, local);
    report.day = text::utc_day(*start_s + local.offset_s(*start_s));
    report.began = seconds(times.in_hall({}));
    for (auto& row : report.rows) {
        row.in_hall = seconds(times.in_hall(row.t_ms));
        row.utc = text::iso_8601(UtcMs(*start_s * 1000 + row.t_ms.count()));
    }
}

/// As they were after all that happened by then.
void put_clocks(GameReport& report, const record::Header& header, std::span<const record::Input> inputs) {
    umpire::Umpire umpire(header);
    std::size_t fed = 0;
    GameMs last_ms{};
    for (auto& row : report.rows) {
        for (; fed < inputs.size() && inputs[fed].t_ms <= row.t_ms; ++fed) {
            umpire.feed(inputs[fed]);
            last_ms = inputs[fed].t_ms;
        }
        row.clocks = umpire.record(std::max(row.t_ms, last_ms)).clocks;
    }
}

} // namespace

std::string_view to_string(Row::Of of) {
    constexpr std::string_view names[] = {"incident", "to decide", "arbiter"};
    return names[static_cast<std::size_t>(of)];
}

std::expected<GameReport, std::string> report_of(const journal::WholeGame& whole,
                                                 const account::LocalTime& local) {
    const auto told = evidence::inputs_before_sealed_move(whole.game, whole.inputs);
    const auto entries = std::span(whole.inputs).first(told);
    const auto replayed = evidence::replay(whole.game, entries);
    if (!replayed) return std::unexpected("game " + whole.game.id + ": " + replayed.error());
    const auto header = record::parse_header(whole.game.header);
    if (!header) return std::unexpected("game " + whole.game.id + ": " + header.error());
    const auto game = results::hall_game(whole, *replayed);
    GameReport report{.record_id = whole.game.id,
                      .round = record::tag_of(replayed->header.tags, "Round"),
                      .white = record::tag_of(game.tags, "White"),
                      .black = record::tag_of(game.tags, "Black"),
                      .laws = std::string(to_string(replayed->header.laws)),
                      .board = game.board,
                      .result = game.score ? std::string(to_string(*game.score)) : "*",
                      .termination = replayed->record.termination,
                      .clocks = replayed->record.clocks,
                      .rows = rows_of(*replayed, entries)};
    put_times(report, replayed->header, local);
    put_clocks(report, *header, replayed->inputs);
    if (const auto closed = whole.game.closed_utc_ms) {
        const auto closed_s = closed->count() / 1000;
        report.result_by = text::iso_8601(closed_s + local.offset_s(closed_s)).substr(11, 8);
    }
    return report;
}

} // namespace adoube::report
