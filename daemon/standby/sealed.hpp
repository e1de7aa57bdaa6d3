#pragma once
// What leaves a hall's computer for the other one, so that nobody else can read or change it: AES-256-GCM
// (NIST SP 800-38D) with the key of both, a nonce of its own for each, and bound to its subject.

#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::standby {

class Key {
  public:
    /// A file for its owner alone, with 32 bytes as base64. The error is one sentence.
    static std::expected<Key, std::string> read(const std::filesystem::path& file);
    /// Drawn at random into a new file.
    static std::expected<void, std::string> make(const std::filesystem::path& file);

    std::string seal(std::string_view bytes, std::string_view subject) const;
    /// Empty: not sealed with this key, for this subject.
    std::optional<std::string> open(std::string_view sealed, std::string_view subject) const;

  private:
    std::array<std::uint8_t, 32> key_{};
};

} // namespace adoube::standby
