#pragma once
// The entries of a folder. Ranging over a directory_iterator throws if the folder vanishes or is unreadable.

#include <filesystem>
#include <vector>

namespace adoube::files {

/// None where there is no folder.
inline std::vector<std::filesystem::path> entries(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    std::filesystem::directory_iterator at(folder, error);
    for (const std::filesystem::directory_iterator end; !error && at != end; at.increment(error))
        found.push_back(at->path());
    return found;
}

} // namespace adoube::files
