#pragma once
// What the organiser says of one target: a site or server that gets the public games. Secrets have no place
// here.

#include "daemon/broadcast/public_game.hpp"

#include <expected>
#include <string>
#include <vector>

namespace adoube::targets {

/// lichess: pushed into a round of a broadcast. file: PGN files, replaced as a whole at every change.
enum class Kind : std::uint8_t { lichess, file };

struct Settings {
    std::string name; // [A-Za-z0-9_-]+
    Kind kind = Kind::file;
    std::string url;         // of the round or of the file with all boards' games; empty: no such file
    std::string each_game;   // of a file for each game, "{id}" for its id; empty: no such files
    std::string cloud;       // of a folder for files as of LiveChess Cloud, no slash at its end; empty: none
    bool post = false;       // files by HTTP: POST, else PUT
    std::vector<int> boards; // empty: all
    std::string round;       // only games whose tag Round is this; empty: all

    bool wants(const broadcast::PublicGame& game) const;
    /// One of those that there are: they begin alike.
    const std::string& any_url() const;
};

/// "https" of "https://a.example/b". Empty if the URL cannot be one of a target.
std::string_view scheme_of(std::string_view url);
/// "a.example:8080" of "https://a.example:8080/b".
std::string_view host_of(std::string_view url);
bool is_this_computer(std::string_view url);

/// "https://lichess.org/api/broadcast/round/AbCd1234", also when given with "/push" at its end.
std::expected<std::string, std::string> lichess_round(std::string_view url);
/// An error is one sentence: no URL, of a scheme that is not known, one that holds a name or a password.
std::expected<void, std::string> check_file_url(std::string_view url);
/// Likewise for http, https, socks4, socks4a, socks5 and socks5h.
std::expected<void, std::string> check_proxy(std::string_view url);

} // namespace adoube::targets
