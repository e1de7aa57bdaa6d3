#include "tests/catch.hpp"
#include "tests/replay/require_every_game.hpp"

using adoube::replay::require_every_game;

TEST_CASE("Plain moves are misread") { require_every_game("plain"); }
TEST_CASE("The order of the steps of a move decides what is recorded") { require_every_game("orders"); }
TEST_CASE("A long pause inside a move breaks it") { require_every_game("pauses"); }
TEST_CASE("A piece that slid over squares is recorded where it passed") { require_every_game("slide"); }
TEST_CASE("A piece put straight after its drop counts as a second move") { require_every_game("bounce"); }
TEST_CASE("A fast reply is lost") { require_every_game("blitz"); }
TEST_CASE("A pawn exchanged after the press is a move of its own") { require_every_game("late_exchange"); }
TEST_CASE("An underpromotion told by the arbiter is forgotten") { require_every_game("underpromotion"); }
TEST_CASE("A piece touched and put back changes the move") { require_every_game("hover"); }
TEST_CASE("Adjusting changes the move") { require_every_game("adjust"); }
TEST_CASE("A piece put right before the press is recorded where it first stood") {
    require_every_game("corrected");
}
TEST_CASE("Pieces knocked over and put back change the move") { require_every_game("knocked"); }
TEST_CASE("A breach of touch-move changes the move that stands") { require_every_game("touch_breach"); }
TEST_CASE("A touch of the other side's piece changes the move") { require_every_game("touch_enemy"); }
TEST_CASE("A released piece that moved on is recorded where it was released") {
    require_every_game("released");
}
TEST_CASE("Castling with the rook first does not stand") { require_every_game("rook_first"); }
TEST_CASE("An illegal move that was put right spoils the record") { require_every_game("illegal"); }
TEST_CASE("A forgotten press loses a move") { require_every_game("forgotten_press"); }
TEST_CASE("A second press loses a move") { require_every_game("double_press"); }
TEST_CASE("A press without a move makes one") { require_every_game("empty_press"); }
TEST_CASE("Black starting White's clock makes a move") { require_every_game("start_press"); }
TEST_CASE("A capture whose lift was missed is lost") { require_every_game("exchange"); }
TEST_CASE("A piece reported on its new square first is lost") { require_every_game("early_drop"); }
TEST_CASE("A snapshot changes the game") { require_every_game("snapshots"); }
TEST_CASE("A reading of the clock changes the game") { require_every_game("clock_readings"); }
TEST_CASE("Another board starts another game") { require_every_game("new_board"); }
TEST_CASE("What an arbiter moves while the game is stopped counts") { require_every_game("pause"); }
TEST_CASE("A game from a given position is misread") { require_every_game("start_position"); }
TEST_CASE("Setting up the pieces makes moves") { require_every_game("setup"); }
TEST_CASE("A declined draw offer ends the game") { require_every_game("offers"); }
TEST_CASE("Resigning gives another result") { require_every_game("resign"); }
TEST_CASE("An agreed draw is none") { require_every_game("agreement"); }
TEST_CASE("The arbiter's result is not the result") { require_every_game("arbiter_result"); }
TEST_CASE("A late press loses a move") { require_every_game("late_press"); }
TEST_CASE("Without a lever moves are lost") { require_every_game("no_lever"); }
TEST_CASE("The flicker of a sensor is a move") { require_every_game("flicker"); }
TEST_CASE("Moves lost with the link stay lost") { require_every_game("gap"); }
TEST_CASE("A masked sensor loses the game") { require_every_game("mask"); }
TEST_CASE("A turned board loses the game") { require_every_game("rotated"); }
TEST_CASE("A turned board that only the moves show loses the game") { require_every_game("rotated_unshown"); }
TEST_CASE("Chess960 castling is misread") { require_every_game("chess960"); }
TEST_CASE("Chess960 castling on one another's squares is misread") { require_every_game("castling_overlap"); }
TEST_CASE("Mate or stalemate does not end the game") { require_every_game("mate"); }
TEST_CASE("A dead position does not end the game") { require_every_game("dead_position"); }
TEST_CASE("Kings in the centre give no result, or moves") { require_every_game("kings_centre"); }
TEST_CASE("Kings in the centre of a board without a lever give no result, or moves") {
    require_every_game("kings_centre_no_lever");
}
TEST_CASE("What happens after the end changes the game") { require_every_game("aftermath"); }
