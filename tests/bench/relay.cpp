#include "relay.hpp"

#include "bench.hpp"
#include "boards.hpp" // now_us
#include "crowd.hpp"  // connected_to
#include "free_port.hpp"
#include "protocol/frame.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace adoube::bench {

using firmware::Descriptor;

namespace {

/// Both ends of a TCP connection of this computer, as between it and a board or a display.
std::pair<Descriptor, Descriptor> connection() {
    const auto [listener, port] = free_port();
    auto one = connected_to(port);
    return {std::move(one), accepted(listener)};
}

std::array<std::uint8_t, wire::max_frame> frame_of_an_event(std::size_t& size) {
    wire::Events events;
    events.boot_id = 0x5EED1234;
    events.push({1'000'000, wire::EventKind::press_white});
    std::array<std::uint8_t, wire::max_frame> frame{};
    size = wire::write_frame(events, frame);
    return frame;
}

void write_all(const Descriptor& to, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const auto [count, stream] = to.write(bytes);
        if (stream == Descriptor::Stream::ended) ::_exit(0);
        bytes = bytes.subspan(count);
    }
}

} // namespace

Relay::Relay() {
    auto [board, from_board] = connection();
    auto [display, to_display] = connection();
    const Descriptor file(::open((folder_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!file) refuse("there is no file to sync");
    process_ = ::fork();
    if (process_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        run(from_board, to_display, file);
    }
    in_ = std::move(board);
    out_ = std::move(display);
}

Relay::~Relay() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

/// The first four bytes of what comes say how many are to go out; they take no time.
void Relay::run(const Descriptor& in, const Descriptor& out, const Descriptor& file) {
    std::array<std::uint8_t, 4 + wire::max_frame> bytes;
    std::array<std::uint8_t, 65'536> answer{};
    while (true) {
        const auto size = in.read(bytes).first;
        if (size == 0) ::_exit(0);
        write_all(file, std::span(bytes).first(size));
        ::fdatasync(file.get());
        std::uint32_t wanted = 0;
        std::memcpy(&wanted, bytes.data(), sizeof wanted);
        write_all(out, std::span(answer).first(wanted));
    }
}

std::uint64_t Relay::pass(std::size_t bytes) {
    std::size_t size = 0;
    const auto frame = frame_of_an_event(size);
    std::array<std::uint8_t, 4 + wire::max_frame> said;
    const auto wanted = static_cast<std::uint32_t>(bytes);
    std::memcpy(said.data(), &wanted, sizeof wanted);
    std::ranges::copy(frame, said.begin() + sizeof wanted);
    std::array<std::uint8_t, 65'536> read;
    const auto began = now_us();
    write_all(in_, std::span(said).first(sizeof wanted + size));
    for (std::size_t come = 0; come < bytes;) {
        const auto count = out_.read(read).first;
        if (count == 0) refuse("the relay has ended");
        come += count;
    }
    return now_us() - began;
}

} // namespace adoube::bench
