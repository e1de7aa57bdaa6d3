#pragma once
// `adoube evidence key new|show`: keys that sign evidence, or co-sign it.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct NewKeyOptions {
    std::string file, name;
    bool cosigner = false;
};
struct ShowKeyOptions {
    std::string file;
};

/// On `out` the other half, for everybody. 2 where the file is there already or cannot be written.
int run_evidence_key_new(const NewKeyOptions& options, Streams io);
/// The same of a key that is there.
int run_evidence_key_show(const ShowKeyOptions& options, Streams io);

} // namespace adoube::tools
