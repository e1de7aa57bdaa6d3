#pragma once
// `adoube evidence key rotate|revoke|vouch`: what is said about a key once it is published. It stands in one
// file beside the key, KEY.statements, which is for everybody (daemon/evidence/statement.hpp).

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RotateOptions {
    std::string file;
    std::string lost;       // the verifier key of the one before; empty: `file` holds it
    std::string from;       // UTC, "2026-11-22T19:00Z"; empty: now
    std::string why;        // the key before is revoked, too; empty: it is not
    std::string statements; // empty: beside `file`
};
/// Afterwards `file` holds the next key, and FILE.ID the one before. Broken off at any moment it can be run
/// again. On `out` the other half of the next key. 2 where something cannot be read or written.
int run_evidence_key_rotate(const RotateOptions& options, Streams io);

struct RevokeOptions {
    std::string file, from, why, statements; // as above
};
int run_evidence_key_revoke(const RevokeOptions& options, Streams io);

struct VouchOptions {
    std::string statements;
    std::string vkey; // of whom they speak: the next key, or one that is revoked without a next
    std::string key;  // file of a co-signer's key
};
/// A co-signer says that it knows this to be so, of what the file says of `vkey`. It remembers the key that
/// it vouched for (KEY.seen), and vouches for no other in its place. 1 where it did so before; 2 where
/// something cannot be read or written, or nothing is said of that key.
int run_evidence_key_vouch(const VouchOptions& options, Streams io);

} // namespace adoube::tools
