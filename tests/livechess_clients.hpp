#pragma once
// Clients of the LiveChess interface, as JSON goes in and out: a program that follows one board, and a page
// of a playing site. Apart from the interface that they test.

#include "daemon/chess/position.hpp"

#include <boost/json/value.hpp>
#include <deque>

namespace adoube::tests {

/// Takes the board with this serial number and follows its moves, after reconnecting too.
class Follower {
  public:
    explicit Follower(std::string serialnr) : serialnr_(std::move(serialnr)) {}

    std::vector<std::string> connected();
    void hear(std::string_view message);

    const std::string& board() const { return board_; }
    const std::vector<std::string>& san() const { return san_; }
    const std::string& start() const { return start_; }
    bool matches() const { return match_; }
    /// How often a move that had been told was told otherwise, or no more.
    int revised() const { return revised_; }
    int events() const { return events_; }
    const std::vector<std::string>& errors() const { return errors_; }

  private:
    std::string serialnr_, board_, start_;
    std::vector<std::string> san_, errors_;
    bool match_ = false, first_ = false;
    int revised_ = 0, events_ = 0;
};

/// As lichess' page: takes the first board; compares ids; sets up the game's position once; takes growing
/// lists of moves for new moves, and waits 2.5 s where it grows by two on its own player's turn.
class PlayingPage {
  public:
    explicit PlayingPage(chess::Side player) : player_(player) {}

    std::vector<std::string> connected();
    void disconnected() { is_set_up_ = false, waiting_.clear(); }
    /// What to send.
    std::vector<std::string> hear(std::string_view message, std::int64_t now_ms);
    void let_pass(std::int64_t now_ms);
    /// The opponent's move at the site, to be made on the board.
    void opponent_moves(const std::string& san);

    const std::vector<std::string>& played() const { return played_; } // sent to the site
    const std::vector<std::string>& wrong() const { return wrong_; }   // what the page would complain of

  private:
    struct Waiting {
        std::int64_t due_ms;
        std::optional<std::vector<std::string>> known_then;
        std::vector<std::string> san;
        std::ptrdiff_t moves;
    };
    void hear_moves(std::vector<std::string> san, std::int64_t now_ms);
    void make(const std::vector<std::string>& san, std::ptrdiff_t moves);

    chess::Side player_;
    chess::Position at_site_ = chess::Position::start(), local_ = chess::Position::start();
    std::string last_at_site_;
    bool is_set_up_ = false;
    std::optional<std::vector<std::string>> known_;
    std::deque<Waiting> waiting_;
    std::vector<std::string> played_, wrong_;
};

} // namespace adoube::tests
