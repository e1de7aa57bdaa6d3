#include "daemon/server/arbiters_feed.hpp"

#include "daemon/server/websocket.hpp"

namespace adoube::server {

using websocket::frame;
using websocket::Opcode;

std::optional<ArbitersFeed::News> ArbitersFeed::update(const round::TableView& view) {
    const auto message = round_.update(view);
    if (message.empty()) return std::nullopt;
    const News news{view.number, std::make_shared<const std::string>(frame(Opcode::text, message))};
    backlog_.push_back({round_.seq(), news});
    backlog_size_ += news.frames->size();
    while (backlog_.size() > Feed::backlog_count || backlog_size_ > Feed::backlog_bytes) {
        backlog_size_ -= backlog_.front().news.frames->size();
        backlog_.pop_front();
    }
    return news;
}

Frames ArbitersFeed::welcome(const Resume& resume, const access::Grant& grant) const {
    const bool all_seen = resume.seq == round_.seq();
    const bool rest_kept = !backlog_.empty() && backlog_.front().seq <= resume.seq + 1;
    if (resume.epoch != round_.epoch() || resume.seq > round_.seq() || !(all_seen || rest_kept))
        return std::make_shared<const std::string>(frame(Opcode::text, round_.whole(grant)));
    std::string missed;
    for (const Kept& kept : backlog_)
        if (kept.seq > resume.seq && may(grant, access::Thing::arbiters_view, kept.news.board))
            missed += *kept.news.frames;
    return std::make_shared<const std::string>(std::move(missed));
}

} // namespace adoube::server
