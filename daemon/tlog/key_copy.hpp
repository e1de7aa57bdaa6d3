#pragma once
// A copy of a signing key, to be kept elsewhere under a passphrase, on a stick or on paper. Lines:
//
//   adoube-key-copy/v1
//   key VKEY          whose copy it is: name and type are not in what follows
//   check HEX …       of each line that follows: the first two bytes of its SHA-256
//   -----BEGIN ENCRYPTED PRIVATE KEY-----     PKCS #8 (RFC 5958) under scrypt (RFC 7914) and AES-256, as PEM
//                                             (RFC 7468), which passes over what stands before: OpenSSL opens
//                                             it
//
// It may be typed in again: which line is mistyped can be told.

#include "daemon/tlog/key.hpp"

namespace adoube::tlog {

/// Takes some tenths of a second, so that passphrases cannot be tried out fast. Different each time.
std::string to_key_copy(const SigningKey& key, std::string_view passphrase);

/// Spaces at the ends of lines and empty lines are passed over. The error is a sentence without its subject:
/// what it is not, which line is mistyped, or that this is not the passphrase.
std::expected<SigningKey, std::string> from_key_copy(std::string_view text, std::string_view passphrase);

} // namespace adoube::tlog
