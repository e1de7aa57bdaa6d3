#pragma once
// Scripts of hands for the umpire's tests: "-e2 +e4 w" lifts the pawn, drops it on e4, presses White's lever.
//
//   -SQUARE  lift                       +SQUARE  drop the piece lifted last
//   +SQUARE=P  drop that piece (new, if none in hand)
//   w b  a press                        NUMBER  wait more ms
//   rw rb  resign    ow ob  offer a draw    aw ab  accept it    dw db  decline it    jw jb  "j'adoube"
//   fw fb  a flag    cw cb  call the arbiter
//   cwr cwf cwq  White claims by repetition, fifty moves, 10.2 (cb… Black)    cwr:Nf3  with an intended move
//   gap  inputs may be missing          snap  the whole board    board:NAME  another board
//   me4+ me4-  mask or unmask that sensor
// and an arbiter's
//   w:SAN b:SAN  move    =1-0  result    takeback:PLIES    dismiss:SEQ    tw=MS tb=MS  time    promoted:e8N
//   fen:4k3|8|8|8|8|8|8|4K3_w_-_-_0_1    pause    resume    adjourn:SAN
// 400 ms pass before each but a number; "/" instead of a space: only 10 ms.

#include "daemon/umpire/game/umpire.hpp"

namespace adoube::umpire {

/// As a board of that sensing reports them.
std::vector<Input> inputs_of(std::string_view script, const Header& header);

/// `seen`, `lost` and `then`, but in place of the inputs of `lost` a gap and a snapshot. Ends 2 s later with
/// a call.
std::vector<Input> inputs_with_gap(std::string_view seen, std::string_view lost, std::string_view then,
                                   const Header& header);

struct Outcome {
    std::string moves; // UCI, separated by spaces
    chess::Result result;
    GameRecord record;
    std::vector<Incident> incidents;
    std::vector<Proposal> proposals;
};
Outcome umpired(std::string_view script, const Header& header);
Outcome umpired(const std::vector<Input>& inputs, const Header& header);

/// "kind article side ply; …"
std::string said(const std::vector<Incident>& incidents);
/// "article side result seconds for White/for Black; …"; "article side" if all is left to the arbiter.
std::string said(const std::vector<Proposal>& proposals);

inline constexpr Sensing every_sensing[] = {Sensing::presence, Sensing::colour, Sensing::identity};

} // namespace adoube::umpire
