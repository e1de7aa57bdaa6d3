#pragma once
// Signing keys on the disk: one line in a file that only its owner may read; and beside it, for everybody,
// what was said about it and those before it. The one place of this room that is not pure.

#include "daemon/evidence/statement.hpp"

#include <filesystem>

namespace adoube::evidence {

/// The error is one sentence that names the file: it is not there, holds no key, or others may read it.
std::expected<tlog::SigningKey, std::string> read_key_file(const std::filesystem::path& file);

/// Makes a key that nobody has had before, on the disk when it returns. Empty name: one is made from the key.
/// The error is one sentence: there is a file of that name already, which is left alone, or it cannot be
/// written.
std::expected<tlog::SigningKey, std::string> make_key_file(const std::filesystem::path& file,
                                                           std::string name, tlog::SignatureType type);

/// A new file that only its owner may read, on the disk when it returns. The error is as above.
std::expected<void, std::string> write_secret_file(const std::filesystem::path& file, std::string_view text);

/// `file` becomes what `next` is, at once or not at all; what it was is `old` then.
std::expected<void, std::string> replace_key_file(const std::filesystem::path& file,
                                                  const std::filesystem::path& next,
                                                  const std::filesystem::path& old);

/// KEY.statements.
std::filesystem::path statements_beside(const std::filesystem::path& key_file);
/// None where there is no such file. The error is one sentence.
std::expected<std::vector<SignedStatement>, std::string> read_statements(const std::filesystem::path& file);
/// All of them, on the disk when it returns, or the file as it was.
std::expected<void, std::string> write_statements(const std::filesystem::path& file,
                                                  std::span<const SignedStatement> statements);

/// Why this key is not to sign any more, as one sentence; empty where nothing was said of it.
std::string why_not_in_use(const tlog::VerifierKey& key, std::span<const SignedStatement> statements);

} // namespace adoube::evidence
