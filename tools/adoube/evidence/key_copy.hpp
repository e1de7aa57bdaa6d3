#pragma once
// `adoube evidence key backup|restore`: a copy of a key under a passphrase.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct KeyCopyOptions {
    std::string file, output;
    std::string passphrase; // its file, - is `in`; empty: asked for on the terminal
    bool json = false;
};

/// Succeeds only if the copy gives back the key; never overwrites `output`.
int run_evidence_key_backup(const KeyCopyOptions& options, Streams io);
/// Prints the public half. 2 also for a mistyped copy or a wrong passphrase.
int run_evidence_key_restore(const KeyCopyOptions& options, Streams io);

} // namespace adoube::tools
