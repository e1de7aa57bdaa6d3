#pragma once
// `adoube evidence key rotate|revoke|vouch`: statements about a published key, in the public file
// KEY.statements (daemon/evidence/statement.hpp).

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RotateOptions {
    std::string file;
    std::string lost;       // the predecessor's verifier key; empty: `file` holds it
    std::string from;       // UTC, "2026-11-22T19:00Z"; empty: now
    std::string why;        // revokes the predecessor, too
    std::string statements; // empty: beside `file`
    bool json = false;
};
/// Afterwards `file` holds the next key, FILE.ID its predecessor. May be rerun after any interruption. Prints
/// the next key's public half.
int run_evidence_key_rotate(const RotateOptions& options, Streams io);

struct RevokeOptions {
    std::string file, from, why, statements; // as above
    bool json = false;
};
int run_evidence_key_revoke(const RevokeOptions& options, Streams io);

struct VouchOptions {
    std::string statements;
    std::string vkey; // the next key, or one revoked without a next
    std::string key;  // a co-signer's key file
    bool json = false;
};
/// A co-signer confirms what the file says of `vkey`. It remembers the key that it vouched for (KEY.seen): 1
/// if asked for another in its place. 2 also if nothing is said of that key.
int run_evidence_key_vouch(const VouchOptions& options, Streams io);

} // namespace adoube::tools
