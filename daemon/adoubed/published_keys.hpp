#pragma once
// What is published about the signing key: its public half, and the statements about it and its predecessors,
// which may grow.

#include "daemon/tlog/key.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace adoube::adoubed {

class PublishedKeys {
  public:
    /// Null `text`: nothing is served at this path.
    using Show = std::function<void(std::string path, std::shared_ptr<const std::string> text)>;

    PublishedKeys(const tlog::VerifierKey& key, const std::filesystem::path& key_file, Show show);

    /// Call regularly: rereads changed statements. If unreadable, returns one sentence, once, and keeps
    /// serving the old ones.
    std::string reload();
    /// Why the statements cannot be read now; empty: they can.
    const std::string& trouble() const { return trouble_; }

  private:
    using Stamp = std::array<std::int64_t, 4>; // inode, size and ctime, which permissions change too

    const std::filesystem::path statements_;
    const Show show_;
    Stamp seen_{};
    std::string trouble_;
};

} // namespace adoube::adoubed
