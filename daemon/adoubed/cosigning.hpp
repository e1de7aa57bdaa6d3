#pragma once
// The hall's side of live co-signing: what a co-signer at another computer is shown of the games of this
// round, and what of his word is kept. It looks into the journal as anybody may, in a thread of its own, and
// so shows and takes nothing that is not durable, and holds up no board.

#include "daemon/access/rights.hpp"
#include "daemon/journal/record.hpp"
#include "daemon/server/desk.hpp"
#include "daemon/tlog/witness.hpp"

#include <boost/asio/thread_pool.hpp>

#include <filesystem>
#include <map>
#include <set>

namespace adoube::adoubed {

class Cosigning {
  public:
    /// What waits for its look at the journal, at most; more is refused with 503.
    static constexpr std::size_t most_waiting = 64;

    Cosigning(std::filesystem::path journal, std::vector<tlog::VerifierKey> cosigners)
        : journal_(std::move(journal)), cosigners_(std::move(cosigners)) {}

    // --- whose games they are ---

    void is_of(const std::string& game, int board) { boards_.insert_or_assign(game, board); }
    /// It is of the board of the game before it, if that is of this round.
    void armed(const record::ArmedGame& game);

    // --- what is asked ---

    using Games = std::map<std::string, int, std::less<>>; // the board of each
    struct Asked {
        std::string game;               // empty: the list of `games`
        std::uint64_t old_size = 0;     // from which the proof is to go on
        std::uint64_t known_size = 0;   // what of it the co-signer knows, be it more than is here
        std::optional<tlog::Note> note; // that he has co-signed
        Games games;
    };
    /// Of whoever may co-sign something; refused where it is not understood, or is not of his boards.
    std::expected<Asked, server::Response> asked(const server::DeskRequest& request,
                                                 const access::Grant& who) const;

    struct Answer {
        server::Response response; // once the record is durable, if there is one
        std::optional<record::Checkpoint> record;
        /// Of this game for the first time: why the journal may not be the one that it was, one sentence.
        std::string trouble{};
    };
    boost::asio::awaitable<Answer> answer(Asked asked);
    /// The same at once, in whichever thread.
    Answer answer_asked(const Asked& asked) const;

  private:
    boost::asio::awaitable<Answer> look_aside(Asked asked) const;
    Answer list(const Games& games) const;
    Answer request(const Asked& asked) const;
    Answer accept(const std::string& game, const tlog::Note& note) const;

    const std::filesystem::path journal_;
    const std::vector<tlog::VerifierKey> cosigners_;
    Games boards_;
    std::set<std::string> told_; // games of which there is trouble
    std::size_t waiting_ = 0;
    boost::asio::thread_pool looks_{1}; // gone first
};

} // namespace adoube::adoubed
