#pragma once
// Ed25519 keys (RFC 8032) in the text forms of C2SP signed notes.

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace adoube::tlog {

enum class SignatureType : std::uint8_t {
    note = 1,        // over the text alone
    cosignature = 4, // over a checkpoint and the time (C2SP tlog-cosignature)
};

/// UTF-8 without control characters and changes of writing direction: what is shown is what is read.
bool is_plain_text(std::string_view text);
/// Non-empty plain text without (Unicode) spaces and plus.
bool is_key_name(std::string_view name);

/// The public key: NAME+ID+KEY.
struct VerifierKey {
    std::string name;
    SignatureType type = SignatureType::note;
    std::array<std::uint8_t, 32> key{};

    /// The first four bytes of SHA-256 of name and key.
    std::uint32_t id() const;
    std::string to_string() const;
    /// Refuses keys of small order, for which anybody can sign. The error is one sentence.
    static std::expected<VerifierKey, std::string> parse(std::string_view text);

    /// False for any key of small order.
    bool verifies(std::string_view message, std::string_view signature) const;
    friend bool operator==(const VerifierKey&, const VerifierKey&) = default;
};

/// The secret key: PRIVATE+KEY+NAME+ID+SEED (golang.org/x/mod/sumdb/note).
class SigningKey {
  public:
    using Seed = std::array<std::uint8_t, 32>;
    /// `name` must be a key name.
    SigningKey(std::string name, SignatureType type, const Seed& seed);

    const VerifierKey& verifier() const { return verifier_; }
    const Seed& seed() const { return seed_; }
    std::string to_string() const;
    /// The error is one sentence and reveals nothing of the key.
    static std::expected<SigningKey, std::string> parse(std::string_view text);

    /// 64 bytes, deterministic.
    std::string sign(std::string_view message) const;

  private:
    VerifierKey verifier_;
    Seed seed_;
    std::shared_ptr<void> key_; // OpenSSL's
};

} // namespace adoube::tlog
