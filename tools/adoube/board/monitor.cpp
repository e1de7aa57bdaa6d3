#include "tools/adoube/board/monitor.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/round/board_input.hpp"
#include "daemon/round/board_time.hpp"
#include "protocol/rules.hpp"
#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/interrupt.hpp"
#include "tools/adoube/common/say.hpp"

#include <bit>
#include <cstdio>
#include <memory>
#include <ostream>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

class Writing {
  public:
    virtual ~Writing() = default;
    virtual void event(const drivers::EventSeen& seen) = 0;
    virtual void snapshot(const drivers::SnapshotSeen& seen) = 0;
    virtual void lost(const drivers::EventsLost& lost) = 0;
    /// The game's log names sides, which the display does not.
    virtual void clock(const drivers::ClockTold&) {}
};

/// For people.
class Lines : public Writing {
  public:
    explicit Lines(std::ostream& out) : out_(out) {}

    void event(const drivers::EventSeen& seen) override {
        std::string what = name_of(seen.event.kind);
        if (wire::has_square(seen.event.kind))
            what += ' ' + chess::to_string(static_cast<chess::Square>(seen.event.square));
        put(seen.board_us(), '#' + std::to_string(seen.seq), what + piece_of(seen.event.content));
    }
    void snapshot(const drivers::SnapshotSeen& seen) override {
        const auto pieces = std::popcount(seen.squares.occupied());
        put(seen.board_us, "", "stands on the board: " + std::to_string(pieces) + " pieces");
    }
    void clock(const drivers::ClockTold& told) override {
        if (told.display)
            put(told.board_us, "",
                "clock: left " + time(told.display->left_s) + ", right " + time(told.display->right_s));
    }
    void lost(const drivers::EventsLost& lost) override {
        put(lost.board_us, "", "events before #" + std::to_string(lost.next_seq) + " are lost");
    }

  private:
    void put(BoardUs board_us, const std::string& number, const std::string& what) {
        char head[64];
        std::snprintf(head, sizeof head, "%14.6f  %-7s ", static_cast<double>(board_us.count()) / 1e6,
                      number.c_str());
        out_ << head << what << std::endl;
    }
    static std::string time(int seconds) {
        char text[16];
        std::snprintf(text, sizeof text, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
        return text;
    }
    static const char* name_of(wire::EventKind kind) {
        constexpr const char* names[] = {"lift",           "drop",           "press White",   "press Black",
                                         "j'adoube White", "j'adoube Black", "call by White", "call by Black",
                                         "masked",         "seen again"};
        return names[static_cast<std::size_t>(kind) - 1];
    }
    static std::string piece_of(wire::Content content) {
        constexpr const char* names[] = {"", "pawn", "knight", "bishop", "rook", "queen", "king", "piece"};
        const auto code = static_cast<std::size_t>(content);
        if (content == wire::Content::empty || content == wire::Content::occupied) return {};
        return code < 8 ? std::string("  White ") + names[code] : std::string("  Black ") + names[code - 8];
    }

    std::ostream& out_;
};

/// A sensor log whose time starts at its first line.
class Log : public Writing {
  public:
    Log(std::ostream& out, const drivers::Arrived& arrived)
        : out_(out), sensing_(round::sensing_of(arrived.hello.sensing)) {
        record::Header header;
        header.sensing = sensing_;
        header.clock = (arrived.hello.features & wire::feature::lever) != 0;
        header.scan_ms = arrived.scan_ms;
        out_ << to_line(header) << std::endl;
    }

    void event(const drivers::EventSeen& seen) override {
        put(seen.board_us(), round::input_of(seen.event, sensing_));
    }
    void snapshot(const drivers::SnapshotSeen& seen) override {
        put(seen.board_us, round::snapshot_of(seen.squares, seen.lever, sensing_));
    }
    void lost(const drivers::EventsLost& lost) override {
        put(lost.board_us, round::gap_of(lost.cause));
        put(lost.board_us, round::snapshot_of(lost.squares, lost.lever, sensing_));
    }

  private:
    void put(BoardUs board_us, record::What what) {
        if (!std::exchange(begun_, true)) time_.follow(board_us, {});
        out_ << to_line(record::Input{time_.next(board_us), std::move(what)}) << std::endl;
    }

    std::ostream& out_;
    record::Sensing sensing_;
    round::BoardTime time_;
    bool begun_ = false;
};

} // namespace

int run_board_monitor(const BoardMonitorOptions& options, Streams io) {
    const auto port = board::port_from(options.port);
    if (!port) return say(io.err, "adoube: " + port.error()), bad_input;
    Conversation board(*port, options.take ? Conversation::Events::taken : Conversation::Events::stay);
    const auto arrived = board.begin();
    if (!arrived) return say(io.err, "adoube: " + arrived.error()), bad_input;
    std::unique_ptr<Writing> writing;
    if (options.json)
        writing = std::make_unique<Log>(io.out, *arrived);
    else
        writing = std::make_unique<Lines>(io.out);

    const Interrupt interrupt;
    std::uint32_t shown = 0;
    while (!interrupt.came() && io.out) {
        const auto news = board.next(200ms);
        if (!news) return say(io.err, "adoube: " + news.error()), bad_input;
        if (!*news) continue;
        if (const auto* event = std::get_if<drivers::EventSeen>(&**news)) {
            writing->event(*event);
            if (++shown == wire::window_events && !options.take && board.session())
                io.err
                    << "adoube: the board tells no more events until adoubed has recorded these; one that is "
                       "watched with --take from its start forgets what was shown\n";
        }
        if (const auto* snapshot = std::get_if<drivers::SnapshotSeen>(&**news)) writing->snapshot(*snapshot);
        if (const auto* lost = std::get_if<drivers::EventsLost>(&**news)) writing->lost(*lost);
        if (const auto* told = std::get_if<drivers::ClockTold>(&**news)) writing->clock(*told);
    }
    return success;
}

} // namespace adoube::tools
