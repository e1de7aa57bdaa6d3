#pragma once
// PDF read back by a program of others: pdftotext (poppler).

#include "tests/catch.hpp"
#include "tests/end-to-end/process.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdlib>
#include <fstream>

namespace adoube::tests {

inline bool has_command(const char* program) {
    return std::system(("command -v " + std::string(program) + " >/dev/null").c_str()) == 0;
}
/// Or says that the case is skipped.
inline bool is_here(const char* program, const char* package) {
    if (has_command(program)) return true;
    WARN("skipped: " << program << " is missing (Debian, Ubuntu: " << package << ")");
    return false;
}
inline bool reads_pdf() { return is_here("pdftotext", "poppler-utils"); }

/// In the order in which it was drawn.
inline std::string text_of_pdf(const std::string& bytes) {
    const TemporaryFolder folder;
    std::ofstream(folder / "sheet.pdf", std::ios::binary) << bytes;
    const auto read = run({"/usr/bin/env", "pdftotext", "-raw", (folder / "sheet.pdf").string(), "-"});
    REQUIRE(read.status == 0);
    return read.output;
}

} // namespace adoube::tests
