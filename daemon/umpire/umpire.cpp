#include "daemon/umpire/umpire.hpp"

#include "daemon/chess/san.hpp"
#include "daemon/umpire/centre_kings.hpp"
#include "daemon/umpire/claims.hpp"
#include "daemon/umpire/ends.hpp"
#include "daemon/umpire/flags.hpp"
#include "daemon/umpire/offences.hpp"
#include "daemon/umpire/orientation.hpp"
#include "daemon/umpire/remedies.hpp"
#include "daemon/umpire/sensor_log.hpp" // reduced
#include "daemon/umpire/start_watch.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::Position;
using chess::Result;

Position start_of(const Header& header) {
    if (header.start_fen.empty()) return Position::start();
    return Position::from_fen(header.start_fen).value_or(Position::start());
}

ChessClock clock_of(const Header& header) {
    return {parse_time_control(header.time_control).value_or(std::vector<Period>{}), header.clock_mode};
}

/// Castling changes so many squares.
constexpr int most_of_a_move = 4;

} // namespace

class Umpire::State {
  public:
    explicit State(const Header& header)
        : header_(std::make_shared<const Header>(header)), game_(start_of(header)),
          readings_(game_.position(), clock_of(header), header_), board_(header.sensing) {
        board_.show(game_.position());
        readings_.each_clock([&](ChessClock& clock) { clock.start(game_.position().to_move(), 0); });
    }

    void feed(const Input& input) {
        ++input_;
        stand_still_until(std::max(t_ms_, input.t_ms));
        tell_flags();
        watch(input.what);
        std::visit([&](const auto& what) { take(what); }, input.what);
        if (arranged()) take_as_arranged();
        absorb();
        tell_what_waited();
        if (start_.told() && start_.righted(board_, readings_.best().position))
            readings_.overlook(start_.wrong());
        tell_flags();
    }

    /// As if nothing happened from the last input to `t_ms`.
    void stand_still_until(std::int64_t t_ms) {
        t_ms_ = t_ms;
        if (idle()) return;
        if (t_ms - readings_.changed_ms() >= bounds::rest_ms)
            if (auto ceremony = kings_.shown(readings_.sight())) return finish(std::move(*ceremony));
        if (first_move_stands()) tell_wrong_start();
        readings_.stand_still_until(t_ms);
        absorb();
        if (orientation_known_ && !arrangement_ && t_ms - readings_.changed_ms() >= bounds::rest_ms)
            tell_of_ply();
    }

    /// Nothing more comes: what stands on the board was made.
    void close() {
        const auto last_ms = t_ms_;
        stand_still_until(last_ms + bounds::completed_ms);
        t_ms_ = last_ms;
        if (over()) return;
        const auto capture = readings_.unseen_capture(t_ms_);
        settle(capture && !readings_.best().position.after(capture->move).has_legal_move());
        end_by_itself();
    }

    GameRecord record() const {
        GameRecord record{game_, moves_, result_, termination_, {}};
        Reading reading = readings_.best();
        if (const auto made = readings_.made(t_ms_); made && !over())
            reading = with_move(reading, *made, readings_.changed(), readings_.changed(), input_);
        for (const auto& played : reading.line) {
            record.game.play(played.record.move);
            record.moves.push_back(played.record);
        }
        if (reading.clock.kept())
            record.clocks = Clocks{reading.clock.left_ms(Side::white, t_ms_),
                                   reading.clock.left_ms(Side::black, t_ms_), reading.clock.running()};
        return record;
    }

    const Header& header() const { return *header_; }
    std::span<const Incident> incidents() const { return incidents_; }
    std::span<const Proposal> proposals() const { return proposals_; }

    // --- how the board stands ---

    bool begun() const { return !moves_.empty() || !readings_.best().line.empty(); }
    bool start_stands() const { return board_.differing(game_.start()) == 0; }
    /// What it shows next, it shows after inputs were lost, or on another board.
    bool out_of_sight() const { return !over() && (paused_ ? lost_in_pause_ : gap_); }
    bool explained() const { return readings_.explained(); }
    bool shows(const Snapshot& snapshot) const {
        Sight board = board_;
        board.show(snapshot);
        return readings_.would_show(board);
    }

    Evidence evidence() const {
        const auto& best = readings_.best();
        const bool completed = best.line.empty() ? !moves_.empty() && moves_.back().completed_ms
                                                 : !best.line.back().awaits_press;
        const bool shown = shown_whole_ && !begun();
        return {.start_wrong =
                    shown ? std::optional(std::popcount(board_.differing(game_.start()))) : std::nullopt,
                .moves = moves_.size() + best.line.size(),
                .pressed = completed && header_->clock,
                .explained = explained(),
                .cost = best.cost};
    }

    /// Until then nothing is told of what the squares of a touch mean.
    void know_orientation(bool known) { orientation_known_ = known; }

    /// The board was found to stand as this game has it: what was told already, and `found`, go before what
    /// would have been told.
    void follow(std::span<const Incident> told, const std::vector<Incident>& found) {
        const auto own = std::exchange(incidents_, {told.begin(), told.end()});
        const auto proposals = proposals_;
        raise(found);
        raise(own);
        proposals_ = proposals; // its own, each once
    }
    Incident turned_by(Turn turn, int ply, Moment first) const {
        return board_rotated(readings_.best(), turn, ply, first, now());
    }
    void tell_turned(Turn turn) { raise({turned_by(turn, readings_.best().plies + 1, now())}); }

    Moment now() const { return {t_ms_, input_}; }
    bool paused() const { return paused_; }

  private:
    bool over() const { return !termination_.empty(); }
    bool idle() const { return over() || paused_; }
    bool offered_by(Side side) const {
        const auto& offer = readings_.best().offer;
        return offer && offer->side == side;
    }

    // --- what sensors and lever say ---

    /// The board itself, whatever is made of it.
    void watch(const What& what) {
        if (const auto* lift = std::get_if<Lift>(&what)) board_.lift(lift->square, t_ms_);
        if (const auto* drop = std::get_if<Drop>(&what)) board_.drop(drop->square, drop->piece, t_ms_);
        if (const auto* mask = std::get_if<Mask>(&what)) board_.mask(mask->square, mask->on);
        if (const auto* snapshot = std::get_if<Snapshot>(&what)) board_.show(*snapshot), shown_whole_ = true;
    }

    void take(const Lift& lift) {
        if (idle()) return;
        kings_.lift(lift.square, t_ms_, readings_);
        readings_.lift(lift.square, now());
        wrong_piece_in_hand_ |= start_.told() && contains(start_.wrong(), lift.square);
        hands_set_up();
    }
    void take(const Drop& drop) {
        if (idle()) return;
        kings_.drop(drop.square, reduced(drop.piece, header_->sensing), t_ms_);
        readings_.drop(drop.square, drop.piece, now());
        hands_set_up();
    }
    void take(const Press& press) {
        if (idle()) return;
        if (at_start() && !may_begin()) return;
        kings_.forget();
        if (arrangement_) press_upon_arrangement();
        readings_.press(press.side, now());
        tell_of_ply();
    }
    void take(const Snapshot& snapshot) {
        if (paused_) lost_in_pause_ = false;
        if (idle()) return;
        if (at_start()) return shown_at_start(snapshot);
        if (gap_)
            find_lost_moves();
        else
            readings_.show(snapshot, now());
    }
    void take(const Gap&) { lose_sight(); }
    void take(const BoardChange&) { lose_sight(); }
    void lose_sight() { (paused_ ? lost_in_pause_ : gap_) = true; }
    void find_lost_moves() {
        readings_.recover(board_, now());
        gap_ = !readings_.in_step();
        kings_.forget();
    }
    void take(const Mask& mask) {
        readings_.mask(mask.square, mask.on);
        if (!mask.on) board_.show(readings_.best().position, bit(mask.square));
    }
    void take(const ClockReading& reading) {
        if (over()) return;
        readings_.each_clock([&](ChessClock& clock) {
            clock.set(Side::white, reading.white_ms, t_ms_);
            clock.set(Side::black, reading.black_ms, t_ms_);
            clock.run(reading.running, t_ms_);
        });
    }

    // --- what players say ---

    void take(const Adjust& adjust) {
        if (!idle()) readings_.adjust(adjust.side, now());
    }
    void take(const Call&) {}
    void take(const Flag& flag) {
        if (over()) return;
        if (const auto fall = flags_.reported(flag.side, readings_.best(), as_it_stands().position(), now()))
            raise({*fall});
    }
    void take(const Claim& claim) {
        if (over()) return;
        const auto& reading = readings_.best();
        const bool touched =
            !standing_made() && std::ranges::any_of(reading.ply.touches, [&](const Touch& touch) {
                return !touch.adjusting && t_ms_ - touch.lifted.t_ms >= bounds::flicker_ms;
            });
        propose(judged(claim, as_it_stands(), touched, reading, now()));
        if (!offered_by(chess::other(claim.side))) readings_.offer(claim.side, now(), true);
    }
    void take(const Offer& offer) {
        if (!over()) readings_.offer(offer.side, now());
    }
    void take(const Accept& accept) {
        if (!over() && offered_by(chess::other(accept.side))) finish(Result::draw, "normal");
    }
    void take(const Decline& decline) {
        if (offered_by(chess::other(decline.side))) readings_.offer(std::nullopt, now());
    }
    void take(const Resign& resign) {
        if (over()) return;
        const bool in_own_hand = readings_.best().position.to_move() == resign.side;
        settle(!in_own_hand);
        end(resigned(game_.position(), resign.side, header_->laws));
    }

    // --- what an arbiter says ---

    void take(const SetPosition& set) {
        const auto position = Position::from_fen(set.fen);
        if (!position) return;
        settle();
        start_.forget();
        for (std::size_t ply = game_.moves().size() + 1; ply-- > 0;) {
            if (game_.position_at(ply).repetition_key() != position->repetition_key()) continue;
            go_back_to(ply);
            return await_arrangement();
        }
        game_ = chess::Game(*position);
        moves_.clear();
        placed_ = true;
        go_on();
        await_arrangement();
    }
    void take(const PlayMove& play) { played(play.san); }
    /// Rather the one that the board shows, if he has made it there already.
    bool played(const std::string& san) {
        std::optional<std::pair<Reading, chess::Move>> said;
        for (const auto& reading : readings_.with_standing(now())) {
            const auto move = chess::move_from_san(reading.position, san);
            if (!move) continue;
            const bool shown = readings_.sight().differing(reading.position.after(*move)) == 0;
            if (!said || shown) said.emplace(reading, *move);
            if (shown) break;
        }
        if (!said) return false;
        auto& before = said->first;
        note_touch(before);
        before.ply.touches.clear(); // what an arbiter decides is nobody's breach
        before.ply.released.reset();
        auto next = with_move(before, {said->second, 0}, now(), now(), input_ + 1);
        next.clock.run(next.clock.running() ? std::optional(next.position.to_move()) : std::nullopt, t_ms_);
        next.line.back().awaits_press = false;
        next.line.back().record.completed_ms = t_ms_;
        readings_.settle_on(std::move(next));
        kings_.forget();
        await_arrangement();
        return true;
    }
    void take(const TakeBack& back) {
        settle();
        const auto plies = std::min(static_cast<std::size_t>(std::max(back.plies, 0)), moves_.size());
        go_back_to(moves_.size() - plies);
        await_arrangement();
    }
    void take(const SetResult& set) {
        if (set.result != Result::open || set.forfeit)
            return finish(set.result, termination_of(set, proposals_));
        if (!over()) return;
        reopen();
        await_arrangement();
    }
    void take(const SetTime& time) {
        readings_.each_clock([&](ChessClock& clock) {
            if (time.white_ms) clock.set(Side::white, *time.white_ms, t_ms_);
            if (time.black_ms) clock.set(Side::black, *time.black_ms, t_ms_);
        });
        if (time.white_ms) flags_.reset(Side::white);
        if (time.black_ms) flags_.reset(Side::black);
    }
    void take(const Promoted& promoted) {
        const auto here = [&](const auto& record) { return promotes_on(record.move, promoted.square); };
        if (const auto stands = standing(); !over() && stands && here(*stands)) settle(true);
        const bool in_line = std::ranges::any_of(
            readings_.best().line, [&](const PlayedMove& played) { return here(played.record); });
        auto moves = moves_;
        const auto last = std::ranges::find_if(moves.rbegin(), moves.rend(), here);
        if (!in_line) {
            if (last == moves.rend()) return;
            last->move.promoted = promoted.piece;
        }
        chess::Game game(game_.start());
        for (const auto& record : moves) {
            if (!game.position().is_legal(record.move)) return;
            game.play(record.move);
        }
        if (!readings_.promoted(game.position(), promoted.square, promoted.piece, in_line)) return;
        const bool ended = over() && by_itself() != Result::open;
        game_ = std::move(game);
        moves_ = std::move(moves);
        if (ended) reopen();
        if (!over()) end_by_itself();
    }
    void take(const Dismiss& dismiss) {
        if (dismiss.incident < 1 || std::cmp_greater(dismiss.incident, incidents_.size())) return;
        if (!dismissed_.insert(dismiss.incident).second) return;
        const auto& incident = incidents_[static_cast<std::size_t>(dismiss.incident) - 1];
        if (counts_as_illegal(incident.kind) && incident.side) readings_.pardon(*incident.side);
    }
    void take(const Pause&) {
        if (paused_) return;
        paused_ = true;
        lost_in_pause_ = false;
        kings_.forget();
        readings_.each_clock([&](ChessClock& clock) { clock.stop(t_ms_); });
    }
    void take(const Resume&) {
        if (!std::exchange(paused_, false)) return;
        const auto sealed = std::exchange(sealed_, {});
        if (over()) return;
        kings_.forget();
        // The board may show the position before the sealed move, or after it.
        if (sealed.empty() || !played(sealed)) resume_upon_board();
        gap_ |= lost_in_pause_;
        start_clock();
    }
    /// Nobody learns the sealed move before it is played, at the resumption.
    void take(const Adjourn& adjourn) {
        if (over()) return;
        sealed_ = adjourn.sealed;
        take(Pause{});
    }

    // --- the start position ---

    bool at_start() const { return !placed_ && !begun(); }

    void hands_set_up() {
        if (at_start() && start_.hands_moved(board_, game_.start(), now())) go_on();
    }

    void shown_at_start(const Snapshot& snapshot) {
        const bool first_look = !std::exchange(looked_at_start_, true);
        if (std::exchange(gap_, false)) {
            auto lost = readings_;
            lost.recover(board_, now());
            if (lost.explained()) return void(readings_ = std::move(lost));
            readings_.see(board_, now());
        } else if (first_look || start_.wrong()) {
            readings_.see(board_, now());
        } else {
            readings_.show(snapshot, now());
        }
        if (start_.board_shown(board_, game_.start(), now())) go_on();
    }

    /// The clock is pressed for the first time. What is wrong on the board is told, unless the pieces are
    /// being set up.
    bool may_begin() {
        if (!start_.wrong() || start_.told() || readings_.explained()) return true;
        readings_.overlook(start_.wrong());
        if (start_.setting_up(board_, game_.start()) && !readings_.made(for_good)) {
            readings_.overlook(0);
            return false;
        }
        tell_wrong_start();
        return true;
    }

    /// A first move, though the start position is wrong.
    bool first_move_stands() const {
        if (!at_start() || !start_.wrong() || start_.told() || start_.setting_up(board_, game_.start()) ||
            t_ms_ - readings_.changed_ms() < bounds::completed_ms)
            return false;
        auto readings = readings_;
        readings.overlook(start_.wrong());
        const auto made = readings.made(t_ms_);
        return made && contains(readings.best().ply.lifted, made->move.from);
    }

    void tell_wrong_start() {
        readings_.overlook(start_.wrong());
        tell({start_.tell(readings_.best(), now())});
    }

    // --- the board and the arbiter's word ---

    /// The game is where an arbiter put it, and the board may not be yet. The hands that follow may play on,
    /// as `readings_` has it, or put the board right: then they are nobody's, and the game goes on from here.
    struct Arrangement {
        Readings readings;
        std::size_t ply;
    };

    void await_arrangement() {
        arrangement_.reset();
        if (board_.differing(readings_.best().position)) arrangement_ = {readings_, moves_.size()};
    }
    bool arranged() const {
        if (!arrangement_ || idle()) return false;
        const auto wrong = board_.differing(arrangement_->readings.best().position);
        return std::popcount(wrong) <= most_of_a_move && arrangement_->readings.would_show(board_);
    }
    void take_as_arranged() {
        take_back_to(std::min(arrangement_->ply, moves_.size()));
        const auto clock = readings_.best().clock;
        readings_ = std::move(arrangement_->readings);
        readings_.each_clock([&](ChessClock& each) { each = clock; });
        readings_.see(board_, now());
        kings_.forget();
        arrangement_.reset();
    }
    /// The board must be right by now: as the hands played on, or as they put it right and then moved.
    void press_upon_arrangement() {
        if (!readings_.explained()) {
            auto arranged = arrangement_->readings;
            arranged.see(board_, now());
            if (arranged.explained()) return take_as_arranged();
        }
        arrangement_.reset();
    }
    void resume_upon_board() {
        if (lost_in_pause_) return;
        if (gap_) {
            find_lost_moves();
        } else if (arrangement_) {
            if (arranged()) take_as_arranged();
        } else if (readings_.would_show(board_)) {
            readings_.see(board_, now());
        } else {
            arrangement_ = {readings_, moves_.size()};
            readings_.see(board_, now());
        }
    }

    // --- the record ---

    /// What all readings share goes into the game.
    void absorb() {
        for (auto& played : readings_.take_agreed()) {
            const bool of_the_game = !CentreKings::may_belong(game_.position(), played.record.move);
            tell(played.incidents);
            play(played.record);
            wrong_piece_in_hand_ = false;
            if (arrangement_ && moves_.size() > arrangement_->ply + 1) arrangement_.reset();
            if (of_the_game) kings_.forget(played.record.made_ms);
            if (!over()) end_by_itself();
        }
        if (!over() && readings_.ended() && readings_.best_is_cheapest()) {
            settle();
            end_by_itself();
        }
    }

    void play(const MoveRecord& record) {
        game_.play(record.move);
        moves_.push_back(record);
        tell_claimable(record);
    }

    // --- the arbiter's ear ---

    /// What may be the kings on their way to the centre is no offence before they stop.
    void tell(const std::vector<Incident>& incidents) {
        std::ranges::copy(incidents, std::back_inserter(waiting_));
        tell_what_waited();
    }
    void tell_what_waited() {
        if (waiting_.empty() || kings_.may_have_begun(readings_.sight(), t_ms_)) return;
        raise(std::exchange(waiting_, {}));
    }

    /// Numbers what was not told yet: one offence, one incident.
    void raise(const std::vector<Incident>& incidents) {
        for (const auto& incident : incidents) {
            const auto told = std::ranges::any_of(incidents_, [&](const Incident& other) {
                return other.kind == incident.kind && other.ply == incident.ply &&
                       other.side == incident.side && other.first_input == incident.first_input &&
                       other.last_input == incident.last_input;
            });
            const bool again = wrong_piece_in_hand_ && (incident.kind == IncidentKind::illegal_move ||
                                                        incident.kind == IncidentKind::displaced);
            if (told || again) continue;
            incidents_.push_back(incident);
            incidents_.back().seq = static_cast<int>(incidents_.size());
            if (incident.proposal) propose(*incident.proposal);
        }
    }

    /// What is certain before the ply is over; hands that have not come to rest may mean something else yet.
    void tell_of_ply() {
        if (readings_.certain() && !start_.under_way()) tell(readings_.best().ply.incidents);
    }

    void tell_claimable(const MoveRecord& record) {
        const Moment completed{record.completed_ms.value_or(record.made_ms), input_};
        const auto incidents = claimable(game_, readings_.best(), completed);
        if (!incidents.empty() && by_itself() == Result::open) tell(incidents);
    }

    void tell_flags() {
        if (over()) return;
        for (const auto side : {Side::white, Side::black})
            if (const auto& reading = readings_.best(); flags_.due(side, reading, t_ms_))
                raise({flags_.fallen(side, reading, as_it_stands().position(), now())});
    }

    void propose(Proposal proposal) {
        proposals_.push_back(std::move(proposal));
        proposals_.back().seq = static_cast<int>(proposals_.size());
    }

    Result by_itself() { return ended_by_itself(game_, header_->laws, readings_.dead_positions()); }

    void end_by_itself() {
        if (const auto result = by_itself(); result != Result::open) end(result);
    }

    void end(Result result) {
        result_ = result;
        termination_ = "normal";
        readings_.each_clock([&](ChessClock& clock) { clock.stop(t_ms_); });
    }

    bool standing_made() const { return readings_.made(for_good).has_value(); }

    /// With the moves not yet certain, and the one that stands made on the board.
    chess::Game as_it_stands() const {
        auto game = game_;
        for (const auto& played : readings_.best().line) game.play(played.record.move);
        if (const auto made = readings_.made(for_good)) game.play(made->move);
        return game;
    }

    static constexpr auto for_good = std::numeric_limits<std::int64_t>::max();

    /// The move that stands on the board, or that a piece in the air may have made unseen.
    std::optional<Standing> standing() const {
        const auto made = readings_.made(for_good);
        return made ? made : readings_.unseen_capture(t_ms_);
    }

    /// The likeliest reading becomes the game, with the move that stands made on the board; where `unseen`
    /// says so, with one that cannot be seen to stand.
    void settle(bool unseen = false) {
        auto reading = readings_.best();
        const auto made = unseen ? standing() : readings_.made(for_good);
        if (made) reading = with_move(reading, *made, readings_.changed(), readings_.changed(), input_ + 1);
        for (auto& played : reading.line) {
            tell(played.incidents);
            play(played.record);
        }
        reading.line.clear();
        tell(reading.ply.incidents);
        readings_.settle_on(std::move(reading));
        kings_.forget();
        tell_what_waited();
    }

    /// A game that is over by what was said: nobody resigns, agrees or sets the kings with the opponent's
    /// piece in the air, so a capture that no sensor saw was made.
    void finish(Result result, std::string_view termination, bool unseen = true) {
        settle(unseen);
        end(result);
        termination_ = termination;
    }

    void finish(CentreKings::Ceremony ceremony) {
        std::erase_if(waiting_, [&](const Incident& each) { return each.t_ms >= ceremony.began_ms; });
        take_back_to(static_cast<std::size_t>(ceremony.game.plies) - ceremony.game.line.size());
        readings_.settle_on(std::move(ceremony.game));
        finish(ceremony.result, "normal");
    }

    void take_back_to(std::size_t ply) {
        game_.take_back(game_.moves().size() - ply);
        moves_.resize(ply);
    }

    void go_back_to(std::size_t ply) {
        take_back_to(ply);
        go_on();
    }

    void start_clock() {
        readings_.each_clock(
            [&](ChessClock& clock) { clock.start(readings_.best().position.to_move(), t_ms_); });
    }

    /// The game goes on from where it stands now.
    void go_on() {
        if (over()) reopen();
        Reading reading = readings_.best();
        reading.position = game_.position();
        reading.plies = static_cast<int>(moves_.size());
        reading.line.clear();
        reading.ply = PlyInProgress{};
        reading.claimable_breach.reset();
        reading.cost = 0;
        if (reading.clock.running()) reading.clock.run(game_.position().to_move(), t_ms_);
        readings_.settle_on(std::move(reading));
    }

    /// The game is not over after all.
    void reopen() {
        result_ = Result::open;
        termination_.clear();
        if (!paused_) start_clock();
    }

    std::shared_ptr<const Header> header_;
    chess::Game game_;
    std::vector<MoveRecord> moves_;
    Readings readings_;
    Sight board_;
    CentreKings kings_;
    Result result_ = Result::open;
    std::string termination_;
    bool gap_ = false;
    bool paused_ = false;
    bool lost_in_pause_ = false; // and not shown since
    std::string sealed_;
    StartWatch start_;
    bool looked_at_start_ = false;
    bool wrong_piece_in_hand_ = false;
    bool placed_ = false; // by an arbiter: the game does not begin with the header's position
    std::optional<Arrangement> arrangement_;
    bool shown_whole_ = false;
    bool orientation_known_ = false;
    std::int64_t t_ms_ = 0;
    int input_ = 0;
    Flags flags_;
    std::vector<Incident> incidents_;
    std::vector<Incident> waiting_; // not numbered yet
    std::vector<Proposal> proposals_;
    std::set<int> dismissed_;
};

/// The game in each way in which the board may stand, until the start position or the first moves have shown
/// which it is. The first is the record.
class Umpire::Ways {
  public:
    explicit Ways(const Header& header) : Ways(State(header)) {}

    void feed(const Input& input) {
        ++input_;
        if (std::holds_alternative<BoardChange>(input.what)) change_board();
        const bool found_turned = std::holds_alternative<Snapshot>(input.what) && turned_meanwhile(input);
        const auto told = likeliest().incidents().size();
        for (auto& way : ways_) {
            if (way.state.start_stands()) way.begun = {input.t_ms, input_};
            way.state.feed(turned(input, way.turn));
        }
        if (found_turned) {
            ways_.front().state.tell_turned(ways_.front().turn);
        }
        choose(told, std::holds_alternative<Press>(input.what));
    }

    void close() {
        const auto told = likeliest().incidents().size();
        for (auto& way : ways_) way.state.close();
        choose(told, false);
    }

    const State& likeliest() const { return ways_.front().state; }

  private:
    struct Way {
        Turn turn;
        State state;
        Moment begun{}; // the first input after the start position last stood
    };

    explicit Ways(State state, int input = 0) : input_(input) {
        state.know_orientation(false);
        for (const auto turn : every_turn) ways_.push_back({turn, state});
    }

    bool known() const { return ways_.size() == 1; }

    /// `told`: so many incidents had been told before the last input. `begins`: that was a press.
    void choose(std::size_t told, bool begins) {
        if (known()) return;
        const auto& front = ways_.front();
        const auto evidence = front.state.evidence();
        if (evidence.start_shown())
            std::erase_if(ways_, [](const Way& way) { return !way.state.evidence().start_shown(); });
        else if (is_settled(evidence))
            ways_.resize(1, front);
        else
            turn(evidence, told, begins);
        if (known()) ways_.front().state.know_orientation(true);
    }

    void turn(const Evidence& as_it_is, std::size_t told, bool begins) {
        const auto found = std::find_if(ways_.begin() + 1, ways_.end(), [&](const Way& way) {
            return is_turned(as_it_is, way.state.evidence(), begins);
        });
        if (found == ways_.end()) return;
        const auto before = ways_.front();
        const bool by_moves = found->state.begun();
        if (found->state.evidence().start_shown())
            std::erase_if(ways_, [](const Way& way) { return !way.state.evidence().start_shown(); });
        else
            ways_ = {*found};
        for (auto& way : ways_) {
            std::vector<Incident> turned;
            if (before.turn ==
                Turn::none) // else it was told: by occupancy either quarter looks like the other
                turned = {way.state.turned_by(way.turn, 1,
                                              by_moves && way.begun.input ? way.begun : way.state.now())};
            way.state.follow(before.state.incidents().first(told), turned);
        }
    }

    /// Another board may stand in any way.
    void change_board() {
        if (likeliest().begun())
            new_board_ = true;
        else
            *this = Ways(ways_.front().state, input_);
    }

    /// After a gap, or on a new board, the position may stand there turned.
    bool turned_meanwhile(const Input& snapshot) {
        if (!known() || !likeliest().begun() || !likeliest().out_of_sight()) return false;
        auto& [turn, state, begun] = ways_.front();
        const auto shows = [&](Turn way) {
            return state.shows(std::get<Snapshot>(turned(snapshot, way).what));
        };
        const auto before = turn;
        if (std::exchange(new_board_, false)) turn = Turn::none;
        const auto* found = std::ranges::find_if(every_turn, shows);
        if (shows(turn) || found == std::end(every_turn)) return false;
        if (!state.paused()) {
            auto as_usual = state;
            as_usual.feed(turned(snapshot, turn));
            if (as_usual.explained()) return false;
        }
        turn = *found;
        return turn != Turn::none && turn != before;
    }

    std::vector<Way> ways_;
    int input_ = 0;
    bool new_board_ = false;
};

Umpire::Umpire(const Header& header) : ways_(std::make_unique<Ways>(header)) {}
Umpire::~Umpire() = default;
Umpire::Umpire(Umpire&&) noexcept = default;
Umpire& Umpire::operator=(Umpire&&) noexcept = default;

void Umpire::feed(const Input& input) { ways_->feed(input); }

const Header& Umpire::header() const { return ways_->likeliest().header(); }

GameRecord Umpire::record(std::int64_t now_ms) const {
    State state = ways_->likeliest();
    state.stand_still_until(now_ms);
    return state.record();
}

GameRecord Umpire::final_record() const {
    Ways ways = *ways_;
    ways.close();
    return ways.likeliest().record();
}

std::vector<Incident> Umpire::final_incidents() const {
    Ways ways = *ways_;
    ways.close();
    const auto told = ways.likeliest().incidents();
    return {told.begin(), told.end()};
}

std::span<const Incident> Umpire::incidents() const { return ways_->likeliest().incidents(); }

std::span<const Proposal> Umpire::proposals() const { return ways_->likeliest().proposals(); }

} // namespace adoube::umpire
