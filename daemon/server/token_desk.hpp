#pragma once
// The desk of arbiters, co-signers, the fair-play officer and the operator:
//
//   POST /api/command               a line of the control socket; answers with its JSON once durable;
//                                   `?epoch=…&id=…`: however often it comes, done once (answered_once.hpp);
//                                   `&game=RECORD&acts=N`: refused with 412 where the board that the line
//                                   names has not that game, or, with what it was, where somebody else has
//                                   done something with it since its first N `acts`; with `&moves=N` also
//                                   where it has not N moves
//   GET  /api/arbiter               {"now":UTC ms,"round":{…}}, see arbiters_round.hpp, of the token's boards
//   GET  /api/arbiter/live          the same as a feed; `?epoch=…&seq=…` resumes it; with it comes, and is
//                                   said there, who looks at which board, and what is done with
//                                   (console_message.hpp)
//   GET  /api/games/ID/…            the record of a game on the token's boards (adoubed/inquiries.hpp)
//   GET  /api/report                the report of the token's boards (daemon/report/); `?round=N`, else all;
//   also
//                                   as /api/report.csv and /api/report.json
//   GET  /api/scoresheets.pdf       the full sheets of a round of the token's boards, also of games in play
//                                   (adoubed/round_sheets.hpp)
//   GET  /api/clock-times           the token's boards' clocks, as noted each half hour of a round
//                                   (daemon/report/clock_times.hpp); `?round=N`, else of the one noted last
//   GET  /api/fair-play/round.pgn   all games of this run of the daemon as they stand now, undelayed
//   GET  /api/status                the daemon's state, for the operator
//   GET  /metrics                   the same in numbers, for a monitor (adoubed/metrics.hpp)
//   GET  /api/targets               {"now":UTC ms,"targets":[…]}, targets/report_json.hpp, for the operator
//   POST /api/round/pairings        pairings from files, checked and compared, for the operator
//   POST /api/round/results         the results of a round, as files
//   POST /api/round/game            a single next game, checked (adoubed/typed_game.hpp)
//   POST /api/round/standings       those of a file (all three adoubed/round_files.hpp)
//   GET  /api/boards                the boards that stand at no table, for the operator
//                                   (adoubed/spare_boards.hpp)
//   GET  /api/event                 what the configuration says of the event, for the operator
//   POST /api/event/save            another one (both adoubed/event_settings.hpp)
//   GET  /api/wall                  how the wall is shown, for the operator
//   POST /api/wall/save             in another way (both adoubed/wall_form.hpp)
//   GET  /api/hall                  what the configuration says of tables, sites and the rest
//   POST /api/hall/save             something else
//   POST /api/restart               a new start with it (all three adoubed/hall_setup.hpp)
//   GET  /api/tokens                who may sign in, for the operator
//   POST /api/tokens/new, /revoke   another arbiter, and the end of one
//   POST /api/code                  a QR code (all three adoubed/hall_tokens.hpp)
//   GET  /api/evidence              the last signed state of the boards' games, and who co-signed it
//   GET  /api/evidence/checkpoint   `?game=ID&old=SIZE`: a request to co-sign it (tlog/witness.hpp)
//   POST /api/evidence/cosignature  the co-signed note; answers once durable
//
// Each needs a token (access/authorization.hpp). Refused with {"error":"one sentence"}: 401 without a good
// token, 403 where it does not open this, 413 where the body is longer than the address takes, all before the
// body is read; 429 after too many wrong ones, or while too many requests with this one are under way.

#include "daemon/access/token_file.hpp"
#include "daemon/access/wrong_tokens.hpp"
#include "daemon/server/answered_once.hpp"
#include "daemon/server/arbiters_feed.hpp"
#include "daemon/server/desk.hpp"
#include "daemon/server/lookers.hpp"
#include "daemon/server/refusal.hpp"
#include "daemon/server/settled.hpp"

#include <chrono>
#include <functional>
#include <unordered_map>

namespace adoube::server {

/// Before the id, which is that in the journal.
inline constexpr std::string_view games_path = "/api/games/";
inline constexpr std::string_view pairings_path = "/api/round/pairings", results_path = "/api/round/results",
                                  boards_path = "/api/boards", file_standings_path = "/api/round/standings",
                                  game_path = "/api/round/game", event_path = "/api/event",
                                  save_event_path = "/api/event/save", wall_path = "/api/wall",
                                  save_wall_path = "/api/wall/save", tokens_path = "/api/tokens",
                                  new_token_path = "/api/tokens/new",
                                  revoke_token_path = "/api/tokens/revoke", code_path = "/api/code",
                                  hall_path = "/api/hall", save_hall_path = "/api/hall/save",
                                  restart_path = "/api/restart";

class TokenDesk final : public Desk {
  public:
    static constexpr std::size_t most_viewers = 256, most_under_way = 512;
    static constexpr access::Shares::Room for_viewers{most_viewers, 32, 16},
        for_requests{most_under_way, 32, 64};

    /// A line that is understood, and that its sender may give.
    struct Command {
        int board = 0; // 0: of no board alone
        std::function<boost::asio::awaitable<Response>()> carry_out;
    };
    struct Calls {
        /// Or why not; does nothing yet.
        std::function<std::expected<Command, Response>(const std::string& line, const access::Grant& who)>
            command;
        std::function<std::string()> status;  // JSON
        std::function<std::string()> targets; // JSON
        std::function<Response()> metrics;
        std::function<std::string()> games_at_once; // PGN
        /// Answers a co-signer; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)> cosign;
        /// Answers what is asked of a game's record; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)>
            of_record;
        /// Reads or writes the files of a round; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)>
            round_files;
        std::function<boost::asio::awaitable<Response>()> spare_boards;
        /// Shows or saves settings of the configuration, or starts with them; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)>
            settings;
        /// Who may sign in; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)> tokens;
        std::function<std::string(int round, const access::Grant& who)> clock_times; // JSON
        /// In the form that `path` names.
        std::function<boost::asio::awaitable<Response>(std::string_view path, int round, access::Grant who)>
            report;
        /// The scoresheets of a round; the views outlive the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)> sheets;
        Settled settled{}; // before a restart
        std::function<void(const std::string& settled)> keep_settled;
        /// One sentence for the log.
        std::function<void(const std::string& sentence)> tell;
        std::function<UtcMs()> utc_ms;
        std::function<std::int64_t()> steady_ms;
        std::string time_zone{}; // of the hall, an IANA name; empty: unknown
    };
    explicit TokenDesk(std::filesystem::path tokens) : tokens_(std::move(tokens)) {}
    /// Call before anything else.
    void start(Calls calls);

    bool has(std::string_view path) const override;
    bool is_feed(std::string_view path) const override;
    std::expected<std::size_t, Response> may_send(const DeskRequest& head) override;
    boost::asio::awaitable<Response> answer(DeskRequest request) override;
    std::expected<Pass, Response> admit(const DeskRequest& request) override;
    void join(const std::shared_ptr<Viewer>& viewer, Pass pass, const Resume& resume) override;
    void leave(const std::shared_ptr<Viewer>& viewer) override;
    void hear(const std::shared_ptr<Viewer>& viewer, std::string_view message) override;

    void update(const round::TableView& view);
    /// Call several times a second: dismisses viewers whose pass is no longer good.
    void tick();

    std::size_t viewers() const { return viewers_.size(); }
    std::uint64_t wrong_tokens() const { return wrong_.total(); }
    std::uint64_t forbidden() const { return forbidden_; }

  private:
    struct Open {
        Pass pass;
        int number;
        bool sent_away = false;
        std::string told_lookers{}, told_settled{}; // last
    };

    void reload_tokens();
    std::expected<Pass, Response> let_in(const DeskRequest& request, access::Thing thing);
    Response wrong(const DeskRequest& request);
    boost::asio::awaitable<Response> answer(const DeskRequest& request, const Pass& pass);
    boost::asio::awaitable<Response> command(std::string_view target, const std::string& line,
                                             const Pass& pass);
    boost::asio::awaitable<Response> carry_out(std::string_view target, const std::string& line,
                                               const access::Grant& who);
    std::expected<void, Response> is_still_known(std::string_view target, int board,
                                                 const std::string& who) const;
    boost::asio::awaitable<Response> of_round(std::string_view target, const access::Grant& who);
    void tell_lookers();
    void keep_and_tell_settled();
    void tell_settled();

    access::TokenFile tokens_;
    access::WrongTokens wrong_;
    std::uint64_t forbidden_ = 0;
    std::string told_;
    Calls calls_;
    AnsweredOnce answered_once_;
    ArbitersFeed feed_{{}};
    std::map<int, std::string> under_way_; // who gives a command, by its board
    access::Shares requests_{for_requests}, places_{for_viewers};
    Lookers lookers_;
    Settled settled_;
    int last_viewer_ = 0;
    std::unordered_map<std::shared_ptr<Viewer>, Open> viewers_;
};

} // namespace adoube::server
