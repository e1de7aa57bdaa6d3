#include "daemon/umpire/game/umpire.hpp"

#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/game/game_in_progress.hpp"

#include <algorithm>
#include <utility>

namespace adoube::umpire {

namespace {

bool keeps(const chess::Game& game, const chess::Game& shown) {
    const auto &moves = game.moves(), &first = shown.moves();
    return game.start() == shown.start() && moves.size() >= first.size() &&
           std::equal(first.begin(), first.end(), moves.begin());
}

} // namespace

/// The game in each possible board orientation until one is settled. The first is the record.
class Umpire::Ways {
  public:
    explicit Ways(const Header& header) {
        GameInProgress game(header);
        game.set_orientation(Orientation::open);
        ways_.push_back({Turn::none, std::move(game)});
    }

    void feed(const Input& input) {
        if (input_++ == 0) stand_every_way();
        const bool by_hands =
            std::holds_alternative<Lift>(input.what) || std::holds_alternative<Drop>(input.what);
        if (!by_hands || !known() || told_.plies != 0) told_.plies.reset();
        if (const auto* set = std::get_if<SetTags>(&input.what)) {
            for (auto& way : ways_) way.game.correct(set->tags);
            return;
        }
        if (std::holds_alternative<BoardChange>(input.what)) change_board();
        const bool found_turned = std::holds_alternative<Snapshot>(input.what) && turned_meanwhile(input);
        const auto told = likeliest().incidents().size();
        const auto shown = shown_by(input.t_ms);
        const bool presses = std::holds_alternative<Press>(input.what) || likeliest().holds_press();
        for (auto& way : ways_) {
            if (way.game.start_stands()) way.begun = {input.t_ms, input_};
            way.turn == Turn::none ? way.game.feed(input) : way.game.feed(turned(input, way.turn));
        }
        if (found_turned) {
            ways_.front().game.tell_turned(ways_.front().turn);
        }
        choose(shown, told, presses && !likeliest().holds_press());
    }

    void close() {
        if (input_ == 0) stand_every_way();
        const auto told = likeliest().incidents().size();
        const auto shown = shown_by(likeliest().now().t_ms);
        for (auto& way : ways_) way.game.close();
        told_.plies.reset();
        choose(shown, told, false);
    }

    const GameInProgress& likeliest() const { return ways_.front().game; }
    Turn turn() const { return ways_.front().turn; }
    const GameRecord& completed() const {
        likeliest().tell_completed(told_);
        return told_.record;
    }
    const GameRecord& completed(GameMs now_ms) const {
        if (likeliest().stands_still_until(now_ms)) {
            likeliest().tell_completed(told_, likeliest().time_at(now_ms));
        } else {
            told_.plies.reset();
            likeliest_at(now_ms).tell_completed(told_);
            told_.plies.reset();
        }
        return told_.record;
    }
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const {
        return likeliest().next_by_time_ms(t_ms, told_);
    }
    GameInProgress likeliest_at(GameMs now_ms) const {
        auto game = likeliest();
        game.stand_still_until(now_ms);
        return game;
    }

  private:
    struct Way {
        Turn turn;
        GameInProgress game;
        Moment begun{}; // first input after the start last stood
    };

    /// Not before the first input: a hall has many games that wait for theirs.
    void stand_every_way() {
        auto game = std::move(ways_.front().game);
        game.set_orientation(Orientation::open);
        ways_.clear();
        ways_.reserve(std::size(every_turn));
        for (const auto turn : every_turn) ways_.push_back({turn, game});
    }

    bool known() const { return ways_.size() == 1; }

    /// What the public may know; empty once the orientation is known.
    std::optional<chess::Game> shown_by(GameMs t_ms) const {
        if (known()) return std::nullopt;
        return likeliest_at(t_ms).completed().game;
    }

    /// `shown`, `told`: public game and number of incidents before the last input; `begins`: that was a
    /// press.
    void choose(const std::optional<chess::Game>& shown, std::size_t told, bool begins) {
        if (known()) return;
        ways_.erase(std::remove_if(ways_.begin() + 1, ways_.end(),
                                   [&](const Way& way) { return !keeps(way.game.completed().game, *shown); }),
                    ways_.end());
        const auto& front = ways_.front();
        const auto evidence = front.game.evidence();
        if (evidence.start_shown())
            std::erase_if(ways_, [](const Way& way) { return !way.game.evidence().start_shown(); });
        else
            turn_or_settle(evidence, told, begins);
        const bool otherwise = std::any_of(ways_.begin() + 1, ways_.end(), [](const Way& way) {
            return is_right_start(way.game.evidence());
        });
        ways_.front().game.set_orientation(known()     ? Orientation::known
                                           : otherwise ? Orientation::right_otherwise
                                                       : Orientation::open);
        ways_.shrink_to_fit(); // a hall keeps one of each of its games
    }

    /// A wrong start may be a right one on a turned board.
    void turn_or_settle(const Evidence& as_it_is, std::size_t told, bool begins) {
        const bool settled = is_settled(as_it_is);
        if (!settled || as_it_is.began_wrong) turn(as_it_is, told, begins);
        if (settled) ways_.resize(1, ways_.front());
    }

    void turn(const Evidence& as_it_is, std::size_t told, bool begins) {
        const auto found = std::find_if(ways_.begin() + 1, ways_.end(), [&](const Way& way) {
            return is_turned(as_it_is, way.game.evidence(), begins);
        });
        if (found == ways_.end()) return;
        const auto before = ways_.front();
        const bool by_moves = found->game.begun();
        if (found->game.evidence().start_shown())
            std::erase_if(ways_, [](const Way& way) { return !way.game.evidence().start_shown(); });
        else
            ways_ = {*found};
        for (auto& way : ways_) {
            std::vector<Incident> turned;
            if (before.turn == Turn::none) // else told: by occupancy both quarters look alike
                turned = {way.game.turned_by(way.turn, 1,
                                             by_moves && way.begun.input ? way.begun : way.game.now())};
            way.game.follow(before.game.incidents().first(told), turned);
        }
    }

    void change_board() {
        new_board_ = likeliest().begun();
        if (!new_board_) stand_every_way();
    }

    /// After a gap or board change, the position may stand turned.
    bool turned_meanwhile(const Input& snapshot) {
        if (!known() || !likeliest().begun() || !likeliest().out_of_sight()) return false;
        auto& [turn, game, begun] = ways_.front();
        const auto shows = [&](Turn way) {
            return game.shows(std::get<Snapshot>(turned(snapshot, way).what));
        };
        const auto before = turn;
        if (std::exchange(new_board_, false)) turn = Turn::none;
        const auto* found = std::ranges::find_if(every_turn, shows);
        if (shows(turn) || found == std::end(every_turn)) return false;
        if (!game.paused()) {
            auto as_usual = game;
            as_usual.feed(turned(snapshot, turn));
            if (as_usual.explained()) return false;
        }
        turn = *found;
        return turn != Turn::none && turn != before;
    }

    std::vector<Way> ways_;
    int input_ = 0;
    bool new_board_ = false;
    /// As last asked for: most of it stays.
    mutable Told told_;
};

Umpire::Umpire(const Header& header) : ways_(std::make_unique<Ways>(header)) {}
Umpire::~Umpire() = default;
Umpire::Umpire(const Umpire& other) : ways_(std::make_unique<Ways>(*other.ways_)) {}
Umpire::Umpire(Umpire&&) noexcept = default;
Umpire& Umpire::operator=(Umpire&&) noexcept = default;

void Umpire::feed(const Input& input) { ways_->feed(input); }

const Header& Umpire::header() const { return ways_->likeliest().header(); }
Input Umpire::upright(Input input) const { return turned(std::move(input), ways_->turn()); }
const Sight& Umpire::board() const { return ways_->likeliest().board(); }
bool Umpire::paused() const { return ways_->likeliest().paused(); }
bool Umpire::has_sealed_move() const { return ways_->likeliest().has_sealed_move(); }
bool Umpire::offers_draw(Side side) const { return ways_->likeliest().offers_draw(side); }
bool Umpire::over() const { return ways_->likeliest().over(); }
bool Umpire::confirmed() const { return ways_->likeliest().confirmed(); }

GameRecord Umpire::record(GameMs now_ms) const { return ways_->likeliest_at(now_ms).record(); }

std::optional<RightToClaim> Umpire::right_to_claim(GameMs now_ms) const {
    return ways_->likeliest_at(now_ms).right_to_claim();
}

std::optional<int> Umpire::claimable_breach(GameMs now_ms) const {
    if (std::ranges::none_of(incidents(), is_claimable_breach, &Incident::kind)) return std::nullopt;
    return ways_->likeliest_at(now_ms).claimable_breach();
}

const GameRecord& Umpire::completed() const { return ways_->completed(); }

const GameRecord& Umpire::completed(GameMs now_ms) const { return ways_->completed(now_ms); }

std::string Umpire::explanation() const { return ways_->likeliest().explanation(); }

std::optional<GameMs> Umpire::next_by_time_ms(GameMs t_ms) const { return ways_->next_by_time_ms(t_ms); }

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
const std::set<int>& Umpire::dismissed() const { return ways_->likeliest().dismissed(); }

} // namespace adoube::umpire
