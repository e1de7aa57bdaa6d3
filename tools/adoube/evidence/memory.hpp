#pragma once
// What a co-signer has signed: each log's largest tree, and each key's successor, as a tree of one leaf.

#include "daemon/tlog/checkpoint.hpp"

#include <map>

namespace adoube::tools {

class CosignerMemory {
  public:
    struct Tree {
        std::uint64_t size;
        tlog::Hash root;
    };
    /// A missing file is an empty memory.
    static std::expected<CosignerMemory, std::string> read(const std::string& file);

    std::optional<Tree> of(const std::string& origin) const;
    /// Durable on return.
    std::expected<void, std::string> remember(const std::string& origin, const Tree& tree);

  private:
    std::string file_;
    std::map<std::string, Tree> trees_;
};

} // namespace adoube::tools
