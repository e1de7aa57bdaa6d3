#pragma once
// Why a verb failed.

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/common/streams.hpp"

#include <expected>
#include <string>

namespace adoube::tools {

struct Failure {
    int status;
    std::string sentence;
};
template<class Value>
using Or = std::expected<Value, Failure>;

inline std::unexpected<Failure> bad(std::string sentence) {
    return std::unexpected(Failure{bad_input, std::move(sentence)});
}

inline int print_done(const Or<std::string>& done, Streams io) {
    if (done)
        say(io.out, *done);
    else
        say(io.err, done.error().sentence);
    return done ? success : done.error().status;
}

} // namespace adoube::tools
