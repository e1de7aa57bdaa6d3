#pragma once
// What an arbiter sends on the control socket, one JSON object a line:
//
//   {"board":"3","arbiter":{"do":"result","result":"1-0"}}   every command of the sensor log
//   {"board":"3","arbiter":{"do":"time","add_w":-60000,"add_b":120000}}
//                                                            ms more or less; the record has what came of it
//   {"board":"3","resign":"b"}                               what a player said: offer, accept, decline,
//   resign,
//                                                            flag, claim, adjust, call, as in the sensor log
//   {"board":"3","arm":{"tags":{"White":"A"},"start":"…","chess960":true,"time_control":"180+2"}}
//
//   {"board":"3","port":"usb:…"}                             from now on its board is looked for there
//
//   {"hold":{"game":"E-r1-b3","why":"appeal"}}               the game's record is not deleted
//   {"release":{"game":"E-r1-b3"}}                           now it may be
//   {"delete":{"game":"E-r1-b3"}}
//
//   {"watch":true}                                           from now on what arbiters are told, a message a
//   line, as in server/arbiters_round.hpp; no more is read
//
// `arm` also takes laws, rate_of_play and supervised; what is absent is as in the configuration.

#include "daemon/board/port.hpp"
#include "daemon/record/input.hpp"
#include "daemon/round/added_time.hpp"

#include <expected>
#include <variant>

namespace adoube::adoubed {

struct Say {
    int board;
    record::What what;
};
struct AddTime {
    int board;
    round::AddedTime added;
};
struct Arm {
    int board;
    record::Header header;
};

struct UsePort {
    int board;
    adoube::board::Port port;
};
/// Of the record of a game, which need not be on any board.
struct Keep {
    enum class What : std::uint8_t { hold, release, erase } what;
    std::string game;
    std::string why; // of hold
};
using ControlLine = std::variant<Say, AddTime, Arm, UsePort, Keep>;

/// `usual` is the header of a game of this round of which nothing more is said. An error is one sentence.
std::expected<ControlLine, std::string> parse_control_line(std::string_view line,
                                                           const record::Header& usual);

/// It is {"watch":true}, which changes nothing.
bool asks_to_watch(std::string_view line);

} // namespace adoube::adoubed
