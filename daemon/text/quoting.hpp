#pragma once
// Makes others' text safe to print.

#include "daemon/text/utf8.hpp"

namespace adoube::text {

/// Whether a character controls a terminal, breaks a line or changes the writing direction. Names of keys and
/// games in evidence have none of these, so what is one here is so for ever.
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

/// One line for a terminal: control characters, those that are none (U+FFFF) and invalid UTF-8 become
/// "\u{1b}" and "\xff", and text beyond 16384 characters is cut. For every line printed or logged, as it may
/// quote a file, board or peer.
std::string shown(std::string_view line);

/// Valid UTF-8 with spaces for control characters, those that are none and those that are not seen, for files
/// that programs read.
std::string without_controls(std::string_view text);

/// What a name, or other text of one line, cannot have and this one has first, in words: "a line break",
/// "U+202E, which turns the writing", "bytes that are not UTF-8"; empty if there is nothing.
std::string unfit_in(std::string_view text);

/// Without the characters that only turn the writing, as files with names in Arabic or Hebrew may have them,
/// and those that are not seen, as a soft hyphen.
std::string without_unseen(std::string_view text);

/// Another computer's words in a sentence or on a page: `without_controls`, and "…" beyond so many
/// characters.
std::string excerpt(std::string_view text, std::size_t most = 200);

/// As text of an HTML element, or as an attribute's value in quotation marks.
std::string escaped_for_html(std::string_view text);

/// A name beside other text of an HTML element: in its own <bdi>, so that one in Arabic or Hebrew does not
/// turn what stands beside it.
std::string name_for_html(std::string_view name);

/// A sentence that may hold such names: each run of words in Arabic or Hebrew in its own <bdi>.
std::string sentence_for_html(std::string_view text);

/// A cell of a table with `;` between its columns: in quotation marks where it needs them (RFC 4180), and
/// with an apostrophe before what a spreadsheet would run as a formula: text that begins with = + - @, a tab
/// or a line break (OWASP, CSV injection). Signs alone, as the forfeit +/-, are none.
std::string csv_cell(std::string_view text);

/// Others' words in our sentences: in quotation marks, at most 24 characters, "?" for all but Latin, Greek,
/// Cyrillic and chess figures.
std::string quoted(std::string_view text);

} // namespace adoube::text
