// Any line as FEN, the others as moves from there, each in a notation: refused with a sentence, or position
// and moves survive a round trip and no two moves are written alike.

#include "daemon/chess/notation/notation.hpp"
#include "daemon/chess/notation/san.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <set>
#include <vector>

using namespace adoube::chess;
using adoube::fuzz::promise;
using adoube::fuzz::promise_sentence;

namespace {

const std::vector<Notation>& notations() {
    static const auto all = [] {
        std::vector<Notation> some;
        for (const Style& style : styles())
            for (const Language& language : languages())
                if (const auto notation = notation_named(style.name, language.code))
                    some.push_back(*notation);
        return some;
    }();
    return all;
}

void check_position(const Position& position) {
    // FEN counts no further; moves from there do.
    if (position.halfmove_clock() > 9999 || position.fullmove_number() > 9999) return;
    const std::string fen = position.fen();
    const auto again = Position::from_fen(fen);
    promise(again && *again == position && again->fen() == fen, "a position is written and read the same");
    promise(again->repetition_key() == position.repetition_key() && again->repeats(position),
            "and repeats itself");
    promise(position.legal_move_count() == static_cast<int>(position.legal_moves().size()),
            "moves are counted as they are listed");
    promise(!position.king_can_be_taken(), "the side not to move is not in check");
}

void check_moves(const Position& position, const Notation& notation) {
    std::set<std::string> sans, texts;
    for (const Move move : position.legal_moves()) {
        promise(position.is_legal(move), "a listed move is legal");
        promise(position.move_from_uci(to_uci(move, true)) == move, "a move can be read from its UCI form");
        const std::string san = to_san(position, move);
        promise(sans.insert(san).second, "no two moves have one SAN");
        promise(move_from_san(position, san) == move, "a move can be read from its SAN");
        const std::string text = to_text(position, {move, false}, notation);
        promise(texts.insert(text).second, "no two moves are written alike");
        promise(move_from_text(position, text, notation) == WrittenMove{move, false},
                "a move can be read in every notation");
        check_position(position.after(move));
    }
}

/// Empty if refused.
std::optional<Move> read_move(const Position& position, std::string_view text, const Notation& notation) {
    const auto written = move_from_text(position, text, notation);
    if (!written)
        promise_sentence(written.error());
    else
        promise(position.is_legal(written->move), "a move that can be read in a notation is legal");
    const auto move = move_from_san(position, text);
    if (!move)
        promise_sentence(move.error());
    else
        promise(position.is_legal(*move), "a move that can be read is legal");
    if (move) return *move;
    return written ? std::optional(written->move) : std::nullopt;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto take_line = [&] {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        return line;
    };
    const auto read = Position::from_fen(take_line());
    if (!read) promise_sentence(read.error());
    std::size_t lines = size; // so that any notation meets any position
    const auto next_notation = [&] { return notations()[lines++ % notations().size()]; };
    auto position = read.value_or(Position::start()); // most mutations break the FEN; try the moves anyway
    check_position(position);
    if (read) check_moves(position, next_notation());
    while (!text.empty())
        if (const auto move = read_move(position, take_line(), next_notation())) position.play(*move);
    check_position(position);
    return 0;
}
