// The display server alone, with games that play as the lines of standard input say: what the browser tests
// look at.
//
// One JSON object a line, each answered by one line, {"ok":true} or {"error":"…"}; the first line out is
// {"port":N}.
//   {"do":"game","board":1,"id":"r1b1","tags":{…},"start":"FEN","chess960":false,"clock_ms":5400000}
//   {"do":"move","board":1,"san":"e4","clock_ms":5390000}    the other side's clock runs from now
//   {"do":"clocks","board":1,"w":5390000,"b":5400000,"running":"b"}
//   {"do":"take back","board":1,"plies":1}
//   {"do":"result","board":1,"result":"1-0"}
//   {"do":"result","board":1,"result":"0-1","by_time":true}
//   {"do":"delay","delay_ms":900000}   as the daemon would tell it
//   {"do":"standings","standings":{…}}  as standings.hpp has them
//   {"do":"elsewhere","pgn":"…"}       the round of another daemon, as its PGN tells it
//   {"do":"close"}                     the server goes away
//   {"do":"open"}                      and comes back on the same port; with "wall", as wall.hpp has it, and
//   "framed_by"
//
// With a folder as its argument it serves over TLS, with a certificate that it makes there.

#include "daemon/broadcast/standings.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/server/server.hpp"
#include "tests/certificate.hpp"
#include "tests/held_port.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <fcntl.h>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <unistd.h>

namespace {

namespace json = boost::json;
using namespace adoube;
using broadcast::PublicGame;

UtcMs utc_ms() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return UtcMs(std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count());
}

std::string text(const json::object& command, std::string_view key) {
    return json::value_to<std::string>(command.at(key));
}

template<class Value>
Value good(std::expected<Value, std::string> result) {
    if (!result) throw std::runtime_error(result.error());
    return std::move(*result);
}

class Fixture {
  public:
    explicit Fixture(const std::filesystem::path& tls_folder) {
        if (tls_folder.empty()) return;
        tls_ = server::TlsFiles{tls_folder / "hall.pem", tls_folder / "hall.key"};
        tests::make_certificate(tls_->certificate, tls_->key);
    }
    void open(const json::object& settings = {}) {
        server::Options options;
        if (const auto* wall = settings.if_contains("wall")) options.wall = wall_of(wall->as_object());
        if (settings.contains("framed_by")) options.framed_by = text(settings, "framed_by");
        options.port = port();
        options.tls = tls_;
        server_ = good(server::Server::listen(io_.get_executor(), options));
        for (const auto& [board, game] : games_) server_->publish(game);
    }
    std::uint16_t port() const { return held_.number(); }

    /// Serves for a moment.
    void run() {
        io_.restart();
        io_.run_for(std::chrono::milliseconds(5));
    }

    void obey(const json::object& command) {
        const std::string what = text(command, "do");
        if (what == "close") return server_.reset();
        if (what == "open") return open(command);
        if (what == "standings")
            return server_->show_standings(std::make_shared<const std::string>(json::serialize(
                broadcast::to_json(good(broadcast::standings_from(command.at("standings")))))));
        if (what == "elsewhere") return show_elsewhere(text(command, "pgn"));
        if (what == "delay") return server_->tell_delay(command.at("delay_ms").as_int64());
        PublicGame& game = games_[static_cast<int>(command.at("board").as_int64())];
        if (what == "game")
            begin(game, command);
        else if (what == "move")
            move(game, command);
        else if (what == "clocks")
            set_clocks(game, command);
        else if (what == "take back")
            take_back(game, command);
        else if (what == "result")
            end(game, command);
        else
            throw std::runtime_error("no such command: " + what);
        if (server_) server_->publish(game);
    }

  private:
    static server::Wall wall_of(const json::object& settings) {
        server::Wall wall;
        const auto number = [&](const char* name) -> std::optional<int> {
            if (!settings.contains(name)) return std::nullopt;
            return static_cast<int>(settings.at(name).as_int64());
        };
        if (settings.contains("featured"))
            wall.featured = json::value_to<std::vector<int>>(settings.at("featured"));
        wall.turn_s = number("turn_s");
        wall.page = number("page");
        wall.openings = settings.contains("openings");
        if (settings.contains("hall"))
            wall.hall =
                good(server::Networks::parse(json::value_to<std::vector<std::string>>(settings.at("hall"))));
        return wall;
    }

    void show_elsewhere(const std::string& pgn) {
        broadcast::ToldRound round{std::make_shared<const std::string>(pgn), elsewhere_.read(pgn)};
        server_->show_others({std::move(round)});
    }

    static void begin(PublicGame& game, const json::object& command) {
        game = {};
        game.board = static_cast<int>(command.at("board").as_int64());
        game.id = text(command, "id");
        for (const auto& [name, value] : command.at("tags").as_object())
            game.tags.set({name.data(), name.size()}, json::value_to<std::string>(value));
        if (command.contains("start")) game.start = good(chess::Position::from_fen(text(command, "start")));
        game.position = game.start;
        game.chess960 = command.contains("chess960") && command.at("chess960").as_bool();
        if (!command.contains("clock_ms")) return;
        const std::int64_t time_ms = command.at("clock_ms").as_int64();
        game.clocks = broadcast::ClockFace{time_ms, time_ms, std::nullopt, utc_ms()};
    }

    static void move(PublicGame& game, const json::object& command) {
        const chess::Move move = good(chess::move_from_san(game.position, text(command, "san")));
        const chess::Side mover = game.position.to_move();
        broadcast::PublicMove shown(game.position, move, game.chess960, std::nullopt);
        if (command.contains("clock_ms")) {
            shown.clock_ms = command.at("clock_ms").as_int64();
            if (!game.clocks) game.clocks.emplace();
            (mover == chess::Side::white ? game.clocks->white_ms : game.clocks->black_ms) = *shown.clock_ms;
            game.clocks->running = other(mover);
            game.clocks->at_utc_ms = utc_ms();
        }
        game.moves.push_back(std::move(shown));
        game.position.play(move);
    }

    static void set_clocks(PublicGame& game, const json::object& command) {
        broadcast::ClockFace clocks{command.at("w").as_int64(), command.at("b").as_int64(), std::nullopt,
                                    utc_ms()};
        if (command.at("running").is_string())
            clocks.running = text(command, "running") == "w" ? chess::Side::white : chess::Side::black;
        game.clocks = clocks;
    }

    static void take_back(PublicGame& game, const json::object& command) {
        game.moves.cut_to(game.moves.size() - static_cast<std::size_t>(command.at("plies").as_int64()));
        game.position = game.start;
        for (const auto& move : game.moves)
            game.position.play(game.position.move_from_uci(move.uci()).value());
    }

    static void end(PublicGame& game, const json::object& command) {
        game.result = chess::result_from(text(command, "result")).value();
        game.by_time = command.contains("by_time") && command.at("by_time").as_bool();
        if (game.clocks) game.clocks->running.reset();
    }

    boost::asio::io_context io_;
    std::optional<server::TlsFiles> tls_;
    std::optional<server::Server> server_;
    tests::HeldPort held_;
    std::map<int, PublicGame> games_;
    broadcast::ToldGamesReader elsewhere_;
};

/// Lines of standard input, without waiting for them.
class Lines {
  public:
    Lines() { ::fcntl(STDIN_FILENO, F_SETFL, ::fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK); }

    std::optional<std::string> next() {
        std::array<char, 4096> bytes;
        const auto size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (size > 0) held_.append(bytes.data(), static_cast<std::size_t>(size));
        ended_ = size == 0;
        const auto end = held_.find('\n');
        if (end == std::string::npos) return std::nullopt;
        std::string line = held_.substr(0, end);
        held_.erase(0, end + 1);
        return line;
    }
    bool ended() const { return ended_; }

  private:
    std::string held_;
    bool ended_ = false;
};

} // namespace

int main(int argc, char** argv) {
    Fixture fixture(argc > 1 ? argv[1] : "");
    fixture.open();
    std::cout << R"({"port":)" << fixture.port() << "}" << std::endl;
    Lines lines;
    while (!lines.ended()) {
        fixture.run();
        while (const auto line = lines.next()) try {
                fixture.obey(json::parse(*line).as_object());
                std::cout << R"({"ok":true})" << std::endl;
            } catch (const std::exception& error) {
                std::cout << json::object{{"error", error.what()}} << std::endl;
            }
    }
}
