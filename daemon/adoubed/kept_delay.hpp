#pragma once
// The delay before every exit, as last changed while a round ran. A file beside the journal keeps it, as a
// restart with the configured one could show what was to wait.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace adoube::adoubed {

class KeptDelay {
  public:
    /// A change counts for one round, and for the configured delay that it replaced: with another round or
    /// delay it is forgotten for good. The error is one sentence: what is kept cannot be read, or not be
    /// forgotten.
    static std::expected<KeptDelay, std::string> open(const std::filesystem::path& journal,
                                                      std::int64_t configured_ms, std::string round);

    std::int64_t ms() const { return ms_; }
    /// By `open`, as it does not count any more.
    std::optional<std::int64_t> forgotten_ms() const { return forgotten_ms_; }
    /// On the disk when it returns. The error, one sentence: nothing has changed.
    std::expected<void, std::string> change(std::int64_t delay_ms);

    /// Before the configuration gets another round: a longer delay that was set counts for both until the
    /// next change, so that no restart shortens it. The error, one sentence: nothing has changed.
    std::expected<void, std::string> follow(std::string round);
    /// The configuration has another delay, which counts from the next start.
    void configured(std::int64_t delay_ms) { configured_ms_ = delay_ms; }

  private:
    KeptDelay(std::filesystem::path file, std::int64_t configured_ms, std::string round)
        : file_(std::move(file)), round_(std::move(round)), configured_ms_(configured_ms),
          ms_(configured_ms) {}
    std::expected<void, std::string> write(std::int64_t delay_ms, const std::string& former_round = {}) const;

    std::filesystem::path file_;
    std::string round_;
    std::int64_t configured_ms_, ms_;
    std::optional<std::int64_t> forgotten_ms_;
};

/// "15 minutes", "90 seconds", "none".
std::string delay_in_words(std::int64_t delay_ms);
/// "15 minutes late", "at once".
std::string late_in_words(std::int64_t delay_ms);

} // namespace adoube::adoubed
