#include "tests/replay/sensors.hpp"

#include "daemon/record/sensor_log.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::replay {

namespace {

using record::Drop;
using record::Input;
using record::Lift;
using record::Sensing;

const Square* square_of(const Event& event) {
    if (const auto* lift = std::get_if<Lift>(&event.what)) return &lift->square;
    if (const auto* drop = std::get_if<Drop>(&event.what)) return &drop->square;
    return nullptr;
}

bool within(std::int64_t t_ms, Window window) { return t_ms >= window.from_ms && t_ms <= window.to_ms; }

void sort_by_time(std::vector<Event>& events) { std::ranges::stable_sort(events, {}, &Event::t_ms); }

void hide(std::vector<Event>& events, const Timeline& timeline) {
    for (Event& event : events) {
        for (const Window gap : timeline.gaps)
            if (within(event.t_ms, gap)) event.unseen = true;
        for (const Masked& masked : timeline.masks)
            if (square_of(event) && *square_of(event) == masked.square && within(event.t_ms, masked.window))
                event.unseen = true;
    }
}

/// What a broken sensor says of a masked square.
void add_nonsense(std::vector<Event>& events, const Timeline& timeline, Dice& dice) {
    for (const Masked& masked : timeline.masks) {
        if (!masked.noisy) continue;
        auto t_ms = masked.window.from_ms + dice.between(1, 2000);
        for (; t_ms < masked.window.to_ms; t_ms += dice.between(1, 6000)) {
            const record::Seen pawn{Side::white, PieceType::pawn};
            if (dice.chance(0.5))
                events.push_back({.t_ms = t_ms, .what = Lift{masked.square, pawn}, .unreal = true});
            else
                events.push_back({.t_ms = t_ms, .what = Drop{masked.square, pawn}, .unreal = true});
        }
    }
}

/// The events of each square, to find pieces that stand still.
class Standing {
  public:
    Standing(const Timeline& timeline, const std::vector<Event>& events) : first_(timeline.first_board()) {
        for (const Event& event : events)
            if (const Square* square = square_of(event)) there_[index(*square)].push_back(&event);
    }

    /// The piece reported there during the whole window.
    std::optional<Piece> throughout(Square square, Window window) const {
        std::optional<Piece> piece = first_[index(square)];
        for (const Event* event : there_[index(square)]) {
            if (event->t_ms > window.to_ms) break;
            if (event->t_ms >= window.from_ms) return std::nullopt;
            const auto* drop = std::get_if<Drop>(&event->what);
            piece = drop ? std::optional(Piece{*drop->piece.side, *drop->piece.type}) : std::nullopt;
        }
        return piece;
    }

  private:
    const Placement& first_;
    std::array<std::vector<const Event*>, 64> there_;
};

bool may_flicker(const Timeline& timeline, Square square, Window window) {
    const auto overlaps = [&](Window other) {
        return window.from_ms <= other.to_ms && window.to_ms >= other.from_ms;
    };
    return std::ranges::none_of(timeline.gaps, overlaps) &&
           std::ranges::none_of(timeline.masks, [&](const Masked& m) { return m.square == square; }) &&
           std::ranges::none_of(timeline.doubled,
                                [&](const Doubled& d) { return d.square == square && overlaps(d.window); });
}

/// On occupied squares: some anywhere, some where hands are at work.
void add_flicker(std::vector<Event>& events, const Timeline& timeline, const Reporting& how, Dice& dice) {
    if (how.knobs.flicker == 0) return;
    const Standing standing(timeline, events);
    std::vector<Event> flickers;
    std::array<std::int64_t, 64> free_from{};
    for (const Event& event : events) {
        if (!dice.chance(how.knobs.flicker)) continue;
        const Square* here = square_of(event);
        const Square square = here && dice.chance(0.4) ? *here : static_cast<Square>(dice.between(0, 63));
        const auto from_ms = std::max<std::int64_t>(0, event.t_ms + dice.between(-300, 600));
        const Window window{from_ms, from_ms + dice.between(1, 119)};
        const auto piece = standing.throughout(square, window);
        if (!piece || from_ms < free_from[index(square)] || !may_flicker(timeline, square, window)) continue;
        free_from[index(square)] = window.to_ms + 1;
        flickers.push_back({window.from_ms, Lift{square, {piece->side, piece->type}}});
        flickers.push_back({window.to_ms, Drop{square, {piece->side, piece->type}}});
    }
    std::ranges::copy(flickers, std::back_inserter(events));
}

void add_asides(std::vector<Event>& events, const Reporting& how, Dice& dice) {
    const auto end_ms = events.empty() ? 0 : events.back().t_ms;
    const auto plies = std::ranges::count_if(
        events, [](const Event& event) { return std::holds_alternative<record::Press>(event.what); });
    std::vector<Event> asides;
    for (int n = 0; n < plies; ++n) {
        const auto t_ms = dice.between(0, end_ms);
        if (dice.chance(how.knobs.snapshots)) asides.push_back({t_ms, record::Snapshot{}});
        if (dice.chance(how.knobs.clock_readings)) {
            const std::int64_t left_ms = 7'200'000 - t_ms / 4;
            const auto running = dice.chance(0.5) ? Side::white : Side::black;
            asides.push_back({t_ms, record::ClockReading{left_ms, left_ms - 60'000, running}});
        }
    }
    std::ranges::copy(asides, std::back_inserter(events));
}

class Reporter {
  public:
    Reporter(const Timeline& timeline, const Reporting& how) : how_(how), reported_(timeline.first_board()) {}

    void operator()(const Event& event) {
        if (!event.unreal) note(event);
        if (event.unseen) return;
        Input input{GameMs(event.t_ms), event.what};
        if (auto* lift = std::get_if<Lift>(&input.what))
            *lift = {seen_square(lift->square),
                     how_.lifts_name_the_piece ? seen(lift->piece) : record::Seen{}};
        if (auto* drop = std::get_if<Drop>(&input.what))
            *drop = {seen_square(drop->square), seen(drop->piece)};
        if (auto* mask = std::get_if<record::Mask>(&input.what)) mask->square = seen_square(mask->square);
        if (std::holds_alternative<record::Snapshot>(input.what)) input.what = snapshot();
        inputs.push_back(std::move(input));
    }

    std::vector<Input> inputs;

  private:
    void note(const Event& event) {
        if (const auto* lift = std::get_if<Lift>(&event.what)) reported_[index(lift->square)].reset();
        if (const auto* drop = std::get_if<Drop>(&event.what))
            reported_[index(drop->square)] = Piece{*drop->piece.side, *drop->piece.type};
    }
    record::Seen seen(const record::Seen& all) const { return record::reduced(all, how_.sensing); }
    Square seen_square(Square square) const {
        Square seen = square;
        for (int turn = 0; turn < how_.quarter_turns; ++turn)
            seen = chess::make_square(7 - rank_of(seen), file_of(seen));
        return seen;
    }
    record::Snapshot snapshot() const {
        record::Snapshot result;
        for (int square = 0; square < 64; ++square)
            if (const auto& piece = reported_[square])
                result.squares[index(seen_square(static_cast<Square>(square)))] =
                    seen({piece->side, piece->type});
        return result;
    }

    const Reporting& how_;
    Placement reported_;
};

} // namespace

std::vector<Input> report(const Timeline& timeline, const Reporting& how, Dice& dice) {
    std::vector<Event> events = timeline.events();
    sort_by_time(events);
    add_flicker(events, timeline, how, dice);
    sort_by_time(events);
    add_asides(events, how, dice);
    hide(events, timeline);
    add_nonsense(events, timeline, dice);
    sort_by_time(events);
    Reporter reporter(timeline, how);
    for (const Event& event : events) reporter(event);
    return std::move(reporter.inputs);
}

std::vector<Input> everything_done(const Timeline& timeline) {
    std::vector<Input> done;
    for (const Event& event : timeline.events())
        if (!event.unreal && (square_of(event) || std::holds_alternative<record::Press>(event.what)))
            done.push_back({GameMs(event.t_ms), event.what});
    std::ranges::stable_sort(done, {}, &Input::t_ms);
    return done;
}

} // namespace adoube::replay
