#include "daemon/report/report_page.hpp"

#include "daemon/report/report_csv.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::report {
namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light; font: 10.5pt/1.4 "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; break-after: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .8rem 0; } dt { color: #555; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #ccc; }
th { color: #555; font-weight: 600; } td:first-child, .clock { font-variant-numeric: tabular-nums; white-space: nowrap; } tr { break-inside: avoid; }
.act td { font-weight: 600; } .none { color: #555; } .none .text { text-decoration: line-through; } p { margin: .3rem 0; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; margin-top: 3.5rem; break-inside: avoid; } .sign span { border-top: 1px solid #111; padding-top: .2rem; }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
)css";

std::string escaped(std::string_view line) { return text::escaped_for_html(text::shown(line)); }
std::string with_names(std::string_view line) { return text::sentence_for_html(text::shown(line)); }
std::string name(std::string_view line) { return text::name_for_html(text::shown(line)); }
std::string cell(std::string_view text, std::string_view kind = {}) {
    return (kind.empty() ? std::string("<td>") : "<td class=\"" + std::string(kind) + "\">") +
           with_names(text) + "</td>";
}
std::string term(std::string_view name, std::string_view value) {
    return value.empty() ? std::string()
                         : "<dt>" + escaped(name) + "</dt><dd>" + with_names(value) + "</dd>\n";
}

std::string heads(std::initializer_list<std::string_view> names) {
    std::string row = "<table><thead><tr>";
    for (const auto name : names) row += "<th scope=\"col\">" + std::string(name) + "</th>";
    return row + "</tr></thead><tbody>\n";
}

std::string clocks_in(const std::optional<umpire::Clocks>& clocks) {
    if (!clocks) return {};
    return clock_text(clocks, chess::Side::white) + " / " + clock_text(clocks, chess::Side::black);
}

std::size_t count(const GameReport& game, Row::Of of) {
    return static_cast<std::size_t>(
        std::ranges::count_if(game.rows, [&](const Row& row) { return row.of == of && !row.dismissed; }));
}

/// "1-0 · normal, known by 17:42:10".
std::string end_of(const GameReport& game) {
    auto text = game.result;
    if (!game.termination.empty()) text += " (" + game.termination + ')';
    if (!game.result_by.empty() && game.result != "*") text += ", known by " + game.result_by;
    return text;
}

std::string overview(std::span<const GameReport> games) {
    auto html = heads({"Round", "Board", "White", "Black", "Result", "Incidents", "Decisions"});
    for (const auto& game : games)
        html += "<tr>" + cell(game.round) + cell(std::to_string(game.board)) + "<td>" + name(game.white) +
                "</td><td>" + name(game.black) + "</td>" + cell(end_of(game)) +
                cell(std::to_string(count(game, Row::Of::incident))) +
                cell(std::to_string(count(game, Row::Of::act))) + "</tr>\n";
    return html + "</tbody></table>\n";
}

std::string acts_on(std::span<const RoundRow> rounds) {
    std::string html;
    for (const auto& row : rounds)
        html += "<p>" +
                with_names("Round " + row.round + ": " + row.text + ", " + row.in_hall +
                           (row.by.empty() ? "" : ", by " + row.by)) +
                "</p>\n";
    return html;
}

std::string where(const Row& row) {
    auto text = row.move ? "Move " + std::to_string(row.move) : std::string();
    if (!row.side.empty()) text += (text.empty() ? "" : ", ") + row.side;
    if (!row.article.empty())
        text += (text.empty() ? "" : "; ") + ("Article " + row.article + " of the Laws of " + row.laws);
    return text;
}

std::string line_of(const Row& row) {
    const bool is_act = row.of == Row::Of::act;
    auto text = row.text;
    if (row.of == Row::Of::proposal) text = "For the arbiter: " + text;
    if (!row.by.empty()) text += ", by " + row.by;
    return "<tr class=\"" +
           std::string(is_act          ? "act"
                       : row.dismissed ? "none"
                                       : "told") +
           "\">" + cell(row.in_hall) + "<td><span class=\"text\">" + with_names(text) + "</span>" +
           (row.dismissed ? " (dismissed)" : "") + "</td>" + cell(where(row)) +
           cell(clocks_in(row.clocks), "clock") + "</tr>\n";
}

std::string part_of(const GameReport& game) {
    auto html = "<h2>" +
                escaped((game.round.empty() ? "" : "Round " + game.round + ", ") + "board " +
                        std::to_string(game.board) + ": ") +
                name(game.white) + " \u2013 " + name(game.black) + ' ' + escaped(game.result) + "</h2>\n<p>" +
                escaped((game.began.empty() ? "" : "Began " + game.day + " at " + game.began + ". ") +
                        "Record " + game.record_id + ".") +
                "</p>\n" + heads({"In the hall", "What", "Move and article", "White / Black"});
    for (const auto& row : game.rows) html += line_of(row);
    return html + "</tbody></table>\n";
}

} // namespace

std::string page(const Heading& heading, std::span<const GameReport> games) {
    std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>" +
                       escaped("Arbiter's report: " + heading.event) + "</title>\n<style>" +
                       std::string(style) + "</style></head>\n<body>\n<h1>Arbiter\u2019s report</h1>\n<dl>" +
                       term("Event", heading.event) + term("Site", heading.site) +
                       term("Federation", heading.federation) + term("Chief arbiter", heading.chief_arbiter) +
                       term("Deputies", heading.deputies) +
                       term("Round", heading.round.empty() ? "all" : heading.round) +
                       term("Boards", heading.boards) + term("Made", heading.made) + "</dl>\n";
    for (const auto& why : heading.unread)
        html += "<p><strong>Not in this report: " + with_names(why) + "</strong></p>\n";
    html += acts_on(heading.rounds) + overview(games);
    for (const auto& game : games)
        if (!game.rows.empty()) html += part_of(game);
    const auto arbiter = heading.chief_arbiter.empty() ? "" : ": " + name(heading.chief_arbiter);
    return html + "<p class=\"sign\"><span>Chief arbiter" + arbiter +
           "</span><span>Date</span></p>\n</body></html>\n";
}

} // namespace adoube::report
