#include "daemon/standby/followed_log.hpp"

#include <algorithm>

namespace adoube::standby {

using Step = FollowedLog::Step;

std::vector<Step> FollowedLog::heard(const Entry& entry, std::int64_t now_ms) {
    if (entry.run < kept_.run || is_superseded(entry.epoch, kept_.epoch)) return {};
    kept_.epoch = std::max(kept_.epoch, entry.epoch);
    std::vector<Step> steps;
    if (const auto* part = std::get_if<BasePart>(&entry.what))
        steps = heard_part(entry.run, *part);
    else if (entry.run != kept_.run)
        wants_base_ |= std::holds_alternative<Batch>(entry.what);
    else if (const auto* batch = std::get_if<Batch>(&entry.what))
        steps = heard_batch(*batch);
    else
        steps.push_back(WriteFile{std::get<HallFile>(entry.what)});
    if (!steps.empty()) got_on_ms_ = now_ms;
    return steps;
}

std::vector<Step> FollowedLog::heard_part(std::uint64_t run, const BasePart& part) {
    if (run == kept_.run) return {};
    const bool is_first = part.part == 0;
    if (is_first)
        base_ = Base{run, 0};
    else if (!base_ || base_->run != run || base_->next < part.part)
        return base_.reset(), wants_base_ = true, std::vector<Step>{};
    else if (part.part < base_->next)
        return {}; // doubled
    std::vector<Step> steps;
    if (is_first) steps.push_back(BeginBase{});
    steps.push_back(AddToBase{part.bytes});
    if (++base_->next == part.parts) steps.push_back(TakeBase{run});
    return steps;
}

std::vector<Step> FollowedLog::heard_batch(const Batch& batch) {
    if (batch.to <= put_) return {};
    if (batch.from != put_) return wants_base_ = true, std::vector<Step>{};
    put_ = batch.to;
    return {Put{batch.to, batch.records}};
}

void FollowedLog::has_journal(std::uint64_t run, std::uint64_t position) {
    kept_.run = run;
    held_ = put_ = position;
    base_.reset();
    wants_base_ = false;
}

void FollowedLog::cannot_go_on() {
    base_.reset();
    put_ = held_;
    wants_base_ = true;
}

void FollowedLog::heard(const Serving& serving, std::int64_t now_ms) {
    if (is_superseded(serving.epoch, kept_.epoch)) return;
    kept_.epoch = std::max(kept_.epoch, serving.epoch);
    serving_ = serving;
    heard_ms_ = now_ms;
    if (!is_behind()) got_on_ms_ = now_ms;
}

bool FollowedLog::is_behind() const {
    return serving_ && (serving_->run != kept_.run || serving_->position > put_);
}

Holding FollowedLog::holding(std::int64_t now_ms) const {
    const bool has_lost = is_behind() && now_ms - got_on_ms_ >= lost_after_ms;
    return {kept_.run, held_, wants_base_ || has_lost, {}};
}

bool FollowedLog::may_take_over(std::int64_t now_ms) const { return holds_hall() && !hears_serving(now_ms); }

} // namespace adoube::standby
