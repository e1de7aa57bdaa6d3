#include "tools/hands/recording.hpp"

#include "firmware/core/board.hpp"
#include "tools/hands/stage.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

using umpire::Input;

umpire::Seen seen(wire::Content content) {
    const auto code = static_cast<std::uint8_t>(content) & 7;
    if (content == wire::Content::occupied || content == wire::Content::empty) return {};
    const auto side = content > wire::Content::occupied ? chess::Side::black : chess::Side::white;
    if (code == 7) return {.side = side, .type = {}};
    return {.side = side, .type = static_cast<chess::PieceType>(code - 1)};
}

std::optional<umpire::What> what_of(const wire::Event& event) {
    using enum wire::EventKind;
    const auto square = static_cast<chess::Square>(event.square);
    switch (event.kind) {
    case lift: return umpire::Lift{square, seen(event.content)};
    case drop: return umpire::Drop{square, seen(event.content)};
    case press_white: return umpire::Press{chess::Side::white};
    case press_black: return umpire::Press{chess::Side::black};
    case mask_on: return umpire::Mask{square, true};
    case mask_off: return umpire::Mask{square, false};
    default: return std::nullopt;
    }
}

umpire::Snapshot snapshot_of(const wire::Squares& squares) {
    umpire::Snapshot snapshot;
    for (unsigned square = 0; square < 64; ++square)
        if (const auto content = squares.at(square); content != wire::Content::empty)
            snapshot.squares[square] = seen(content);
    return snapshot;
}

class Recorder {
  public:
    Recorder(const Timeline& timeline, umpire::Sensing sensing)
        : timeline_(timeline), sensing_(static_cast<wire::Sensing>(sensing)), stage_(timeline, sensing_),
          board_({.board_id = 1, .boot_id = 1, .sensing = sensing_, .features = wire::feature::lever}) {}

    std::vector<Input> record() {
        while (!board_.scanner().ready()) scan();
        inputs_.push_back({0, snapshot_of(board_.scanner().stable())});
        while (stage_.next_change_us() || !board_.scanner().quiet()) {
            skip_to_next_change();
            scan();
        }
        for (const auto& happening : timeline_.happenings)
            if (const auto* said = std::get_if<Said>(&happening.what))
                inputs_.push_back({happening.t_us / 1000, said->what});
        std::ranges::stable_sort(inputs_, {}, &Input::t_ms);
        return std::move(inputs_);
    }

  private:
    /// A board is switched on before the game begins.
    static constexpr std::int64_t lead_us = 1'000'000;

    void scan() {
        board_.scan(stage_.at(now_us_ - lead_us), static_cast<std::uint64_t>(now_us_));
        now_us_ += board_.settings().scan_interval_us;
        board_.drain([this](const wire::Event& event) {
            const auto t_us = static_cast<std::int64_t>(event.time_us) - lead_us;
            if (auto what = what_of(event))
                inputs_.push_back({std::max<std::int64_t>(t_us, 0) / 1000, std::move(*what)});
        });
    }

    /// Scans that would all read the same are left out.
    void skip_to_next_change() {
        const auto next_us = stage_.next_change_us();
        if (!next_us || !board_.scanner().quiet()) return;
        const std::int64_t interval_us = board_.settings().scan_interval_us;
        const auto scans = (*next_us + lead_us - now_us_) / interval_us;
        if (scans > 0) now_us_ += scans * interval_us;
    }

    const Timeline& timeline_;
    const wire::Sensing sensing_;
    Stage stage_;
    firmware::Board<> board_;
    std::int64_t now_us_ = 0;
    std::vector<Input> inputs_;
};

} // namespace

std::vector<Input> record(const Timeline& timeline, umpire::Sensing sensing) {
    return Recorder(timeline, sensing).record();
}

} // namespace adoube::tools
