#include "tools/adoube/board/info.hpp"

#include "daemon/chess/types.hpp"
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
    std::optional<wire::Condition> condition;
    std::optional<wire::Chip> chip;
};

std::expected<Told, std::string> ask(Conversation& board, bool drift) {
    const auto hello = board.begin();
    if (!hello) return std::unexpected(hello.error());
    Told told{*hello, std::nullopt, std::nullopt};
    const auto take = [&told](const drivers::News& news) {
        if (const auto* seen = std::get_if<drivers::ConditionSeen>(&news)) told.condition = seen->condition;
        if (const auto* seen = std::get_if<drivers::ChipSeen>(&news)) told.chip = seen->chip;
    };
    const auto end =
        std::chrono::steady_clock::now() + (drift ? longest_watch : Conversation::longest_answer);
    const auto known = [&] {
        const auto& clock = board.session().clock();
        return board.session().health().boot_id != 0 && clock.fitted() && (!drift || clock.drift_ppm());
    };
    while (!known() && std::chrono::steady_clock::now() < end) {
        const auto news = board.next(100ms);
        if (!news) return std::unexpected(news.error());
        if (*news) take(**news);
    }
    while (!told.chip && std::chrono::steady_clock::now() < end) { // sent after the health and the condition
        const auto news = board.next(200ms);
        if (!news || !*news) break;
        take(**news);
    }
    return told;
}

void print(std::ostream& out, const Told& told, const drivers::Session& session) {
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
    const auto told = ask(board, options.drift);
    if (!told) return say(io.err, "adoube: " + told.error()), bad_input;
    print(io.out, *told, board.session());
    if (const auto account = account_of(*port); !account.empty()) say(io.out, "USB        " + account);
    return success;
}

} // namespace adoube::tools
