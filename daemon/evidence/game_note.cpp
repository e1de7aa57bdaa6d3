#include "daemon/evidence/game_note.hpp"

#include "daemon/text/hex.hpp"
#include "daemon/text/sha256.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

constexpr std::string_view first_line = "adoube-game-pgn/v1\n", digits_of_hex = "0123456789abcdef";

std::string sha256(std::string_view bytes) { return text::to_hex(text::sha256(bytes)); }

/// What is between `word` and the end of its line, taken off `text`; empty if the line is another.
std::string value_of(std::string_view word, std::string_view& text) {
    if (!text.starts_with(word)) return {};
    const auto value = text.substr(word.size(), text.find('\n') - word.size());
    text.remove_prefix(std::min(text.size(), word.size() + value.size() + 1));
    return std::string(value);
}

} // namespace

GameNote note_on(std::string game, chess::Result result, std::string_view pgn) {
    return {std::move(game), result, sha256(pgn)};
}

bool is_on(const GameNote& note, std::string_view pgn) { return note.pgn_sha256 == sha256(pgn); }

std::string to_text(const GameNote& note) {
    return std::string(first_line) + "game " + note.game + "\nresult " + std::string(to_string(note.result)) +
           "\npgn " + note.pgn_sha256 + '\n';
}

std::expected<GameNote, std::string> parse_game_note(std::string_view text) {
    if (!text.starts_with(first_line)) return std::unexpected("it begins otherwise");
    auto rest = text.substr(first_line.size());
    GameNote note;
    note.game = value_of("game ", rest);
    note.result = chess::result_from(value_of("result ", rest)).value_or(chess::Result::open);
    note.pgn_sha256 = value_of("pgn ", rest);
    if (!tlog::is_key_name(note.game)) return std::unexpected("it names no game");
    if (note.result == chess::Result::open) return std::unexpected("it tells no result");
    if (note.pgn_sha256.size() != 2 * sizeof(text::Sha256) ||
        note.pgn_sha256.find_first_not_of(digits_of_hex) != std::string::npos)
        return std::unexpected("it holds no SHA-256 of a PGN");
    if (to_text(note) != text) return std::unexpected("it is not written as it must be");
    return note;
}

tlog::Note signed_note(const tlog::SigningKey& key, const GameNote& note) {
    auto text = to_text(note);
    auto signature = sign(key, text);
    return {std::move(text), {std::move(signature)}};
}

} // namespace adoube::evidence
