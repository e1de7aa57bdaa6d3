#pragma once
// `adoube evidence key backup|restore`: a copy of a key under a passphrase, and the key again from it.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct KeyCopyOptions {
    std::string file, output;
    std::string passphrase; // the file that it is in, - is `in`; empty: it is asked for on the terminal
};

/// Says that there is a copy only once the key has been made from it again. 2 where something cannot be read
/// or written, or `output` is there already.
int run_evidence_key_backup(const KeyCopyOptions& options, Streams io);
/// On `out` the other half of the key. 2 as above, and where the copy is mistyped or the passphrase is not
/// its own.
int run_evidence_key_restore(const KeyCopyOptions& options, Streams io);

} // namespace adoube::tools
