#pragma once
// Text of others in what we print: it stays inside the line and the quotation marks that we gave it.

#include "daemon/text/utf8.hpp"

namespace adoube::text {

/// Whether a character gives orders to a terminal, breaks a line, or turns the direction of writing.
bool is_control(char32_t c);

/// Whether `text` is UTF-8 of which `pass` takes every character.
template<class Pass>
bool all_characters(std::string_view text, Pass pass) {
    while (!text.empty()) {
        const auto size = utf8_length(text);
        if (size == 0 || !pass(code_point(text.substr(0, size)))) return false;
        text.remove_prefix(size);
    }
    return true;
}

/// One line for people, as it may be put on a terminal: control characters and bytes that are no UTF-8 stand
/// there as "\u{1b}" and "\xff", and what is longer than 16384 characters is cut. Every line that is printed
/// or logged goes through this, since it may hold what a file, a board or a peer has said.
std::string shown(std::string_view line);

/// The same text with spaces for control characters, UTF-8 for certain: for files that programs read.
std::string without_controls(std::string_view text);

/// A few words of others inside a sentence of ours: in quotation marks, 24 characters at most, "?" for what
/// is neither Latin, Greek, Cyrillic nor a chess figure.
std::string quoted(std::string_view text);

} // namespace adoube::text
