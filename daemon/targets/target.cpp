#include "daemon/targets/target.hpp"

#include "daemon/targets/lichess_round.hpp"
#include "daemon/targets/published_files.hpp"

#include <algorithm>

namespace adoube::targets {
namespace {

std::unique_ptr<Site> site(const Settings& settings) {
    if (settings.kind == Kind::lichess) return std::make_unique<LichessRound>(settings.url);
    return std::make_unique<PublishedFiles>(settings.url, settings.each_game, settings.post);
}

} // namespace

Target::Target(Settings settings)
    : settings_(std::move(settings)), site_(site(settings_)),
      pace_(settings_.kind == Kind::lichess ? push_spacing_ms : 0) {}

void Target::put(const broadcast::PublicGame& game, HallMs now) {
    if (!settings_.wants(game)) return;
    site_->put(site_game(game));
    look_behind(now);
}

std::optional<HallMs> Target::wake() const {
    if (is_open_) return std::nullopt;
    const auto due = site_->due();
    return due ? std::optional(std::max(*due, pace_.ready_at())) : std::nullopt;
}

std::optional<Request> Target::next(HallMs now) {
    if (is_open_ || now < pace_.ready_at()) return std::nullopt;
    auto request = site_->next(now);
    if (!request) return std::nullopt;
    is_open_ = true;
    pace_.started(now);
    return request;
}

void Target::answered(Answer answer, HallMs now) {
    is_open_ = false;
    answer = site_->answered(std::move(answer), now);
    pace_.ended(answer, now);
    const bool done = answer.outcome == Answer::Outcome::done;
    if (done && answer.sentence.empty()) last_success_ = now;
    note_trouble(done ? std::string() : answer.sentence);
    look_behind(now);
}

void Target::note_trouble(const std::string& trouble) {
    if (std::exchange(trouble_, trouble) == trouble) return;
    note(trouble.empty() ? Note{"what it is sent is taken again"}
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
    Report part;
    site_->report(part);
    if (part.behind == 0)
        behind_since_.reset();
    else if (!behind_since_)
        behind_since_ = now;
}

Report Target::report() const {
    using enum Report::State;
    Report report;
    report.name = settings_.name;
    report.trouble = trouble_;
    site_->report(report);
    report.behind_since = behind_since_;
    report.last_success = last_success_;
    const bool is_behind = report.behind > 0 || report.reset_waits;
    report.state = !trouble_.empty()   ? failing
                   : is_open_          ? sending
                   : is_behind         ? waiting
                   : report.games == 0 ? nothing_to_send
                                       : up_to_date;
    return report;
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
