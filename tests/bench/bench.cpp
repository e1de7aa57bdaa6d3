#include "tests/bench/bench.hpp"

#include "tests/bench/samples.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace adoube::bench {

namespace {

double time_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Our own words have no character that JSON would have escaped.
void print_text(const char* key, std::string_view text) {
    std::printf(",\"%s\":\"%.*s\"", key, static_cast<int>(text.size()), text.data());
}
void print_number(const char* key, std::optional<double> number) {
    if (number) std::printf(",\"%s\":%.9g", key, *number);
}
void end_line() {
    std::puts("}");
    std::fflush(stdout);
}

} // namespace

bool is_brief(int argc, char** argv) {
    if (argc == 1) return false;
    if (argc == 2 && std::string_view(argv[1]) == "--brief") return true;
    refuse("the only option is --brief");
}

double processor_time() { return time_of(CLOCK_PROCESS_CPUTIME_ID); }

double processor_time(pid_t process) {
    clockid_t clock{};
    if (clock_getcpuclockid(process, &clock) != 0)
        refuse("the processor time of another process cannot be read");
    return time_of(clock);
}

double processor_time_of(const std::function<void()>& work) {
    const double before = processor_time();
    work();
    return processor_time() - before;
}

Costs in_turns(int rounds, const std::function<double()>& ours, const std::function<double()>& yardstick) {
    std::vector<double> our_costs, yardstick_costs;
    for (int round = 0; round < rounds; ++round) {
        our_costs.push_back(ours());
        if (yardstick) yardstick_costs.push_back(yardstick());
    }
    Costs costs{percentile(our_costs, 0.5), {}};
    if (yardstick) costs.yardstick = percentile(yardstick_costs, 0.5);
    return costs;
}

void tell(const Figure& figure) {
    std::printf("{\"figure\":\"%s\"", figure.name.c_str());
    print_text("unit", figure.unit);
    print_number("ours", figure.cost.ours);
    print_number("yardstick", figure.cost.yardstick);
    if (!figure.yardstick_is.empty()) print_text("yardstick_is", figure.yardstick_is);
    print_number("goal", figure.goal);
    if (figure.goal_is_ours) print_text("goal_is", "ours");
    end_line();
}

void tell_point(std::string_view series, std::string_view what, double x, double y, std::string_view unit) {
    std::printf("{\"series\":\"%.*s\"", static_cast<int>(series.size()), series.data());
    print_text("what", what);
    print_number("x", x);
    print_number("y", y);
    print_text("unit", unit);
    end_line();
}

void refuse(const std::string& why) {
    std::fprintf(stderr, "bench: %s\n", why.c_str());
    std::exit(1);
}

} // namespace adoube::bench
