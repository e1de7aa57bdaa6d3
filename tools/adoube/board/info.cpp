#include "tools/adoube/board/info.hpp"

#include "daemon/chess/types.hpp"
#include "daemon/drivers/dgt/dgt_board.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/round/table.hpp" // board_name
#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"

#include <cstdio>
#include <ostream>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_watch = 15s; // drift takes ten to show

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

const char* name_of(wire::Sensing sensing) {
    switch (sensing) {
    case wire::Sensing::identity: return "identity";
    case wire::Sensing::colour: return "colour";
    case wire::Sensing::presence: break;
    }
    return "presence";
}

std::string features_of(const wire::Hello& hello) {
    const std::pair<std::uint8_t, const char*> all[] = {
        {wire::feature::lever, "clock lever"},
        {wire::feature::adjust_buttons, "j'adoube buttons"},
        {wire::feature::call_buttons, "buttons to call the arbiter"},
        {wire::feature::levels, "sensors with levels"},
    };
    std::vector<std::string> has;
    for (const auto& [bit, name] : all)
        if (hello.features & bit) has.emplace_back(name);
    return listed(has, "nothing beside the squares");
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

struct Told {
    wire::Hello hello;
    std::optional<wire::Condition> condition{};
    std::optional<wire::Chip> chip{};
    std::optional<wire::Squares> squares{};
    std::optional<drivers::ClockDisplay> clock{};
    bool clock_is_missing = false;
    std::optional<drivers::BatteryTold> battery{};
    std::string maker{};

    void take(const drivers::News& news) {
        if (const auto* seen = std::get_if<drivers::ConditionSeen>(&news)) condition = seen->condition;
        if (const auto* seen = std::get_if<drivers::ChipSeen>(&news)) chip = seen->chip;
        if (const auto* seen = std::get_if<drivers::SnapshotSeen>(&news)) squares = seen->squares;
        if (const auto* told = std::get_if<drivers::ClockTold>(&news); told && told->display)
            clock = told->display;
        if (std::holds_alternative<drivers::ClockGone>(news)) clock_is_missing = true;
        if (const auto* told = std::get_if<drivers::BatteryTold>(&news)) battery = *told;
        if (const auto* told = std::get_if<drivers::MakerTold>(&news)) maker = told->text;
    }
};

using Done = std::expected<void, std::string>;

template<class Known>
Done listen(Conversation& board, Told& told, std::chrono::seconds longest, Known&& known) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!known() && std::chrono::steady_clock::now() < end) {
        const auto news = board.next(100ms);
        if (!news) return std::unexpected(news.error());
        if (*news) told.take(**news);
    }
    return {};
}

Done ask_ours(Conversation& board, Told& told, bool drift) {
    const auto& session = *board.session();
    const auto known = [&] {
        return session.health().boot_id != 0 && session.clock().fitted() &&
               (!drift || session.clock().drift_ppm());
    };
    const auto longest = drift ? longest_watch : Conversation::longest_answer;
    if (const auto heard = listen(board, told, longest, known); !heard) return heard;
    // Sent after the health and the condition.
    (void)listen(board, told, 1s, [&] { return told.chip.has_value(); });
    return {};
}

Done ask_others(Conversation& board, Told& told) {
    board.driver().ask_about_maker();
    return listen(board, told, Conversation::longest_answer, [&] {
        return told.squares && (told.clock || told.clock_is_missing) && !told.maker.empty();
    });
}

std::string placement(const wire::Squares& squares) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0; text += rank > 0 ? "/" : "")
        for (unsigned file = 0; file < 8; ++file) text += wire::to_char(squares.at(8 * rank + file));
    return text;
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

void print_of_others(std::ostream& out, const Told& told) {
    const auto& hello = told.hello;
    const auto serial = drivers::dgt::serial_in(hello.board_id);
    say(out,
        "board      " + round::board_name(hello.board_id) + (serial ? ", serial number " + *serial : ""));
    if (!told.maker.empty()) say(out, "maker      " + told.maker);
    if (hello.firmware_major != 0 || hello.firmware_minor != 0)
        say(out, "version    " + std::to_string(hello.firmware_major) + '.' +
                     std::to_string(hello.firmware_minor));
    say(out, std::string("senses     ") + name_of(hello.sensing));
    if (told.squares) say(out, "squares    " + placement(*told.squares));
    if (told.clock) say(out, "its clock  " + in_words(*told.clock));
    if (told.clock_is_missing) say(out, "its clock  none is connected");
    if (told.battery)
        say(out, "battery    " + std::to_string(told.battery->percent) + " %" +
                     (told.battery->charging ? ", charging" : ""));
}

void print_ours(std::ostream& out, const Told& told, const drivers::Session& session) {
    const auto& hello = told.hello;
    say(out, "board      " + round::board_name(hello.board_id))
        << "firmware   " << int{hello.firmware_major} << '.' << int{hello.firmware_minor} << '.'
        << int{hello.firmware_patch} << '\n'
        << "senses     " << name_of(hello.sensing) << '\n'
        << "has        " << features_of(hello) << '\n'
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
    for (const auto& sentence : round::complaints(*told.condition, std::nullopt))
        say(out, "condition  " + sentence);
    if (!told.chip) return;
    if (told.chip->revision != 0) out << "chip       revision " << int{told.chip->revision} << '\n';
    if (const auto fault = round::fault_told(*told.chip)) say(out, "fault      " + *fault);
}

} // namespace

int run_board_info(const BoardInfoOptions& options, Streams io) {
    const auto port = board::port_from(options.port);
    if (!port) return say(io.err, "adoube: " + port.error()), bad_input;
    Conversation board(*port, Conversation::Events::stay);
    const auto arrived = board.begin();
    if (!arrived) return say(io.err, "adoube: " + arrived.error()), bad_input;
    Told told{arrived->hello};
    const auto* session = board.session();
    const auto asked = session ? ask_ours(board, told, options.drift) : ask_others(board, told);
    if (!asked) return say(io.err, "adoube: " + asked.error()), bad_input;
    session ? print_ours(io.out, told, *session) : print_of_others(io.out, told);
    if (const auto account = account_of(*port); !account.empty()) say(io.out, "USB        " + account);
    return success;
}

} // namespace adoube::tools
