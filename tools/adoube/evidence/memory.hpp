#pragma once
// What a co-signer has co-signed: of each log the largest tree; and of each key, as a tree of one leaf, the
// key that it has vouched for.

#include "daemon/tlog/checkpoint.hpp"

#include <map>

namespace adoube::tools {

class CosignerMemory {
  public:
    struct Tree {
        std::uint64_t size;
        tlog::Hash root;
    };
    /// A file that is not there is an empty memory. The error is one sentence that names it.
    static std::expected<CosignerMemory, std::string> read(const std::string& file);

    /// Empty where nothing of this log was co-signed.
    std::optional<Tree> of(const std::string& origin) const;
    /// On the disk when it returns.
    std::expected<void, std::string> remember(const std::string& origin, const Tree& tree);

  private:
    std::string file_;
    std::map<std::string, Tree> trees_;
};

} // namespace adoube::tools
