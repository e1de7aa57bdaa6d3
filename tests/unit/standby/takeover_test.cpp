// Two daemons of a hall through everything: at every moment what was acknowledged is on both disks, or the
// one that acknowledged it was alone and the board knows; in the end both hold the same.

#include "hall_model.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <memory>

using namespace adoube::standby;
using namespace adoube::tests;

namespace {

struct Computer {
    // The disk.
    ModelJournal journal;
    std::vector<ModelJournal> set_aside;
    bool serves = false;
    HallLog::Kept served{first_epoch, 0};
    FollowedLog::Kept followed{};
    // The process; none: it is down.
    std::unique_ptr<HallLog> log;
    std::unique_ptr<FollowedLog> follows;
    std::uint64_t read = 0, of_start = 0; // of the broker's
    bool was_read = false;                // to its end, since this process began
    ModelJournal base;
    std::map<int, std::uint64_t> taken; // of each board, written or not
    std::deque<std::string> unwritten;
    std::uint64_t written_records = 0, tickets = 0;
    std::deque<std::pair<std::uint64_t, std::string>> waiting; // ticket, record
    std::int64_t told_ms = 0;
    std::set<std::size_t> is_followed;              // boards
    std::map<std::size_t, std::uint64_t> counted{}; // of each, what is acted upon; at a start all

    bool is_up() const { return log || follows; }
};

class World {
  public:
    explicit World(std::uint64_t seed) : random_(seed), boards_(1 + seed % 4) {
        computers_[0].serves = true;
        for (auto& board : boards_) board.at = 0;
        start(0);
        start(1);
    }

    void run(std::int64_t for_ms, bool with_faults) {
        has_faults_ = with_faults;
        for (const auto end = now_ms_ + for_ms; now_ms_ < end; now_ms_ += 50) {
            if (with_faults) fault();
            for (std::size_t at = 0; at < boards_.size(); ++at)
                if (!is_quiet_ && one_in(6)) ++boards_[at].happened;
            deliver_acks();
            for (int at : {0, 1}) turn(at);
            check();
        }
    }

    void end_well() {
        broker_.is_up = true;
        is_cut_ = {};
        for (int at : {0, 1})
            if (!computers_[at].is_up()) start(at);
        run(20'000, false);
        // Somebody takes the cables to the one that serves; where it has been taken over from, the other is.
        const int server = serving();
        REQUIRE(server >= 0);
        for (auto& board : boards_) board.at = server;
        run(20'000, false);
        const auto &one = computers_[server], &other = computers_[1 - server];
        INFO("server " << server);
        REQUIRE(one.log);
        CHECK(one.log->trouble().empty());
        CHECK_FALSE(one.log->is_alone());
        REQUIRE(other.follows);
        is_quiet_ = true;
        run(5'000, false);
        CHECK((one.journal.records == other.journal.records));
        for (std::size_t at = 0; at < boards_.size(); ++at)
            CHECK(one.journal.heard.at(static_cast<int>(at)) >= boards_[at].acked);
    }
    int takeovers() const { return takeovers_; }
    int times_alone() const { return times_alone_; }

  private:
    bool one_in(std::uint64_t n) { return random_() % n == 0; }

    int serving() const {
        int found = -1;
        for (int at : {0, 1})
            if (computers_[at].log &&
                (found < 0 || computers_[at].log->kept().epoch > computers_[found].log->kept().epoch))
                found = at;
        return found;
    }

    void start(int at) {
        auto& one = computers_[at];
        one.read = one.of_start = 0;
        one.was_read = false;
        one.unwritten.clear();
        one.waiting.clear();
        one.tickets = 0;
        one.taken = one.journal.heard;
        if (one.serves)
            one.log = std::make_unique<HallLog>(one.served, one.journal.records.size()),
            one.served = one.log->kept(), one.is_followed.clear(),
            one.counted = {one.journal.heard.begin(), one.journal.heard.end()};
        else
            one.follows = std::make_unique<FollowedLog>(one.followed, one.journal.records.size(), now_ms_);
    }
    void kill(int at) {
        computers_[at].log.reset();
        computers_[at].follows.reset();
    }

    void fault() {
        const int at = static_cast<int>(random_() % 2);
        if (one_in(200)) computers_[at].is_up() ? kill(at) : start(at);
        if (one_in(150) && !computers_[at].is_up()) start(at);
        if (one_in(300)) broker_.is_up = !broker_.is_up, ++broker_.starts;
        if (one_in(400)) broker_.forget(random_() % 5);
        if (one_in(2'000)) broker_.forget(broker_.entries.size());
        if (one_in(250)) is_cut_[at] = !is_cut_[at];
        if (one_in(100) && (is_cut_[0] || is_cut_[1])) is_cut_[0] = is_cut_[1] = false;
        // Somebody moves one cable, or all; mostly from a computer that is down.
        if (one_in(computers_[1 - at].is_up() ? 600 : 60))
            for (auto& board : boards_)
                if (one_in(2)) board.at = at;
        if (one_in(300)) boards_[random_() % boards_.size()].at = -1;
        if (one_in(100))
            for (auto& board : boards_)
                if (board.at < 0) board.at = at;
    }

    bool reaches(int at) const { return broker_.is_up && !is_cut_[at]; }

    void turn(int at) {
        auto& one = computers_[at];
        if (one.log)
            serve(at, one);
        else if (one.follows)
            follow(at, one);
    }

    void serve(int at, Computer& one) {
        // From boards, onto the disk a little later.
        for (std::size_t board = 0; board < boards_.size(); ++board) {
            auto& there = boards_[board];
            if (there.at != at) one.is_followed.erase(board);
            if (there.at != at || there.epoch > one.log->kept().epoch) continue;
            auto& taken = one.taken[static_cast<int>(board)];
            // Whoever follows a board acknowledges what is on the disk, as after a start.
            if (one.is_followed.insert(board).second) acknowledge(at, board, one.counted[board]);
            if (taken < there.acked) taken = there.acked; // told as lost
            for (; taken < there.happened; ++taken)
                one.unwritten.push_back(std::to_string(board) + ' ' + std::to_string(taken));
        }
        if (!one.unwritten.empty() && !one_in(4)) {
            const auto before = one.journal.records.size();
            for (const auto& record : one.unwritten) {
                one.journal.write(record);
                one.waiting.emplace_back(++one.tickets, record);
            }
            one.unwritten.clear();
            one.log->written(one.journal.records.size(), one.journal.lines(before), one.tickets, now_ms_);
        }
        if (one.log->has_to_go_on_alone(now_ms_)) {
            ++times_alone_;
            one.served = one.log->kept_alone();
            one.log->go_on_alone();
        }
        if (reaches(at)) {
            if (one.of_start != broker_.starts) one.of_start = broker_.starts; // connected again
            if (one.log->wants_base(now_ms_)) {
                one.log->makes_base(now_ms_);
                one.base = one.journal;
                base_due_ms_[at] = now_ms_ + static_cast<std::int64_t>(random_() % 500);
            }
            for (int n = 0; n < 20; ++n) {
                const auto entry = one.log->next();
                if (!entry) break;
                broker_.entries.push_back(*entry);
                if (one_in(50)) break; // stored, and the answer was lost: again
                one.log->stored(entry->run);
            }
            if (now_ms_ - one.told_ms >= HallLog::tells_every_ms && reaches(1 - at)) {
                one.told_ms = now_ms_;
                auto& other = computers_[1 - at];
                if (other.follows) other.follows->heard(one.log->serving(), now_ms_);
                if (other.log) other.log->heard(one.log->serving());
            }
        }
        if (base_due_ms_[at] && now_ms_ >= *base_due_ms_[at]) {
            base_due_ms_[at].reset();
            one.log->begin(static_cast<std::uint64_t>(now_ms_) + 1, HallLog::in_parts(one.base.all()), {});
            one.served = one.log->kept();
        }
        acknowledge(at, one);
        if (const auto by = one.log->superseded_by()) {
            one.serves = false;
            one.followed = {*by, 0}; // its journal is none of the other's
            kill(at);
            start(at);
        }
    }

    void acknowledge(int at, Computer& one) {
        const auto counted = one.log->counts_up_to();
        while (!one.waiting.empty() && one.waiting.front().first <= counted) {
            std::istringstream words(one.waiting.front().second);
            one.waiting.pop_front();
            std::size_t board = 0;
            std::uint64_t event = 0;
            words >> board >> event;
            one.counted[board] = event + 1;
            if (boards_[board].at == at) acknowledge(at, board, event + 1);
        }
    }
    void acknowledge(int at, std::size_t board, std::uint64_t next) {
        const auto& log = *computers_[at].log;
        if (!log.is_alone() && next > boards_[board].acked) {
            INFO("acknowledged, and not on the other's disk: board " << board << " before event " << next);
            CHECK(computers_[1 - at].journal.heard[static_cast<int>(board)] >= next);
        }
        acks_.push_back({board, next, log.kept().epoch, log.is_alone()});
    }

    /// Some come late, even after the cable went to the other.
    void deliver_acks() {
        while (!acks_.empty() && !one_in(3)) {
            const auto [board, next, epoch, alone] = acks_.front();
            acks_.pop_front();
            boards_[board].acknowledge(next, epoch, alone);
        }
    }

    void follow(int at, Computer& one) {
        if (reaches(at)) {
            if (one.of_start != broker_.starts) one.of_start = broker_.starts, one.read = 0;
            for (int n = 0; n < 30 && one.read < broker_.entries.size(); ++n) {
                const auto entry = broker_.entries[one.read++];
                if (has_faults_ && one_in(400)) continue; // lost on its way
                for (const auto& step : one.follows->heard(entry, now_ms_)) take(one, step);
            }
            if (one.read >= broker_.entries.size()) one.was_read = true;
            one.followed = one.follows->kept();
            if (now_ms_ - one.told_ms >= 200 && reaches(1 - at)) {
                one.told_ms = now_ms_;
                if (auto& other = computers_[1 - at]; other.log)
                    other.log->heard(one.follows->holding(now_ms_), now_ms_);
            }
        }
        const bool has_board =
            std::ranges::any_of(boards_, [at](const auto& board) { return board.at == at; });
        if (!has_board || !one.follows->may_take_over(now_ms_) || (reaches(at) && !one.was_read)) return;
        ++takeovers_;
        one.serves = true;
        one.served = {taken_over_after(one.follows->kept().epoch), one.follows->kept().run + 1};
        kill(at);
        start(at);
    }

    void take(Computer& one, const FollowedLog::Step& step) {
        if (std::holds_alternative<FollowedLog::BeginBase>(step)) one.base = {};
        if (const auto* add = std::get_if<FollowedLog::AddToBase>(&step)) base_text_[&one] += add->bytes;
        if (std::holds_alternative<FollowedLog::BeginBase>(step)) base_text_[&one].clear();
        if (const auto* take = std::get_if<FollowedLog::TakeBase>(&step)) {
            ModelJournal whole;
            whole.write_lines(base_text_[&one]);
            if (!whole.begins_with(one.journal)) one.set_aside.push_back(one.journal);
            one.journal = whole;
            one.follows->has_journal(take->run, whole.records.size());
        }
        if (const auto* put = std::get_if<FollowedLog::Put>(&step)) {
            one.journal.write_lines(put->records);
            REQUIRE(one.journal.records.size() == put->to);
            one.follows->holds(put->to);
        }
    }

    /// Whoever looks at whatever moment.
    void check() {
        for (std::size_t at = 0; at < boards_.size(); ++at) {
            const auto& board = boards_[at];
            const int number = static_cast<int>(at);
            // Nothing that a board has forgotten is nowhere.
            for (auto event = last_checked_[at]; event < board.acked; ++event) {
                const auto record = std::to_string(number) + ' ' + std::to_string(event);
                int copies = 0;
                for (const auto& one : computers_) copies += holds(one, record);
                INFO("record " << record);
                CHECK(copies >= (board.acked_alone.contains(event) ? 1 : 2));
            }
            last_checked_[at] = board.acked;
        }
        // Where one serves after the other, it lacks only what that one acknowledged alone.
        const int server = serving();
        if (server < 0) return;
        for (std::size_t at = 0; at < boards_.size(); ++at)
            for (auto event = last_of_server_[at]; event < boards_[at].acked; ++event) {
                last_of_server_[at] = event;
                if (boards_[at].acked_alone.contains(event)) continue;
                INFO("event " << event << " of board " << at);
                CHECK(holds(computers_[server], std::to_string(at) + ' ' + std::to_string(event)));
            }
    }
    static bool holds(const Computer& one, const std::string& record) {
        const auto in = [&](const ModelJournal& journal) {
            return std::ranges::find(journal.records, record) != journal.records.end();
        };
        return in(one.journal) || std::ranges::any_of(one.set_aside, in);
    }

    std::mt19937_64 random_;
    std::vector<ModelBoard> boards_;
    std::array<Computer, 2> computers_;
    ModelBroker broker_;
    std::array<bool, 2> is_cut_{};
    std::array<std::optional<std::int64_t>, 2> base_due_ms_{};
    struct Ack {
        std::size_t board;
        std::uint64_t next;
        Epoch epoch;
        bool alone;
    };
    std::deque<Ack> acks_;
    std::map<const Computer*, std::string> base_text_;
    std::map<std::size_t, std::uint64_t> last_checked_, last_of_server_;
    std::int64_t now_ms_ = 1'000;
    bool has_faults_ = false, is_quiet_ = false;
    int takeovers_ = 0, times_alone_ = 0;
};

} // namespace

TEST_CASE(
    "two daemons that stand in for each other lose what was acknowledged, or both take a board's events",
    "[many]") {
    int takeovers = 0, times_alone = 0;
    for (const auto seed : seeds({40, 4'000})) {
        CAPTURE(seed);
        World world(seed);
        world.run(5'000, false);
        world.run(120'000, true);
        world.end_well();
        takeovers += world.takeovers();
        times_alone += world.times_alone();
    }
    CHECK(takeovers > 0);
    CHECK(times_alone > 0);
}
