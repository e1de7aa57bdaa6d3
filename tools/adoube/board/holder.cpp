#include "tools/adoube/board/holder.hpp"

#include "daemon/files/entries.hpp"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

namespace adoube::tools {
namespace {

namespace fs = std::filesystem;

/// By inode: one device has several paths.
bool is_one_of(const fs::path& file, const std::vector<struct stat>& devices) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 && std::ranges::any_of(devices, [&](const auto& device) {
               return device.st_dev == status.st_dev && device.st_ino == status.st_ino;
           });
}

bool has_open(const fs::path& process, const std::vector<struct stat>& devices) {
    return std::ranges::any_of(files::entries(process / "fd"),
                               [&](const fs::path& file) { return is_one_of(file, devices); });
}

} // namespace

std::optional<std::string> holder_of(const std::vector<fs::path>& devices) {
    std::vector<struct stat> known;
    for (const auto& device : devices)
        if (struct stat status{}; ::stat(device.c_str(), &status) == 0) known.push_back(status);
    for (const auto& process : files::entries("/proc")) {
        const auto number = process.filename().native();
        if (number.find_first_not_of("0123456789") != std::string::npos) continue;
        if (!has_open(process, known)) continue;
        std::string name;
        std::getline(std::ifstream(process / "comm"), name);
        return name + " (process " + number + ")";
    }
    return std::nullopt;
}

} // namespace adoube::tools
