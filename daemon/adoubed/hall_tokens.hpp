#pragma once
// Tokens on the organiser's page: which there are, another one for an arbiter, and the end of one. Only the
// answer that makes a token has its text; neither the log nor an address ever has. What has a "?" may be
// absent.
//
//   GET  /api/tokens          {"tokens":[TOKEN,…],"own":1,"addresses":["https://192.168.1.5:8443"]}
//     TOKEN: as access/told_token.hpp has it; `own`: the number of the one that asks; `addresses`: where
//     phones can sign in
//   POST /api/tokens/new      {"name":"Anna","boards":"1-8","days"?:3,"role"?:"arbiter"}
//     as above, with "answer":"token 3: Anna, …" and "token":"adoube_…"
//   POST /api/tokens/revoke   {"id":3}      as above, with "answer"; not the own one
//   POST /api/code            {"text":"…"}  a QR code: {"side":33,"path":"M0 0h1v1h-1z…"}, sheet::svg_path

#include "daemon/access/rights.hpp"
#include "daemon/adoubed/config.hpp"
#include "daemon/server/desk.hpp"

namespace adoube::adoubed {

/// Where phones find this daemon over https: by the names in its certificate that lead here. Empty without
/// one, or where only this computer reaches it.
std::vector<std::string> addresses_for_phones(const Config& config);

class HallTokens {
  public:
    HallTokens(std::filesystem::path file, std::vector<std::string> addresses)
        : file_(std::move(file)), addresses_(std::move(addresses)) {}

    struct Answer {
        server::Response response;
        std::string for_log{}; // what was done, one sentence; empty: nothing
    };
    /// May wait for another program that changes the file.
    Answer answer(const server::DeskRequest& request, const access::Grant& who, UtcMs now) const;

  private:
    std::filesystem::path file_;
    std::vector<std::string> addresses_;
};

} // namespace adoube::adoubed
