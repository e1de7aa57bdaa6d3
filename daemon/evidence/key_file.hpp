#pragma once
// Signing keys on the disk: one line in a file that only its owner may read. The one place of this room that
// is not pure.

#include "daemon/evidence/key.hpp"

#include <filesystem>

namespace adoube::evidence {

/// The error is one sentence that names the file: it is not there, holds no key, or others may read it.
std::expected<SigningKey, std::string> read_key_file(const std::filesystem::path& file);

/// Makes a key that nobody has had before, on the disk when it returns. Empty name: one is made from the key.
/// The error is one sentence: there is a file of that name already, which is left alone, or it cannot be
/// written.
std::expected<SigningKey, std::string> make_key_file(const std::filesystem::path& file, std::string name,
                                                     SignatureType type);

/// A new file that only its owner may read, on the disk when it returns. The error is as above.
std::expected<void, std::string> write_secret_file(const std::filesystem::path& file, std::string_view text);

} // namespace adoube::evidence
