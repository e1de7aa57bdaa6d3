#pragma once
// `adoube evidence key new|show`: keys that sign or co-sign evidence.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct NewKeyOptions {
    std::string file, name;
    bool cosigner = false;
    bool json = false;
};
struct ShowKeyOptions {
    std::string file;
    bool json = false;
};

/// Prints the public half; never overwrites a file.
int run_evidence_key_new(const NewKeyOptions& options, Streams io);
int run_evidence_key_show(const ShowKeyOptions& options, Streams io);

} // namespace adoube::tools
