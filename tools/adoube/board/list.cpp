#include "tools/adoube/board/list.hpp"

#include "daemon/board/serial_ports.hpp"
#include "tools/adoube/board/holder.hpp"
#include "tools/adoube/board/usb_loader.hpp"
#include "tools/adoube/common/answer.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <ostream>
#include <unistd.h>

namespace adoube::tools {
namespace {

namespace fs = std::filesystem;
using board::usb::Board;

struct Row {
    std::string port, what, state;
};

bool may_open(const fs::path& device) { return ::access(device.c_str(), R_OK | W_OK) == 0; }

std::string in_use(const std::vector<fs::path>& devices) {
    const auto holder = holder_of(devices);
    return holder ? "in use by " + *holder : "in use by a program of another user";
}

std::string state_of(const Board& board, const std::vector<Board>& all) {
    if (std::ranges::count(all, board.id, &Board::id) > 1)
        return "there is another board of this id: unplug one of them";
    if (claimed(board)) return in_use({board.node});
    if (const auto tty = terminal_of(board); !tty.empty())
        if (const auto holder = holder_of({tty})) return "in use by " + *holder + ", as a serial port";
    if (may_open(board.node)) return "free";
    return "may not be opened: install the package adoube-boards, or firmware/60-adoube.rules, then plug the "
           "board in again";
}

Row row_of(const Board& board, const std::vector<Board>& all) {
    return {"usb:" + board.id, board.product + ' ' + board.version, state_of(board, all)};
}

/// Nothing is sent to find out what they lead to.
std::vector<Row> serial_rows(const std::vector<Board>& told) {
    std::vector<Row> rows;
    for (const auto& [device, name, names_dgt] : board::serial_ports(told)) {
        const auto holder = holder_of({device});
        rows.push_back(
            {name, names_dgt ? "a serial port, perhaps of a DGT board" : "a serial port, perhaps of a board",
             holder             ? "in use by " + *holder
             : may_open(device) ? "free"
                                : "may not be opened: let this user into the group that owns "
                                  "it (often dialout)"});
    }
    return rows;
}

void print(std::ostream& out, const std::vector<Row>& rows) {
    std::size_t port_width = 0, what_width = 0;
    for (const auto& row : rows) {
        port_width = std::max(port_width, row.port.size());
        what_width = std::max(what_width, row.what.size());
    }
    const auto padded = [](std::string text, std::size_t width) { return text.resize(width + 2, ' '), text; };
    for (const auto& row : rows)
        say(out, padded(row.port, port_width) + padded(row.what, what_width) + row.state);
}

int put_list(const std::vector<Row>& rows, std::int64_t loaders, std::ostream& out) {
    boost::json::array ports;
    for (const auto& row : rows)
        ports.push_back({{"port", row.port}, {"what", row.what}, {"state", row.state}});
    put_json(out, boost::json::object{{"ports", std::move(ports)}, {"in_the_loader", loaders}});
    return success;
}

} // namespace

int run_board_list(const BoardListOptions& options, Streams io) {
    const auto boards = board::usb::plugged_in();
    std::vector<Row> rows;
    for (const auto& board : boards) rows.push_back(row_of(board, boards));
    std::ranges::move(serial_rows(boards), std::back_inserter(rows));
    std::ranges::sort(rows, {}, &Row::port);
    const auto loaders = count_loaders();
    if (options.json) return put_list(rows, loaders ? static_cast<std::int64_t>(*loaders) : 0, io.out);
    print(io.out, rows);
    if (loaders && *loaders > 0)
        io.out << "in the loader, without firmware that runs: " << *loaders
               << (*loaders == 1 ? " board" : " boards") << " (adoube board flash IMAGE)\n";
    else if (rows.empty())
        io.out << "no board is plugged in that this computer can see: does its cable carry data, and is it "
                  "switched on?\n";
    return success;
}

} // namespace adoube::tools
