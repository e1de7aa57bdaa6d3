#pragma once
// What a site may show of our games, kept over restarts: JSON lines, each appended before what it tells of is
// sent.
//
//   {"url":"https://lichess.org/api/broadcast/round/AbCd1234"}   the first line
//   {"game":"E-r1-b3","start":"FEN","from":0,"moves":["e4 5399","e5 5400","d4"]}   SAN and seconds left
//   {"game":"E-r1-b3","from":2,"moves":[]}                       moves from there on did not arrive
//   {"round":"1"}                                                games of this round are sent
//   {"reset":true}                                               the site is empty

#include "daemon/targets/site_game.hpp"

#include <map>
#include <set>

namespace adoube::targets {

/// By game id.
using SentLines = std::map<std::string, Line, std::less<>>;

std::string url_record(const std::string& url);
/// The moves of `line` from `from` on.
std::string moves_record(const std::string& game, const Line& line, std::size_t from);
std::string round_record(const std::string& round);
std::string reset_record();

struct SentBefore {
    SentLines lines;
    std::set<std::string> rounds;
};

/// As far as it can be read: a last line that was cut off is of nothing that was sent. Nothing, if it is of
/// another URL.
SentBefore parse_sent_record(std::string_view text, const std::string& url);

} // namespace adoube::targets
