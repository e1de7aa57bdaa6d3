#pragma once
// Commands that a sender repeats because no answer came, on a lost connection, are carried out once. No I/O.
//
//   POST /api/command?epoch=E&id=ID
//
// `epoch`: of the arbiters' feed, so of this run of the daemon; what was said to an earlier run is refused,
// as nobody knows any more whether it was carried out. `id`: chosen by the sender, another one for each
// command. The same id gets the same answer for `kept_ms`. Ids of different tokens are different.

#include "daemon/access/shares.hpp"
#include "daemon/access/token_text.hpp"
#include "daemon/server/router.hpp"

#include <map>

namespace adoube::server {

class AnsweredOnce {
  public:
    static constexpr std::int64_t kept_ms = 10 * 60 * 1000;
    /// Of all tokens, and of one; beyond it commands with an id are refused, as none may be forgotten too
    /// early.
    static constexpr std::size_t most = 4096;
    static constexpr access::Shares::Room room{most, 512, 512};
    static constexpr std::size_t longest_id = 64;

    struct Said {
        access::TokenHash token{};
        access::Grant who;
        std::string id, line;
    };
    /// The answer to a repetition, or a refusal; none: carry it out, then call `answered`.
    std::optional<Response> begin(const Said& said, std::int64_t steady_ms);
    void answered(const Said& said, Response response);

  private:
    struct Kept {
        std::size_t line_hash;
        std::int64_t since_ms;
        access::Shares::Place place;
        std::optional<Response> response{}; // empty: being carried out
    };
    access::Shares shares_{room};
    std::map<std::pair<access::TokenHash, std::string>, Kept> kept_;
};

} // namespace adoube::server
