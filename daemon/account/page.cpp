#include "daemon/account/page.hpp"

#include "daemon/account/claim_account.hpp"
#include "daemon/account/description.hpp"
#include "daemon/account/diagram.hpp"
#include "daemon/account/ply_account.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/laws/articles.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/umpire/game/scoresheet.hpp"

#include <algorithm>
#include <sstream>

namespace adoube::account {
namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light; font: 11pt/1.45 "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .8rem 0; } dt { color: #555; } dd { margin: 0; }
.verdict { border: 2px solid #111; padding: .5rem .8rem; overflow-wrap: anywhere; } .verdict strong { font-size: 1.1rem; }
.verdict ul { margin: .3rem 0 0; padding-left: 1.2rem; font-size: .85rem; }
section.incident { border-top: 1px solid #999; break-before: auto; }
.diagrams { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; break-inside: avoid; margin: .8rem 0; }
.three { grid-template-columns: 1fr 1fr 1fr; gap: .8rem; } figure { margin: 0; } figcaption { font-size: .85rem; margin-top: .3rem; } svg.board { width: 100%; display: block; }
.light { fill: #f4f0e6; } .dark { fill: #b9b09c; } .mark { fill: none; stroke: #c00; stroke-width: 3; stroke-dasharray: 6 3; }
svg.board text { font: 11px sans-serif; text-anchor: middle; fill: #333; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } th, td { text-align: left; padding: .15rem .6rem .15rem 0; border-bottom: 1px solid #ddd; }
td:first-child, th:first-child { width: 3.5rem; } td:nth-child(2), td:nth-child(3) { font-variant-numeric: tabular-nums; width: 8rem; white-space: nowrap; }
tr, li { break-inside: avoid; } tr.shown td { font-weight: 600; } h2, h3 { break-after: avoid; }
.said { font-size: 1.05rem; } .quiet { color: #555; font-size: .85rem; } .pieces { display: none; } pre { white-space: pre-wrap; font-size: .85rem; }
@page { size: A4; margin: 18mm 16mm; }
@media print { .diagrams { max-width: 15cm; } body { margin: 0; padding: 0; max-width: none; } svg.board, .verdict { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)css";

std::string escaped(std::string_view line) { return text::escaped_for_html(text::shown(line)); }
std::string with_names(std::string_view line) { return text::sentence_for_html(text::shown(line)); }

std::string element(const std::string& tag, std::string_view text) {
    return "<" + tag + ">" + with_names(text) + "</" + tag + ">\n";
}

std::string row(std::string_view name, std::string_view value) {
    return value.empty() ? std::string() : element("dt", name) + element("dd", value);
}

std::string_view topic_of(const umpire::Incident& incident) {
    for (const auto& article : laws::articles)
        if (!incident.article.empty() && laws::article(article.rule, incident.laws) == incident.article)
            return article.topic;
    return {};
}

/// Illegal moves stay as they are.
std::string in_san(const chess::Position& position, const std::string& uci) {
    for (const auto move : position.legal_moves())
        if (to_uci(move, false) == uci || to_uci(move, true) == uci) return to_san(position, move);
    return uci;
}

bool is_arbiters(const record::What& what) {
    return std::visit(
        []<class Kind>(const Kind&) {
            using namespace record;
            return std::is_same_v<Kind, SetPosition> || std::is_same_v<Kind, PlayMove> ||
                   std::is_same_v<Kind, TakeBack> || std::is_same_v<Kind, SetResult> ||
                   std::is_same_v<Kind, SetTime> || std::is_same_v<Kind, Promoted> ||
                   std::is_same_v<Kind, Dismiss> || std::is_same_v<Kind, Pause> ||
                   std::is_same_v<Kind, Resume> || std::is_same_v<Kind, Adjourn>;
        },
        what);
}

class Page {
  public:
    Page(const evidence::Examination& found, const Verdict& verdict, const LocalTime& local)
        : found_(found), replayed_(*found.replayed), verdict_(verdict), times_(replayed_.header, local),
          claims_(claims_of(replayed_, found.evidence.first_input())),
          plies_(account_of(replayed_, found.evidence.first_input())) {}

    std::string write() {
        const auto title = tag("White") + " \u2013 " + tag("Black");
        html_ = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>" +
                escaped("Evidence: " + title) + "</title>\n<style>" + std::string(style) +
                "</style></head>\n<body>\n" + piece_drawings();
        html_ += "<h1>" + text::name_for_html(text::shown(tag("White"))) + " \u2013 " +
                 text::name_for_html(text::shown(tag("Black"))) + "</h1>\n";
        write_game();
        write_verdict();
        bool any = !claims_.empty();
        for (const auto& ply : plies_)
            for (const auto* incident : ply.incidents) write_incident(ply, *incident), any = true;
        for (const auto& claim : claims_) write_claim(claim);
        if (!any) write_without_incident();
        if (const auto done = done_by_arbiter(); !done.empty()) write_list("What the arbiter did", done);
        if (const auto clock_set = wall_clock_set(found_, times_); !clock_set.empty())
            write_list("The wall clock", clock_set);
        write_list("What the sensors cannot tell",
                   blind_spots(replayed_, found_.evidence.extract.has_value()));
        html_ += element("h2", "The moves of the record");
        html_ += "<pre>";
        std::istringstream pgn(chess::to_pgn(umpire::scoresheet(replayed_.header, replayed_.record)));
        for (std::string line; std::getline(pgn, line);) html_ += escaped(line) + "\n";
        html_ += "</pre>\n";
        html_ += "</body></html>\n";
        return std::move(html_);
    }

  private:
    std::string tag(const std::string& name) const {
        const auto found = replayed_.header.tags.find(name);
        return found == replayed_.header.tags.end() ? "?" : found->second;
    }

    void write_game() {
        const auto& extract = found_.evidence.extract;
        html_ += "<dl>" + row("Game", found_.evidence.game.id) + row("Event", tag("Event")) +
                 row("Round", tag("Round") == "?" ? "" : tag("Round")) +
                 row("Began", replayed_.header.start_time) + row("Times", times_.about("page")) +
                 row("Laws of Chess", to_string(replayed_.header.laws)) +
                 row("Rate of play", to_string(replayed_.header.rate_of_play));
        if (extract)
            html_ += row("Shown", "plies " + std::to_string(extract->first_ply) + " to " +
                                      std::to_string(extract->last_ply) + " of the game");
        html_ += row("Checkpoint", std::to_string(found_.evidence.size) + " leaves, root hash " +
                                       text::to_base64(found_.evidence.root));
        html_ += "</dl>\n";
    }

    void write_verdict() {
        html_ +=
            "<div class=\"verdict\"><strong>" + escaped(verdict_.word) + "</strong>" + escaped(verdict_.of);
        html_ += "<ul>";
        for (const auto& sentence : verdict_.meaning) html_ += element("li", sentence);
        for (const auto& line : grounds(found_)) html_ += element("li", line);
        html_ += "</ul></div>\n";
    }

    void write_incident(const PlyAccount& ply, const umpire::Incident& incident) {
        html_ += "<section class=\"incident\">";
        const auto rule = incident.article.empty() ? std::string()
                                                   : ", Article " + incident.article + " of the Laws of " +
                                                         std::string(to_string(incident.laws));
        const auto dismissed = dismissed_by(found_, incident);
        html_ += element("h2", heading(ply, incident) + ": " + std::string(to_string(incident.kind)) + rule +
                                   (dismissed == 0 ? "" : " (dismissed)"));
        if (dismissed != 0)
            html_ += element("p", "The arbiter has dismissed this incident: it was none (input " +
                                      std::to_string(dismissed) + ", at " +
                                      times_.both(replayed_.inputs[dismissed - 1].t_ms) + ").");
        if (const auto topic = topic_of(incident); !topic.empty())
            html_ += "<p class=\"quiet\">The rule: " + escaped(topic) + ".</p>\n";
        html_ += "<p class=\"said\">" + with_names(times_.both(incident.t_ms) + ": " + incident.text.told()) +
                 "</p>\n";
        for (const auto& asked : asked_of_arbiter(replayed_, incident)) html_ += element("p", asked);
        write_allowed(ply, incident);
        if (incident.hand_unknown)
            html_ += "<p>It rests on the lift of an opponent's piece: whose hand it was, the sensors cannot "
                     "tell.</p>\n";
        write_diagrams(ply, &incident);
        write_seen(ply, &incident);
        html_ += "</section>\n";
    }

    /// For an illegal move, which the record lacks, whose turn it was.
    static std::string heading(const PlyAccount& ply, const umpire::Incident& incident) {
        if (incident.kind != umpire::IncidentKind::illegal_move &&
            incident.kind != umpire::IncidentKind::forfeit_by_illegal_moves)
            return name_of(ply);
        return "Move " + std::to_string(ply.before.fullmove_number()) + " of " +
               (ply.before.to_move() == chess::Side::white ? "White" : "Black");
    }

    void write_claim(const ClaimAccount& claim) {
        const auto& verdict = *claim.verdict;
        html_ += "<section class=\"incident\">";
        html_ +=
            element("h2", "Claim by " + std::string(verdict.side == chess::Side::white ? "White" : "Black") +
                              " at move " + std::to_string(verdict.move) + ", Article " + verdict.article +
                              " of the Laws of " + std::string(to_string(verdict.laws)));
        html_ += "<p class=\"said\">" + with_names(times_.both(verdict.t_ms) + ": " + verdict.text.told()) +
                 "</p>\n";
        html_ += "<div class=\"diagrams\">";
        write_figure(squares_of(claim.position), {}, "The position of the claim");
        html_ += "</div>\n";
        for (const auto& earlier : claim.earlier)
            html_ += element("p", "It stood before " +
                                      (earlier.after.empty()
                                           ? "at the beginning of this record"
                                           : "after " + earlier.after + ", at " + times_.both(earlier.t_ms)) +
                                      ".");
        html_ += element("p", "Half-moves without a capture or a pawn's move: " +
                                  std::to_string(claim.position.halfmove_clock()) + ".");
        for (const auto& ply : plies_) {
            const auto input = static_cast<std::uint64_t>(verdict.input);
            if (std::ranges::find(ply.seen, input, &Seen::input) != ply.seen.end()) write_seen(ply, nullptr);
        }
        html_ += "</section>\n";
    }

    void write_allowed(const PlyAccount& ply, const umpire::Incident& incident) {
        if (incident.allowed.empty()) return;
        std::string moves;
        for (const auto& move : incident.allowed)
            moves += (moves.empty() ? "" : ", ") + in_san(ply.before, move);
        html_ += "<p>Moves that the Laws left, or that fit: " + escaped(moves) + "</p>\n";
    }

    void write_diagrams(const PlyAccount& ply, const umpire::Incident* incident) {
        const bool moved = ply.after.has_value();
        const auto before = squares_of(ply.before);
        const auto after = moved ? squares_of(*ply.after) : before;
        const auto then =
            incident ? squares_after(replayed_, ply, static_cast<std::uint64_t>(incident->last_input),
                                     found_.evidence.first_input())
                     : after;
        const auto marked = incident ? incident->squares : std::vector<chess::Square>();
        const bool three = moved && then != before && then != after;
        html_ += three ? "<div class=\"diagrams three\">" : "<div class=\"diagrams\">";
        write_figure(before, marked, moved ? "Before " + ply.move : "The last position");
        if (then != before && then != after)
            write_figure(then, marked,
                         "As the squares stood at " + times_.both(incident->t_ms) +
                             ", as far as the sensors tell");
        if (moved)
            write_figure(after, marked,
                         "After " + ply.move +
                             (ply.taken_back_by == 0
                                  ? ", as it stands in the record"
                                  : ", which input " + std::to_string(ply.taken_back_by) + " took back"));
        html_ += "</div>\n";
    }

    void write_figure(const Squares& squares, std::span<const chess::Square> marked,
                      const std::string& caption) {
        html_ += "<figure>" + diagram(squares, marked) + element("figcaption", caption) + "</figure>\n";
    }

    void write_seen(const PlyAccount& ply, const umpire::Incident* incident) {
        html_ += element("h3", "What was seen");
        html_ += "<table><thead><tr><th>input</th><th>in the hall</th><th>UTC</th><th>at the "
                 "board</th></tr></thead><tbody>\n";
        std::size_t routine = 0;
        for (const auto& seen : ply.seen) {
            routine += seen.routine;
            if (seen.routine) continue;
            const auto n = static_cast<int>(seen.input);
            const bool shown = incident && n >= incident->first_input && n <= incident->last_input;
            html_ += std::string(shown ? "<tr class=\"shown\"><td>" : "<tr><td>") + std::to_string(n) +
                     "</td><td>" + escaped(times_.in_hall(seen.t_ms)) + "</td><td>" +
                     escaped(times_.in_utc(seen.t_ms)) + "</td><td>" + with_names(seen.what) + "</td></tr>\n";
        }
        html_ += "</tbody></table>\n";
        if (routine > 0)
            html_ += "<p class=\"quiet\">Not shown: the board told " + times(routine) +
                     " what stands on its squares, as it does all the time.</p>\n";
    }

    void write_without_incident() {
        html_ += "<p class=\"said\">The umpire raised no incident in this record.</p>\n";
        const bool all = found_.evidence.extract.has_value();
        for (const auto& ply : plies_) {
            if (!all && &ply != &plies_.back()) continue;
            html_ += "<section class=\"incident\">" + element("h2", name_of(ply));
            write_diagrams(ply, nullptr);
            write_seen(ply, nullptr);
            html_ += "</section>\n";
        }
    }

    std::vector<std::string> done_by_arbiter() const {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < replayed_.inputs.size(); ++at) {
            const auto& input = replayed_.inputs[at];
            if (is_arbiters(input.what))
                all.push_back(times_.both(input.t_ms) + ": " + described(input.what, replayed_.said_by[at]) +
                              " (input " + std::to_string(found_.evidence.first_input() + at) + ").");
        }
        return all;
    }

    void write_list(const std::string& title, const std::vector<std::string>& sentences) {
        html_ += element("h2", title) + "<ul>";
        for (const auto& sentence : sentences) html_ += element("li", sentence);
        html_ += "</ul>\n";
    }

    const evidence::Examination& found_;
    const evidence::Replayed& replayed_;
    const Verdict& verdict_;
    GameTimes times_;
    std::vector<ClaimAccount> claims_;
    std::vector<PlyAccount> plies_;
    std::string html_;
};

} // namespace

std::string page(const evidence::Examination& found, const Verdict& verdict, const LocalTime& local) {
    return Page(found, verdict, local).write();
}

} // namespace adoube::account
