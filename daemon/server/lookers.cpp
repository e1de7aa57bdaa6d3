#include "daemon/server/lookers.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::server {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_case = 12;

bool is_case(std::string_view text) {
    return text.size() >= 2 && text.size() <= longest_case && (text[0] == 'i' || text[0] == 'p') &&
           text.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

std::expected<std::optional<Lookers::At>, std::string> Lookers::parse(std::string_view message) {
    constexpr const char* form = R"(an arbiter's page says {"board":3,"case":"i2"}, or {})";
    boost::system::error_code error;
    const auto value = json::parse(message, error);
    const auto* const object = error ? nullptr : value.if_object();
    if (!object) return std::unexpected(std::string(form));
    if (object->empty()) return std::nullopt;
    const auto* const board = object->if_contains("board");
    const auto* const one_case = object->if_contains("case");
    At at;
    if (board && board->is_int64() && board->get_int64() > 0 && board->get_int64() <= access::Boards::most)
        at.board = static_cast<int>(board->get_int64());
    if (one_case && one_case->is_string()) at.one_case = std::string(one_case->get_string());
    const bool is_good_case = !one_case || one_case->is_null() || is_case(at.one_case);
    if (at.board == 0 || !is_good_case) return std::unexpected(std::string(form));
    return at;
}

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
