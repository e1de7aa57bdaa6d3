#pragma once
// Cuts PGN text, any bytes, into tokens (PGN chapter 7). Internal: use pgn.hpp.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace adoube::chess {

struct PgnToken {
    enum class Kind : std::uint8_t { end, tag, word, comment, open_variation, close_variation, fault };
    Kind kind;
    int line;
    /// Word, comment without braces, tag name, or fault sentence.
    std::string text;
    std::string value{}; // of a tag, as UTF-8
};

/// A value: copy it to look ahead.
class PgnLexer {
  public:
    PgnLexer(std::string_view text, std::size_t at, int line) : text_(text), at_(at), line_(line) {}

    /// Skips space, NAGs, escaped lines and rest-of-line comments.
    PgnToken next();

    /// To the likely next game: a tag line after a line without a tag.
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
    TagLine tag_line(std::size_t at) const;

    PgnToken tag();
    PgnToken comment();
    PgnToken word();

    std::string_view text_;
    std::size_t at_;
    int line_;
};

} // namespace adoube::chess
