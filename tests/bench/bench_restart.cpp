// From the start of a daemon that was killed until it serves: its journal has finished games, and 500 that
// run.

#include "tests/bench/bench.hpp"
#include "tests/bench/past.hpp"
#include "tests/bench/rig.hpp"
#include "tests/bench/samples.hpp"

using namespace adoube;

namespace {

double start_s(std::size_t finished, std::size_t running, int times) {
    bench::Boards boards(running);
    bench::Rig rig(boards);
    bench::write_past(rig.journal(), running, finished, running);
    rig.start(); // once as another program left it
    std::vector<double> took;
    for (int n = 0; n < times; ++n) {
        rig.kill();
        const auto began = bench::now_us();
        rig.start();
        took.push_back(static_cast<double>(bench::now_us() - began) * 1e-6);
    }
    return bench::percentile(took, 0.5);
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    bench::allow_open_files();
    if (brief) {
        bench::tell({"start after a kill", "s", {start_s(20, 10, 1), {}}, "", 1, true});
        return 0;
    }
    for (const std::size_t finished : {1, 10, 100, 1'000, 10'000}) {
        const auto took = start_s(finished, 500, 5);
        bench::tell_point("finished games in the journal", "a start, with 500 games that run",
                          static_cast<double>(finished), took, "s");
        if (finished == 10'000)
            bench::tell({"start after a kill, 10,000 games in the journal, 500 of them running",
                         "s",
                         {took, {}},
                         "",
                         1,
                         true});
    }
}
