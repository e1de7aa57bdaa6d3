#include "daemon/files/set_aside.hpp"

#include "daemon/files/replace.hpp"

namespace adoube::files {

std::expected<std::filesystem::path, std::string> set_aside(const std::filesystem::path& file) {
    constexpr int most = 1000;
    std::error_code error;
    for (int number = 1; number <= most; ++number) {
        std::filesystem::path aside = file.string() + ".unread-" + std::to_string(number);
        if (std::filesystem::exists(std::filesystem::symlink_status(aside, error))) continue;
        std::filesystem::rename(file, aside, error);
        if (error) return std::unexpected("cannot be renamed: " + error.message());
        (void)sync_folder_of(file); // whoever writes the next one does it again
        return aside;
    }
    return std::unexpected(std::string("lies beside too many that could not be read: remove some"));
}

} // namespace adoube::files
