#pragma once
// Another daemon's public round, read from its /round.pgn again and again, by libcurl in a thread of its own:
// a daemon that is slow or away delays nothing, and what it showed last stays. Nothing is known of it but
// that PGN, so nothing of its games is told here before it leaves that daemon's own hall.

#include "daemon/broadcast/live_round.hpp"

#include <chrono>
#include <condition_variable>
#include <expected>
#include <functional>
#include <mutex>
#include <thread>

namespace adoube::gather {

class OtherRound {
  public:
    static constexpr std::chrono::seconds asked_every{2};
    /// As each has a thread.
    static constexpr std::size_t most = 32;
    /// Longer rounds are refused.
    static constexpr std::size_t longest = 8 << 20;

    /// Both are called in that thread.
    struct Events {
        /// The error says why it cannot be taken: it is asked for again, and told as any trouble.
        std::function<std::expected<void, std::string>(broadcast::ToldRound round)> changed;
        /// One sentence, once for each trouble, and once it is over.
        std::function<void(const std::string& sentence, bool is_trouble)> tell;
    };
    OtherRound(std::string url, Events events);
    /// Gives up what it is reading.
    ~OtherRound();
    OtherRound(const OtherRound&) = delete;
    OtherRound& operator=(const OtherRound&) = delete;

  private:
    void run();
    void ask(void* curl);
    void tell(const std::string& trouble);

    std::string url_;
    Events events_;
    std::string tag_, told_; // of the text held; the last trouble
    broadcast::ToldGamesReader games_;
    std::mutex mutex_;
    std::condition_variable ends_;
    bool is_ending_ = false;
    std::thread thread_;
};

/// PGN, and nothing that a terminal would obey.
bool is_round(std::string_view text);

/// An error is one sentence: no http or https address, or one that holds a name or a password.
std::expected<void, std::string> check_round_url(std::string_view url);

} // namespace adoube::gather
