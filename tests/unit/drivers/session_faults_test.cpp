// Random torn bytes, cut links, host restarts and board resets.

#include "scripted_board.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
using namespace adoube::drivers;
using tests::ScriptedBoard;

namespace {

class Trial {
  public:
    explicit Trial(std::uint64_t seed) : random_(seed) {}

    void run() {
        open();
        for (int step = 0; step < 3'000; ++step) {
            now_us_ += 20'000;
            misfortune();
            if (chance(20)) board_.happen();
            if (step % 25 == 0) board_.rewind();
            exchange();
            if (chance(30)) make_durable(below(durable_upto() + 1));
            session_.tick(now_us_);
            take_news();
        }
        for (int calm = 0; calm < 400; ++calm) { // then without faults
            now_us_ += 20'000;
            calm_ = true;
            if (calm % 25 == 0) board_.rewind();
            if (!open_) open();
            exchange();
            make_durable(durable_upto());
            session_.tick(now_us_);
            take_news();
        }
        CHECK(told_.size() - durable_ == 0);
        CHECK(last_told() + 1 == board_.next_seq());
        CHECK(board_.oldest_seq() == board_.next_seq());
    }

  private:
    struct Told {
        std::uint32_t boot, seq;
    };

    bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
    std::size_t below(std::size_t bound) { return random_() % bound; }

    void misfortune() {
        if (chance(1) && open_) {
            session_.closed();
            open_ = false;
        } else if (!open_ && chance(20)) {
            open();
        }
        if (random_() % 400 == 0) { // a killed host forgets what is not durable
            told_.resize(durable_);
            session_ = Session();
            open_ = false;
        }
        if (random_() % 700 == 0 &&
            board_.oldest_seq() == board_.next_seq()) // another test covers what a reset loses
            board_ = ScriptedBoard(board_.boot() + 1);
    }

    void open() {
        session_.opened(now_us_);
        open_ = true;
    }

    void exchange() {
        if (!open_) return;
        auto to_board = session_.take_bytes();
        tear(to_board);
        for (auto& frame : board_.answer(to_board)) {
            tear(frame);
            session_.received(frame, now_us_);
            take_news();
        }
    }

    void tear(std::vector<std::uint8_t>& bytes) {
        if (calm_ || bytes.empty() || !chance(10)) return;
        switch (below(3)) {
        case 0: bytes.resize(below(bytes.size())); break;
        case 1: bytes[below(bytes.size())] ^= static_cast<std::uint8_t>(1 + below(255)); break;
        case 2:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size())), 3, 0x7e);
            break;
        }
    }

    void take_news() {
        for (const News& news : session_.take_news()) {
            if (const auto* arrived = std::get_if<Arrived>(&news)) follow(arrived->hello);
            if (const auto* event = std::get_if<EventSeen>(&news)) tell(*event);
            if (std::holds_alternative<Silent>(news)) {
                session_.closed();
                open_ = false;
            }
        }
    }

    void follow(const wire::Hello& hello) {
        std::uint32_t durable = 0, next = 0;
        for (std::size_t at = 0; at < told_.size(); ++at) {
            if (told_[at].boot != hello.boot_id) continue;
            next = told_[at].seq + 1;
            if (at < durable_) durable = next;
        }
        session_.follow({durable, next});
    }

    void tell(const EventSeen& event) {
        const std::uint32_t boot = board_.boot();
        const bool first_of_boot = told_.empty() || told_.back().boot != boot;
        REQUIRE(event.seq == (first_of_boot ? 0 : told_.back().seq + 1));
        REQUIRE(event.event == tests::lift(event.seq));
        told_.push_back({boot, event.seq});
    }

    std::size_t durable_upto() const { return told_.size() - durable_; }
    void make_durable(std::size_t count) {
        for (; count > 0; --count) {
            const Told& told = told_[durable_++];
            session_.durable(told.boot, told.seq + 1);
        }
        if (board_.oldest_seq() > 0) { // forgotten events are durable
            REQUIRE(durable_ > 0);
            std::uint32_t safe = 0;
            for (std::size_t at = 0; at < durable_; ++at)
                if (told_[at].boot == board_.boot()) safe = told_[at].seq + 1;
            REQUIRE(board_.oldest_seq() <= safe);
        }
    }
    std::uint32_t last_told() const {
        return told_.empty() || told_.back().boot != board_.boot() ? 0xFFFF'FFFFU : told_.back().seq;
    }

    std::mt19937_64 random_;
    Session session_;
    ScriptedBoard board_{1};
    SteadyUs now_us_;
    bool open_ = false, calm_ = false;
    std::vector<Told> told_;
    std::size_t durable_ = 0; // of told_
};

} // namespace

TEST_CASE("whatever happens to link, host and board, every event is told exactly once and forgotten only "
          "when durable") {
    for (const auto seed : tests::seeds({60, 600})) {
        CAPTURE(seed);
        Trial(seed).run();
    }
}

TEST_CASE("a session takes any bytes in any pieces") {
    std::mt19937_64 random(tests::seed(4711));
    Session session;
    session.opened({});
    session.received(tests::frame_of(ScriptedBoard(1).hello()), {});
    session.take_news();
    session.follow({0, 0});
    for (int n = 0; n < 20'000; ++n) {
        std::vector<std::uint8_t> bytes(random() % 64);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % (n % 2 ? 256 : 4));
        session.received(bytes, SteadyUs(static_cast<std::uint64_t>(n)));
    }
    CHECK(session.frames().bad() > 1'000);
    CHECK(session.counters().bytes > 500'000);
}
