#pragma once
// A small file beside the journal that the hall can do without: where it cannot be read, it is told and kept
// aside, and a new one is begun.

#include <expected>
#include <filesystem>
#include <functional>
#include <string>

namespace adoube::adoubed {

class KeptFile {
  public:
    /// `holds` follows "it holds": "when rounds were started and closed".
    KeptFile(std::filesystem::path file, std::string holds, std::size_t longest_bytes)
        : file_(std::move(file)), holds_(std::move(holds)), longest_bytes_(longest_bytes) {}

    /// What is there goes to `take`, which says why it is not what was written; nothing where there is no
    /// file. Empty, or one sentence for the log: it is kept aside.
    using Take = std::function<std::expected<void, std::string>(std::string_view content)>;
    std::string read(const Take& take) const;

    /// On the disk when it returns. The error is one sentence.
    std::expected<void, std::string> write(std::string_view content) const;

  private:
    std::filesystem::path file_;
    std::string holds_;
    std::size_t longest_bytes_;
};

} // namespace adoube::adoubed
