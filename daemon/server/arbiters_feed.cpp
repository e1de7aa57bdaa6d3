#include "daemon/server/arbiters_feed.hpp"

#include "daemon/server/websocket.hpp"

#include <ranges>

namespace adoube::server {

using websocket::frame;
using websocket::Opcode;

std::optional<ArbitersFeed::News> ArbitersFeed::update(const round::TableView& view) {
    const auto message = round_.update(view);
    if (message.empty()) return std::nullopt;
    const News news{view.number, std::make_shared<const std::string>(frame(Opcode::text, message))};
    backlog_.push_back(news);
    backlog_size_ += news.frames->size();
    while (backlog_.size() > Feed::backlog_count || backlog_size_ > Feed::backlog_bytes) {
        backlog_size_ -= backlog_.front().frames->size();
        backlog_.pop_front();
    }
    return news;
}

Frames ArbitersFeed::welcome(const Resume& resume, const access::Grant& grant) const {
    const auto seq = round_.seq(grant);
    if (resume.epoch != round_.epoch() || resume.seq > seq) return whole(grant);
    std::vector<Frames> missed; // the last first
    for (const auto& news : backlog_ | std::views::reverse) {
        if (missed.size() == seq - resume.seq) break;
        if (may(grant, access::Thing::arbiters_view, news.board)) missed.push_back(news.frames);
    }
    if (missed.size() < seq - resume.seq) return whole(grant);
    std::string frames;
    for (const auto& each : missed | std::views::reverse) frames += *each;
    return std::make_shared<const std::string>(std::move(frames));
}

Frames ArbitersFeed::whole(const access::Grant& grant) const {
    return std::make_shared<const std::string>(frame(Opcode::text, round_.whole(grant)));
}

} // namespace adoube::server
