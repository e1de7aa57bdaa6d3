#pragma once
// Signing keys on disk: one line in an owner-only file and, beside it for everybody, the statements about it
// and its predecessors. The only impure code in this folder.

#include "daemon/evidence/statement.hpp"

#include <filesystem>

namespace adoube::evidence {

/// The error is one sentence naming the file: absent, no key in it, or readable by others.
std::expected<tlog::SigningKey, std::string> read_key_file(const std::filesystem::path& file);

/// Generates a key and syncs it to disk; never overwrites. Empty name: derived from the key. The error is one
/// sentence.
std::expected<tlog::SigningKey, std::string> make_key_file(const std::filesystem::path& file,
                                                           std::string name, tlog::SignatureType type);

/// Creates and syncs an owner-only file; never overwrites.
std::expected<void, std::string> write_secret_file(const std::filesystem::path& file, std::string_view text);

/// Atomically moves `next` to `file`; the former file becomes `old`.
std::expected<void, std::string> replace_key_file(const std::filesystem::path& file,
                                                  const std::filesystem::path& next,
                                                  const std::filesystem::path& old);

/// KEY.statements.
std::filesystem::path statements_beside(const std::filesystem::path& key_file);
/// Empty if the file is absent.
std::expected<std::vector<SignedStatement>, std::string> read_statements(const std::filesystem::path& file);
/// Replaces the file atomically and syncs it.
std::expected<void, std::string> write_statements(const std::filesystem::path& file,
                                                  std::span<const SignedStatement> statements);

/// Why this key must no longer sign, in one sentence, or empty.
std::string why_not_in_use(const tlog::VerifierKey& key, std::span<const SignedStatement> statements);

} // namespace adoube::evidence
