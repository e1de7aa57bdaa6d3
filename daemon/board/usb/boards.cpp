#include "daemon/board/usb/boards.hpp"

#include "daemon/files/entries.hpp"
#include "protocol/usb.hpp"

#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace adoube::board::usb {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string line(const fs::path& file) {
    auto text = content(file);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

std::optional<int> number(const fs::path& file, int base) {
    const auto text = line(file);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// bcdDevice as our firmware fills it: 2, 1 and 1 digits (firmware/usb/descriptors.hpp).
std::string version(int bcd) {
    return std::to_string(bcd >> 8) + '.' + std::to_string(bcd >> 4 & 0x0F) + '.' +
           std::to_string(bcd & 0x0F);
}

/// The kernel's name, whatever the udev rules (Documentation/driver-api/usb/usb.rst, "usbfs").
fs::path node(int bus, int address) {
    char name[32];
    std::snprintf(name, sizeof name, "/dev/bus/usb/%03d/%03d", bus, address);
    return name;
}

bool is_link(std::span<const std::uint8_t> interface) {
    constexpr std::size_t alternate = 3, usb_class = 5, subclass = 6, protocol = 7;
    return interface[alternate] == 0 && interface[usb_class] == wire::usb::link_class &&
           interface[subclass] == wire::usb::link_subclass && interface[protocol] == wire::usb::link_protocol;
}

void take_endpoint(std::span<const std::uint8_t> endpoint, LinkInterface& link) {
    constexpr std::uint8_t type_mask = 3, bulk = 2, direction_in = 0x80;
    if ((endpoint[3] & type_mask) != bulk) return;
    if ((endpoint[2] & direction_in) == 0) {
        link.out = endpoint[2];
        return;
    }
    link.in = endpoint[2];
    link.in_packet = static_cast<std::uint16_t>((endpoint[4] | endpoint[5] << 8) & 0x7FF);
}

} // namespace

std::optional<LinkInterface> find_link(std::span<const std::uint8_t> descriptors) {
    constexpr std::uint8_t interface_type = 4, endpoint_type = 5;
    constexpr std::size_t interface_size = 9, endpoint_size = 7;
    std::optional<LinkInterface> link;
    while (descriptors.size() >= 2) {
        const std::size_t length = descriptors[0];
        if (length < 2 || length > descriptors.size()) break;
        const auto one = descriptors.first(length);
        descriptors = descriptors.subspan(length);
        if (one[1] == interface_type && length >= interface_size) {
            link.reset();
            if (is_link(one)) link = LinkInterface{.number = one[2]};
        } else if (one[1] == endpoint_type && length >= endpoint_size && link) {
            take_endpoint(one, *link);
        }
        if (link && link->in != 0 && link->out != 0 && link->in_packet != 0) return link;
    }
    return std::nullopt;
}

std::optional<Board> board_at(const fs::path& device) {
    if (number(device / "idVendor", 16) != wire::usb::vendor_id ||
        number(device / "idProduct", 16) != wire::usb::product_id)
        return std::nullopt;
    const auto bytes = content(device / "descriptors");
    const auto link = find_link({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    const auto bus = number(device / "busnum", 10), address = number(device / "devnum", 10);
    if (!link || !bus || !address) return std::nullopt;
    return Board{.id = line(device / "serial"),
                 .product = line(device / "product"),
                 .version = version(number(device / "bcdDevice", 16).value_or(0)),
                 .bus = *bus,
                 .address = *address,
                 .device = device,
                 .node = node(*bus, *address),
                 .link = *link};
}

bool claimed(const Board& board) {
    const auto interface =
        board.device / (board.device.filename().native() + ":1." + std::to_string(board.link.number));
    std::error_code none;
    return fs::read_symlink(interface / "driver", none).filename() == "usbfs";
}

fs::path terminal_of(const Board& board) {
    for (const auto& entry : files::entries(board.device))
        for (const auto& tty : files::entries(entry / "tty")) return "/dev" / tty.filename();
    return {};
}

std::vector<Board> plugged_in() {
    std::vector<Board> boards;
    for (const auto& entry : files::entries("/sys/bus/usb/devices")) {
        const bool is_interface = entry.filename().native().contains(':');
        if (is_interface) continue;
        if (auto board = board_at(entry)) boards.push_back(std::move(*board));
    }
    return boards;
}

} // namespace adoube::board::usb
