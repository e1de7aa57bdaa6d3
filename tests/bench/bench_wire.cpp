// An hour of one board's traffic: counted, so the same on every machine. wire_budget_test.cpp holds it to a
// budget.

#include "tests/bench/bench.hpp"
#include "tests/bench/wire_hour.hpp"

#include <cstdio>

using namespace adoube;

int main(int argc, char** argv) {
    (void)bench::is_brief(argc, argv); // it takes a second
    const auto hour = bench::wire_hour();
    const auto moves = static_cast<double>(hour.moves);
    const double entropy = hour.entropy_bits / 8 / moves;
    const std::string yardstick = "entropy of its events";
    bench::tell({"events of a move on the wire",
                 "bytes",
                 {static_cast<double>(hour.sent.at("events").bytes) / moves, entropy},
                 yardstick});
    bench::tell({"all on the wire both ways in an hour, a move",
                 "bytes",
                 {static_cast<double>(hour.all().bytes) / moves, entropy},
                 yardstick});
    bench::tell({"frames of an hour that say nothing",
                 "frames",
                 {static_cast<double>(hour.says_nothing.frames), {}},
                 "",
                 0,
                 true});
    for (const auto& [name, traffic] : hour.sent)
        std::printf("%s: %zu frames, %zu bytes\n", name.c_str(), traffic.frames, traffic.bytes);
}
