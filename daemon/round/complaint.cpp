#include "daemon/round/complaint.hpp"

#include "daemon/chess/types.hpp"

#include <array>
#include <charconv>

namespace adoube::round {
namespace {

std::string names_of(std::uint64_t squares) {
    std::string names;
    while (squares != 0) names += (names.empty() ? "" : " ") + chess::to_string(chess::pop(squares));
    return names;
}

std::optional<std::string> about_start(wire::ResetCause cause) {
    switch (cause) {
    case wire::ResetCause::brown_out:
        return "its supply sank, and it started anew: look at its cable and charger";
    case wire::ResetCause::watchdog: return "its firmware hung, and its watchdog started it anew";
    default: return std::nullopt;
    }
}

std::string hexadecimal(std::uint32_t value) {
    std::array<char, 8> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), value, 16).ptr;
    return "0x" + std::string(digits.begin(), end);
}

} // namespace

std::optional<std::string> fault_told(const wire::Chip& chip) {
    if (chip.fault_at == 0) return std::nullopt;
    return "its firmware stopped at " + hexadecimal(chip.fault_at) + ", called by " +
           hexadecimal(chip.called_by) + ": tell its makers, with the firmware's version";
}

std::string_view to_string(Subject about) {
    switch (about) {
    case Subject::start: return "start";
    case Subject::firmware: return "firmware";
    case Subject::squares: return "squares";
    case Subject::battery: return "battery";
    case Subject::pieces: return "pieces";
    case Subject::clock_battery: return "clock battery";
    case Subject::clock_times: return "clock times";
    case Subject::clock_set: return "clock set";
    case Subject::clock_lever: return "clock lever";
    case Subject::clock_stopped: return "clock stopped";
    case Subject::clock_link: return "clock link";
    case Subject::no_clock: return "no clock";
    }
    std::unreachable();
}

std::vector<Complaint> complaints(const wire::Condition& now, const std::optional<wire::Condition>& last) {
    std::vector<Complaint> all;
    if (!last)
        if (auto start = about_start(now.reset_cause)) all.push_back({Subject::start, std::move(*start)});
    const std::uint64_t before = last ? last->broken : 0;
    const auto mended = before & ~now.broken;
    if (now.broken & ~before)
        all.push_back({Subject::squares,
                       "its wiring or sensors are at fault, and it does not see " + names_of(now.broken)});
    else if (mended)
        all.push_back({Subject::squares,
                       "it sees " + names_of(mended) + " again" +
                           (now.broken ? ", but still not " + names_of(now.broken) : ""),
                       now.broken == 0});
    return all;
}

namespace {

bool happens_once(Subject about) {
    return about == Subject::start || about == Subject::firmware || about == Subject::clock_set ||
           about == Subject::pieces;
}

/// As the game's own clock is watched.
bool is_of_game(Subject about) { return about >= Subject::clock_times && about != Subject::no_clock; }

bool is_of_board(Subject about) { return about <= Subject::clock_battery; }

} // namespace

void Complaints::take(Complaint complaint) {
    changed_ = true;
    std::erase_if(all_, [&](const Complaint& each) { return each.about == complaint.about; });
    if (!complaint.over) all_.push_back(std::move(complaint));
}

template<class Is>
void Complaints::forget(Is is) {
    if (std::erase_if(all_, [&](const Complaint& each) { return is(each.about); }) > 0) changed_ = true;
}

void Complaints::begin_start(std::uint64_t board_id, std::uint32_t boot_id) {
    if (std::exchange(start_, std::pair(board_id, boot_id)) != std::pair(board_id, boot_id))
        forget(is_of_board);
}

void Complaints::leave(std::uint64_t board_id) {
    if (start_ && start_->first == board_id) forget_board();
}

void Complaints::forget_board() {
    start_.reset();
    forget(is_of_board);
}

void Complaints::begin_game() {
    const bool had_game = std::exchange(had_game_, true);
    forget([&](Subject about) { return (had_game && happens_once(about)) || is_of_game(about); });
}

std::vector<Complaint> Complaints::current(bool game_over) const {
    auto current = all_;
    if (game_over) std::erase_if(current, [](const Complaint& each) { return is_of_game(each.about); });
    return current;
}

} // namespace adoube::round
