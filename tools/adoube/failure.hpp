#pragma once
// Why a verb ends without what it was asked for: an exit status, and one sentence for people.

#include "tools/adoube/exit_status.hpp"

#include <expected>
#include <string>

namespace adoube::tools {

struct Failure {
    int status;
    std::string sentence;
};
template<class Value>
using Or = std::expected<Value, Failure>;

/// Of something that was given.
inline std::unexpected<Failure> bad(std::string sentence) {
    return std::unexpected(Failure{bad_input, std::move(sentence)});
}

} // namespace adoube::tools
