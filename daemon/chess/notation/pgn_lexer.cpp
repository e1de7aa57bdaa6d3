#include "daemon/chess/notation/pgn_lexer.hpp"

#include "daemon/chess/notation/pgn_tags.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/text/utf8.hpp"

namespace adoube::chess {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

bool is_control(char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 0x7f; }

bool is_letter(char letter) { return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z'); }

} // namespace

PgnToken PgnLexer::next() {
    skip_between();
    const int line = line_;
    switch (done() ? '\0' : peek()) {
    case '[': return tag();
    case '{': return comment();
    case '(': advance(); return {PgnToken::Kind::open_variation, line, "("};
    case ')': advance(); return {PgnToken::Kind::close_variation, line, ")"};
    default: break;
    }
    if (done()) return {PgnToken::Kind::end, line, ""};
    return word();
}

void PgnLexer::skip_to_next_game() {
    const auto line_end = text_.substr(0, at_).rfind('\n');
    TagLine before = tag_line(line_end == std::string_view::npos ? 0 : line_end + 1);
    while (!done()) {
        skip_line();
        const TagLine here = tag_line(at_);
        if (here == TagLine::good && before == TagLine::none) return;
        before = here;
    }
}

void PgnLexer::advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
}

void PgnLexer::skip_line() {
    while (!done() && peek() != '\n') advance();
    if (!done()) advance();
}

void PgnLexer::skip_space() {
    while (!done() && is_space(peek())) advance();
}

void PgnLexer::skip_between() {
    for (;;) {
        if (done()) return;
        if (is_space(peek()))
            advance();
        else if (peek() == ';' || (peek() == '%' && at_line_start()))
            skip_line();
        else if (peek() == '$') {
            advance();
            while (peek() >= '0' && peek() <= '9') advance();
        } else if (at_line_start() && text_.substr(at_).starts_with(byte_order_mark))
            at_ += byte_order_mark.size();
        else
            return;
    }
}

PgnLexer::TagLine PgnLexer::tag_line(std::size_t at) const {
    PgnLexer line(text_, at, 1);
    const auto blank = [&line] { return line.peek() == ' ' || line.peek() == '\t'; };
    while (blank()) line.advance();
    if (line.peek() != '[') return TagLine::none;
    line.advance();
    while (blank()) line.advance();
    if (!is_letter(line.peek())) return TagLine::none;
    while (is_symbol_letter(line.peek())) line.advance();
    while (blank()) line.advance();
    return line.peek() == '"' ? TagLine::good : TagLine::broken;
}

PgnToken PgnLexer::tag() {
    const int line = line_;
    const auto fault = [line](const std::string& what) {
        return PgnToken{PgnToken::Kind::fault, line, what};
    };
    advance();
    skip_space();
    std::string name, value;
    for (; is_symbol_letter(peek()); advance()) name += peek();
    if (name.empty()) return fault("\"[\" is not followed by the name of a tag.");
    skip_space();
    if (peek() != '"') return fault("The tag " + text::quoted(name) + " has no value in quotation marks.");
    for (advance(); peek() != '"'; advance()) {
        if (done() || peek() == '\n')
            return fault("The value of the tag " + text::quoted(name) +
                         " is not closed by a quotation mark.");
        if (peek() == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
            advance();
        value += is_control(peek()) ? ' ' : peek();
    }
    advance();
    skip_space();
    if (peek() != ']') return fault("The tag " + text::quoted(name) + " is not closed by \"]\".");
    advance();
    return {PgnToken::Kind::tag, line, std::move(name), text::to_utf8(value)};
}

PgnToken PgnLexer::comment() {
    const PgnLexer start = *this;
    advance();
    const std::size_t first = at_;
    bool after_empty_line = false;
    while (!done() && peek() != '}') {
        // An unclosed comment must not swallow the next game's tags.
        if (at_line_start() && after_empty_line && tag_line(at_) == TagLine::good) break;
        if (peek() == '\n') after_empty_line = at_line_start() || text_.substr(0, at_).ends_with("\n\r");
        advance();
    }
    if (peek() != '}') {
        *this = start;
        return {PgnToken::Kind::fault, start.line_, "The comment that starts here is never closed."};
    }
    std::string text(text_.substr(first, at_ - first));
    advance();
    return {PgnToken::Kind::comment, start.line_, std::move(text)};
}

PgnToken PgnLexer::word() {
    const std::size_t first = at_;
    const auto ends_word = [](char letter) {
        return is_space(letter) || std::string_view("{;()[$").find(letter) != std::string_view::npos;
    };
    do advance();
    while (!done() && !ends_word(peek()));
    return {PgnToken::Kind::word, line_, std::string(text_.substr(first, at_ - first))};
}

} // namespace adoube::chess
