#include "daemon/targets/lichess_round.hpp"
#include "daemon/targets/target.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/targets/lichess_model.hpp"
#include "tests/unit/targets/played.hpp"

using namespace adoube;
using namespace adoube::targets;
using tests::LichessModel;

namespace {

constexpr int boards = 3;

Settings lichess() {
    Settings settings;
    settings.name = "lichess";
    settings.kind = Kind::lichess;
    settings.url = "https://lichess.example/api/broadcast/round/AbCd1234";
    return settings;
}

LichessModel::Chapter on_board(const tests::Played& game) {
    auto games = tests::games_in(site_game(game.state).pgn);
    REQUIRE(games.size() == 1);
    return games.front();
}

/// A hall, a line that does everything that lines do, and the site behind it.
class World {
  public:
    explicit World(std::uint64_t seed) : random_(seed) {
        for (int board = 1; board <= boards; ++board) games_.emplace_back(board);
        start();
        if (draw(4) == 0) down_until_ = now_ + 200'000; // from the start
    }

    void step() {
        now_ += 1 + static_cast<std::int64_t>(random_() % 900);
        late();
        switch (draw(24)) {
        case 0: games_[draw(boards)].take_back(1 + draw(3)), put_all(); break;
        case 1:
            games_[draw(boards)].set_last_clock(static_cast<std::int64_t>(1000 * draw(5'000))), put_all();
            break;
        case 2:
            if (draw(4) == 0) target_->reset(now_);
            break;
        case 3:
            if (draw(3) == 0) start();
            break;
        case 4:
            if (draw(6) == 0) down_until_ = now_ + static_cast<std::int64_t>(draw(120'000));
            break;
        case 5:
            if (draw(6) == 0) wrong_token_until_ = now_ + static_cast<std::int64_t>(draw(60'000));
            break;
        case 6:
            if (draw(6) == 0) site_.pulls_from_url = !site_.pulls_from_url;
            break;
        case 7: target_->push_again(now_); break;
        case 8:
        case 9:
        case 10:
        case 11: games_[draw(boards)].play_any(random_), put_all(); break;
        default: break;
        }
        run();
        check();
    }

    /// All is well from now on, and the operator does what he is told.
    void heal() {
        is_well_ = true;
        down_until_ = wrong_token_until_ = HallMs::min();
        site_.pulls_from_url = false;
        for (auto& game : games_) game.play_any(random_);
        put_all();
        target_->push_again(now_);
        for (int seconds = 0; seconds < 1'000; ++seconds) {
            now_ += 1'000;
            late();
            run();
            check();
            if (seconds % 100 == 50 && differs()) target_->reset(now_);
        }
    }

    void check_end() {
        CHECK(target_->report().state == Report::State::up_to_date);
        CHECK_FALSE(differs());
        for (const auto& game : target_->report().games) CHECK((game.taken && game.refused.empty()));
        CHECK(site_.chapters.size() == boards);
        for (const auto& [id, game] : on_board_) {
            const auto& chapter = site_.chapters[id];
            CHECK(chapter.mainline == game.mainline);
            CHECK(chapter.tags == game.tags);
        }
        CHECK_FALSE(site_.was_stopped);
    }

  private:
    struct Late {
        HallMs at;
        Request request;
    };

    std::size_t draw(std::size_t below) { return random_() % below; }

    /// Also after the daemon was killed: what it kept is there, and a request of its may still take effect.
    void start() {
        target_.emplace(lichess());
        kept_ = target_->restore(kept_, now_);
        is_open_ = false;
        not_before_ = HallMs::min();
        put_all();
    }

    void put_all() {
        on_board_.clear();
        for (const auto& game : games_) {
            target_->put(game.state, now_);
            on_board_[game.state.id] = on_board(game);
        }
    }

    void run() {
        if (is_open_) {
            if (now_ < answer_at_) return;
            is_open_ = false;
            target_->answered(answer_, now_);
            kept_ += target_->take_record();
        }
        const auto wake = target_->wake();
        if (!wake || *wake > now_) return;
        auto request = target_->next(now_);
        if (!request) return;
        kept_ += target_->take_record();
        CHECK(now_ >= not_before_);
        CHECK((request->url.ends_with("/reset") || !request->body.empty()));
        CHECK(request->body.size() < LichessModel::most_bytes);
        not_before_ = now_ + Target::push_spacing_ms;
        if (!is_well_ && draw(40) == 0) return start(); // killed before it was sent
        send(*request);
        if (!is_well_ && draw(40) == 0) start(); // and after
    }

    void send(const Request& request) {
        is_open_ = true;
        answer_at_ = now_ + static_cast<std::int64_t>(draw(is_well_ ? 100 : 3'000));
        if (now_ < down_until_) {
            answer_ = {Answer::Outcome::later, "unreachable", draw(2) == 0};
            return;
        }
        if (now_ < wrong_token_until_) {
            answer_ = http_answer(401, {}, {});
            return;
        }
        switch (is_well_ ? 9 : draw(12)) {
        case 0: answer_ = {Answer::Outcome::later, "lost on the way", true}; return;
        case 1: take(request), answer_ = {Answer::Outcome::later, "no answer", true}; return;
        case 2: // it takes effect after the answer was waited for in vain
            late_.push_back({answer_at_ + static_cast<std::int64_t>(draw(29'000)), request});
            answer_ = {Answer::Outcome::later, "no answer", true};
            return;
        case 3:
            answer_ = http_answer(429, {}, 30);
            not_before_ = std::max(not_before_, answer_at_ + 30'000);
            return;
        case 4: answer_ = http_answer(502, {}, {}); return;
        case 5: take(request), answer_ = http_answer(504, {}, {}); return;
        case 6: take(request), answer_ = take(request); return; // twice
        default: answer_ = take(request);
        }
    }

    Answer take(const Request& request) {
        if (request.url.ends_with("/reset")) {
            site_.reset();
            return http_answer(200, R"({"ok":true})", {});
        }
        const auto response = site_.push(request.body);
        return http_answer(response.status, response.body, {});
    }

    void late() {
        for (auto& late : std::exchange(late_, {}))
            if (late.at <= now_)
                take(late.request);
            else
                late_.push_back(late);
    }

    bool differs() const {
        return std::ranges::any_of(target_->report().games,
                                   [](const auto& game) { return !game.differs.empty(); });
    }

    /// The site shows nothing that the board does not have, or the operator knows; it never has a variation.
    void check() {
        const auto report = target_->report();
        for (const auto& [id, chapter] : site_.chapters) {
            if (chapter.variations > 0) FAIL("a variation was made of " << id);
            const auto told = std::ranges::find(report.games, id, &GameReport::id);
            if (told != report.games.end() && !told->differs.empty()) continue;
            const auto& board = on_board_.at(id).mainline;
            const bool is_prefix =
                chapter.mainline.size() <= board.size() &&
                std::equal(chapter.mainline.begin(), chapter.mainline.end(), board.begin());
            if (!is_prefix) FAIL("the site shows something else of " << id << ", and nobody is told");
        }
    }

    std::mt19937_64 random_;
    HallMs now_{1'000'000}, answer_at_{}, not_before_ = HallMs::min();
    HallMs down_until_ = HallMs::min(), wrong_token_until_ = HallMs::min();
    std::vector<tests::Played> games_;
    std::map<std::string, LichessModel::Chapter> on_board_;
    LichessModel site_;
    std::optional<Target> target_;
    std::string kept_;
    bool is_open_ = false, is_well_ = false;
    Answer answer_;
    std::vector<Late> late_;
};

} // namespace

TEST_CASE(
    "a lichess round shows a prefix of each game or the operator is told, and in the end exactly our games") {
    for (const auto seed : tests::seeds({60, 1'000})) {
        INFO("seed " << seed);
        World world(seed);
        for (int step = 0; step < 800; ++step) world.step();
        world.heal();
        world.check_end();
    }
}
