#pragma once
// A backup of a signing key under a passphrase, on a stick or on paper:
//
//   adoube-key-copy/v1
//   key VKEY          whose copy it is: the rest has neither name nor type
//   check HEX …       for each following line, the first two bytes of its SHA-256, to find typing errors
//   -----BEGIN ENCRYPTED PRIVATE KEY-----     PKCS #8 (RFC 5958) under scrypt (RFC 7914) and AES-256, as PEM
//                                             (RFC 7468), which skips text before it: OpenSSL opens the file

#include "daemon/tlog/key.hpp"

namespace adoube::tlog {

/// Takes some tenths of a second, to slow down guessing. Different each time.
std::string to_key_copy(const SigningKey& key, std::string_view passphrase);

/// Skips empty lines and spaces at the ends of lines. The error is a sentence without its subject: no key
/// copy, a mistyped line, a wrong passphrase.
std::expected<SigningKey, std::string> from_key_copy(std::string_view text, std::string_view passphrase);

} // namespace adoube::tlog
