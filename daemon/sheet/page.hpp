#pragma once
// A scoresheet as a web page, styled by /sheet.css, for screens and printers.

#include "daemon/sheet/sheet.hpp"

namespace adoube::sheet {

/// HTML without scripts; others' text is escaped.
std::string page_of(const Sheet& sheet);

} // namespace adoube::sheet
