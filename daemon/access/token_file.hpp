#pragma once
// A file of tokens that only its owner may read or write. All I/O of daemon/access is here.

#include "daemon/access/tokens.hpp"

#include <filesystem>
#include <functional>

namespace adoube::access {

inline constexpr std::size_t longest_token_file = 4 << 20;

/// No file means no tokens. The error is one sentence naming the file: unreadable, open to others, or
/// damaged.
std::expected<Tokens, std::string> read_token_file(const std::filesystem::path& file);

/// Reads, applies `change` and replaces the file durably, one program at a time. Errors, of `change` or one
/// sentence naming the file, leave the file unchanged (but see files::replace).
std::expected<void, std::string>
change_token_file(const std::filesystem::path& file,
                  const std::function<std::expected<void, std::string>(Tokens&)>& change);

struct MadeToken {
    Token token;
    std::string text; // shown once; nothing keeps it
};
/// A new token in the file; its id and hash are drawn here. Errors as of change_token_file.
std::expected<MadeToken, std::string> make_token(const std::filesystem::path& file, Token token);

/// The current tokens, cheap while the file does not change.
class TokenFile {
  public:
    /// An empty path: no tokens.
    explicit TokenFile(std::filesystem::path file) : file_(std::move(file)) {}

    bool reload();
    /// None while the file cannot be read: revocations since then are unknown, so nobody gets in.
    const Tokens& tokens() const { return tokens_; }
    /// One sentence, or empty.
    const std::string& trouble() const { return trouble_; }

  private:
    struct Stamp {
        std::uint64_t device = 0, inode = 0, size = 0, mode = 0;
        std::int64_t modified_ns = 0, changed_ns = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    static Stamp stamp_of(const std::filesystem::path& file);

    std::filesystem::path file_;
    std::optional<Stamp> seen_; // empty: read again
    Tokens tokens_;
    std::string trouble_;
};

} // namespace adoube::access
