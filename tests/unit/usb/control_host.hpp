#pragma once
// A host's end of endpoint 0: whole control transfers, stages checked by USB 2.0 8.5.3.

#include "firmware/usb/control.hpp"
#include "tests/catch.hpp"

#include <optional>
#include <vector>

namespace adoube::usb {

using Bytes = std::vector<Byte>;

inline constexpr Configuration test_configuration = configuration_descriptor(100);
inline constexpr Product test_product{"Adoube test", test_configuration};
inline constexpr std::uint64_t test_board_id = 0x0123'4567'89AB'CDEF;

struct ControlHost {
    Control control{test_product, test_board_id};

    /// Nothing if the device stalled.
    std::optional<Bytes> read(const Setup& request) {
        Bytes answer;
        bool data1 = true;
        Step step = control.setup(request);
        if (request.length == 0) return status_in(step);
        for (;; data1 = !data1) {
            if (step.what == Step::Do::stall) return std::nullopt;
            REQUIRE(step.what == Step::Do::send);
            REQUIRE(step.data1 == data1);
            REQUIRE(step.packet.size() <= max_packet);
            const bool last = step.packet.size() < max_packet;
            answer.insert(answer.end(), step.packet.begin(), step.packet.end());
            REQUIRE(answer.size() <= request.length);
            step = control.sent();
            if (last || answer.size() == request.length) break;
        }
        REQUIRE(step.what == Step::Do::receive);
        REQUIRE(step.data1);
        REQUIRE(control.received({}).what == Step::Do::nothing);
        return answer;
    }
    /// False if the device stalled.
    bool write(const Setup& request, const Bytes& data = {}) {
        const Step step = control.setup(request);
        if (request.length == 0) return status_in(step).has_value();
        if (step.what == Step::Do::stall) return false;
        REQUIRE(step.what == Step::Do::receive);
        REQUIRE(step.data1);
        return status_in(control.received(data)).has_value();
    }

    ControlHost& addressed() {
        REQUIRE(write({0x00, 5, 9, 0, 0}));
        REQUIRE(control.address() == 9);
        return *this;
    }
    ControlHost& configured() {
        addressed();
        REQUIRE(write({0x00, 9, 1, 0, 0}));
        REQUIRE(control.configured());
        control.take_changes();
        return *this;
    }

  private:
    std::optional<Bytes> status_in(const Step& step) {
        if (step.what == Step::Do::stall) return std::nullopt;
        REQUIRE(step.what == Step::Do::send);
        REQUIRE(step.data1);
        REQUIRE(step.packet.empty());
        REQUIRE(control.sent().what == Step::Do::nothing);
        return Bytes{};
    }
};

} // namespace adoube::usb
