// Halls, a stream and displays, while the stream is killed, wiped and forgets, halls start again, and
// displays come and go.

#include "daemon/broadcast/live_round.hpp"
#include "daemon/stream/event_stream.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/stream/stream_model.hpp"

#include <boost/json.hpp>

#include <memory>

using namespace adoube;
using broadcast::PublicGame;
using stream::EventStream;
using stream::HallStream;
using tests::StreamModel;

namespace {

using Random = std::mt19937_64;

/// All states of one public game, in the order in which they were shown.
using Shown = std::map<std::string, std::vector<PublicGame>>;

class Hall {
  public:
    Hall(std::string name, int first_board, int boards, Random& random)
        : name_(std::move(name)), random_(random), first_board_(first_board) {
        for (int at = 0; at < boards; ++at) games_.push_back(next_game(at));
    }

    const std::string& name() const { return name_; }
    std::string prefix() const { return "event." + name_ + '.'; }
    HallStream& out() { return *out_; }
    bool has_joined = false;
    const Shown& shown() const { return shown_; }
    broadcast::LiveRound& round() { return round_; }

    void goes_on() {
        auto& game = games_[random_() % games_.size()];
        const auto moves = game.position.legal_moves();
        if (const auto what = random_() % 24; what == 0 && !game.moves.empty()) {
            take_back(game);
        } else if (what == 1 || moves.size() == 0 || game.result != chess::Result::open) {
            if (game.result == chess::Result::open) {
                game.result = chess::Result::draw;
                show(game);
            }
            before_.push_back(game);
            game = next_game(game.board - first_board_);
        } else if (what == 2) {
            return change_tables(game);
        } else {
            const auto move = moves[random_() % moves.size()];
            game.moves.push_back(
                {game.position, move, false, 1'000 * static_cast<std::int64_t>(random_() % 5'400)});
            game.position.play(move);
            game.clocks = {90'000, 80'000, game.position.to_move(),
                           UtcMs(static_cast<std::int64_t>(random_() % 1'000'000))};
        }
        show(game);
    }
    /// Its process is another one, which has the record.
    void starts_again() {
        out_ = std::make_unique<HallStream>();
        has_joined = false;
        for (const auto& game : games_)
            if (shown_.contains(game.id)) out_->put(game);
        for (auto game = before_.rbegin(); game != before_.rend(); ++game) out_->recall(*game);
    }

  private:
    PublicGame next_game(int at) {
        PublicGame game;
        game.id = name_ + "-r" + std::to_string(++games_begun_) + ".b" + std::to_string(first_board_ + at);
        game.board = first_board_ + at;
        game.tags = broadcast::PublicTags::Map{
            {"Event", "Two halls"}, {"Round", "1"}, {"White", "A" + game.id}, {"Black", "\"B\\"}};
        return game;
    }
    /// With another game that is played.
    void change_tables(PublicGame& game) {
        auto& other = games_[random_() % games_.size()];
        std::swap(game.board, other.board);
        show(game);
        if (&game != &other) show(other);
    }
    void take_back(PublicGame& game) {
        game.moves.pop_back();
        game.position = game.start;
        for (const auto& move : game.moves) game.position.play(move.move());
    }
    void show(const PublicGame& game) {
        shown_[game.id].push_back(game);
        round_.publish(game);
        out_->put(game);
    }

    std::string name_;
    Random& random_;
    int first_board_, games_begun_ = 0;
    std::vector<PublicGame> games_,
        before_; // at the boards, by board; those that have left them, oldest first
    Shown shown_;
    broadcast::LiveRound round_{"hall"};
    std::unique_ptr<HallStream> out_ = std::make_unique<HallStream>();
};

class Display {
  public:
    Display(StreamModel& model, const std::vector<std::unique_ptr<Hall>>& halls)
        : model_(model), halls_(halls) {
        starts_over();
    }
    ~Display() { model_.forget(reader_); }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    void starts_over() {
        reader_.is_broken = !model_.is_up();
        if (reader_.is_broken) return;
        model_.read(reader_);
        in_.starts_over();
        hear_caught_up();
    }
    bool is_broken() const { return reader_.is_broken; }
    bool hears_all() const { return reader_.coming.empty(); }
    void hears(EventStream::Moment now) {
        if (reader_.coming.empty()) return;
        const auto told = model_.take(reader_);
        in_.heard(told.subject, told.version, told.text, now);
        hear_caught_up();
    }
    broadcast::LiveRound& round() { return round_; }
    std::uint64_t refused() const { return in_.refused(); }
    const EventStream& in() const { return in_; }

  private:
    void hear_caught_up() {
        if (reader_.from_start == 0) in_.caught_up();
        for (const auto& change : in_.take_changes()) {
            if (const auto* shown = std::get_if<EventStream::Game>(&change))
                shows(shown->game), round_.publish(shown->game, shown->is_newest);
            else if (const auto* past = std::get_if<EventStream::Past>(&change))
                shows(past->game), round_.recall(past->game);
        }
    }
    /// What is shown was shown in its hall, and what was shown later is never followed by what was shown
    /// before it.
    void shows(const PublicGame& game) {
        const std::vector<PublicGame>* shown = nullptr;
        for (const auto& hall : halls_)
            if (const auto found = hall->shown().find(game.id); found != hall->shown().end())
                shown = &found->second;
        REQUIRE(shown);
        auto& at = at_[game.id];
        CAPTURE(game.id, at, game.moves.size());
        while (at < shown->size() && (*shown)[at] != game) ++at;
        REQUIRE(at < shown->size());
    }

    StreamModel& model_;
    const std::vector<std::unique_ptr<Hall>>& halls_;
    StreamModel::Reader reader_;
    EventStream in_{"event"};
    broadcast::LiveRound round_{"display"};
    std::map<std::string, std::size_t> at_; // in what the hall has shown, by game
};

/// A day of an event; whatever went wrong is mended in the evening.
class Day {
  public:
    explicit Day(std::uint64_t seed) : random_(seed), model_(random_) {
        halls_.push_back(std::make_unique<Hall>("West", 1, 3, random_));
        halls_.push_back(std::make_unique<Hall>("East", 11, 2, random_));
        for (int count = 0; count < 3; ++count)
            displays_.push_back(std::make_unique<Display>(model_, halls_));
        for (int step = 0; step < 1'500; ++step) passes();
        evening();
    }

  private:
    Hall& some_hall() { return *halls_[random_() % halls_.size()]; }
    EventStream::Moment now() const { return {UtcMs(1'700'000'000'000 + steps_ * 100), steps_ * 100}; }

    void passes() {
        ++steps_;
        some_hall().goes_on();
        switch (random_() % 400) {
        case 0: model_.kill(); break;
        case 1: model_.wipe(); break;
        case 2: some_hall().starts_again(); break;
        case 3: displays_[random_() % displays_.size()] = std::make_unique<Display>(model_, halls_); break;
        case 4: displays_[random_() % displays_.size()]->starts_over(); break;
        default: break;
        }
        if (!model_.is_up() && random_() % 20 == 0) model_.start(random_() % 6);
        for (const auto& hall : halls_) sends(*hall, 3);
        for (const auto& display : displays_) {
            if (display->is_broken() && model_.is_up()) display->starts_over();
            for (auto count = random_() % 4; count > 0; --count) display->hears(now());
        }
    }
    void sends(Hall& hall, int most) {
        auto& out = hall.out();
        if (!model_.is_up()) return leaves(hall);
        if (random_() % 30 == 0 || !hall.has_joined) {
            out.joined(model_.held(hall.prefix()), now().utc);
            hall.has_joined = true;
        }
        while (most-- > 0) {
            const auto message = out.next(now().utc);
            if (!message) return;
            const auto luck = random_() % 40;
            const auto how = luck == 0   ? StreamModel::Stores::not_at_all
                             : luck == 1 ? StreamModel::Stores::silently
                                         : StreamModel::Stores::acknowledged;
            if (!model_.store(hall.prefix() + message->subject, *message, how)) {
                return leaves(hall);
            }
            out.stored(*message);
        }
    }
    static void leaves(Hall& hall) {
        hall.out().left();
        hall.has_joined = false;
    }
    void evening() {
        if (!model_.is_up()) model_.start(3);
        for (int rounds = 0; rounds < 60; ++rounds) {
            steps_ += 30;
            for (const auto& hall : halls_) {
                hall->out().joined(model_.held(hall->prefix()), now().utc);
                sends(*hall, 10'000);
            }
        }
        for (const auto& hall : halls_) REQUIRE(hall->out().waiting() == 0);
        for (const auto& display : displays_) {
            if (display->is_broken()) display->starts_over();
            while (!display->hears_all()) display->hears(now());
        }
        check_all_show_the_same();
    }
    using Table = std::map<int, std::string>;
    static Table table(broadcast::LiveRound& round) {
        Table table;
        const auto whole = boost::json::parse(*round.whole());
        for (const auto& game : whole.at("games").as_array())
            table.emplace(game.at("board").to_number<int>(), boost::json::serialize(game));
        return table;
    }
    void check_all_show_the_same() {
        Table wanted;
        for (const auto& hall : halls_) wanted.merge(table(hall->round()));
        for (const auto& display : displays_) {
            CHECK(display->refused() == 0);
            const auto shown = table(display->round());
            for (const auto& [board, game] : wanted) {
                CAPTURE(board);
                REQUIRE(shown.contains(board));
                CHECK(shown.at(board) == game);
            }
            CHECK(shown.size() == wanted.size());
            for (const auto& hall : halls_)
                for (const auto& [id, states] : hall->shown()) {
                    const auto here = display->round().pgn(id), there = hall->round().pgn(id);
                    REQUIRE(static_cast<bool>(here) == static_cast<bool>(there));
                    if (here) CHECK(*here == *there);
                }
            const auto ages = display->in().halls(now());
            REQUIRE(ages.size() == halls_.size());
            for (const auto& hall : ages) CHECK(hall.age_ms < EventStream::silent_after_ms);
        }
    }

    Random random_;
    StreamModel model_;
    std::vector<std::unique_ptr<Hall>> halls_;
    std::vector<std::unique_ptr<Display>> displays_;
    std::int64_t steps_ = 0;
};

} // namespace

TEST_CASE("a display shows what its hall has not shown, goes back in a game, or does not end with the hall's "
          "games") {
    for (const auto seed : tests::seeds({40, 4'000})) {
        CAPTURE(seed);
        Day day(seed);
    }
}
