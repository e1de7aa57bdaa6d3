#include "reading_program.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace adoube::tests {

using namespace std::chrono_literals;

ReadingProgram::ReadingProgram(ReadingProgram&& other) noexcept
    : reader(std::move(other.reader)), bytes(std::move(other.bytes)), placements(std::move(other.placements)),
      port_(std::move(other.port_)), port_fd_(std::exchange(other.port_fd_, -1)) {}

void ReadingProgram::open(const std::vector<std::uint8_t>& first) {
    REQUIRE(wait_until([&] {
        port_fd_ = ::open(port_.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        return is_open();
    }));
    termios settings{};
    REQUIRE(::tcgetattr(port_fd_, &settings) == 0);
    ::cfmakeraw(&settings);
    ::cfsetspeed(&settings, B9600);
    REQUIRE(::tcsetattr(port_fd_, TCSANOW, &settings) == 0);
    auto complaints = std::move(reader.complaints);
    reader = DgtReader();
    reader.complaints = std::move(complaints);
    ask(first);
}

void ReadingProgram::close() {
    if (is_open()) ::close(std::exchange(port_fd_, -1));
}

void ReadingProgram::ask(const std::vector<std::uint8_t>& command) {
    REQUIRE(::write(port_fd_, command.data(), command.size()) == static_cast<ssize_t>(command.size()));
}

void ReadingProgram::read() {
    if (!is_open()) return;
    std::uint8_t got[4096];
    const auto count = ::read(port_fd_, got, sizeof got);
    for (ssize_t at = 0; at < count; ++at) {
        const auto before = reader.dumps + reader.updates;
        bytes.push_back(got[at]);
        reader.feed({got + at, 1});
        if (reader.dumps + reader.updates != before && reader.has_board())
            placements.push_back(reader.placement());
    }
}

void LikePicochess::run() {
    program.read();
    const auto now = ReadingProgram::Clock::now();
    if (!program.reader.version.empty() && !std::exchange(greeted_, true)) {
        program.ask({0x42});
        program.ask({0x2b, 0x03, 0x03, 0x09, 0x00});
    }
    if (updates_ != program.reader.updates) {
        updates_ = program.reader.updates;
        changed_at_ = now;
        changed_ = true;
    }
    if (changed_ && now - changed_at_ >= 250ms) {
        changed_ = false;
        program.ask({0x42});
    }
    if (greeted_ && now - asked_at_ >= 1s) {
        asked_at_ = now;
        program.ask({0x45});
    }
}

} // namespace adoube::tests
