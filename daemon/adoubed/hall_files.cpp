#include "daemon/adoubed/hall_files.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <algorithm>
#include <array>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view of_configuration = "configuration", of_tokens = "tokens", of_key = "evidence key";
/// Of this computer alone.
constexpr std::array<std::string_view, 8> not_of_the_hall{"-wal",  "-shm",     "-journal",  "-mark",
                                                          "-base", "-standby", "-printing", "-lost"};

/// Empty: of this computer alone, or of no hall.
fs::path place_of(const Config& config, std::string_view name) {
    if (name == of_configuration) return config.file;
    if (name == of_tokens) return config.tokens;
    if (name == of_key) return config.evidence_key;
    const bool is_beside = name.starts_with('-') && !name.contains('/') && !name.contains('.') &&
                           std::ranges::find(not_of_the_hall, name) == not_of_the_hall.end();
    return is_beside ? fs::path(config.journal.string() + std::string(name)) : fs::path();
}

void add(std::vector<standby::HallFile>& all, const fs::path& file, std::string_view name) {
    if (file.empty()) return;
    if (auto content = files::read(file, longest_config))
        all.push_back({std::string(name), std::move(*content)});
}

} // namespace

std::vector<standby::HallFile> hall_files(const Config& config) {
    std::vector<standby::HallFile> all;
    for (const auto name : {of_configuration, of_tokens, of_key}) add(all, place_of(config, name), name);
    const auto own = config.journal.filename().string();
    std::error_code unknown;
    for (const auto& entry : fs::directory_iterator(files::folder_of(config.journal), unknown)) {
        const auto file = entry.path().filename().string();
        if (!file.starts_with(own + '-')) continue;
        const auto name = file.substr(own.size());
        add(all, place_of(config, name), name);
    }
    return all;
}

std::expected<void, std::string> write_hall_file(const Config& config, const standby::HallFile& file) {
    const auto place = place_of(config, file.name);
    if (place.empty()) return {};
    std::error_code error;
    if (!file.is_there) {
        fs::remove(place, error);
        return {};
    }
    const auto written = files::replace(place, file.content, files::ReadableBy::owner);
    if (!written) return std::unexpected(place.string() + ' ' + written.error());
    return {};
}

} // namespace adoube::adoubed
