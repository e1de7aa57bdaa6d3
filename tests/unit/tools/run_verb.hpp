#pragma once
// Runs an `adoube` verb as a function, with its output.

#include "tests/says.hpp"
#include "tools/adoube/common/streams.hpp"

#include <sstream>

namespace adoube::tests {

struct Said {
    int status;
    std::string out, err;
};

template<class Options>
Said run(int (*verb)(const Options&, tools::Streams), const Options& options, const std::string& input = {}) {
    std::istringstream in(input);
    std::ostringstream out, err;
    const int status = verb(options, {in, out, err});
    return {status, out.str(), err.str()};
}

} // namespace adoube::tests
