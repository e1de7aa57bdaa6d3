#include "daemon/server/feed.hpp"

#include "daemon/server/websocket.hpp"

namespace adoube::server {

using websocket::frame;
using websocket::Opcode;

bool Feed::publish(const broadcast::PublicGame& game, bool is_newest) {
    const auto first_seq = round_.seq() + 1;
    const auto messages = round_.publish(game, is_newest);
    if (messages.empty()) return false;
    const bool first = pending_.empty();
    if (first) pending_first_seq_ = first_seq;
    for (const auto& [message, boards] : messages) {
        pending_starts_.push_back(pending_.size());
        const auto text = frame(Opcode::text, message);
        pending_ += text;
        for (const int board : boards) pending_at_board_[board] += text;
    }
    return first;
}

Feed::Changes Feed::flush() {
    auto frames = std::make_shared<const std::string>(std::move(pending_));
    pending_.clear();
    if (frames->empty()) return {frames, {}};
    backlog_.push_back({pending_first_seq_, round_.seq(), frames, std::exchange(pending_starts_, {})});
    backlog_size_ += frames->size();
    while (backlog_.size() > backlog_count || backlog_size_ > backlog_bytes) {
        backlog_size_ -= backlog_.front().frames->size();
        backlog_.pop_front();
    }
    Changes changes{frames, {}};
    for (auto& [board, text] : std::exchange(pending_at_board_, {}))
        changes.at_board.emplace(board, std::make_shared<const std::string>(std::move(text)));
    return changes;
}

Frames Feed::welcome(const Resume& resume) {
    const bool all_seen = resume.seq == round_.seq();
    if (resume.board)
        return std::make_shared<const std::string>(all_seen && resume.epoch == round_.epoch()
                                                       ? std::string()
                                                       : frame(Opcode::text, round_.whole_of(*resume.board)));
    const bool rest_kept = !backlog_.empty() && backlog_.front().first_seq <= resume.seq + 1;
    if (resume.epoch != round_.epoch() || resume.seq > round_.seq() || !(all_seen || rest_kept))
        return whole();
    std::string missed;
    for (const Batch& batch : backlog_) {
        if (batch.last_seq <= resume.seq) continue;
        const auto seen = resume.seq < batch.first_seq ? 0 : resume.seq + 1 - batch.first_seq;
        missed.append(*batch.frames, batch.starts[seen]);
    }
    return std::make_shared<const std::string>(std::move(missed));
}

Frames Feed::whole() {
    if (!whole_ || whole_seq_ != round_.seq()) {
        whole_ = std::make_shared<const std::string>(frame(Opcode::text, *round_.whole()));
        whole_seq_ = round_.seq();
    }
    return whole_;
}

} // namespace adoube::server
