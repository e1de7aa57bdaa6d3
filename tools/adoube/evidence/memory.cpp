#include "tools/adoube/evidence/memory.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/text/base64.hpp"
#include "tools/adoube/common/files.hpp"

#include <sstream>

namespace adoube::tools {

std::expected<CosignerMemory, std::string> CosignerMemory::read(const std::string& file) {
    CosignerMemory memory;
    memory.file_ = file;
    const auto text = files::read(file, longest_file);
    if (!text && text.error().why == files::Unreadable::Why::absent) return memory;
    if (!text) return std::unexpected(file + ' ' + text.error().text);
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string size, root, origin;
        words >> size >> root;
        std::getline(words >> std::ws, origin);
        const auto count = tlog::parse_decimal(size);
        const auto hash = tlog::parse_hash(root);
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
        text += std::to_string(known.size) + " " + text::to_base64(known.root) + " " + name + "\n";
    const auto replaced = files::replace(file_, text, files::ReadableBy::owner);
    if (!replaced) return std::unexpected(file_ + ' ' + replaced.error() + "; nothing was co-signed");
    return {};
}

} // namespace adoube::tools
