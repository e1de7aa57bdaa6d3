#pragma once
// What an arbiter asks of a game's record, answered from the journal's file: of what is durable alone, and
// nothing of a sealed move. Slow: for a thread of its own, one at a time. Errors are one sentence without its
// full stop; an answer is empty while nothing is recorded of the game.

#include "daemon/inquiry/record_view.hpp"
#include "daemon/inquiry/signed_page.hpp"
#include "daemon/sheet/sheet.hpp"

#include <filesystem>
#include <list>

namespace adoube::inquiry {

struct Sources {
    std::filesystem::path journal;
    std::filesystem::path key; // empty: nothing is signed
    std::vector<tlog::VerifierKey> cosigners;
    account::LocalTime local{};
    std::string site{}; // where the hall's pages are, for the QR codes of scoresheets; may be empty
};

class Inquiry {
  public:
    /// Games that are looked at again and again cost only what is new of them.
    static constexpr std::size_t most_views = 8;

    explicit Inquiry(Sources sources) : sources_(std::move(sources)) {}

    /// JSON, from number `from` on (record_view.hpp).
    std::expected<std::string, std::string> inputs(const std::string& game, std::uint64_t from);
    /// JSON, `{"input":83,"t":83211,"what":"e2 lifted","readings":["…",…]}`: how the umpire read the record
    /// after this input (umpire/game/explanation.hpp).
    std::expected<std::string, std::string> reading(const std::string& game, std::uint64_t input) const;
    /// JSON (claims.hpp).
    std::expected<std::string, std::string> claims(const std::string& game) const;
    struct Part {
        std::optional<Span> span{};
        int incident = 0; // its number, instead of a span; 0: none
    };
    /// Of a part, or of the whole game.
    std::expected<std::optional<SignedRecord>, std::string>
    evidence(const std::string& game, const Part& part, std::int64_t utc_s) const;
    /// The full scoresheet (sheet/record_sheet.hpp).
    std::expected<std::optional<sheet::Sheet>, std::string> scoresheet(const std::string& game,
                                                                       const sheet::Options& options) const;

  private:
    /// Null while nothing is recorded.
    std::expected<const RecordView*, std::string> view_of(const std::string& game);

    const Sources sources_;
    std::list<std::pair<std::string, RecordView>> views_; // by game, the one used last first
};

} // namespace adoube::inquiry
