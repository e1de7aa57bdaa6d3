#include "daemon/access/shares.hpp"

namespace adoube::access {

Shares::Place Shares::take(const Grant& who) {
    const bool is_operator = who.role == Role::operator_;
    const auto own = taken_->find(who.token);
    if (!is_operator && own != taken_->end() && own->second >= room_.of_token) return {};
    if (taken() >= room_.all - (is_operator ? 0 : room_.for_operators)) return {};
    ++(*taken_)[who.token];
    return {taken_, who.token};
}

std::size_t Shares::taken() const {
    std::size_t all = 0;
    for (const auto& [token, count] : *taken_) all += count;
    return all;
}

} // namespace adoube::access
