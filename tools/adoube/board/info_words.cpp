#include "tools/adoube/board/info_words.hpp"

#include "daemon/chess/types.hpp"
#include "daemon/drivers/dgt/dgt_board.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/round/table.hpp" // board_name
#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/common/say.hpp"

#include <cstdio>
#include <ostream>

namespace adoube::tools {
namespace {

std::string fixed(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string listed(const std::vector<std::string>& all, const std::string& none) {
    std::string text;
    for (const auto& one : all) text += (text.empty() ? "" : ", ") + one;
    return text.empty() ? none : text;
}

std::string health_of(const wire::Health& health) {
    std::vector<std::string> wrong;
    std::string masked;
    for (auto squares = health.masked; squares != 0;) masked += ' ' + chess::to_string(chess::pop(squares));
    if (!masked.empty()) wrong.push_back("masked:" + masked);
    const std::pair<std::uint32_t, const char*> all[] = {
        {health.lost_events, " events lost"},         {health.resent_events, " events sent again"},
        {health.bad_frames, " bad frames"},           {health.bad_messages, " messages not understood"},
        {health.late_scans, " scans that were late"},
    };
    for (const auto& [count, name] : all)
        if (count != 0) wrong.push_back(std::to_string(count) + name);
    return listed(wrong, "nothing wrong");
}

std::string clock_of(const drivers::ClockFit& clock, SteadyUs now_us) {
    const auto drift = clock.drift_ppm();
    return "started " + fixed(static_cast<double>(clock.board_us(now_us).count()) / 1e6, 3) +
           " s ago, known to " + fixed(clock.error_us() / 1e3, 3) + " ms; " +
           (drift ? "runs " + fixed(std::abs(*drift), 1) + " ppm " + (*drift < 0 ? "slow" : "fast") +
                        ", give or take " + fixed(clock.drift_error_ppm(), 1)
                  : "how fast it runs is not known yet (--drift)") +
           (clock.jumps() > 0 ? "; jumped " + std::to_string(clock.jumps()) + " times" : "") +
           (clock.held_up() > 0 ? "; " + std::to_string(clock.held_up()) + " answers were held up" : "");
}

std::string in_words(const drivers::ClockDisplay& clock) {
    const auto time = [](int s) {
        const auto two_digits = [](int n) { return (n < 10 ? ":0" : ":") + std::to_string(n); };
        return std::to_string(s / 3600) + two_digits(s / 60 % 60) + two_digits(s % 60);
    };
    return time(clock.left_s) + " on the left, " + time(clock.right_s) + " on the right" +
           (!clock.runs   ? ""
            : *clock.runs ? ", running"
                          : ", stopped");
}

} // namespace

void print_of_others(std::ostream& out, const Told& told, bool knows_clock) {
    const auto& hello = told.hello;
    const auto serial = drivers::dgt::serial_in(hello.board_id);
    say(out,
        "board      " + round::board_name(hello.board_id) + (serial ? ", serial number " + *serial : ""));
    if (!told.maker.empty()) say(out, "maker      " + told.maker);
    if (hello.firmware_major != 0 || hello.firmware_minor != 0)
        say(out, "version    " + std::to_string(hello.firmware_major) + '.' +
                     std::to_string(hello.firmware_minor));
    say(out, "senses     " + senses(hello));
    if (told.squares) say(out, "squares    " + placement(*told.squares));
    if (told.clock) say(out, "its clock  " + in_words(*told.clock));
    if (!knows_clock)
        say(out, "its clock  boards of this maker know none: no times are kept");
    else if (told.clock_is_missing)
        say(out, "its clock  none is connected: no times are kept without one");
    if (told.battery)
        say(out, "battery    " + std::to_string(told.battery->percent) + " %" +
                     (told.battery->charging ? ", charging" : ""));
}

void print_ours(std::ostream& out, const Told& told, const drivers::Session& session) {
    const auto& hello = told.hello;
    say(out, "board      " + round::board_name(hello.board_id))
        << "firmware   " << int{hello.firmware_major} << '.' << int{hello.firmware_minor} << '.'
        << int{hello.firmware_patch} << '\n'
        << "senses     " << senses(hello) << '\n'
        << "has        " << listed(features(hello), "nothing beside the squares") << '\n'
        << "events     " << hello.next_seq - hello.oldest_seq << " that no daemon has recorded, room for "
        << hello.ring_capacity << '\n'
        << "settings   a scan every " << hello.settings.scan_interval_us << " us, debounced for "
        << hello.settings.debounce_us << " us, a snapshot every " << hello.settings.snapshot_interval_ms
        << " ms\n";
    if (session.health().boot_id != 0) out << "health     " << health_of(session.health()) << '\n';
    if (session.clock().fitted())
        out << "clock      " << clock_of(session.clock(), Conversation::now_us()) << '\n';
    if (!told.condition) return;
    if (told.condition->supply_mv != 0)
        out << "supply     " << fixed(told.condition->supply_mv / 1e3, 2) << " V\n";
    for (const auto& complaint : round::complaints(*told.condition, std::nullopt))
        say(out, "condition  " + complaint.text);
    if (!told.chip) return;
    if (told.chip->revision != 0) out << "chip       revision " << int{told.chip->revision} << '\n';
    if (const auto fault = round::fault_told(*told.chip)) say(out, "fault      " + *fault);
}

} // namespace adoube::tools
