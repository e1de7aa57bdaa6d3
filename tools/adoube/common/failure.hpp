#pragma once
// Why a verb failed.

#include "tools/adoube/common/exit_status.hpp"

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

} // namespace adoube::tools
