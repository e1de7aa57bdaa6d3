#include "daemon/umpire/data/bounds.hpp"
#include "tests/catch.hpp"
#include "tests/replay/contract_hands.hpp"
#include "tests/replay/disturbed_game.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/nonsense.hpp"
#include "tests/replay/power_cuts.hpp"
#include "tests/replay/settled_moves.hpp"

#include <map>

using namespace adoube;
using record::Sensing;

namespace {

constexpr Sensing every_sensing[] = {Sensing::presence, Sensing::colour, Sensing::identity};

struct Changes {
    std::string told;
    int moves = 0; // that were settled

    void watch(const std::string& where, const record::Header& header,
               std::span<const record::Input> inputs) {
        umpire::Umpire umpire(header);
        replay::SettledMoves settled(header);
        for (const auto& input : inputs) {
            umpire.feed(input);
            for (const auto& change : settled.changed_by(input, umpire)) told += where + ": " + change + "\n";
        }
        moves += settled.count();
    }
    void require_none() const {
        INFO(told);
        CHECK(told.empty());
        CHECK(moves > 0);
    }
};

std::string name(Sensing sensing, std::uint64_t seed) {
    return "sensing " + std::to_string(static_cast<int>(sensing)) + ", seed " + std::to_string(seed);
}

} // namespace

TEST_CASE(
    "A move that a press completed becomes one that its `ambiguous` did not list, whatever the hands do") {
    for (const auto& knob : replay::all_knobs()) {
        Changes changes;
        for (const auto sensing : every_sensing)
            for (const auto seed : tests::seeds(replay::of_each / 5)) {
                const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of(knob.name));
                changes.watch(name(sensing, seed), played.header, played.inputs);
            }
        INFO(knob.name);
        if (replay::knobs_of(knob.name).no_lever == 0) changes.require_none();
    }
}

namespace {

void watch_disturbed(Changes& changes, Sensing sensing, std::uint64_t seed) {
    replay::Dice dice(seed);
    auto header = replay::any_header(sensing, dice);
    const auto nonsense = replay::disturbed(header, seed, dice);
    changes.watch("nonsense, " + name(sensing, seed), header, nonsense);
    const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of("human"));
    const auto cut = replay::with_power_cuts(played.header, played.inputs, {3, 1'000}, dice);
    changes.watch("cuts, " + name(sensing, seed), played.header, cut);
}

} // namespace

TEST_CASE("A move that a press completed becomes another when the board loses its power, or among nonsense") {
    Changes changes;
    for (const auto sensing : every_sensing)
        for (const auto seed : tests::seeds(replay::of_random)) watch_disturbed(changes, sensing, seed);
    watch_disturbed(changes, Sensing::presence, 904'330'938); // these once did
    watch_disturbed(changes, Sensing::presence, 64'856'098);
    watch_disturbed(changes, Sensing::identity, 1'058'437'534);
    watch_disturbed(changes, Sensing::identity, 617'178'613);
    watch_disturbed(changes, Sensing::colour, 700'000'411);
    watch_disturbed(changes, Sensing::presence, 700'000'768);
    changes.require_none();
}

namespace {

record::Snapshot snapshot_of(const umpire::Sight& board) {
    record::Snapshot snapshot;
    for (int at = 0; at < 64; ++at)
        snapshot.squares[static_cast<std::size_t>(at)] = board.at(static_cast<chess::Square>(at));
    return snapshot;
}

/// A gap and a snapshot replace a few inputs, anywhere.
std::vector<record::Input> with_gap(const record::Header& header, std::vector<record::Input> inputs,
                                    replay::Dice& dice) {
    const auto from = static_cast<std::size_t>(dice.between(2, static_cast<int>(inputs.size()) - 1));
    const auto to = std::min(inputs.size() - 1, from + static_cast<std::size_t>(dice.between(0, 14)));
    umpire::Umpire whole(header);
    for (const auto& input : std::span(inputs).first(to + 1)) whole.feed(input);
    const auto t_ms = inputs[to].t_ms;
    inputs[from] = {t_ms, record::Gap{record::Gap::Cause::link}};
    inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                 inputs.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    inputs.insert(inputs.begin() + static_cast<std::ptrdiff_t>(from) + 1, {t_ms, snapshot_of(whole.board())});
    return inputs;
}

/// Moves shown to the public that are others now. Those only doubtful again stay shown; those it could wait
/// for no longer do not count.
int taken_back(const umpire::GameRecord& shown, const umpire::GameRecord& record, GameMs now_ms) {
    int count = 0;
    for (std::size_t ply = 0; ply < std::min(shown.moves.size(), record.moves.size()); ++ply) {
        const auto &now = record.moves[ply].move, &before = shown.moves[ply].move;
        if (now.from == before.from && now.to == before.to) continue; // a promoted piece may be told later
        const auto waited_ms = now_ms - shown.moves[ply].completed_ms.value_or(shown.moves[ply].made_ms);
        count += waited_ms < umpire::bounds::ambiguous_ms;
    }
    return count;
}

} // namespace

namespace {

bool takes_back(const record::Header& header, std::span<const record::Input> inputs) {
    umpire::Umpire umpire(header);
    auto shown = umpire.completed();
    for (const auto& input : inputs)
        for (const bool fed : {false, true}) {
            if (fed) umpire.feed(input);
            auto record = fed ? umpire.completed() : umpire.completed(input.t_ms);
            if (taken_back(shown, record, input.t_ms) > 0) return true;
            if (record.moves.size() > shown.moves.size()) shown = std::move(record);
        }
    return false;
}

} // namespace

namespace {

/// Lifts and drops of pieces anywhere between the inputs.
std::vector<record::Input> with_touches(const record::Header& header, std::span<const record::Input> inputs,
                                        replay::Dice& dice) {
    constexpr int lengths_ms[] = {30, 100, 150, 250, 350, 450, 900};
    umpire::Umpire umpire(header);
    std::vector<record::Input> all;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        umpire.feed(inputs[at]);
        all.push_back(inputs[at]);
        const auto lifted_ms = inputs[at].t_ms + dice.between(5, 600);
        const auto dropped_ms = lifted_ms + lengths_ms[dice.between(0, 6)];
        if (dice.between(0, 9) > 0 || at + 1 == inputs.size() || inputs[at + 1].t_ms <= dropped_ms) continue;
        const auto square = static_cast<record::Square>(dice.between(0, 63));
        const auto stands = umpire.board().at(square);
        if (!stands) continue;
        all.push_back({lifted_ms, record::Lift{square, {}}});
        all.push_back({dropped_ms, record::Drop{square, *stands}});
    }
    return all;
}

} // namespace

TEST_CASE("Without a lever a move is shown to the public, and then taken back") {
    std::string told;
    int games = 0;
    for (const auto sensing : every_sensing)
        for (const auto seed : tests::seeds(replay::of_random)) {
            replay::Dice dice(seed);
            const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of("human_no_lever"));
            if (!takes_back(played.header, with_touches(played.header, played.inputs, dice))) continue;
            told += name(sensing, seed) + "\n";
            ++games;
        }
    INFO(told);
    CHECK(games <= tests::at_most(replay::may_be_taken_back_without_lever));
}

TEST_CASE("Moves that were worked out after a gap are shown to the public, and then taken back") {
    std::string told;
    int games = 0;
    for (const auto sensing : every_sensing)
        for (const auto seed : tests::seeds(replay::of_random)) {
            replay::Dice dice(seed);
            const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of("human"));
            if (!takes_back(played.header, with_gap(played.header, played.inputs, dice))) continue;
            told += name(sensing, seed) + "\n";
            ++games;
        }
    INFO(told);
    CHECK(games <= tests::at_most(replay::may_be_taken_back));
}

namespace {

/// Each promoted piece, as shown first or since a complete move told another, by ply.
class ShownPromotions {
  public:
    /// A sentence if one is another now, though all complete moves are legal with what was shown.
    std::string changed_by(const umpire::GameRecord& record) {
        std::string changes;
        for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
            const auto move = record.game.moves()[ply];
            if (move.kind != chess::MoveKind::promotion) continue;
            const auto [shown, first] = shown_.try_emplace(ply, move);
            ever_ += first;
            auto& before = shown->second;
            if (move == before || move.from != before.from || move.to != before.to) continue;
            if (is_legal(record.game, ply, before))
                changes += to_uci(before) + " became " + to_uci(move) + "; ";
            before = move;
            ++told_;
        }
        return changes;
    }
    int ever() const { return ever_; }
    int told() const { return told_; }

  private:
    static bool is_legal(const chess::Game& game, std::size_t ply, chess::Move promotion) {
        auto position = game.position_at(ply).after(promotion);
        return std::ranges::all_of(game.moves().subspan(ply + 1), [&](chess::Move move) {
            if (!position.is_legal(move)) return false;
            position.play(move);
            return true;
        });
    }
    std::map<std::size_t, chess::Move> shown_;
    int ever_ = 0, told_ = 0;
};

} // namespace

TEST_CASE("a promoted piece that was shown becomes another although every complete move is one with it") {
    std::string changes;
    int ever = 0, told = 0, games = 0;
    for (const auto sensing : {Sensing::presence, Sensing::colour})
        for (const auto seed : tests::seeds(replay::of_random / 2)) {
            replay::Dice dice(seed);
            auto knobs = replay::knobs_of(seed % 2 == 0 ? "human" : "human_no_lever");
            knobs.start_position = knobs.kings_centre = 1;
            knobs.underpromotion = 0.3;
            knobs.take_back = knobs.arbiter_move = 0;
            auto played = replay::play_by_hand(seed, sensing, knobs);
            std::erase_if(played.inputs, [](const record::Input& input) { // no arbiter tells it
                return std::holds_alternative<record::Promoted>(input.what);
            });
            umpire::Umpire umpire(played.header);
            ShownPromotions shown;
            const auto before = changes.size();
            const auto look = [&](GameMs t_ms) {
                const auto change = shown.changed_by(umpire.completed(t_ms));
                if (!change.empty()) changes += name(sensing, seed) + ": " + change + "\n";
            };
            GameMs seen_ms;
            for (const auto& input : with_touches(played.header, played.inputs, dice)) {
                while (const auto due_ms = umpire.next_by_time_ms(seen_ms)) {
                    if (*due_ms > input.t_ms) break;
                    look(seen_ms = *due_ms);
                }
                look(seen_ms = std::max(seen_ms, input.t_ms));
                umpire.feed(input);
                look(seen_ms);
            }
            games += changes.size() > before;
            ever += shown.ever(), told += shown.told();
        }
    INFO(changes);
    CHECK(games <= tests::at_most(replay::may_change_promoted));
    CAPTURE(ever, told);
    CHECK(ever > 0);
    CHECK(told > 0);
}
