#pragma once
// The project's documents, as tests read them.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace adoube::tests {

/// Lines outside code blocks.
inline std::vector<std::string> prose_of(const std::filesystem::path& document) {
    std::ifstream in(document);
    std::vector<std::string> lines;
    bool in_code = false;
    for (std::string line; std::getline(in, line);) {
        const auto text = line.find_first_not_of(' ');
        const bool fence = text != std::string::npos && line.compare(text, 3, "```") == 0;
        in_code ^= fence;
        if (!fence && !in_code) lines.push_back(std::move(line));
    }
    return lines;
}

/// List entries below this heading, one line each.
inline std::vector<std::string> entries_below(const std::filesystem::path& document,
                                              const std::string& heading) {
    std::vector<std::string> entries;
    bool here = false, in_entry = false;
    for (const auto& line : prose_of(document)) {
        if (line.starts_with("## ")) here = line == "## " + heading;
        const bool begins = here && line.starts_with("- ");
        in_entry = begins || (here && in_entry && line.starts_with("  "));
        if (begins)
            entries.push_back(line);
        else if (in_entry)
            entries.back() += line.substr(1);
    }
    return entries;
}

} // namespace adoube::tests
