#pragma once
// What leaves the hall, to whom and how late: one page, for the chief arbiter to sign; and what a change of
// the delay changes there.

#include "daemon/adoubed/config.hpp"

#include <map>

namespace adoube::adoubed {

/// Configured, but could not be opened: why, in one sentence, by the exit's name.
using ClosedExits = std::map<std::string, std::string>;

/// As the page names it.
std::string name_of(const LiveChessConfig& livechess);
std::string name_of(const ProgramConfig& program);
std::string name_of_control_socket(const Config& config);

struct ExitsNow {
    std::string rounds; // that are played: "round 2"
    ClosedExits closed{};
    std::map<std::string, std::string> of_targets{}; // by name: a clause on what it shows
    UtcMs utc_ms{};
};
/// `config` with the ports that are open, not 0. `delay_ms`: in force, before every public exit. Times are
/// the hall's. Text of lines below 120 characters, unless a name is long.
std::string exits_page(const Config& config, std::int64_t delay_ms, const ExitsNow& now);
/// {"now":UTC ms,"event":"…","rounds":"round 2","delay_ms":900000,"configured_delay_ms":0,"public":[EXIT,…],
/// "protected":[EXIT,…]}. EXIT: {"where","to_whom","late_ms","late","what"}; `late_ms`: null where it is no
/// matter of time, or nothing leaves there; `late`: the same in words.
std::string exits_json(const Config& config, std::int64_t delay_ms, const ExitsNow& now);

struct DelayChange {
    std::int64_t before_ms, now_ms;
};
/// Which exits would show more than the public's view: a sentence for each, in its own line; empty: none.
std::string opened_in_words(const Config& config, DelayChange delay);
/// The change, and the exits that show something else since then: a sentence for each, in its own line.
std::string change_in_words(const Config& config, DelayChange delay, const ClosedExits& closed);

} // namespace adoube::adoubed
