#include "daemon/server/arbiters_feed.hpp"

#include "daemon/server/websocket.hpp"

#include <algorithm>

namespace adoube::server {

using websocket::frame;
using websocket::Opcode;

std::optional<ArbitersFeed::News> ArbitersFeed::update(const round::TableView& view) {
    const auto message = round_.update(view);
    if (message.empty()) return std::nullopt;
    const News news{view.number, std::make_shared<const std::string>(frame(Opcode::text, message))};
    auto& [changes, bytes, last_dropped] = backlogs_[view.number];
    changes.push_back({++last_number_, news.frames});
    bytes += news.frames->size();
    while (changes.size() > backlog_count || bytes > backlog_bytes) {
        bytes -= changes.front().frames->size();
        last_dropped = changes.front().number;
        changes.pop_front();
    }
    return news;
}

Frames ArbitersFeed::welcome(const Resume& resume, const access::Grant& grant) const {
    const auto seq = round_.seq(grant);
    if (resume.epoch != round_.epoch() || resume.seq > seq) return whole(grant);
    std::map<std::uint64_t, Frames> missed; // and more, of the own boards
    std::uint64_t last_dropped = 0;
    for (const auto& [board, backlog] : backlogs_) {
        if (!may(grant, access::Thing::arbiters_view, board)) continue;
        for (const auto& [number, frames] : backlog.changes) missed.emplace(number, frames);
        last_dropped = std::max(last_dropped, backlog.last_dropped);
    }
    if (missed.size() < seq - resume.seq) return whole(grant);
    while (missed.size() > seq - resume.seq) missed.erase(missed.begin());
    if (!missed.empty() && missed.begin()->first < last_dropped) return whole(grant);
    std::string frames;
    for (const auto& [number, each] : missed) frames += *each;
    if (frames.size() > Feed::backlog_bytes) return whole(grant);
    return std::make_shared<const std::string>(std::move(frames));
}

Frames ArbitersFeed::whole(const access::Grant& grant) const {
    return std::make_shared<const std::string>(frame(Opcode::text, round_.whole(grant)));
}

} // namespace adoube::server
