#include "tools/adoube/games/import_states.hpp"

#include "daemon/drivers/driver.hpp"
#include "daemon/round/board_input.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

#include <ostream>
#include <utility>

namespace adoube::tools {
namespace {

using drivers::Maker;

/// Between two states; 0 for boards that tell more than these.
std::uint64_t usual_scan_us(Maker maker) {
    switch (maker) {
    case Maker::millennium: return 41'000;
    case Maker::chessnut: return 100'000;
    case Maker::certabo: return 250'000;
    case Maker::dgt:
    case Maker::adoube: break;
    }
    return 0;
}

/// A driver's news as the inputs of a game.
class States {
  public:
    States(Maker maker, std::ostream& err, std::string name)
        : driver_(drivers::make_driver(maker, name)), scan_us_(usual_scan_us(maker)), err_(err),
          name_(std::move(name)) {
        driver_->opened(now_us_);
    }

    void read(std::string_view content, const Steps& told) {
        constexpr std::size_t told_every = 4096; // bytes
        for (std::size_t at = 0; at < content.size(); ++at) {
            if (at % told_every == 0) told(at, content.size());
            const auto byte = static_cast<std::uint8_t>(content[at]);
            const auto before = driver_->counts();
            driver_->received({&byte, 1}, now_us_);
            const auto after = driver_->counts();
            if (after.bad_frames > before.bad_frames) damaged(at, after.good_frames == 0);
            if (after.good_frames > before.good_frames) pass();
        }
    }
    void sum_up() const {
        if (faults_ > most_faults)
            err_ << name_ << ": " << faults_ - most_faults << " more damaged messages were found\n";
    }
    bool clean() const { return faults_ == 0; }
    bool followed() const { return followed_; }

    SensorLog log;

  private:
    static constexpr std::size_t most_faults = 100; // reported one by one

    /// A recording may begin inside a message.
    void damaged(std::size_t at, bool is_before_all) {
        const auto place = name_ + ":byte " + std::to_string(at + 1);
        if (is_before_all && !std::exchange(began_inside_, true)) {
            say(err_, place + ": the recording begins inside a message, which is left out");
            return;
        }
        if (++faults_ <= most_faults) say(err_, place + ": a damaged message");
    }
    void pass() {
        now_us_ += scan_us_;
        driver_->tick(now_us_);
        (void)driver_->take_bytes();
        for (const auto& news : driver_->take_news()) std::visit([this](const auto& one) { on(one); }, news);
    }
    GameMs t_ms() const { return GameMs(static_cast<std::int64_t>((now_us_ - began_us_) / 1000)); }

    void on(const drivers::Arrived& arrived) {
        log.header.sensing = round::sensing_of(arrived.hello.sensing);
        log.header.scan_ms = arrived.scan_ms;
        log.header.clock = false;
        if (!followed_) began_us_ = now_us_;
        followed_ = true;
        driver_->follow({arrived.hello.next_seq, arrived.hello.next_seq});
    }
    void on(const drivers::EventSeen& seen) {
        log.inputs.push_back({t_ms(), round::input_of(seen.event, log.header.sensing)});
    }
    void on(const drivers::SnapshotSeen& seen) {
        log.inputs.push_back({t_ms(), round::snapshot_of(seen.squares, seen.lever, log.header.sensing)});
    }
    void on(const drivers::EventsLost& lost) {
        log.inputs.push_back({t_ms(), record::Gap{record::Gap::Cause::link}});
        log.inputs.push_back({t_ms(), round::snapshot_of(lost.squares, lost.lever, log.header.sensing)});
    }
    template<class Other>
    void on(const Other&) {}

    std::unique_ptr<drivers::Driver> driver_;
    std::uint64_t scan_us_;
    std::ostream& err_;
    std::string name_;
    SteadyUs now_us_{1'000'000}, began_us_;
    bool followed_ = false;
    bool began_inside_ = false;
    std::size_t faults_ = 0;
};

} // namespace

bool tells_states_alone(Maker maker) { return usual_scan_us(maker) != 0; }

int run_import_states(const ImportStatesOptions& options, Streams io) {
    const auto content = read_file(options.file, io.in);
    if (!content) {
        say(io.err, content.error());
        return bad_input;
    }
    const std::string name = options.file == "-" ? "standard input" : options.file;
    States states(options.maker, io.err, name);
    Progress progress(io, false);
    states.read(*content, progress.steps(name));
    states.sum_up();
    if (!states.followed()) {
        say(io.err, name + ":1: no state of a board by " +
                        std::string(drivers::boards_of(options.maker).name) + " was found");
        return bad_input;
    }
    if (!write_log(states.log, options, io)) return bad_input;
    return states.clean() ? success : bad_input;
}

} // namespace adoube::tools
