#pragma once
// The moves of a game in the export format of PGN, growing with it.

#include "daemon/chess/game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace adoube::chess {

/// "1:29:30", as [%clk] and the tag WhiteClock have it; negative times are 0.
std::string clock_face(std::int64_t ms);

/// As [%clk] and [%emt] have them, in whole seconds.
struct MoveTimes {
    std::optional<std::int64_t> clock_ms, elapsed_ms;
};

class Movetext {
  public:
    explicit Movetext(const Position& start, std::string_view comment = {});

    /// `san`: of the next move.
    void add(std::string_view san, const MoveTimes& times);
    /// In lines of less than 80 characters, the last one with a line feed.
    std::string ended(Result result) const;

  private:
    void add_word(std::string_view word);
    void add_comment(std::string comment);

    std::string text_;
    std::size_t column_ = 0;
    int fullmove_number_;
    Side to_move_;
    bool number_due_ = true;
};

} // namespace adoube::chess
