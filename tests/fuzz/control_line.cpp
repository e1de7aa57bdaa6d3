// Any lines to the arbiter's socket: each is refused with a one-line reason, or taken and the same after
// writing and reading it.

#include "daemon/adoubed/control_line.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <cstdlib>

using namespace adoube;
using fuzz::promise;

namespace {

struct Check {
    void operator()(const adoubed::Say& say) const {
        const auto line = record::to_line({{}, say.what});
        const auto again = record::parse_input(line, record::Sensing::presence);
        promise(again && record::to_line(*again) == line, "what was said can be written and read again");
    }
    void operator()(const adoubed::AddTime& add) const {
        constexpr std::int64_t day_ms = 24LL * 3600 * 1000;
        promise(std::abs(add.added.white_ms) <= day_ms && std::abs(add.added.black_ms) <= day_ms,
                "no more time is added than a clock can show");
    }
    void operator()(const adoubed::Arm& arm) const {
        const auto line = record::to_line(arm.header);
        const auto again = record::parse_header(line);
        promise(again && record::to_line(*again) == line, "what was armed can be written and read again");
    }
    void operator()(const adoubed::Keep& keep) const {
        promise(!keep.game.empty(), "what is kept or not is a game");
        promise(keep.why.empty() == (keep.what != adoubed::Keep::What::hold), "only who holds says why");
    }
    void operator()(const adoubed::UsePort& exchange) const {
        const auto again = board::port_from(to_string(exchange.port));
        promise(again && *again == exchange.port, "a port can be written and read again");
    }
    void operator()(const adoubed::SayMoves& say) const {
        promise(!say.moves.empty(), "moves that are entered are some");
    }
    void operator()(const adoubed::ArmRound& round) const {
        promise(!round.games.empty(), "a round that is armed has games");
        for (const auto& game : round.games) (*this)(game);
    }
    void operator()(const adoubed::SetDelay& delay) const {
        promise(delay.delay_ms >= 0, "nothing leaves the hall before it happens");
    }
    void operator()(const adoubed::ShowExits&) const {}
    void operator()(const adoubed::PrintSheets&) const {}
    void operator()(const adoubed::TellResults& results) const {
        promise(results.round >= 0, "results are of a round");
    }
    void operator()(const adoubed::TellClockTimes& times) const {
        promise(times.round >= 0, "clock times are of a round");
    }
    void operator()(const adoubed::OfRound& act) const {
        promise(act.round > 0, "what is started or closed is a round");
        promise(results::round_act_from(to_string(act.what)) == act.what, "an act on a round has its word");
    }
    void operator()(const adoubed::GiveStandings& given) const {
        if (!given.standings) return;
        const auto again = broadcast::standings_from(broadcast::to_json(*given.standings));
        promise(again && *again == *given.standings, "standings can be written and read again");
    }
    void operator()(const adoubed::OfTargets& targets) const {
        using What = adoubed::OfTargets::What;
        promise(targets.name.empty() == (targets.what == What::show || targets.what == What::show_json),
                "a target that is sent something has a name");
    }
};

void take(std::string_view line) {
    (void)adoubed::asks_to_watch(line);
    const auto command = adoubed::parse_control_line(line, {});
    if (command)
        std::visit(Check{}, *command);
    else
        promise(!command.error().empty(), "a refused line has a reason");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        take(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return 0;
}
