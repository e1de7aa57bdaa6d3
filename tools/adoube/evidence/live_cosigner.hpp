#pragma once
// Co-signs at a running hall: polls what it has signed of each game, and returns signatures. No network:
// requests go through a function.
//
// Keeps only Cosigner's state: the hall tells which signatures it lacks, so that no crash on either side
// leaves a game's last checkpoint without one.

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
        std::vector<News> news;               // not reported before
        std::optional<HallClient::End> ended; // why the pass broke off
        std::size_t refused = 0;              // games refused
    };
    using Clock = std::function<std::uint64_t()>; // UTC seconds

    /// A game that is refused, or that the hall cannot show now, holds up no other. Signatures are dated when
    /// the checkpoint was shown.
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
