#pragma once
// Cuts PGN text into tokens (PGN chapter 7), whatever the bytes. Internal to the chess room.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace adoube::chess {

struct PgnToken {
    enum class Kind : std::uint8_t { end, tag, word, comment, open_variation, close_variation, fault };
    Kind kind;
    int line;
    /// The word; the comment without its braces; the name of the tag; of a fault its sentence.
    std::string text;
    std::string value{}; // of a tag, as UTF-8
};

/// A value: a copy looks ahead.
class PgnLexer {
  public:
    PgnLexer(std::string_view text, std::size_t at, int line) : text_(text), at_(at), line_(line) {}

    /// Passes over space, NAGs, escaped lines and comments to the end of a line.
    PgnToken next();

    /// Goes to where the next game can be expected to start: a tag in a line that follows a line without.
    void skip_to_next_game();

    std::size_t at() const { return at_; }
    int line() const { return line_; }

  private:
    bool done() const { return at_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[at_]; }
    void advance();
    void skip_line();
    void skip_space();
    void skip_between();
    bool at_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
    enum class TagLine : std::uint8_t { none, broken, good };
    /// What the line that starts at `at` starts with.
    TagLine tag_line(std::size_t at) const;

    PgnToken tag();
    PgnToken comment();
    PgnToken word();

    std::string_view text_;
    std::size_t at_;
    int line_;
};

} // namespace adoube::chess
