#pragma once
// What the programs that measure have in common: their one option, turns of ours and the yardstick, and the
// lines that run.mjs reads, one JSON object a line.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace adoube::bench {

/// Whether `--brief` was asked for: about a second in all, to see that it still runs. Exits with one sentence
/// at any other word.
bool is_brief(int argc, char** argv);

/// Of this process, all its threads. Seconds, as everywhere here.
double processor_time();
/// Of another process of this user.
double processor_time(pid_t process);
/// What `work` takes of it.
double processor_time_of(const std::function<void()>& work);

struct Costs {
    double ours;
    std::optional<double> yardstick;
};
/// Medians of `rounds` measurements, ours and the yardstick's in turns, so that what else runs on the machine
/// meets both. `yardstick` may be empty.
Costs in_turns(int rounds, const std::function<double()>& ours, const std::function<double()>& yardstick);

/// One line of the table. Smaller is better in all of them: time rather than speed, wrong moves, bytes.
struct Figure {
    std::string name, unit;
    Costs cost;
    /// What it is, or, where it is not installed, how to get it.
    std::string yardstick_is;
    /// The greatest ratio of ours to the yardstick, or, without a yardstick, the greatest of ours.
    std::optional<double> goal{};
    bool goal_is_ours = false;
};
void tell(const Figure& figure);

/// One point of a plot: what `x` of `series` ("boards") cost together. Proportional is straight.
void tell_point(std::string_view series, std::string_view what, double x, double y, std::string_view unit);

/// Ends the program: the measurement is of no use, as the results differ.
[[noreturn]] void refuse(const std::string& why);

} // namespace adoube::bench
