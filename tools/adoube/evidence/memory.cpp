#include "tools/adoube/evidence/memory.hpp"

#include "daemon/evidence/base64.hpp"
#include "tools/adoube/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace adoube::tools {

std::expected<CosignerMemory, std::string> CosignerMemory::read(const std::string& file) {
    CosignerMemory memory;
    memory.file_ = file;
    if (!std::filesystem::exists(file)) return memory;
    const auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string size, root, origin;
        words >> size >> root;
        std::getline(words >> std::ws, origin);
        const auto count = evidence::parse_decimal(size);
        const auto hash = evidence::parse_hash(root);
        if (!count || !hash || origin.empty())
            return std::unexpected(file + " is damaged: restore a copy of it, or whoever has your "
                                          "co-signatures may get two that contradict each other");
        memory.trees_[origin] = {*count, *hash};
    }
    return memory;
}

std::optional<CosignerMemory::Tree> CosignerMemory::of(const std::string& origin) const {
    const auto found = trees_.find(origin);
    return found == trees_.end() ? std::nullopt : std::optional(found->second);
}

std::expected<void, std::string> CosignerMemory::remember(const std::string& origin, const Tree& tree) {
    trees_[origin] = tree;
    std::string text;
    for (const auto& [name, known] : trees_)
        text += std::to_string(known.size) + " " + evidence::to_base64(known.root) + " " + name + "\n";
    const auto beside = file_ + ".new";
    const int opened = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const bool written = opened >= 0 &&
                         ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(opened) == 0;
    const int error = errno;
    if (opened >= 0) ::close(opened);
    if (!written || std::rename(beside.c_str(), file_.c_str()) != 0)
        return std::unexpected(file_ + " cannot be written, and so nothing was co-signed: " +
                               std::strerror(written ? errno : error));
    return {};
}

} // namespace adoube::tools
