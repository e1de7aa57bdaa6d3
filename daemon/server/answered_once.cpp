#include "daemon/server/answered_once.hpp"

#include "daemon/server/refusal.hpp"

namespace adoube::server {
namespace {

std::size_t hash_of(const std::string& line) { return std::hash<std::string>{}(line); }

} // namespace

std::optional<Response> AnsweredOnce::begin(const Said& said, std::int64_t steady_ms) {
    std::erase_if(kept_, [&](const auto& each) { return each.second.since_ms + kept_ms <= steady_ms; });
    if (said.id.size() > longest_id)
        return refusal(422, "the id of a command is at most " + std::to_string(longest_id) + " characters");
    if (const auto found = kept_.find({said.token, said.id}); found != kept_.end()) {
        const Kept& kept = found->second;
        if (kept.line_hash != hash_of(said.line))
            return refusal(422, "this id was given to another command: choose a new one");
        return kept.response ? *kept.response
                             : refusal(409, "this command is being carried out: ask again for its answer");
    }
    auto place = shares_.take(said.who);
    if (!place) return refusal(503, "too many commands have come: say it again in some minutes");
    kept_.emplace(std::pair(said.token, said.id), Kept{hash_of(said.line), steady_ms, std::move(place)});
    return std::nullopt;
}

void AnsweredOnce::answered(const Said& said, Response response) {
    const auto found = kept_.find({said.token, said.id});
    if (found != kept_.end()) found->second.response = std::move(response);
}

} // namespace adoube::server
