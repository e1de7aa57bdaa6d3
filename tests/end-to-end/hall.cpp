#include "hall.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <csignal>
#include <fstream>

namespace adoube::tests {

std::string sensor_log(const std::vector<record::Input>& inputs, const std::string& start_fen) {
    record::Header header;
    header.start_fen = start_fen;
    std::string log = record::to_line(header) + "\n";
    for (const auto& input : inputs) log += record::to_line(input) + "\n";
    return log;
}

Hall::Hall(const std::vector<std::string>& ports, const std::string& settings) {
    std::ofstream out(config());
    out << "listen = \"127.0.0.1:0\"\njournal = \"hall.journal\"\npgn_directory = \"pgn\"\n" << settings;
    out << "[event]\nname = \"E\"\n[play]\ntime_control = \"5400+30\"\n";
    for (auto port : ports) {
        const auto colon = port.rfind(':');
        if (!port.empty() && !port.contains("tcp:") && port[colon + 1] != '/')
            port = port.substr(0, colon + 1) + pty(port.substr(colon + 1));
        out << "[[board]]\n" << (port.empty() ? "" : "port = \"" + port + "\"\n");
        out << "white = \"Ann\"\nblack = \"Ben\"\n";
    }
}

std::unique_ptr<Process> Hall::start_daemon(const std::vector<std::string>& options,
                                            std::vector<std::string> before) {
    auto& command = before;
    for (const auto& word : {tests::program("adoubed"), std::string("--config"), config().string()})
        command.push_back(word);
    command.insert(command.end(), options.begin(), options.end());
    return std::make_unique<Process>(std::move(command), folder / ("log-" + std::to_string(++logs_)));
}

std::unique_ptr<Process> Hall::started_daemon() {
    auto daemon = start_daemon();
    if (!daemon->wait_for_output("adoubed: serving ")) FAIL(daemon->output());
    return daemon;
}

std::unique_ptr<Process> Hall::start_board(const std::string& id, const std::string& log,
                                           const std::vector<std::string>& options) {
    const auto file = folder / ("board-" + std::to_string(++logs_) + ".jsonl");
    std::ofstream(file) << log;
    std::vector<std::string> command{tests::program("adoube-virtual-board"), "--id", id, file.string()};
    command.insert(command.end(), options.begin(), options.end());
    return std::make_unique<Process>(std::move(command), folder / ("log-" + std::to_string(logs_)));
}

void Hall::kill_board(Process& board, const std::string& name) const {
    std::filesystem::remove(pty(name));
    board.signal(SIGKILL);
    board.wait();
}

std::string Hall::read_pgn(int board) const {
    return text_of(folder / ("pgn/E-r1-b" + std::to_string(board) + ".pgn"));
}

std::string Hall::moves(int board) const {
    const auto pgn = read_pgn(board);
    chess::PgnReader reader(pgn);
    const auto game = reader.next();
    if (!game) return {};
    if (!*game) return "not readable: " + game->error().reason;
    auto position = (*game)->start;
    std::string text;
    for (const auto& played : (*game)->moves) {
        text += (text.empty() ? "" : " ") + chess::to_san(position, played.move);
        position.play(played.move);
    }
    return text;
}

bool Hall::wait_for_moves(int board, const std::string& expected) const {
    return wait_until([&] { return moves(board) == expected; });
}

std::vector<record::Entry> Hall::inputs(int board) const {
    auto journal = journal::Journal::open(this->journal());
    if (!journal) FAIL(journal.error());
    return journal->reader().inputs("E-r1-b" + std::to_string(board)).value();
}

void check_events(const std::vector<record::Entry>& inputs, const std::vector<record::Input>& sent) {
    std::size_t next = 0;
    GameMs t_ms;
    for (const auto& entry : inputs) {
        const auto input = record::parse_input(entry.line, record::Sensing::presence);
        REQUIRE(input);
        CHECK(input->t_ms >= t_ms);
        t_ms = input->t_ms;
        if (!entry.origin || !entry.origin->sequence) continue;
        REQUIRE(next < sent.size());
        REQUIRE(*entry.origin->sequence == next);
        REQUIRE(entry.line == record::to_line({t_ms, sent[next].what}));
        ++next;
    }
    CHECK(next == sent.size());
}

std::string served_port(const Process& daemon) {
    const std::string output = daemon.output(), head = "serving http://127.0.0.1:";
    const auto at = output.find(head);
    if (at == std::string::npos) FAIL(output);
    return output.substr(at + head.size(), output.find('/', at + head.size()) - at - head.size());
}

std::string http_get(const std::string& port, const std::string& path) {
    using boost::asio::ip::tcp;
    boost::asio::io_context context;
    tcp::socket socket(context);
    socket.connect({boost::asio::ip::make_address("127.0.0.1"), static_cast<std::uint16_t>(std::stoi(port))});
    boost::asio::write(
        socket,
        boost::asio::buffer("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"));
    std::string answer;
    boost::system::error_code end;
    boost::asio::read(socket, boost::asio::dynamic_buffer(answer), end);
    const auto body = answer.find("\r\n\r\n");
    return answer.starts_with("HTTP/1.1 200") && body != std::string::npos ? answer.substr(body + 4)
                                                                           : "refused: " + answer;
}

} // namespace adoube::tests
