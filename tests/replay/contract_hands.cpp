#include "tests/replay/contract_hands.hpp"

#include "tests/replay/contract_articles.hpp"
#include "tests/replay/random_game.hpp"
#include "tests/replay/scene.hpp"
#include "tests/replay/sensors.hpp"
#include "tests/replay/true_clock.hpp"

#include <algorithm>
#include <utility>

namespace adoube::replay {

namespace {

using chess::Game;
using chess::MoveKind;
using record::Sensing;

/// Games of up to `plies` moves to what looks like `target`.
int lines_to(const Position& from, const Position& target, int plies, Sensing sensing) {
    int result = look_alike(from, target, sensing) ? 1 : 0;
    if (plies > 0)
        for (const Move move : from.legal_moves())
            result += lines_to(from.after(move), target, plies - 1, sensing);
    return result;
}

class Session {
  public:
    Session(const Table& table, const record::Header& header, const Placement& first_board, const Game& game,
            std::uint64_t seed)
        : scene_(table, header, game.start(), first_board, seed), game_(game), time_(scene_.time),
          dice_(scene_.dice) {}

    void play(bool needs_set_up);
    std::vector<record::Input> inputs(int quarter_turns) {
        const Reporting how{scene_.table.sensing, quarter_turns, dice_.chance(0.5), scene_.knobs()};
        return report(time_, how, dice_);
    }
    std::vector<record::Input> done() const { return everything_done(time_); }
    const std::vector<Expected>& incidents() const { return scene_.referee.expected(); }

    chess::Result result = chess::Result::open;
    std::vector<Interval> plies;
    PlayedMoves played;

  private:
    std::size_t ply() const { return plies.size(); }
    Move move() const { return game_.moves()[ply()]; }
    Position before() const { return game_.position_at(ply()); }
    Side mover() const { return before().to_move(); }

    void one_ply();
    void think();
    void around();
    void carry_out(std::optional<Square> stands_on);
    void complete();
    bool lose_moves();
    void mask_on();
    void mask_off();
    bool mask_allows(Square square) const;

    Scene scene_;
    const Game& game_;
    Timeline& time_;
    Dice& dice_;
    void made();
    bool capture_unseen();
    void made_by_arbiter(std::int64_t begin_ms);
    void press_for(std::size_t ply, std::int64_t t_ms);

    std::optional<Side> owes_press_;
    std::optional<Masked> mask_;
    bool stops_ = false;
};

void Session::play(bool needs_set_up) {
    if (needs_set_up)
        set_up(scene_, game_.start());
    else if (dice_.chance(scene_.knobs().start_snapshot))
        time_.say(record::Snapshot{});
    time_.wait(dice_.between(500, 5000));
    if (scene_.table.lever && dice_.chance(scene_.knobs().start_press))
        time_.press(other(game_.start().to_move())), time_.wait(500);
    scene_.referee.ply_begins();
    while (ply() < game_.moves().size() && !stops_) one_ply();
    if (stops_) return;
    if (mask_) mask_off();
    result = finish(scene_, game_);
}

void Session::one_ply() {
    const auto begin_ms = time_.now();
    think();
    around();
    if (!mask_ && dice_.chance(scene_.knobs().gap) && lose_moves()) return;
    if (dice_.chance(scene_.knobs().arbiter_move)) return made_by_arbiter(begin_ms);
    const auto stands_on = fidget(scene_, before(), move());
    // Sensors did not see the type: an opponent's illegal move could say that it is another.
    if (move().kind == MoveKind::promotion && scene_.table.sensing != Sensing::identity)
        scene_.table.knobs.illegal = 0;
    const auto owed_by = std::exchange(owes_press_, std::nullopt);
    const auto reply_ms = time_.now();
    carry_out(stands_on);
    if (owed_by) press_for(ply() - 1, dice_.between(reply_ms, time_.now()));
    scene_.referee.ply_begins();
    plies.push_back({begin_ms, time_.now()});
}

void Session::made_by_arbiter(std::int64_t begin_ms) {
    make_for_player(scene_, before(), move());
    made(); // by the time the clock runs again
    time_.wait(dice_.between(1500, 9000));
    scene_.referee.ply_begins();
    plies.push_back({begin_ms, time_.now()});
}

void Session::think() {
    if (dice_.chance(scene_.knobs().blitz))
        time_.wait(dice_.between(50, 600));
    else
        time_.wait(dice_.chance(0.03) ? dice_.between(60'000, 900'000) : dice_.between(700, 9000));
}

void Session::around() {
    const Knobs& knobs = scene_.knobs();
    if (dice_.chance(knobs.pause)) interrupt(scene_);
    if (dice_.chance(knobs.flag_said))
        time_.say(record::Flag{dice_.chance(0.5) ? Side::white : Side::black}), time_.wait(3000);
    if (dice_.chance(knobs.take_back)) take_back(scene_, before()), scene_.referee.ply_begins();
    if (ply() > 0 && dice_.chance(knobs.out_of_step) && fall_out_of_step(scene_))
        scene_.referee.fumbled(), scene_.referee.ply_begins();
    if (dice_.chance(knobs.new_board)) {
        time_.wait(dice_.between(1000, 60'000));
        time_.say(record::BoardChange{"B17"});
        time_.say(record::Snapshot{});
        time_.wait(dice_.between(1000, 9000));
    }
    if (mask_ && (!mask_allows(mask_->square) || dice_.chance(0.05))) mask_off();
    if (!mask_ && dice_.chance(knobs.mask)) mask_on();
}

void Session::carry_out(std::optional<Square> stands_on) {
    const Table& table = scene_.table;
    auto& referee = scene_.referee;
    referee.carries_out();
    const bool counts_as_queen = table.sensing != Sensing::identity ||
                                 (table.lever && table.laws >= laws::Edition::laws_2018); // 7.5.2
    if (move().kind == MoveKind::promotion && move().promoted == PieceType::queen && counts_as_queen &&
        dice_.chance(table.knobs.late_exchange)) {
        scene_.hands.leave_pawn(before(), move());
        time_.wait(dice_.between(200, 2000));
        if (table.lever) press_for(ply(), time_.now());
        if (table.sensing == Sensing::identity) referee.pressed_without_promotion();
        made();
        time_.wait(dice_.between(600, 3000));
        return scene_.hands.exchange_pawn(move());
    }
    if (move().kind == MoveKind::promotion && table.lever && dice_.chance(table.knobs.promotion_missing))
        if (press_without_promotion(scene_, before(), move())) {
            played.made_ms.push_back(time_.now());
            if (table.laws < laws::Edition::laws_2018) complete();
            return;
        }
    if (dice_.chance(table.knobs.ambiguous) && capture_unseen()) return;
    scene_.hands.make(before(), move(), stands_on);
    if (castling_overlaps(move()) && table.sensing != Sensing::identity)
        referee.told({.kind = umpire::IncidentKind::ambiguous,
                      .article = {},
                      .side = mover(),
                      .ply = referee.ply(),
                      .open = true});
    if (table.lever && dice_.chance(table.knobs.displaced) &&
        press_with_displaced_pieces(scene_, before(), move())) {
        referee.pressed_with_displaced_pieces();
        made();
        referee.fumbled();
        if (dice_.chance(0.5)) complete();
        return;
    }
    made();
    if (dice_.chance(table.knobs.knocked)) time_.wait(600), knock_over(scene_), referee.fumbled();
    complete();
}

/// Several captures look the same; the log ends.
bool Session::capture_unseen() {
    if (scene_.table.sensing != Sensing::presence || !before().is_capture(move()) ||
        move().kind != MoveKind::normal)
        return false;
    Expected ambiguous{umpire::IncidentKind::ambiguous, {}, mover(), scene_.referee.ply()};
    for (const Move other : before().legal_moves()) {
        if (other.from != move().from || !before().is_capture(other)) continue;
        if (other.kind == MoveKind::promotion && other.promoted != PieceType::queen) continue;
        if (other.kind == MoveKind::en_passant) continue;
        if (!before().after(other).has_legal_move()) return false;
        ambiguous.allowed.push_back(to_uci(other, game_.start().is_chess960()));
    }
    if (ambiguous.allowed.size() < 2) return false;
    time_.lift(move().from);
    time_.wait(dice_.between(600, 2000));
    if (scene_.table.lever) time_.press(mover());
    scene_.referee.told(std::move(ambiguous));
    scene_.referee.made(move());
    stops_ = true;
    return true;
}

void Session::made() {
    scene_.referee.made(move());
    played.made_ms.push_back(time_.now());
}

void Session::press_for(std::size_t ply, std::int64_t t_ms) {
    const Side side = game_.position_at(ply).to_move();
    time_.press_at(side, t_ms);
    played.presses.push_back({t_ms, side, ply});
}

void Session::complete() {
    const Knobs& knobs = scene_.knobs();
    const bool untold = move().kind == MoveKind::promotion && move().promoted != PieceType::queen &&
                        scene_.table.sensing != Sensing::identity;
    if (!scene_.table.lever) {
        if (untold) time_.wait(1100), time_.say(record::Promoted{move().to, move().promoted});
        return;
    }
    if (!untold && dice_.chance(knobs.forgotten_press)) {
        if (dice_.chance(knobs.late_press)) owes_press_ = mover();
        return;
    }
    time_.wait(dice_.between(150, 1500));
    const bool offers = dice_.chance(knobs.offers);
    if (offers) time_.say(record::Offer{mover()}), time_.wait(dice_.between(100, 900));
    press_for(ply(), time_.now());
    if (untold) time_.wait(dice_.between(100, 2000)), time_.say(record::Promoted{move().to, move().promoted});
    if (dice_.chance(knobs.double_press)) time_.wait(dice_.between(30, 600)), time_.press(mover());
    if (offers && dice_.chance(0.5))
        time_.wait(dice_.between(500, 9000)), time_.say(record::Decline{other(mover())});
}

/// Loses up to two moves, all or but the first lift, if the snapshot then fits no others.
bool Session::lose_moves() {
    const auto moves = static_cast<int>(
        std::min<std::int64_t>(dice_.between(0, 2), std::ssize(game_.moves()) - std::ssize(plies)));
    if (lines_to(before(), game_.position_at(ply() + moves), 2, scene_.table.sensing) != 1) return false;
    auto lost_from_ms = time_.now();
    const auto first_event = time_.events().size();
    for (int n = 0; n < moves; ++n) {
        const auto begin_ms = time_.now();
        if (n > 0) think();
        scene_.hands.make(before(), move());
        time_.wait(dice_.between(200, 1500));
        played.made_ms.push_back(time_.now());
        if (scene_.table.lever) time_.press(mover());
        plies.push_back({begin_ms, time_.now()});
    }
    const bool lift_seen = moves > 0 && dice_.chance(0.3);
    if (lift_seen) lost_from_ms = time_.events()[first_event].t_ms + 1;
    const auto last = game_.moves().first(ply());
    scene_.referee.lost(last.last(static_cast<std::size_t>(moves)), moves == 1 && lift_seen);
    time_.gaps.push_back({lost_from_ms, time_.now()});
    time_.wait(dice_.between(1, 3000));
    time_.say(record::Gap{static_cast<record::Gap::Cause>(dice_.between(0, 2))});
    time_.say(record::Snapshot{});
    time_.wait(dice_.between(300, 5000));
    scene_.referee.ply_begins();
    return true;
}

void Session::mask_on() {
    const auto square = static_cast<Square>(dice_.between(0, 63));
    if (!mask_allows(square)) return;
    time_.say(record::Mask{square, true});
    time_.wait(dice_.between(1, 2000));
    mask_ = {square, {time_.now(), 0}, dice_.chance(0.4)};
}

void Session::mask_off() {
    mask_->window.to_ms = time_.now();
    time_.masks.push_back(*mask_);
    time_.wait(1);
    time_.say(record::Mask{mask_->square, false});
    time_.say(record::Snapshot{});
    time_.wait(dice_.between(300, 2000));
    mask_.reset();
}

/// The other squares show which move it is.
bool Session::mask_allows(Square square) const {
    const Move next = move();
    if (next.kind != MoveKind::normal)
        return rank_of(square) != rank_of(next.from) && rank_of(square) != rank_of(next.to);
    const bool presence = scene_.table.sensing == Sensing::presence;
    if (square == next.from) return !presence || !before().is_capture(next);
    if (square != next.to || !presence) return true;
    return std::ranges::none_of(before().legal_moves(), [&](Move other) {
        return other.from == next.from && other.to != square && before().is_capture(other);
    });
}

record::Header header_for(const Table& table, const Game& game, Dice& dice) {
    const std::vector<std::string> short_times{"60+1", "20/60:30", "10/30+2:30+2", "120", "5/20:5/20:60+5"};
    const Knobs& knobs = table.knobs;
    record::Header header;
    header.sensing = table.sensing;
    header.laws = table.laws;
    header.clock = table.lever;
    header.rate_of_play = static_cast<laws::RateOfPlay>(dice.between(0, 2));
    if (dice.chance(knobs.unsupervised)) {
        header.supervised = false;
        header.rate_of_play = dice.chance(0.5) ? laws::RateOfPlay::rapid : laws::RateOfPlay::blitz;
    }
    if (dice.chance(0.7)) header.time_control = dice.chance(0.5) ? "40/5400+30:1800+30" : "300+3";
    if (knobs.short_time > 0) header.time_control = dice.pick(short_times);
    if (dice.chance(0.3)) header.clock_mode = record::ClockMode::delay;
    if (game.start() != Position::start()) header.start_fen = game.start().fen();
    header.chess960 = game.start().is_chess960();
    header.start_time = "2026-11-20T14:00:00Z";
    header.tags = {{"White", "Hand, Left"}, {"Black", "Hand, Right"}};
    return header;
}

laws::Edition any_edition(Dice& dice) {
    return dice.chance(0.5) ? laws::Edition::laws_2023 : static_cast<laws::Edition>(dice.between(0, 3));
}

/// A half turn breaks no rule.
Expected rotation(int quarter_turns, const Table& table) {
    return {.kind = umpire::IncidentKind::board_rotated,
            .article = quarter_turns == 2 ? "" : article_of("7.2.2", table.laws),
            .side = {},
            .ply = 1};
}

} // namespace

PlayedGame play_by_hand(std::uint64_t seed, Sensing sensing, const Knobs& knobs) {
    Dice dice(seed);
    return play_by_hand(seed, sensing, knobs, random_game(knobs, sensing, dice));
}

PlayedGame play_by_hand(std::uint64_t seed, Sensing sensing, const Knobs& knobs, const Game& game) {
    Dice dice(seed ^ 0x5eed);
    const Table table{sensing, any_edition(dice), !dice.chance(knobs.no_lever), knobs};
    const bool needs_set_up = dice.chance(knobs.setup);
    const auto first_board = needs_set_up ? leftovers(game, dice) : placement_of(game.start());
    auto header = header_for(table, game, dice);
    Session session(table, header, first_board, game, seed + 1);
    session.played.first_to_move = game.start().to_move();
    session.play(needs_set_up);
    const int quarter_turns = dice.chance(knobs.rotated) ? static_cast<int>(dice.between(1, 3)) : 0;
    auto inputs = session.inputs(quarter_turns);
    auto clock = clock_truth(header, inputs, session.played);
    auto incidents = session.incidents();
    // Nobody can know the clock over a gap or without a lever.
    if (knobs.gap > 0 || knobs.out_of_step > 0 || !table.lever) {
        std::ranges::for_each(clock.flags, [](Expected& flag) { flag.open = flag.any_ply = true; });
        clock.left_ms.clear();
    }
    // Only the arbiter can say what becomes of the clock.
    if (knobs.take_back > 0 || knobs.arbiter_move > 0 || knobs.promotion_missing > 0 || knobs.displaced > 0) {
        std::ranges::for_each(clock.flags, [](Expected& flag) { flag.open = flag.any_ply = true; });
        clock.left_ms.clear();
    }
    // A move that ends the game needs no press.
    if (!clock.left_ms.empty() && !game.position().has_legal_move()) clock.left_ms.back().reset();
    incidents.insert(incidents.end(), clock.flags.begin(), clock.flags.end());
    if (quarter_turns != 0) incidents.push_back(rotation(quarter_turns, table));
    return {std::move(header), std::move(inputs),        session.done(),       game,
            session.result,    std::move(session.plies), std::move(incidents), std::move(clock.left_ms)};
}

} // namespace adoube::replay
