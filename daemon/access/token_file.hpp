#pragma once
// The list of tokens on the disk: a file that only its owner may read or write, at every moment whole. The
// one place of this room that is not pure.

#include "daemon/access/tokens.hpp"

#include <filesystem>
#include <functional>

namespace adoube::access {

/// No list is longer.
inline constexpr std::size_t longest_token_file = 4 << 20;

/// A file that is not there holds no tokens. The error is one sentence that names the file: it cannot be
/// read, others may, or it is damaged.
std::expected<Tokens, std::string> read_token_file(const std::filesystem::path& file);

/// Reads, lets `change` change and replaces the file: on the disk when it returns, one at a time among all
/// programs. The error is that of `change`, or one sentence that names the file; then the file is as it was.
std::expected<void, std::string>
change_token_file(const std::filesystem::path& file,
                  const std::function<std::expected<void, std::string>(Tokens&)>& change);

/// The file as it is now, looked at again and again: cheap while it does not change.
class TokenFile {
  public:
    /// Empty: there is none, and no tokens.
    explicit TokenFile(std::filesystem::path file) : file_(std::move(file)) {}

    /// True where the tokens may be others than at the last look.
    bool reload();
    /// None while the file cannot be read: what was revoked since is not known, so nobody gets in.
    const Tokens& tokens() const { return tokens_; }
    /// Why it cannot be read: one sentence; empty where it can.
    const std::string& trouble() const { return trouble_; }

  private:
    struct Stamp {
        std::uint64_t device = 0, inode = 0, size = 0, mode = 0;
        std::int64_t modified_ns = 0, changed_ns = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    static Stamp stamp_of(const std::filesystem::path& file);

    std::filesystem::path file_;
    std::optional<Stamp> seen_; // empty: to be read
    Tokens tokens_;
    std::string trouble_;
};

} // namespace adoube::access
