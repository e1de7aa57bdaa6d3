#pragma once
// A scoresheet as a web page, styled by /sheet.css, for screens and printers.

#include "daemon/sheet/sheet.hpp"

#include <span>

namespace adoube::sheet {

/// Above the sheet, and not on paper.
struct Link {
    std::string text, address;
    bool is_current = false; // it leads to this page
};

/// HTML, in English without the script of ours that it names; others' text is escaped. `made_of`: how the
/// SHA-256 begins, in hexadecimal digits, of the PGN that the sheet is of, for that script.
std::string page_of(const Sheet& sheet, std::span<const Link> links = {}, std::string_view made_of = {});

} // namespace adoube::sheet
