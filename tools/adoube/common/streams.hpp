#pragma once
// The three streams that a verb of the command line works on.

#include <iosfwd>

namespace adoube::tools {

struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

} // namespace adoube::tools
