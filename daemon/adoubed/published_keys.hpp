#pragma once
// What everybody may know of the key that signs the record, as it is to be served: the key's other half, and
// all that was said about it and those before it, which may grow while the daemon runs.

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
    /// An empty text: nothing is served at this address.
    using Show = std::function<void(std::string path, std::shared_ptr<const std::string> text)>;

    PublishedKeys(const tlog::VerifierKey& key, const std::filesystem::path& key_file, Show show);

    /// To be called now and then: looks whether the statements are others than before. Returns one sentence
    /// for the log where they cannot be read, once; what was read before is served on.
    std::string reload();

  private:
    using Stamp = std::array<std::int64_t, 4>; // of the file: inode, size and when anything of it changed
                                               // last, its permissions too

    const std::filesystem::path statements_;
    const Show show_;
    Stamp seen_{};
};

} // namespace adoube::adoubed
