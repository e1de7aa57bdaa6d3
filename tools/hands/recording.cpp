#include "tools/hands/recording.hpp"

#include "daemon/round/board_input.hpp"
#include "firmware/virtual/virtual_board.hpp"
#include "tools/hands/contents.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

class Recorder {
  public:
    Recorder(const Timeline& timeline, record::Sensing sensing)
        : timeline_(timeline), sensing_(sensing),
          board_({.sensing = static_cast<wire::Sensing>(sensing)}, contents_of(timeline.start)) {}

    std::vector<record::Input> record() {
        inputs_.push_back(
            {{}, round::snapshot_of(contents_of(timeline_.start), wire::Lever::unknown, sensing_)});
        for (const auto& happening : timeline_.happenings) {
            std::visit([&](const auto& what) { happen(what, happening.t_us); }, happening.what);
            look_until(static_cast<std::uint64_t>(happening.t_us));
        }
        while (!board_.quiet()) look_until(board_.now_us() + board_.press_us);
        std::ranges::stable_sort(inputs_, {}, &record::Input::t_ms);
        return std::move(inputs_);
    }

  private:
    void happen(const Change& change, std::int64_t t_us) {
        board_.set(static_cast<unsigned>(chess::index(change.square)), content_of(change.now),
                   static_cast<std::uint64_t>(t_us));
    }
    void happen(const LeverPress& press, std::int64_t t_us) {
        const bool white = press.side == chess::Side::white;
        board_.press(white ? wire::EventKind::press_white : wire::EventKind::press_black,
                     static_cast<std::uint64_t>(t_us));
    }
    void happen(const Said& said, std::int64_t t_us) { inputs_.push_back({GameMs(t_us / 1000), said.what}); }

    void look_until(std::uint64_t t_us) {
        board_.advance_to(t_us);
        for (const wire::Event& event : board_.drain())
            inputs_.push_back(
                {GameMs(static_cast<std::int64_t>(event.time_us / 1000)), round::input_of(event, sensing_)});
    }

    const Timeline& timeline_;
    const record::Sensing sensing_;
    firmware::VirtualBoard board_;
    std::vector<record::Input> inputs_;
};

} // namespace

std::vector<record::Input> recorded(const Timeline& timeline, record::Sensing sensing) {
    return Recorder(timeline, sensing).record();
}

} // namespace adoube::tools
