#pragma once
// The desk of arbiters, co-signers and the operator:
//
//   POST /api/command               a line of the control socket, answered with its JSON once it is durable
//   GET  /api/arbiter               {"now":UTC ms,"round":{…}}, as arbiters_round.hpp has it, of his boards
//   GET  /api/arbiter/live          the same as a feed, `?epoch=…&seq=…` to go on from there
//   GET  /api/status                how the daemon fares, for the operator
//   GET  /api/evidence              what of his boards' games was signed last, and who has co-signed it
//   GET  /api/evidence/checkpoint   `?game=ID&old=SIZE`: a request to co-sign it (evidence/witness.hpp)
//   POST /api/evidence/cosignature  what was co-signed, as a note; answered once it is durable
//
// Each with a token, as access/authorization.hpp has it. What is refused is answered with {"error":"one
// sentence"}: 401 without a token that opens anything, 403 where it does not open this, 429 where too many
// were wrong.

#include "daemon/access/token_file.hpp"
#include "daemon/access/wrong_tokens.hpp"
#include "daemon/server/arbiters_feed.hpp"
#include "daemon/server/desk.hpp"

#include <chrono>
#include <functional>
#include <unordered_map>

namespace adoube::server {

class TokenDesk final : public Desk {
  public:
    /// Arbiters with a feed open, at once.
    static constexpr std::size_t most_viewers = 256;

    struct Calls {
        /// Does what a line says, for somebody who may, or says why not.
        std::function<boost::asio::awaitable<Response>(std::string line, access::Grant who)> command;
        std::function<std::string()> status; // JSON
        /// What a co-signer asks for, at the addresses below; what is viewed outlives the answer.
        std::function<boost::asio::awaitable<Response>(const DeskRequest& request, access::Grant who)> cosign;
        /// One sentence for the log.
        std::function<void(const std::string& sentence)> tell;
        std::function<UtcMs()> utc_ms;
        std::function<std::int64_t()> steady_ms;
    };
    explicit TokenDesk(std::filesystem::path tokens) : tokens_(std::move(tokens)) {}
    /// Before anything else.
    void start(Calls calls);

    bool has(std::string_view path) const override;
    bool is_feed(std::string_view path) const override;
    boost::asio::awaitable<Response> answer(DeskRequest request) override;
    std::expected<Pass, Response> admit(const DeskRequest& request) override;
    void join(const std::shared_ptr<Viewer>& viewer, const Pass& pass, const Resume& resume) override;
    void leave(const std::shared_ptr<Viewer>& viewer) override;

    /// Tells those who may see it what is new of a table.
    void update(const round::TableView& view);
    /// To be called several times a second: who may no longer see the feed is sent away.
    void tick();

    std::size_t viewers() const { return viewers_.size(); }
    std::uint64_t wrong_tokens() const { return wrong_.total(); }
    std::uint64_t forbidden() const { return forbidden_; }

  private:
    struct Open {
        Pass pass;
        bool sent_away = false;
    };

    void reload_tokens();
    std::expected<Pass, Response> let_in(const DeskRequest& request, access::Thing thing);
    Response wrong(const DeskRequest& request);

    access::TokenFile tokens_;
    access::WrongTokens wrong_;
    std::uint64_t forbidden_ = 0;
    std::string told_;
    Calls calls_;
    ArbitersFeed feed_{{}};
    std::unordered_map<std::shared_ptr<Viewer>, Open> viewers_;
};

/// {"error":"one sentence"}
Response refusal(unsigned status, std::string_view sentence);

} // namespace adoube::server
