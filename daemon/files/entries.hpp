#pragma once
// What a folder holds. A range over a directory_iterator throws where the folder goes or may not be read.

#include <filesystem>
#include <vector>

namespace adoube::files {

/// What can be read of it: nothing where there is no such folder.
inline std::vector<std::filesystem::path> entries(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    std::filesystem::directory_iterator at(folder, error);
    for (const std::filesystem::directory_iterator end; !error && at != end; at.increment(error))
        found.push_back(at->path());
    return found;
}

} // namespace adoube::files
