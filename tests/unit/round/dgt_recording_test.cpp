// A real recording of a DGT board, played to the daemon as its board would.

#include "daemon/text/base64.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/round/hall.hpp"

#include <filesystem>
#include <sstream>

using namespace adoube;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Says what was recorded at its time, and answers from what it has said.
class RecordedBoard final : public tests::BoardOnCable {
  public:
    void happen(const wire::Event&) override {}
    void place(const wire::Squares&) override {}
    void say(Bytes message) {
        if (message[0] == 0x86) std::copy(message.begin() + 3, message.end(), squares_.begin() + 3);
        if (message[0] == 0x8e) squares_[3 + message[3]] = message[4];
        if (message[0] == 0x8d) clock_ = message;
        if (updates_) due_.push_back(std::move(message));
    }
    std::vector<Bytes> answer(std::span<const std::uint8_t> bytes) override {
        auto frames = std::exchange(due_, {});
        for (const auto byte : bytes) switch (byte) {
            case 0x41: frames.push_back(clock_); break;
            case 0x42: frames.push_back(squares_); break;
            case 0x43: updates_ = true; break;
            case 0x45: frames.push_back({0x91, 0, 8, '3', '1', '4', '1', '5'}); break;
            case 0x4d: frames.push_back({0x93, 0, 5, 1, 8}); break;
            default: break;
            }
        return frames;
    }

  private:
    Bytes squares_ = [] {
        Bytes dump(67);
        dump[0] = 0x86, dump[2] = 67;
        return dump;
    }();
    Bytes clock_{0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20};
    std::vector<Bytes> due_;
    bool updates_ = false;
};

int seconds(const Bytes& clock) {
    const auto of = [&](std::size_t at) {
        const auto bcd = [](int byte) { return (byte >> 4 & 7) * 10 + (byte & 15); };
        return (clock[at] & 15) * 3600 + bcd(clock[at + 1]) * 60 + bcd(clock[at + 2]);
    };
    return of(3) + of(6);
}

} // namespace

TEST_CASE("the recorded game of a DGT board is another one when it is played live") {
    const auto file = tests::shared_data("dgt-capture/game-1.inbytes");
    if (!std::filesystem::exists(file)) {
        WARN("skipped: " << file << " is not there");
        return;
    }
    std::vector<Bytes> messages;
    std::istringstream lines(tests::text_of(file));
    for (std::string line; std::getline(lines, line);) {
        const auto bytes = text::from_base64(line);
        REQUIRE(bytes);
        messages.emplace_back(bytes->begin(), bytes->end());
    }
    auto seat = tests::seat(1);
    seat.maker = drivers::Maker::dgt;
    seat.table.header.time_control = "180+2";
    tests::Hall hall({seat});
    RecordedBoard board;
    board.say(messages.at(0));
    board.say(messages.at(1));
    hall.plug(0, board);
    hall.run(20);
    // The clock's seconds are the only time: 60 ms between messages within one.
    std::int64_t second_began_ms = 0, now_ms = 0;
    int shown_s = seconds(messages.at(1));
    for (const auto& message : messages | std::views::drop(2)) {
        std::int64_t at_ms = now_ms + 60;
        if (message[0] == 0x8d) {
            const int gone_s = std::exchange(shown_s, seconds(message)) - seconds(message);
            if (gone_s > 0) at_ms = std::max(at_ms, second_began_ms += 1'000);
            if (gone_s != 0) second_began_ms = at_ms;
        }
        for (; now_ms < at_ms; now_ms += 20) hall.step(20);
        board.say(message);
    }
    hall.run(100);
    std::string uci;
    std::istringstream words(tests::text_of(tests::shared_data("dgt-capture/game-1.uci")));
    std::size_t ply = 0;
    const auto record = tests::replayed(hall);
    for (std::string word; words >> word;) {
        if (word.ends_with('.') || word == "*") continue;
        REQUIRE(ply < record.moves.size());
        CHECK(to_uci(record.moves[ply++].move) == word);
    }
    CHECK(ply == record.moves.size());
    CHECK(hall.noted("Article 7") == 0);
    CHECK(hall.noted("its clock") == hall.noted("its clock was stopped")); // at the end
}
