// The journal: what it takes to make events durable, beside a file to which the same batches are appended and
// synced; and how large its file is, written by the real daemon.

#include "tests/bench/bench.hpp"
#include "tests/bench/deeds.hpp"
#include "tests/bench/rig.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/simple_hands.hpp"

#include <condition_variable>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>

using namespace adoube;

namespace {

std::string game_id(std::size_t board) { return "game-" + std::to_string(board); }

/// The inputs of a long game, as lines of a record.
std::vector<std::string> lines_of(const chess::PgnGame& game) {
    std::vector<chess::Move> moves;
    for (const auto& each : game.moves) moves.push_back(each.move);
    std::vector<std::string> lines;
    for (const auto& input : tests::SimpleHands().play(moves)) lines.push_back(record::to_line(input));
    return lines;
}

/// A journal with one event of each board at a time on its way.
class Ours {
  public:
    explicit Ours(std::size_t boards)
        : boards_(boards), recorder_(journal::Journal::open(folder_ / "journal")
                                         .value()
                                         .start({[this](auto up_to, auto, auto) { note(up_to); }, {}, {}})) {
        const auto header = record::to_line(record::Header{});
        for (std::size_t board = 0; board < boards; ++board)
            recorder_.put(journal::OpenGame{{game_id(board), header, UtcMs(1), {}, game_id(board)}});
        wait_for(boards);
        batches_.clear();
    }

    /// One more event of each board.
    void record(const std::vector<std::string>& lines) {
        for (std::size_t board = 0; board < boards_; ++board)
            recorder_.put(journal::Append{
                game_id(board),
                {lines[sequence_ % lines.size()],
                 record::Origin{"board-" + std::to_string(board), 1, sequence_, BoardUs(sequence_ * 1'000)},
                 UtcMs(2)}});
        ++sequence_;
        wait_for(boards_ * (1 + sequence_));
    }
    /// How many came to the disk together, since the last call.
    std::vector<std::size_t> take_batches() {
        const std::lock_guard lock(mutex_);
        return std::exchange(batches_, {});
    }

  private:
    void note(std::uint64_t up_to) {
        const std::lock_guard lock(mutex_);
        batches_.push_back(up_to - durable_);
        durable_ = up_to;
        changed_.notify_one();
    }
    void wait_for(std::uint64_t records) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return durable_ >= records; });
    }

    std::size_t boards_;
    std::uint32_t sequence_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> batches_;
    std::uint64_t durable_ = 0;
    tests::TemporaryFolder folder_;
    journal::Recorder recorder_; // last: its thread uses the others
};

/// A file to which lines are appended.
class RawFile {
  public:
    RawFile() : file_(::open((folder_ / "raw").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
        if (!file_) bench::refuse("there is no file to append to");
    }
    void append(const std::string& line, std::size_t times) {
        std::string batch;
        for (std::size_t n = 0; n < times; ++n) batch += line;
        if (::write(file_.get(), batch.data(), batch.size()) != static_cast<ssize_t>(batch.size()) ||
            ::fdatasync(file_.get()) != 0)
            bench::refuse("a file cannot be appended to");
    }

  private:
    tests::TemporaryFolder folder_;
    firmware::Descriptor file_;
};

double seconds_of(const std::function<void()>& work) {
    const auto began = bench::now_us();
    work();
    return static_cast<double>(bench::now_us() - began) * 1e-6;
}

/// Seconds for an event of each board, `events` times, in five turns.
bench::Costs measure(std::size_t boards, std::size_t events, const std::vector<std::string>& lines) {
    Ours ours(boards);
    RawFile raw;
    std::vector<std::size_t> batches;
    std::size_t at = 0;
    return bench::in_turns(
        5,
        [&] {
            const auto took = seconds_of([&] {
                for (std::size_t n = 0; n < events; ++n) ours.record(lines);
            });
            batches = ours.take_batches();
            return took;
        },
        [&] {
            return seconds_of([&] {
                for (const auto batch : batches) raw.append(lines[at++ % lines.size()] + '\n', batch);
            });
        });
}

/// Of the daemon's file, after whole games on so many boards.
double bytes_an_input(const bench::Games& games, std::size_t count) {
    bench::Boards boards(count);
    std::size_t inputs = 0;
    for (std::size_t board = 0; board < count; ++board)
        for (const auto& ply : games.plies(board)) {
            for (const auto deed : ply) boards.happened(board, deed);
            inputs += ply.size();
        }
    bench::Rig rig(boards);
    rig.start();
    bench::wait_until_followed(boards);
    bench::wait_until_durable(boards);
    rig.end();
    return static_cast<double>(std::filesystem::file_size(rig.journal())) / static_cast<double>(inputs);
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    bench::allow_open_files();
    const bench::Games games;
    const auto lines = lines_of(games.at(0));
    for (const std::size_t boards : {1, 10, 100, 1'000}) {
        if (brief && boards != 10) continue;
        const std::size_t events = brief ? 4 : 20;
        auto costs = measure(boards, events, lines);
        costs.ours *= 1e3 / static_cast<double>(events);
        if (costs.yardstick) *costs.yardstick *= 1e3 / static_cast<double>(events);
        bench::tell_point("boards", "an event of each made durable", static_cast<double>(boards), costs.ours,
                          "ms");
        if (brief || boards == 1'000)
            bench::tell({"an event of each of " + std::to_string(boards) + " boards made durable", "ms",
                         costs, "a file, synced as often", 1.3});
    }
    bench::tell({"journal", "bytes an input", {bytes_an_input(games, brief ? 10 : 200), {}}, "", 64, true});
}
