#pragma once
// A co-signer beside a hall that plays: asks it, again and again, what it has signed of each game, and gives
// back what it has co-signed. No network: requests go through a function.
//
// It remembers nothing but what Cosigner does: what the hall lacks of its signatures is asked of the hall, so
// that neither a crash here nor one there leaves a game's last checkpoint without.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/evidence/cosigner.hpp"

#include <functional>
#include <map>

namespace adoube::tools {

class LiveCosigner {
  public:
    using Ask = std::function<std::expected<HallAnswer, HallClient::End>(const HallRequest&)>;

    /// `log`: the hall's key.
    LiveCosigner(Cosigner cosigner, tlog::VerifierKey log, Ask ask)
        : cosigner_(std::move(cosigner)), log_(std::move(log)), ask_(std::move(ask)) {}

    struct News {
        std::string sentence;
        bool trouble = false;
    };
    struct Pass {
        std::vector<News> news;               // what was not told in earlier passes
        std::optional<HallClient::End> ended; // it came to no end
        std::size_t refused = 0;              // games of which nothing was co-signed, though it was asked for
    };
    using Clock = std::function<std::uint64_t()>; // seconds of UTC

    /// Once through all games. One that is refused, or that the hall cannot show at the moment, holds up no
    /// other. What is co-signed is dated by the time at which it was shown.
    Pass pass(const Clock& utc_s);

  private:
    struct Game {
        std::string id;
        std::uint64_t size = 0;
        bool cosigned = false; // by this co-signer
    };
    using Done = std::expected<void, HallClient::End>;

    std::expected<std::vector<Game>, HallClient::End> games();
    Done look_after(const Game& game, const Clock& utc_s, Pass& pass);
    Or<tlog::Note> seen(const Game& game, const HallAnswer& shown, const Clock& utc_s);
    void tell_news(const std::string& game, const News& news, Pass& pass);

    Cosigner cosigner_;
    tlog::VerifierKey log_;
    Ask ask_;
    std::map<std::string, std::string> told_; // the last of each game
};

} // namespace adoube::tools
