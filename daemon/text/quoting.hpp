#pragma once
// Makes others' text safe to print.

#include "daemon/text/utf8.hpp"

namespace adoube::text {

/// Whether a character controls a terminal, breaks a line or changes the writing direction.
bool is_control(char32_t c);

/// Also false for invalid UTF-8.
template<class Pass>
bool all_characters(std::string_view text, Pass pass) {
    while (!text.empty()) {
        const auto size = utf8_length(text);
        if (size == 0 || !pass(code_point(text.substr(0, size)))) return false;
        text.remove_prefix(size);
    }
    return true;
}

/// One line for a terminal: control characters and invalid UTF-8 become "\u{1b}" and "\xff", and text beyond
/// 16384 characters is cut. For every line printed or logged, as it may quote a file, board or peer.
std::string shown(std::string_view line);

/// Valid UTF-8 with spaces for control characters, for files that programs read.
std::string without_controls(std::string_view text);

/// As text of an HTML element, or as an attribute's value in quotation marks.
std::string escaped_for_html(std::string_view text);

/// A cell of a table with `;` between its columns: in quotation marks where it needs them (RFC 4180).
std::string csv_cell(std::string_view text);

/// Others' words in our sentences: in quotation marks, at most 24 characters, "?" for all but Latin, Greek,
/// Cyrillic and chess figures.
std::string quoted(std::string_view text);

} // namespace adoube::text
