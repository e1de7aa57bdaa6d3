#pragma once
// What a target is sent, and what came of it, whatever carried it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::targets {

struct Request {
    std::string url;
    bool post = false; // by HTTP; else PUT
    std::string body;
    std::string type = "application/x-chess-pgn"; // of the body, by HTTP
};

struct Answer {
    enum class Outcome : std::uint8_t {
        done,
        refused,       // this, as it is: to send it again soon is useless
        login_refused, // a wrong token or password
        no_secrets,    // a file of ours with a token, password or key is missing or not to be used
        not_trusted,   // nobody whom we trust vouches for the site
        later,         // unreachable, overloaded, or asked to wait
    } outcome = Outcome::later;
    std::string sentence{};               // why not, in a few words
    bool may_have_arrived = true;         // though there is no answer that says so
    std::optional<std::int64_t> wait_s{}; // as the site asked for
    std::string body{};
};

/// `body` is the response's.
Answer http_answer(unsigned status, std::string body, std::optional<std::int64_t> retry_after_s);

} // namespace adoube::targets
