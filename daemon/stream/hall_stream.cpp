#include "daemon/stream/hall_stream.hpp"

#include "daemon/stream/game_message.hpp"
#include "daemon/stream/subject.hpp"

#include <algorithm>
#include <utility>

namespace adoube::stream {

void HallStream::put(std::string subject, Said said) {
    auto& slot = slots_[subject];
    if (slot.text == said.text || (said.is_recalled && !said.is_deleted && slot.number != 0)) return;
    stored_.erase(slot.number);
    slot.text = std::move(said.text);
    slot.number = ++number_;
    if (said.is_deleted) slot.came = 0;
    if (!said.is_recalled && (slot.came == 0 || slot.board != said.board)) slot.came = slot.number;
    slot.board = said.board;
    wait(subject, slot);
    if (slots_.size() > most_messages) forget_oldest();
}

void HallStream::wait(const std::string& subject, Slot& slot) {
    if (slot.turn == 0) slot.turn = slot.number;
    waits_.emplace(slot.turn, subject);
}

void HallStream::forget_oldest() {
    if (stored_.empty()) return;
    slots_.erase(stored_.begin()->second);
    stored_.erase(stored_.begin());
}

void HallStream::put(const broadcast::PublicGame& game) {
    put(game_subject(game.id), {to_message(game), game.board});
}

void HallStream::recall(const broadcast::PublicGame& game) {
    put(game_subject(game.id), {to_message(game), game.board, true});
}

void HallStream::forget(const std::string& id) { put(game_subject(id), {"null", 0, true, true}); }

void HallStream::put_standings(std::string standings) {
    put(std::string(standings_subject), {std::move(standings)});
}

void HallStream::tell_delay(std::int64_t delay_ms) {
    if (std::exchange(delay_ms_, delay_ms) != delay_ms) alive_said_.reset();
}

void HallStream::joined(const Held& held, UtcMs now, std::uint64_t least_term) {
    is_joined_ = true;
    std::uint64_t newest_term = 0;
    for (const auto& [subject, version] : held) newest_term = std::max(newest_term, version.term);
    if (term_ == 0) {
        const auto by_clock = static_cast<std::uint64_t>(std::max<std::int64_t>(now.count(), 0));
        term_ = std::max({newest_term, by_clock, least_term}) + 1;
    }
    if (newest_term > term_) is_superseded_ = true;
    for (const auto& [subject, version] : held)
        if (const auto id = game_id(subject); deleted_.contains(id) && !slots_.contains(subject)) forget(id);
    for (auto& [subject, slot] : slots_) {
        if (on_its_way_.contains(slot.number)) continue;
        const auto found = held.find(subject);
        if (found != held.end() && found->second >= Version{term_, slot.number}) {
            waits_.erase(std::exchange(slot.turn, 0));
            stored_.emplace(slot.number, subject);
        } else {
            stored_.erase(slot.number);
            wait(subject, slot);
        }
    }
}

void HallStream::left() {
    is_joined_ = false;
    for (const auto& [number, subject] : std::exchange(on_its_way_, {}))
        if (is_newest(number, subject)) wait(subject, slots_[subject]);
}

bool HallStream::is_newest(std::uint64_t number, const std::string& subject) const {
    const auto slot = slots_.find(subject);
    return slot != slots_.end() && slot->second.number == number;
}

HallStream::Message HallStream::message(const std::string& subject) const {
    const auto& slot = slots_.find(subject)->second;
    const auto came = slot.came == 0 ? Version{} : Version{term_, slot.came};
    return {subject, {term_, slot.number}, R"({"came":")" + to_string(came) + R"(","is":)" + slot.text + '}'};
}

bool HallStream::is_time_for_alive(UtcMs now) const {
    return !alive_said_ || now < *alive_said_ || now - *alive_said_ >= alive_every_ms;
}

HallStream::Message HallStream::alive(UtcMs now) {
    alive_said_ = now;
    const auto behind_ms = std::max<std::int64_t>(now - had_all_.value_or(now), 0);
    return {std::string(alive_subject),
            {term_, ++number_},
            R"({"utc_ms":)" + std::to_string(now.count()) + R"(,"delay_ms":)" + std::to_string(delay_ms_) +
                R"(,"behind_ms":)" + std::to_string(behind_ms) + '}'};
}

std::optional<HallStream::Message> HallStream::next(UtcMs now) {
    if (!is_joined_ || is_superseded_) return std::nullopt;
    if (waiting() == 0 || !had_all_) had_all_ = now;
    if (is_time_for_alive(now)) return alive(now);
    if (waits_.empty()) return std::nullopt;
    const auto subject = waits_.extract(waits_.begin()).mapped();
    auto& slot = slots_[subject];
    slot.turn = 0;
    on_its_way_.emplace(slot.number, subject);
    return message(subject);
}

void HallStream::stored(const Message& message) {
    const auto number = message.version.number;
    if (on_its_way_.erase(number) > 0 && is_newest(number, message.subject))
        stored_.emplace(number, message.subject);
    while (slots_.size() > most_messages && !stored_.empty()) forget_oldest();
}

} // namespace adoube::stream
