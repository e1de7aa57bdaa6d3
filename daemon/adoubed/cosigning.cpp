#include "daemon/adoubed/cosigning.hpp"

#include "daemon/evidence/evidence.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/server/token_desk.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using server::refusal;

std::vector<tlog::Note> notes_of(const std::vector<record::Checkpoint>& checkpoints) {
    std::vector<tlog::Note> notes;
    for (const auto& checkpoint : checkpoints)
        if (auto note = tlog::parse_note(checkpoint.note)) notes.push_back(std::move(*note));
    return notes;
}

/// Null: none names the key. Verifies nothing.
const tlog::NoteSignature* signature_by(const tlog::VerifierKey& key, const tlog::Note& note) {
    const auto found = std::ranges::find_if(note.signatures, [&](const auto& signature) {
        return signature.name == key.name && signature.key_id == key.id();
    });
    return found == note.signatures.end() ? nullptr : &*found;
}

/// Verifies nothing: the journal holds only checked signatures.
void add_signers(json::array& signers, const tlog::Note& note,
                 const std::vector<tlog::VerifierKey>& cosigners) {
    for (const auto& key : cosigners)
        if (signature_by(key, note)) signers.emplace_back(key.to_string());
}

server::Response json_of(const json::object& object) {
    return {.type = "application/json", .body = json::serialize(object) + '\n', .etag = {}, .fields = {}};
}

Cosigning::Answer too_much() {
    return {refusal(503, "too much is asked at once: ask again in a moment"), {}};
}

std::string knows_more(const std::string& game, std::uint64_t knows, std::uint64_t signed_here) {
    return "a co-signer has seen " + std::to_string(knows) + " leaves of game " + game +
           " signed, and in this journal only " + std::to_string(signed_here) +
           " are: look whether it is the journal of that round, or an older copy of it";
}

server::Response cannot_look(const std::string& why) {
    return refusal(503, "what was signed cannot be looked up now: " + why);
}

} // namespace

std::expected<Cosigning::Asked, server::Response> Cosigning::asked(const server::DeskRequest& request,
                                                                   const access::Grant& who) const {
    Asked asked;
    if (request.method == "POST") {
        auto note = tlog::parse_note(request.body);
        const auto said = note ? tlog::parse_checkpoint(note->text) : std::unexpected(note.error());
        const auto log = tlog::origin_of({});
        if (!said || !said->origin.starts_with(log))
            return std::unexpected(
                refusal(422, "this is no checkpoint of a game" + (said ? "" : ": " + said.error())));
        asked.game = said->origin.substr(log.size());
        asked.note = std::move(*note);
    } else if (server::path_of(request.target).ends_with("/checkpoint")) {
        const auto old = server::query_value(request.target, "old");
        const auto known = server::query_value(request.target, "known");
        const auto size = tlog::parse_decimal(old.empty() ? "0" : old);
        const auto known_size = tlog::parse_decimal(known.empty() ? "0" : known);
        asked.game = server::query_value(request.target, "game");
        if (!size || !known_size || asked.game.empty())
            return std::unexpected(refusal(422, "ask for ?game=ID&old=SIZE, the size that you know of it"));
        asked.old_size = *size;
        asked.known_size = std::max(*size, *known_size);
    } else {
        for (const auto& [game, board] : boards_.all())
            if (may(who, access::Thing::cosigning, board)) asked.games.emplace(game, board);
        return asked;
    }
    if (auto refused = boards_.refuse(asked.game, who, access::Thing::cosigning))
        return std::unexpected(std::move(*refused));
    return asked;
}

asio::awaitable<Cosigning::Answer> Cosigning::answer(Asked asked, access::Grant who) {
    const auto place = waiting_.take(who);
    if (!place) co_return too_much();
    const auto game = asked.game;
    Answer answer = co_await asio::co_spawn(looks_, look_aside(std::move(asked)), asio::use_awaitable);
    if (!answer.trouble.empty() && !told_.insert(game).second) answer.trouble.clear();
    co_return answer;
}

asio::awaitable<Cosigning::Answer> Cosigning::look_aside(Asked asked) const { co_return answer_asked(asked); }

Cosigning::Answer Cosigning::answer_asked(const Asked& asked) const {
    if (asked.game.empty()) return list(asked.games);
    return asked.note ? accept(asked.game, *asked.note) : request(asked);
}

Cosigning::Answer Cosigning::list(const Games& games) const {
    const auto newest = journal::newest_checkpoints(journal_);
    if (!newest) return {cannot_look(newest.error()), {}};
    std::map<std::string_view, json::object> rows;
    for (const auto& [game_id, size, text] : *newest) {
        const auto board = games.find(game_id);
        const auto note = tlog::parse_note(text);
        if (board == games.end() || !note) continue;
        auto& row = rows[game_id];
        if (row.empty())
            row = {{"game", game_id}, {"board", board->second}, {"size", size}, {"cosigned", json::array()}};
        add_signers(row["cosigned"].as_array(), *note, cosigners_);
    }
    json::array all, keys;
    for (auto& [game, row] : rows) all.push_back(std::move(row));
    for (const auto& key : cosigners_) keys.emplace_back(key.to_string());
    return {json_of({{"cosigners", std::move(keys)}, {"games", std::move(all)}}), {}};
}

Cosigning::Answer Cosigning::request(const Asked& asked) const {
    const auto& game = asked.game;
    const auto checkpoints = journal::checkpoints_of(journal_, game);
    if (!checkpoints) return {cannot_look(checkpoints.error()), {}};
    // Of a game without a record the journal names others.
    const auto whole = checkpoints->empty() ? journal::WholeGame{} : journal::read_game(journal_, game);
    if (!whole) return {cannot_look(whole.error()), {}};
    const auto notes = notes_of(whole->checkpoints);
    const auto newest =
        notes.empty() ? std::unexpected(std::string()) : tlog::parse_checkpoint(notes.back().text);
    if (!newest)
        return {refusal(404, "nothing of game " + game + " is signed yet"),
                {},
                asked.known_size > 0 ? knows_more(game, asked.known_size, 0) : std::string()};
    const auto tree = evidence::tree_of(whole->game, whole->inputs);
    if (!evidence::begins_with(tree, *newest)) {
        const auto why =
            "the record of game " + game + " is not what was signed: keep a copy of the journal as it is";
        return {refusal(409, why), {}, why};
    }
    auto trouble =
        asked.known_size > newest->size ? knows_more(game, asked.known_size, newest->size) : std::string();
    if (asked.old_size > newest->size)
        return {
            refusal(422, "of game " + game + " only " + std::to_string(newest->size) + " leaves are signed"),
            {},
            std::move(trouble)};
    server::Response response;
    response.body = to_text(tlog::request_to_cosign(tree, asked.old_size, notes.back()));
    return {std::move(response), {}, std::move(trouble)};
}

/// The journal has dropped the signature, as a later one covers it (journal/file/runs.hpp).
bool Cosigning::was_signed_here(const std::string& game, const tlog::Note& note,
                                std::uint64_t newest_size) const {
    const auto said = tlog::parse_checkpoint(note.text);
    if (!own_ || !said || said->size >= newest_size || is_signed_by(note, *own_) != tlog::Signed::yes)
        return false;
    const auto whole = journal::read_game(journal_, game);
    return whole && evidence::begins_with(evidence::tree_of(whole->game, whole->inputs), *said);
}

Cosigning::Answer Cosigning::accept(const std::string& game, const tlog::Note& note) const {
    const auto checkpoints = journal::checkpoints_of(journal_, game);
    if (!checkpoints) return {cannot_look(checkpoints.error()), {}};
    auto notes = notes_of(*checkpoints);
    const bool is_kept = std::ranges::find(notes, note.text, &tlog::Note::text) != notes.end();
    if (!is_kept && !notes.empty() && was_signed_here(game, note, checkpoints->back().size))
        notes.push_back({note.text, {*signature_by(*own_, note)}});
    const auto news = tlog::new_cosignatures(notes, note, cosigners_);
    if (!news) return {refusal(422, news.error()), {}};
    Answer answer{json_of({{"ok", true}}), {}};
    if (*news)
        answer.record = record::Checkpoint{game, tlog::parse_checkpoint(note.text)->size, to_text(**news)};
    return answer;
}

} // namespace adoube::adoubed
