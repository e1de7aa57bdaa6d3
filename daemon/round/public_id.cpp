#include "daemon/round/public_id.hpp"

#include <string_view>

namespace adoube::round {
namespace {

constexpr std::string_view anew = ".anew";

} // namespace

std::string public_id(const std::string& game_id, int stood) {
    return stood == 0 ? game_id : game_id + std::string(anew) + std::to_string(stood);
}

std::optional<std::string> first_of(const std::string& public_id) {
    const auto at = public_id.rfind(anew);
    if (at == std::string::npos || at + anew.size() == public_id.size()) return std::nullopt;
    const bool counted = public_id.find_first_not_of("0123456789", at + anew.size()) == std::string::npos;
    return counted ? std::optional(public_id.substr(0, at)) : std::nullopt;
}

} // namespace adoube::round
