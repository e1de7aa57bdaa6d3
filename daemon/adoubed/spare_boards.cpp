#include "daemon/adoubed/spare_boards.hpp"

#include "daemon/board/port.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

/// Whatever link names it.
bool is_device(const std::string& port, const std::filesystem::path& device) {
    const auto known = board::port_from(port);
    std::error_code other;
    return known && std::filesystem::equivalent(known->path, device, other);
}

} // namespace

std::vector<SpareBoard> spare_boards(std::span<const board::usb::Board> plugged_in,
                                     std::span<const board::SerialPort> serial,
                                     std::span<const PortInUse> in_use) {
    const auto is_used = [&](const auto& is_it) { return std::ranges::any_of(in_use, is_it); };
    std::vector<SpareBoard> spare;
    for (const auto& board : plugged_in) {
        const auto port = "usb:" + board.id;
        if (board.id.empty() ||
            is_used([&](const PortInUse& used) { return used.port == port || used.board_id == board.id; }))
            continue;
        spare.push_back({port, board.product + ' ' + board.version});
    }
    for (const auto& [device, name, names_dgt] : serial)
        if (!is_used(
                [&](const PortInUse& used) { return used.port == name || is_device(used.port, device); }))
            spare.push_back({name, names_dgt ? "a serial port, perhaps of a DGT board"
                                             : "a serial port, perhaps of a board"});
    std::ranges::sort(spare, {}, &SpareBoard::port);
    const auto twice = std::ranges::unique(spare, {}, &SpareBoard::port);
    spare.erase(twice.begin(), twice.end());
    return spare;
}

std::string to_json(std::span<const SpareBoard> spare) {
    namespace json = boost::json;
    json::array all;
    for (const auto& [port, what] : spare) all.push_back({{"port", port}, {"what", what}});
    return json::serialize(json::object{{"spare", std::move(all)}});
}

} // namespace adoube::adoubed
