#include "daemon/server/lookers.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::server {

namespace json = boost::json;

void Lookers::look(int viewer, const access::Grant& who, const At& at, UtcMs utc_ms, std::int64_t steady_ms) {
    const auto before = all_.find(viewer);
    const bool stays = before != all_.end() && before->second.at == at;
    all_.insert_or_assign(viewer, One{who, at, stays ? before->second.since : utc_ms, steady_ms});
}

bool Lookers::forget(std::int64_t steady_ms) {
    return std::erase_if(all_, [&](const auto& each) { return steady_ms - each.second.said_ms >= kept_ms; }) >
           0;
}

std::string Lookers::told_to(const access::Grant& grant) const {
    json::array at;
    for (const auto& [viewer, one] : all_) {
        if (one.who.token == grant.token || !may(grant, access::Thing::arbiters_view, one.at.board)) continue;
        json::object told{{"board", one.at.board}, {"by", one.who.name}, {"since", one.since.count()}};
        told["case"] = one.at.one_case.empty() ? json::value() : json::value(one.at.one_case);
        at.push_back(std::move(told));
    }
    return json::serialize(json::object{{"type", "looking"}, {"at", std::move(at)}});
}

} // namespace adoube::server
