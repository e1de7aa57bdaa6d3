#include "daemon/adoubed/pgn_writer.hpp"

#include <utility>

namespace adoube::adoubed {

PgnWriter::PgnWriter(PgnFolder folder, std::function<void(const std::string&)> trouble,
                     std::chrono::milliseconds retry_after)
    : folder_(std::move(folder)), trouble_(std::move(trouble)), retry_after_(retry_after),
      thread_([this] { run(); }) {}

PgnWriter::~PgnWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void PgnWriter::put(const std::string& game_id, std::string pgn) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.insert_or_assign(game_id, std::move(pgn));
    }
    changed_.notify_one();
}

void PgnWriter::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        auto texts = std::exchange(waiting_, {});
        lock.unlock();
        auto failed = write(std::move(texts));
        lock.lock();
        if (failed.empty()) continue;
        if (ending_) return;
        waiting_.merge(failed); // a later text wins
        changed_.wait_for(lock, retry_after_, [this] { return ending_; });
    }
}

PgnWriter::Texts PgnWriter::write(Texts texts) {
    std::string trouble;
    std::erase_if(texts, [&](const auto& text) {
        const auto written = folder_.write(text.first, text.second);
        if (!written) trouble = written.error() + "; trying again until it can";
        if (written && !written->empty()) trouble_(*written);
        return written.has_value();
    });
    if (std::exchange(told_, trouble) != trouble && !trouble.empty()) trouble_(trouble);
    return texts;
}

} // namespace adoube::adoubed
