#include "tools/adoube/evidence/note.hpp"

#include "daemon/evidence/game_note.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"

#include <boost/json.hpp>

#include <ostream>

namespace adoube::tools {
namespace {

struct SignedGame {
    tlog::VerifierKey key;
    tlog::Note note;
    evidence::GameNote said;
    std::string pgn;
};

std::expected<SignedGame, std::string> read_both(const NoteOptions& options) {
    auto key = tlog::VerifierKey::parse(options.key);
    if (!key) return std::unexpected(key.error());
    const auto text = read_file(options.note);
    if (!text) return std::unexpected(text.error());
    auto note = tlog::parse_note(*text);
    const auto refuse = [&](const std::string& why) {
        return std::unexpected(options.note + " is no signed note of a game: " + why);
    };
    if (!note) return refuse(note.error());
    auto said = evidence::parse_game_note(note->text);
    if (!said) return refuse(said.error());
    auto pgn = read_file(options.pgn);
    if (!pgn) return std::unexpected(pgn.error());
    return SignedGame{std::move(*key), std::move(*note), std::move(*said), std::move(*pgn)};
}

std::string names_of(const tlog::Note& note) {
    std::string names;
    for (const auto& signature : note.signatures) names += (names.empty() ? "" : ", ") + signature.name;
    return names;
}

std::vector<std::string> faults_of(const SignedGame& game, const NoteOptions& options) {
    std::vector<std::string> faults;
    const auto vkey = game.key.to_string();
    switch (is_signed_by(game.note, game.key)) {
    case tlog::Signed::yes: break;
    case tlog::Signed::wrongly:
        faults.push_back(options.note + " was changed: it is not what " + vkey + " signed");
        break;
    case tlog::Signed::no:
        faults.push_back(options.note + " is signed by " + names_of(game.note) + " with another key than " +
                         vkey);
    }
    if (!is_on(game.said, game.pgn))
        faults.push_back(options.pgn + " is not the PGN of game " + game.said.game +
                         " that was signed: it differs in a byte at least");
    return faults;
}

} // namespace

int run_evidence_note(const NoteOptions& options, Streams io) {
    const auto found = read_both(options);
    if (!found) {
        say(io.err, found.error());
        return bad_input;
    }
    const auto faults = faults_of(*found, options);
    const int status = faults.empty() ? success : failed_check;
    const std::string word = faults.empty() ? "VERIFIED" : "NOT VERIFIED";
    const auto vkey = found->key.to_string(), result = std::string(to_string(found->said.result));
    if (options.json) {
        boost::json::object object{{"verdict", word},
                                   {"status", status},
                                   {"faults", boost::json::array(faults.begin(), faults.end())}};
        if (faults.empty()) {
            object["signer"] = vkey;
            object["game"] = found->said.game;
            object["result"] = result;
        }
        put_json(io.out, object);
        return status;
    }
    say(io.out, word + (faults.empty() ? " by " + vkey : ""));
    for (const auto& fault : faults) say(io.out, "  " + fault);
    if (faults.empty())
        say(io.out, "  " + options.pgn + " is game " + found->said.game + ", " + result +
                        ", byte for byte as the hall published it");
    return status;
}

} // namespace adoube::tools
