#pragma once
// A stream between halls and displays, as its maker's documents and what was tried with it say it is, and
// worse: of each subject it keeps the newest message; what it has acknowledged may be gone after it was
// killed; a message that was stored may not be acknowledged; readers may get messages twice, and those of
// different subjects in any order. Written from these facts, apart from what is tested with it.

#include "daemon/stream/hall_stream.hpp"

#include <algorithm>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace adoube::tests {

class StreamModel {
  public:
    using Random = std::mt19937_64;
    struct Stored {
        std::string subject; // whole
        stream::Version version;
        std::string text;
        std::uint64_t place = 0;
    };
    /// What one reader is still to get; its reading broke off where `is_broken`.
    struct Reader {
        std::deque<Stored> coming;
        std::size_t from_start = 0; // of them, those that were there when it began
        bool is_broken = false;
    };

    explicit StreamModel(Random& random) : random_(random) {}

    bool is_up() const { return is_up_; }
    void kill() {
        is_up_ = false;
        for (auto* reader : readers_) reader->is_broken = true;
    }
    /// Without the last `lost` messages: what was not yet on the disk.
    void start(std::size_t lost) {
        is_up_ = true;
        while (lost-- > 0 && !log_.empty()) log_.pop_back();
    }
    void wipe() { log_.clear(); }

    enum class Stores { acknowledged, silently, not_at_all };
    bool store(std::string subject, const stream::HallStream::Message& message, Stores how) {
        if (!is_up_ || how == Stores::not_at_all) return false;
        Stored stored{std::move(subject), message.version, message.text, ++place_};
        for (auto* reader : readers_)
            if (!reader->is_broken) reader->coming.push_back(stored);
        std::erase_if(log_, [&](const Stored& one) { return one.subject == stored.subject; });
        log_.push_back(std::move(stored));
        return how == Stores::acknowledged;
    }

    /// Of the subjects that begin with `prefix`, below it.
    stream::HallStream::Held held(const std::string& prefix) const {
        stream::HallStream::Held held;
        for (const auto& one : log_)
            if (one.subject.starts_with(prefix)) held.emplace(one.subject.substr(prefix.size()), one.version);
        return held;
    }

    void read(Reader& reader) {
        reader = {};
        for (const auto& one : log_) reader.coming.push_back(one);
        reader.from_start = reader.coming.size();
        if (std::ranges::find(readers_, &reader) == readers_.end()) readers_.push_back(&reader);
    }
    void forget(Reader& reader) { std::erase(readers_, &reader); }
    /// The next message of the reader, which is not empty.
    Stored take(Reader& reader) {
        auto& coming = reader.coming;
        std::size_t at = 0;
        if (reader.from_start == 0 && coming.size() > 1 && random_() % 8 == 0) {
            at = random_() % std::min<std::size_t>(coming.size(), 4);
            while (at > 0 &&
                   std::ranges::any_of(coming.begin(), coming.begin() + static_cast<std::ptrdiff_t>(at),
                                       [&](const Stored& one) { return one.subject == coming[at].subject; }))
                --at;
        }
        const auto taken = coming[at];
        if (random_() % 16 != 0)
            coming.erase(coming.begin() + static_cast<std::ptrdiff_t>(at)); // else it comes twice
        else if (reader.from_start > 0)
            coming.erase(coming.begin() + static_cast<std::ptrdiff_t>(at));
        if (reader.from_start > 0) --reader.from_start;
        return taken;
    }

  private:
    Random& random_;
    std::deque<Stored> log_;
    std::vector<Reader*> readers_;
    std::uint64_t place_ = 0;
    bool is_up_ = true;
};

} // namespace adoube::tests
