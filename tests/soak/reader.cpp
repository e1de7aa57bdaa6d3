#include "reader.hpp"

#include "board.hpp" // now_us
#include "tests/unit/server/client.hpp"

#include <array>
#include <exception>

namespace adoube::soak {
namespace {

/// So that one address alone is never asked too often.
constexpr auto pause = std::chrono::milliseconds(50);
constexpr std::array pages{"/",           "/rounds",    "/round.pgn",
                           "/games.json", "/api/round", "/cloud/tournament.json"};
constexpr std::array of_a_game{".pgn", ".json", ".html", ".html?letters=figurines", ".pdf"};

} // namespace

Read read_at(std::uint16_t port, const std::string& address) {
    Read read{{address, 0, 0}, {}};
    const auto began = now_us();
    try {
        auto response = server::Client(port).get(address);
        read.answer.status = response.status;
        read.body = std::move(response.body);
    } catch (const std::exception&) { // no connection: no answer
    }
    read.answer.took_us = static_cast<std::uint32_t>(now_us() - began);
    return read;
}

Reader::Reader(std::uint16_t port, std::vector<std::string> games, std::uint64_t seed)
    : port_(port), games_(std::move(games)), random_(seed), thread_([this] { read(); }) {}

std::vector<Reader::Answer> Reader::end() {
    ends_ = true;
    thread_.join();
    return std::move(answers_);
}

std::string Reader::next_address() {
    if (games_.empty() || random_() % 2 == 0) return pages[random_() % pages.size()];
    return "/games/" + games_[random_() % games_.size()] + of_a_game[random_() % of_a_game.size()];
}

void Reader::read() {
    while (!ends_) {
        answers_.push_back(read_at(port_, next_address()).answer);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace adoube::soak
