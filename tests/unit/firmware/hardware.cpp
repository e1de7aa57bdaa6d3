// What a host asks of the chip behind the link.

#include "firmware/core/link.hpp"
#include "tests/catch.hpp"

#include <variant>
#include <vector>

using namespace adoube::firmware;
namespace wire = adoube::wire;

namespace {

constexpr std::uint32_t this_boot = 77;

class HallBoard final : public Hardware {
  public:
    std::optional<wire::Condition> condition() override {
        return wire::Condition{0, wire::ResetCause::watchdog, 4'950, 5};
    }
    std::optional<wire::Chip> chip() override { return wire::Chip{0, 2, 0x2000'1234, 0x2000'0801}; }
    wire::Levels levels() override {
        wire::Levels levels{};
        for (std::size_t square = 0; square < levels.size(); ++square)
            levels[square] = static_cast<std::uint16_t>(2'000 + square);
        return levels;
    }
    wire::Calibration calibration() override { return in_force; }
    void calibrate(const wire::Calibration& wish) override {
        in_force = wish;
        in_force.kept = 1;
    }
    void reboot(wire::RebootInto into) override { rebooted_into = into; }

    wire::Calibration in_force{0, 0, 200, 150, {}};
    std::optional<wire::RebootInto> rebooted_into;
};

using Told = std::variant<wire::Hello, wire::Events, wire::Snapshot, wire::Gap, wire::Pong, wire::Health,
                          wire::Condition, wire::Chip, wire::ClockSaid, wire::SensorLevels, wire::Settings,
                          wire::Calibration>;

class Bench {
  public:
    Bench(Hardware& hardware, std::uint8_t features)
        : link_({1, this_boot, wire::Sensing::colour, features}, ring_, hardware, {}) {
        listen();
    }
    template<class Message>
    std::vector<Told> ask(const Message& message) {
        std::array<std::uint8_t, wire::max_frame> room{};
        link_.receive(std::span(room).first(write_frame(message, room)), now_us_);
        return listen();
    }

  private:
    std::vector<Told> listen() {
        std::vector<Told> told;
        wire::Receiver<wire::FromBoard> host;
        std::array<std::uint8_t, wire::max_frame> room{};
        while (const auto length = link_.transmit(room, now_us_, {now_us_, now_us_, 0, 0}))
            host.feed(std::span(room).first(length), [&](const auto& message) { told.push_back(message); });
        CHECK(link_.wake_us(now_us_) > now_us_);
        return told;
    }
    std::uint64_t now_us_ = 1'000'000;
    std::array<EventRing::Slot, 16> store_{};
    EventRing ring_{store_};
    Link link_;
};

template<class Message>
const Message* only(const std::vector<Told>& told) {
    return told.size() == 1 ? std::get_if<Message>(&told.front()) : nullptr;
}

} // namespace

TEST_CASE("levels are told as the sensors read them, with the time") {
    HallBoard hall;
    Bench bench(hall, wire::feature::levels);
    const auto told = bench.ask(wire::AskLevels{this_boot});
    REQUIRE(only<wire::SensorLevels>(told));
    CHECK(*only<wire::SensorLevels>(told) == wire::SensorLevels{this_boot, 1'000'000, hall.levels()});
}

TEST_CASE("a calibration comes into force, is kept, and comes back; a threshold of 0 only asks") {
    HallBoard hall;
    Bench bench(hall, wire::feature::levels);
    const auto before = bench.ask(wire::Calibration{.boot_id = this_boot});
    REQUIRE(only<wire::Calibration>(before));
    CHECK(*only<wire::Calibration>(before) == wire::Calibration{this_boot, 0, 200, 150, {}});

    const wire::Calibration wish{this_boot, 0, 300, 250, hall.levels()};
    const auto after = bench.ask(wish);
    REQUIRE(only<wire::Calibration>(after));
    CHECK(*only<wire::Calibration>(after) == wire::Calibration{this_boot, 1, 300, 250, hall.levels()});
}

TEST_CASE("a calibration by which a piece would come and go at one level is refused") {
    HallBoard hall;
    Bench bench(hall, wire::feature::levels);
    CHECK(only<wire::Hello>(bench.ask(wire::Calibration{this_boot, 0, 300, 300, {}})));
    CHECK(hall.in_force.threshold == 200);
}

TEST_CASE("what a chip knows of itself does not follow the health") {
    HallBoard hall;
    const auto told = Bench(hall, 0).ask(wire::Resend{this_boot, 0});
    REQUIRE(told.size() == 4);
    CHECK(std::holds_alternative<wire::Snapshot>(told[0]));
    CHECK(std::holds_alternative<wire::Health>(told[1]));
    REQUIRE(std::holds_alternative<wire::Condition>(told[2]));
    CHECK(std::get<wire::Condition>(told[2]) ==
          wire::Condition{this_boot, wire::ResetCause::watchdog, 4'950, 5});
    REQUIRE(std::holds_alternative<wire::Chip>(told[3]));
    CHECK(std::get<wire::Chip>(told[3]) == wire::Chip{this_boot, 2, 0x2000'1234, 0x2000'0801});

    NoHardware none;
    CHECK(Bench(none, 0).ask(wire::Resend{this_boot, 0}).size() == 2);
}

TEST_CASE("a board starts anew, or lets in another firmware, when it is asked by name") {
    HallBoard hall;
    Bench bench(hall, 0);
    CHECK(only<wire::Hello>(bench.ask(wire::Reboot{this_boot + 1, wire::RebootInto::loader})));
    CHECK(only<wire::Hello>(bench.ask(wire::Reboot{this_boot, static_cast<wire::RebootInto>(3)})));
    CHECK_FALSE(hall.rebooted_into);
    CHECK(bench.ask(wire::Reboot{this_boot, wire::RebootInto::loader}).empty());
    CHECK(hall.rebooted_into == wire::RebootInto::loader);
}

TEST_CASE("a board without levels refuses to be calibrated, and so does one of another start") {
    HallBoard hall;
    for (const auto& [features, boot] :
         {std::pair<std::uint8_t, std::uint32_t>{0, this_boot}, {wire::feature::levels, this_boot + 1}}) {
        Bench bench(hall, features);
        CHECK(only<wire::Hello>(bench.ask(wire::AskLevels{boot})));
        CHECK(only<wire::Hello>(bench.ask(wire::Calibration{boot, 0, 300, 250, {}})));
        CHECK(hall.in_force.threshold == 200);
    }
}
