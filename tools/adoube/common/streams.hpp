#pragma once
// The three streams that a verb of the command line works on.

#include <iosfwd>

namespace adoube::tools {

struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    int err_columns = 0; // of the terminal that `err` is; 0: it is none
};

/// Of this program.
Streams standard_streams();

} // namespace adoube::tools
