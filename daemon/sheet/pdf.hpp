#pragma once
// Scoresheets as one PDF on A4, by Pango and Cairo, with the fonts of this computer.

#include "daemon/sheet/sheet.hpp"

#include <span>

namespace adoube::sheet {

struct Pdf {
    std::string bytes;
    /// Characters for which no font is installed, and which are printed as boxes with their numbers.
    int without_font = 0;
};

/// Each sheet begins on a page of its own, and is in the outline. The same sheets give the same bytes, which
/// do not tell when they were drawn. The error is one sentence.
std::expected<Pdf, std::string> pdf_of(std::span<const Sheet> sheets);

} // namespace adoube::sheet
