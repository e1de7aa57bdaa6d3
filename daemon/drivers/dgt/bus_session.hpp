#pragma once
// The host's end of DGT's bus: boards on one serial port, asked one after the other for what has changed. A
// state machine without I/O or clock.
//
// A board tells each change once, so an answer that is lost or damaged is asked for again, until it comes;
// if it is what came before, the board had not heard the question, which is then put anew. Thereby a touch is
// taken as one where the same piece was touched alike in two answers and the first try of the second failed.
//
// After a gap (no power, no answer for long, squares that disagree) the whole board counts, and is told as
// such: between, something may be missing.
//
// Untried on hardware.

#include "daemon/drivers/dgt/bus_messages.hpp"
#include "daemon/time/instant.hpp"

#include <utility>

namespace adoube::drivers::dgt {

/// Of a board's five digits, as the maker's example has it: their number's last 14 bits. Empty for other
/// text.
std::optional<BusAddress> bus_address_of(std::string_view serial);

/// The squares as they are, after all changes told. `gap`: changes before may be missing.
struct BusSquares {
    std::array<std::optional<chess::Piece>, 64> squares;
    bool gap = false;
};
/// All that the board had stored when it was asked has been told.
struct BusBoardHeard {
    SteadyUs asked_us;
};
/// As in messages.hpp: read_message reads it.
struct BusClock {
    std::vector<std::uint8_t> data;
};
struct BusBoardGone {};
struct BusBoardCame {}; // for the first time, or again; BusSquares follow
struct BusNews {
    std::size_t board; // as `add` has numbered it
    std::variant<BusBoardCame, BusSquares, FieldUpdate, BusBoardHeard, BusClock, BusBoardGone> what;
};

class BusSession {
  public:
    /// The board answers within 80 ms, as its maker says; the rest is a USB adapter's.
    static constexpr std::uint64_t silence_us = 100'000;
    /// Bytes without an end are no answer: more than a board can store comes in less.
    static constexpr std::uint64_t longest_answer_us = 10'000'000;
    /// A board that failed so often in a row, and for so long, is gone; once would be a bad line.
    static constexpr unsigned most_failures = 10;
    static constexpr std::uint64_t gone_after_us = 2'000'000;
    static constexpr std::uint64_t between_tries_us = 1'000'000; // of a board that is gone
    static constexpr std::uint64_t between_clocks_us = 500'000;
    static constexpr std::uint64_t between_looks_us = 10'000'000; // at the whole board
    /// An answer that took longer tells of squares as they were too long ago to be BusBoardHeard.
    static constexpr std::uint64_t fresh_us = 200'000;

    /// Follows the board anew. One number for one address.
    std::size_t add(BusAddress address);
    /// Asks it nothing more; what was on its way may still be told.
    void remove(std::size_t board) { boards_[board].wanted = false; }

    void opened(SteadyUs now_us);
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us);
    /// Call some twenty times a second: more seldom costs only time where answers fail.
    void tick(SteadyUs now_us);

    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    std::vector<BusNews> take_news() { return std::exchange(news_, {}); }
    /// Answers that did not come, or came damaged.
    std::uint64_t failures() const { return failures_; }

  private:
    using Pieces = std::array<std::optional<chess::Piece>, 64>;
    enum class Look : std::uint8_t { none, wanted, taken };
    struct Board {
        BusAddress address;
        bool wanted = true;
        bool here = false;
        unsigned failures = 0; // in a row
        SteadyUs fails_since_us{}, tried_us{}, clock_us{}, looked_us{};
        /// The last that came; empty: none since the port was opened.
        std::optional<std::vector<std::uint8_t>> packet{};
        bool packet_owed = false;
        std::optional<Pieces> told{}; // with every change
        bool gap = false;
        Look look = Look::wanted;
        Pieces dump{}; // `taken`: the next changes go into it
    };
    struct Question {
        std::size_t board;
        BusCommand command;
        SteadyUs asked_us, heard_us;
    };

    void go_on();
    BusCommand next_of(const Board& board) const;
    bool may_try(const Board& board) const;
    bool is_due_for_look(const Board& board) const;
    void fail();
    bool answers(const BusAnswer& answer) const;
    void take(const BusAnswer& answer);
    bool take_whole(Board& board, const BusAnswer& answer);
    bool take_clock(Board& board, const BusAnswer& answer);
    void take_changes(Board& board, const BusAnswer& answer, const Question& question);
    void change(Board& board, const FieldUpdate& update);
    void settle(Board& board, const std::vector<FieldUpdate>& changes);
    void came(Board& board);
    void want_look(Board& board, bool gap);
    template<class What>
    void tell(const Board& board, What what) {
        news_.push_back({static_cast<std::size_t>(&board - boards_.data()), std::move(what)});
    }

    std::vector<Board> boards_;
    BusDecoder decoder_;
    bool open_ = false;
    SteadyUs now_us_, look_us_;
    std::size_t next_ = 0;
    std::optional<Question> question_;
    std::uint64_t failures_ = 0;
    std::vector<std::uint8_t> bytes_;
    std::vector<BusNews> news_;
};

} // namespace adoube::drivers::dgt
