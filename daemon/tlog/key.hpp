#pragma once
// Ed25519 keys (RFC 8032) in the text forms of C2SP signed notes: who signs, and what others need to check
// it.

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace adoube::tlog {

enum class SignatureType : std::uint8_t {
    note = 1,        // over the text alone
    cosignature = 4, // over a checkpoint and the time (C2SP tlog-cosignature): "I saw it then"
};

/// UTF-8 that a terminal only shows: without control characters, and without those that turn the direction of
/// writing, so that what stands there is what is read.
bool is_plain_text(std::string_view text);
/// Plain text, not empty, without spaces (any of Unicode) and plus.
bool is_key_name(std::string_view name);

/// What is given to everybody: NAME+ID+KEY.
struct VerifierKey {
    std::string name;
    SignatureType type = SignatureType::note;
    std::array<std::uint8_t, 32> key{};

    /// The first four bytes of SHA-256 of name and key, which signatures name it by.
    std::uint32_t id() const;
    std::string to_string() const;
    /// A key of small order is refused: who has no key at all can sign for it. The error is one sentence.
    static std::expected<VerifierKey, std::string> parse(std::string_view text);

    /// By a key of small order nothing is.
    bool verifies(std::string_view message, std::string_view signature) const;
    friend bool operator==(const VerifierKey&, const VerifierKey&) = default;
};

/// What nobody else may see: PRIVATE+KEY+NAME+ID+SEED, as golang.org/x/mod/sumdb/note has it.
class SigningKey {
  public:
    using Seed = std::array<std::uint8_t, 32>;
    /// `name` is a key name.
    SigningKey(std::string name, SignatureType type, const Seed& seed);

    const VerifierKey& verifier() const { return verifier_; }
    const Seed& seed() const { return seed_; }
    std::string to_string() const;
    /// The error is one sentence, and holds nothing of the key.
    static std::expected<SigningKey, std::string> parse(std::string_view text);

    /// 64 bytes; always the same for the same message.
    std::string sign(std::string_view message) const;

  private:
    VerifierKey verifier_;
    Seed seed_;
    std::shared_ptr<void> key_; // OpenSSL's
};

} // namespace adoube::tlog
