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

/// HTML, in English without the script of ours that it names; others' text is escaped.
std::string page_of(const Sheet& sheet, std::span<const Link> links = {});

} // namespace adoube::sheet
