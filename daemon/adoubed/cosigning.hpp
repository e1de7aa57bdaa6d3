#pragma once
// The hall's side of live co-signing: shows remote co-signers this round's games and keeps their signatures.
// It reads the journal file in its own thread, so it handles only durable data and delays no board.

#include "daemon/access/shares.hpp"
#include "daemon/adoubed/game_boards.hpp"
#include "daemon/journal/record.hpp"
#include "daemon/server/desk.hpp"
#include "daemon/tlog/witness.hpp"

#include <boost/asio/thread_pool.hpp>

#include <filesystem>
#include <set>

namespace adoube::adoubed {

class Cosigning {
  public:
    /// Requests that may wait for the journal; more are refused with 503.
    static constexpr std::size_t most_waiting = 64;
    static constexpr access::Shares::Room room{most_waiting, 8, 8};

    /// `own`: by which the hall signs; empty: it signs nothing. `boards` must outlive it.
    Cosigning(std::filesystem::path journal, std::optional<tlog::VerifierKey> own,
              std::vector<tlog::VerifierKey> cosigners, const GameBoards& boards)
        : journal_(std::move(journal)), own_(std::move(own)), cosigners_(std::move(cosigners)),
          boards_(boards) {}

    using Games = GameBoards::ByGame;
    struct Asked {
        std::string game;               // empty: the list of `games`
        std::uint64_t old_size = 0;     // start of the proof
        std::uint64_t known_size = 0;   // what the co-signer knows, which may exceed this journal
        std::optional<tlog::Note> note; // as co-signed
        Games games;
    };
    /// `who` must hold a co-signing grant. Refuses malformed requests and games of other boards.
    std::expected<Asked, server::Response> asked(const server::DeskRequest& request,
                                                 const access::Grant& who) const;

    struct Answer {
        server::Response response; // to send once the record, if any, is durable
        std::optional<record::Checkpoint> record;
        /// Once per game: why the journal may be the wrong one, in one sentence.
        std::string trouble{};
    };
    boost::asio::awaitable<Answer> answer(Asked asked, access::Grant who);
    /// Synchronously, in any thread.
    Answer answer_asked(const Asked& asked) const;

  private:
    boost::asio::awaitable<Answer> look_aside(Asked asked) const;
    Answer list(const Games& games) const;
    Answer request(const Asked& asked) const;
    Answer accept(const std::string& game, const tlog::Note& note) const;
    bool was_signed_here(const std::string& game, const tlog::Note& note, std::uint64_t newest_size) const;

    const std::filesystem::path journal_;
    const std::optional<tlog::VerifierKey> own_;
    const std::vector<tlog::VerifierKey> cosigners_;
    const GameBoards& boards_;
    std::set<std::string> told_; // games whose trouble was reported
    access::Shares waiting_{room};
    boost::asio::thread_pool looks_{1}; // destroyed first
};

} // namespace adoube::adoubed
