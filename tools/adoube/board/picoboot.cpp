#include "tools/adoube/board/picoboot.hpp"

#include <array>

namespace adoube::tools {
namespace {

constexpr std::uint32_t magic = 0x431F'D10B;
enum Id : std::uint8_t {
    exclusive_access = 0x01,
    reboot_chip = 0x02,
    flash_erase = 0x03,
    write_memory = 0x05,
    exit_xip = 0x06,
    read_memory = 0x84,
};
constexpr std::uint8_t exclusive_and_eject = 2;
constexpr std::uint32_t reboot_delay_ms = 100;

void put_u32(std::span<std::uint8_t> into, std::size_t at, std::uint32_t value) {
    for (std::size_t byte = 0; byte < 4; ++byte)
        into[at + byte] = static_cast<std::uint8_t>(value >> 8 * byte);
}

/// GET_COMMAND_STATUS: data sheet 2.8.5.5.
const char* meaning(std::uint32_t status) {
    switch (status) {
    case 1: return "it does not know the command";
    case 2: return "the command had a wrong length";
    case 3: return "the transfer had a wrong length";
    case 4: return "the address is not in its memory";
    case 5: return "the address is not on a boundary";
    case 6: return "something else was written in between";
    case 7: return "it is starting anew";
    default: return "it does not say why";
    }
}

} // namespace

struct Picoboot::Command {
    Id id;
    std::uint8_t argument_bytes = 0;
    std::array<std::uint32_t, 3> arguments{};
    std::uint32_t transfer_bytes = 0;
    const char* what; // "erase its flash"
};

Done Picoboot::send(const Command& command) {
    std::array<std::uint8_t, 32> bytes{};
    put_u32(bytes, 0, magic);
    put_u32(bytes, 4, ++token_);
    bytes[8] = command.id;
    bytes[9] = command.argument_bytes;
    put_u32(bytes, 12, command.transfer_bytes);
    for (std::size_t at = 0; at < command.arguments.size(); ++at)
        put_u32(bytes, 16 + 4 * at, command.arguments[at]);
    return port_.send(bytes);
}

std::string Picoboot::refusal(const std::string& failure, const Command& command) {
    std::array<std::uint8_t, 16> status{};
    const std::string begin = std::string("the loader does not ") + command.what + ": ";
    if (!port_.status(status)) return begin + failure;
    std::uint32_t code = 0;
    for (std::size_t byte = 4; byte-- > 0;) code = code << 8 | status[4 + byte];
    (void)port_.reset();
    return begin + (code == 0 ? failure : meaning(code));
}

/// The chip acknowledges with an empty packet.
Done Picoboot::command(const Command& command, std::span<const std::uint8_t> out) {
    Done done = send(command);
    if (done && !out.empty()) done = port_.send(out);
    if (done) done = port_.receive({});
    if (!done) return std::unexpected(refusal(done.error(), command));
    return {};
}

Done Picoboot::open() {
    if (const Done done = port_.reset(); !done) return done;
    const Command take{exclusive_access, 1, {exclusive_and_eject, 0, 0}, 0, "let itself be taken"};
    if (const Done done = command(take, {}); !done) return done;
    return command({exit_xip, 0, {}, 0, "stop running from its flash"}, {});
}

Done Picoboot::erase(std::uint32_t address, std::uint32_t size) {
    return command({flash_erase, 8, {address, size, 0}, 0, "erase its flash"}, {});
}

Done Picoboot::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    return command({write_memory, 8, {address, size, 0}, size, "write its flash"}, bytes);
}

std::expected<std::vector<std::uint8_t>, std::string> Picoboot::read(std::uint32_t address,
                                                                     std::uint32_t size) {
    const Command command{read_memory, 8, {address, size, 0}, size, "read its flash"};
    std::vector<std::uint8_t> bytes(size);
    Done done = send(command);
    if (done) done = port_.receive(bytes);
    if (done) done = port_.send({});
    if (!done) return std::unexpected(refusal(done.error(), command));
    return bytes;
}

Done Picoboot::reboot() { return command({reboot_chip, 12, {0, 0, reboot_delay_ms}, 0, "start anew"}, {}); }

} // namespace adoube::tools
