#include "daemon/chess/notation/movetext.hpp"

#include <algorithm>
#include <sstream>

namespace adoube::chess {
namespace {

std::string two_digits(std::int64_t number) {
    return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

/// Without line breaks: simple programs expect it in one line.
std::string in_words(const MoveTimes& times) {
    std::string commands;
    if (times.clock_ms) commands += "[%clk " + clock_face(*times.clock_ms) + "]";
    if (times.clock_ms && times.elapsed_ms) commands += ' ';
    if (times.elapsed_ms) commands += "[%emt " + clock_face(*times.elapsed_ms) + "]";
    return commands.empty() ? "" : '{' + commands + '}';
}

} // namespace

std::string clock_face(std::int64_t ms) {
    const std::int64_t seconds = std::max<std::int64_t>(ms, 0) / 1000;
    return std::to_string(seconds / 3600) + ':' + two_digits(seconds / 60 % 60) + ':' +
           two_digits(seconds % 60);
}

Movetext::Movetext(const Position& start, std::string_view comment)
    : fullmove_number_(start.fullmove_number()), to_move_(start.to_move()) {
    add_comment(std::string(comment));
}

void Movetext::add_word(std::string_view word) {
    constexpr std::size_t longest = 79;
    if (column_ != 0 && column_ + 1 + word.size() > longest) {
        text_ += '\n';
        column_ = 0;
    }
    if (column_ != 0) {
        text_ += ' ';
        ++column_;
    }
    text_ += word;
    column_ += word.size();
}

void Movetext::add_comment(std::string comment) {
    std::erase(comment, '}');
    if (comment.empty()) return;
    std::istringstream words('{' + comment + '}');
    for (std::string word; words >> word;) add_word(word);
}

void Movetext::add(std::string_view san, const MoveTimes& times) {
    const bool white = to_move_ == Side::white;
    if (white || number_due_) add_word(std::to_string(fullmove_number_) + (white ? "." : "..."));
    add_word(san);
    const auto comment = in_words(times);
    if (!comment.empty()) add_word(comment);
    number_due_ = !comment.empty();
    if (!white) ++fullmove_number_;
    to_move_ = other(to_move_);
}

std::string Movetext::ended(Result result) const {
    auto whole = *this;
    whole.add_word(to_string(result));
    return std::move(whole.text_) + '\n';
}

} // namespace adoube::chess
