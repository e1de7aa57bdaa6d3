#include "daemon/targets/target.hpp"

#include "daemon/targets/lichess_round.hpp"
#include "daemon/targets/published_files.hpp"

#include <algorithm>

namespace adoube::targets {
namespace {

std::unique_ptr<Site> site(const Settings& settings) {
    if (settings.kind == Kind::lichess) return std::make_unique<LichessRound>(settings.url);
    return std::make_unique<PublishedFiles>(settings.url, settings.each_game, settings.cloud, settings.post);
}

Report::Cure cure_of(Answer::Outcome outcome) {
    switch (outcome) {
    case Answer::Outcome::login_refused: return Report::Cure::login;
    case Answer::Outcome::refused: return Report::Cure::settings;
    case Answer::Outcome::no_secrets: return Report::Cure::secrets;
    case Answer::Outcome::not_trusted: return Report::Cure::trust;
    case Answer::Outcome::done:
    case Answer::Outcome::later: break;
    }
    return Report::Cure::time;
}

bool is_not_taken(const GameReport& game) { return !game.refused.empty() || game.is_held; }

} // namespace

Target::Target(Settings settings)
    : settings_(std::move(settings)), site_(site(settings_)),
      pace_(settings_.kind == Kind::lichess ? push_spacing_ms : 0) {}

void Target::put(const broadcast::PublicGame& game, HallMs now) {
    site_->put(game);
    look_behind(now);
}

void Target::correct(const broadcast::PublicGame& standing, HallMs now) {
    site_->correct(standing);
    look_behind(now);
}

std::optional<HallMs> Target::wake() const {
    if (open_since_) return std::nullopt;
    const auto due = site_->due();
    return due ? std::optional(std::max(*due, pace_.ready_at())) : std::nullopt;
}

std::optional<Request> Target::next(HallMs now) {
    if (open_since_ || now < pace_.ready_at()) return std::nullopt;
    auto request = site_->next(now);
    if (!request) return std::nullopt;
    open_since_ = now;
    pace_.started(now);
    return request;
}

void Target::answered(Answer answer, HallMs now) {
    open_since_.reset();
    answer = site_->answered(std::move(answer), now);
    pace_.ended(answer, now);
    const bool done = answer.outcome == Answer::Outcome::done;
    if (done && answer.sentence.empty()) last_success_ = now;
    note_trouble(answer, now);
    look_behind(now);
}

void Target::note_trouble(const Answer& answer, HallMs now) {
    using enum Answer::Outcome;
    const bool is_well = answer.outcome == done;
    const auto trouble = is_well ? std::string() : answer.sentence;
    if (is_well)
        failing_since_.reset();
    else if (!failing_since_)
        failing_since_ = now;
    cure_ = cure_of(answer.outcome);
    if (std::exchange(trouble_, trouble) == trouble) return;
    note(is_well ? Note{"what it is sent is taken again"}
                 : Note{trouble + "; trying again until it works", true});
}

void Target::push_again(HallMs now) {
    site_->push_again();
    pace_.hurry();
    look_behind(now);
}

void Target::reset(HallMs now) {
    site_->reset();
    pace_.hurry();
    look_behind(now);
}

void Target::look_behind(HallMs now) {
    if (site_->behind() == 0)
        behind_since_.reset();
    else if (!behind_since_)
        behind_since_ = now;
}

Report Target::report() const {
    using enum Report::State;
    Report report;
    report.name = settings_.name;
    report.kind = settings_.kind;
    report.trouble = trouble_;
    report.cure = cure_;
    site_->report(report);
    report.last_success = last_success_;
    const bool is_behind = report.behind > 0 || report.reset_waits;
    report.state = failing_since_                                    ? failing
                   : open_since_                                     ? sending
                   : is_behind                                       ? waiting
                   : report.games.empty()                            ? nothing_to_send
                   : std::ranges::any_of(report.games, is_not_taken) ? not_all_taken
                                                                     : up_to_date;
    report.since = failing_since_ ? failing_since_ : open_since_ ? open_since_ : behind_since_;
    report_wait(report);
    return report;
}

void Target::report_wait(Report& report) const {
    report.next = wake();
    const auto due = site_->due();
    if (due && pace_.ready_at() >= *due)
        report.wait = pace_.is_asked() ? Report::Wait::asked : Report::Wait::turn;
    if (report.next == HallMs::min()) report.next.reset();
}

void Target::note(Note note) {
    note.text = "target " + settings_.name + ": " + note.text;
    notes_.push_back(std::move(note));
}

std::vector<Note> Target::take_notes() {
    for (auto& told : site_->take_notes()) note(std::move(told));
    return std::exchange(notes_, {});
}

} // namespace adoube::targets
