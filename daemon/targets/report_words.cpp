#include "daemon/targets/report_words.hpp"

#include "daemon/targets/shared_round.hpp"
#include "daemon/text/local_time.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace adoube::targets {
namespace {

std::string counted(std::size_t count, const char* one) {
    return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}
/// "1 game", "3 games"; of a target of files, files.
std::string counted(std::size_t count, const Report& report) {
    return counted(count, report.kind == Kind::lichess ? "game" : "file");
}

std::string waits_for(const Report& report) {
    using enum Report::Wait;
    if (report.wait == asked) return "the site has asked us to wait";
    if (report.wait == unsettled)
        return report.reset_waits ? "the reset waits, as pushes that were not answered may still arrive"
                                  : "an upload that was not answered may still arrive, so the file is sent "
                                    "once more after that";
    if (report.wait == refused)
        return "the server refuses " + counted(report.behind, report) +
               (report.behind == 1 ? ", and it is tried again by itself"
                                   : ", and they are tried again by themselves");
    const auto have = report.behind == 1 ? " has" : " have";
    const auto* const pace =
        report.kind == Kind::lichess ? "one push every 2 s at most" : "each file every 5 s at most";
    return counted(report.behind, report) + have + " changed and will be sent in turn, " + pace;
}

std::size_t refused_games(const Report& report) {
    return static_cast<std::size_t>(
        std::ranges::count_if(report.games, [](const auto& game) { return !game.refused.empty(); }));
}
bool any_differs(const Report& report) {
    return std::ranges::any_of(report.games, [](const auto& game) { return !game.differs.empty(); });
}

std::string taken(const Report& report) {
    const auto held = static_cast<std::size_t>(std::ranges::count_if(report.games, &GameReport::is_held));
    const auto refused = refused_games(report);
    const auto* const all = report.held_by_delay == 0 ? "public" : "due";
    std::string text = refused + held == 0 ? std::string("the site has taken all that is ") + all : "";
    if (refused > 0) text = "the site refuses " + counted(refused, report);
    if (held > 0)
        text += (text.empty() ? "" : "; ") + counted(held, report) +
                (held == 1 ? " is held back, as the site shows other moves of it than the board"
                           : " are held back, as the site shows other moves of them than the boards");
    return text + (refused + held == 0 ? "" : "; it has taken all else");
}

std::string happening_now(const Report& report) {
    using enum Report::State;
    switch (report.state) {
    case nothing_to_send:
        return report.held_by_delay == 0 ? "no game of its boards and its round is public yet"
                                         : "nothing is due yet";
    case up_to_date:
    case not_all_taken: return taken(report);
    case waiting: return waits_for(report);
    case sending:
        return report.reset_waits ? "it is being reset, and all games are sent again after that"
                                  : "a request is under way";
    case failing:
        return report.trouble + "; tried again until it works" +
               (report.reset_waits ? "; its reset is not done yet" : "") +
               (report.behind > 0 ? "; " + counted(report.behind, report) + " not sent yet" : "");
    }
    return "";
}

Advice advice_for(Report::Cure cure) {
    using enum Report::Cure;
    switch (cure) {
    case login:
        return {"put the right token or password into its file, which is read anew at every try", "push"};
    case settings:
        return {"see that the address in the configuration is the right one, and is open for this", "push"};
    case secrets:
        return {"put that file right: nothing is sent before; it is read anew at every try", "push"};
    case trust:
        return {
            "see that the address is the right one, and name who vouches for the site in ca (with SFTP in "
            "known_hosts), then start the daemon again: nothing is sent before"};
    case time: break;
    }
    return {"nothing at first, as all is sent by itself once the site answers; if this lasts, see whether "
            "this computer reaches it"};
}

// --- for a terminal ---

std::string span(std::int64_t ms) {
    const auto seconds = std::max<std::int64_t>(ms, 0) / 1000;
    if (seconds < 120) return std::to_string(seconds) + " s";
    return seconds < 7200 ? std::to_string(seconds / 60) + " min" : std::to_string(seconds / 3600) + " h";
}
std::string clock_time(HallMs at) { return text::local_second(at.count() / 1000); }

std::string times(const Report& report, HallMs now) {
    std::string text;
    if (report.next) text = "; next try " + (*report.next <= now ? "now" : "in " + span(*report.next - now));
    return text + (report.last_success ? "; last success " + span(now - *report.last_success) + " ago, at " +
                                             clock_time(*report.last_success)
                                       : "; no success since the daemon's start");
}

/// Of files that are refused for the same reason the first, with how many more there are.
std::string lines_of_games(const Report& report) {
    std::string text;
    std::map<std::string_view, std::size_t> files; // by reason, those to be told of
    if (report.kind == Kind::file)
        for (const auto& game : report.games) ++files[game.refused];
    for (const auto& game : report.games) {
        if (game.refused.empty() && game.differs.empty()) continue;
        const auto alike = std::exchange(files[game.refused], 0);
        if (report.kind == Kind::file && alike == 0) continue;
        text += game.id.empty()   ? "\n  the file of all boards: "
                : game.board == 0 ? "\n  the file " + game.id + ": "
                                  : "\n  board " + std::to_string(game.board) + ", game " + game.id + ": ";
        if (!game.refused.empty()) text += "refused: " + game.refused;
        if (alike > 1) text += " (and " + counted(alike - 1, report) + " more)";
        if (!game.refused.empty() && !game.differs.empty()) text += "; ";
        text += game.differs;
    }
    return text;
}

std::string in_words(const Report& report, HallMs now) {
    auto text = report.name + ": " + std::string(name_of(report.state));
    if (report.since) text += " for " + span(now - *report.since);
    text += ": " + happening(report) + times(report, now) + lines_of_games(report);
    const auto to_do = advice(report);
    if (to_do.text.empty()) return text;
    text += "\n  to do: " + to_do.text;
    if (!to_do.verb.empty()) text += " (adoube targets " + std::string(to_do.verb) + ' ' + report.name + ')';
    return text;
}

} // namespace

std::string_view name_of(Report::State state) {
    switch (state) {
    case Report::State::nothing_to_send: return "nothing to send";
    case Report::State::up_to_date: return "up to date";
    case Report::State::not_all_taken: return "not all taken";
    case Report::State::waiting: return "waiting";
    case Report::State::sending: return "sending";
    case Report::State::failing: return "failing";
    }
    return "";
}

std::string happening(const Report& report) {
    const auto held = report.held_by_delay;
    const auto now =
        happening_now(report) +
        (report.rounds.size() > 1 ? "; it shows " + rounds_in_words(report.rounds) + " as one" : "");
    if (held == 0) return now;
    return now + "; " + counted(held, "game") + (held == 1 ? " is" : " are") +
           " held by the target's own delay";
}

Advice advice(const Report& report) {
    if (report.state == Report::State::failing) return advice_for(report.cure);
    if (refused_games(report) > 0)
        return {"put right what the site says of these; they are sent again when they change, or when pushed",
                "push"};
    if (any_differs(report))
        return {"if the site is to show what the board has, reset it: viewers see it empty for a moment",
                "reset"};
    if (report.rounds.size() > 1) return {give_each_its_own};
    return {};
}

std::string in_words(std::span<const Report> reports, HallMs now) {
    std::string text;
    for (const auto& report : reports) text += (text.empty() ? "" : "\n") + in_words(report, now);
    return text.empty() ? "no target is configured" : text;
}

} // namespace adoube::targets
