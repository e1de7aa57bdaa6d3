#pragma once
// A round of a lichess broadcast that games are pushed into. It matches games by their GameId; a shorter game
// deletes nothing there, a replaced move becomes a variation, another clock time of a known move is ignored.
// So the moves that it has been sent are remembered. A game that no longer begins with them is not sent until
// the round is reset, as that would make a variation; one with another clock time is, and both are told. So
// is that games of several rounds of the tournament come into it.

#include "daemon/targets/sent_record.hpp"
#include "daemon/targets/site.hpp"

namespace adoube::targets {

class LichessRound : public Site {
  public:
    /// The site takes 512 KiB.
    static constexpr std::size_t most_body = 500'000;
    /// A request without an answer may still take effect so long.
    static constexpr std::int64_t settled_after_ms = 30'000;
    /// Beyond this the game is forgotten that has not changed for longest.
    static constexpr std::size_t most_games = 1024;

    /// `url`: as of lichess_round().
    explicit LichessRound(std::string url) : url_(std::move(url)) {}

    void put(const broadcast::PublicGame& game) override;
    void correct(const broadcast::PublicGame& standing) override;
    std::optional<HallMs> due() const override;
    std::optional<Request> next(HallMs now) override;
    Answer answered(Answer answer, HallMs now) override;
    void push_again() override;
    void reset() override { reset_waits_ = true; }
    std::size_t behind() const override;
    void report(Report& report) const override;
    std::vector<Note> take_notes() override { return std::exchange(notes_, {}); }
    std::string take_record() override { return std::exchange(record_, {}); }
    std::string restore(std::string_view record, HallMs now) override;

  private:
    struct Game {
        std::optional<SiteGame> now; // empty: only known to have been sent before a restart
        Line shown;                  // all that the site may show; without start: nothing
        std::size_t sure = 0;        // moves of it that it has confirmed
        std::string confirmed_pgn, refused_pgn;
        std::string refused;
        std::optional<HallMs> taken; // last
        std::optional<Difference> differs;
        bool is_held() const { return differs && differs->of == Difference::Of::moves; }
        std::uint64_t put = 0; // order of the last state
        bool is_behind() const;
    };
    using Games = std::map<std::string, Game, std::less<>>;
    struct Sent {
        std::string id, pgn;
        std::size_t moves = 0, shown_before = 0;
        bool is_first = false;
    };

    bool forget_what_is_none(const std::string& id);
    std::vector<Games::iterator> games_behind();
    void send(Games::value_type& game, std::string& body);
    void sent_did_not_arrive();
    void take(const Sent& sent, const std::string& error, HallMs now);
    void refuse(Games::value_type& game, const std::string& pgn, std::string why);
    void compare(Games::value_type& game);
    void note(const Games::value_type& game, const std::string& what, bool trouble);
    void note_round(const SiteGame& game);
    void forget_one();
    Answer pushed(Answer answer, HallMs now);
    void emptied();

    std::string url_;
    Games games_;
    std::uint64_t put_ = 0;
    bool reset_waits_ = false, reset_is_open_ = false;
    HallMs settled_ = HallMs::min();
    std::vector<Sent> open_;       // games of the open push
    std::set<std::string> rounds_; // of the tournament, of whose games the site may show some
    std::vector<Note> notes_;
    std::string record_;
};

} // namespace adoube::targets
