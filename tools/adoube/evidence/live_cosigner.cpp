#include "tools/adoube/evidence/live_cosigner.hpp"

#include "daemon/boost/parse_json.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using End = HallClient::End;

const json::string* text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value ? value->if_string() : nullptr;
}
const json::array* array_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value ? value->if_array() : nullptr;
}
bool holds(const json::array& array, std::string_view text) {
    return std::ranges::any_of(array, [&](const json::value& one) {
        const auto* said = one.if_string();
        return said && std::string_view(*said) == text;
    });
}

End not_understood() { return {"what answers there is no adoubed that can be co-signed", true}; }

/// Only rate limits and server errors are worth a retry.
End refused(const HallAnswer& answer) {
    return {answer.sentence(), answer.status != 429 && answer.status < 500};
}

} // namespace

std::expected<std::vector<LiveCosigner::Game>, End> LiveCosigner::games() {
    const auto answer = ask_({.target = "/api/evidence"});
    if (!answer) return std::unexpected(answer.error());
    if (answer->status != 200) return std::unexpected(refused(*answer));
    boost::system::error_code error;
    const auto value = parse_json(answer->body);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* cosigners = object ? array_at(*object, "cosigners") : nullptr;
    const auto* rows = object ? array_at(*object, "games") : nullptr;
    if (!cosigners || !rows) return std::unexpected(not_understood());
    const auto own = cosigner_.key().to_string();
    if (!holds(*cosigners, own))
        return std::unexpected(
            End{"the hall takes no co-signature by " + own + ": name it under cosigners in its configuration",
                true});
    std::vector<Game> games;
    for (const auto& row : *rows) {
        const auto* game = row.if_object();
        const auto* id = game ? text_at(*game, "game") : nullptr;
        const auto* size = game ? game->if_contains("size") : nullptr;
        const auto* signers = game ? array_at(*game, "cosigned") : nullptr;
        if (!id || !size || !size->is_number() || !signers) return std::unexpected(not_understood());
        const auto count = size->to_number<std::uint64_t>(error);
        if (error) return std::unexpected(not_understood());
        games.push_back({std::string(*id), count, holds(*signers, own)});
    }
    return games;
}

LiveCosigner::Pass LiveCosigner::pass(const Clock& utc_s) {
    Pass pass;
    const auto all = games();
    if (!all) {
        pass.ended = all.error();
        return pass;
    }
    for (const auto& game : *all) {
        if (game.cosigned) continue;
        if (const auto done = look_after(game, utc_s, pass); !done) {
            pass.ended = done.error();
            break;
        }
    }
    return pass;
}

LiveCosigner::Done LiveCosigner::look_after(const Game& game, const Clock& utc_s, Pass& pass) {
    const auto refuse = [&](const std::string& why) {
        ++pass.refused;
        tell_news(game.id, {"game " + game.id + ": " + why, true}, pass);
        return Done();
    };
    const auto known = cosigner_.known_size(tlog::origin_of(game.id));
    if (!known) return refuse(known.error());
    // A record that became shorter cannot prove that it extends the known one; its checkpoint tells enough.
    const auto old_size = std::min(known->value_or(0), game.size);
    auto target = "/api/evidence/checkpoint?game=" + game.id + "&old=" + std::to_string(old_size);
    if (known->value_or(0) > old_size) target += "&known=" + std::to_string(**known);
    const auto shown = ask_({.target = std::move(target)});
    if (!shown) return std::unexpected(shown.error());
    if (shown->status == 429) return std::unexpected(refused(*shown));
    if (shown->status >= 500) {
        pass.ended = End{"game " + game.id + ": " + shown->sentence(), false};
        return {};
    }
    if (shown->status != 200) return refuse(shown->sentence());
    const auto note = seen(game, *shown, utc_s);
    if (!note) return refuse(note.error().sentence);
    const auto given = ask_({.post = true,
                             .target = "/api/evidence/cosignature",
                             .body = to_text(*note),
                             .type = "text/plain; charset=utf-8"});
    if (!given) return std::unexpected(given.error());
    if (given->status == 429 || given->status >= 500) return std::unexpected(refused(*given));
    if (given->status != 200)
        return refuse("the hall does not take what was co-signed: " + given->sentence());
    tell_news(game.id, {"game " + game.id + " is co-signed as it grows"}, pass);
    return {};
}

Or<tlog::Note> LiveCosigner::seen(const Game& game, const HallAnswer& shown, const Clock& utc_s) {
    auto request = tlog::parse_cosign_request(shown.body);
    if (!request) return bad("what the hall shows cannot be read: " + request.error());
    auto candidate = candidate_of(std::move(*request), "what the hall shows", log_);
    if (!candidate) return std::unexpected(candidate.error());
    if (candidate->checkpoint.origin != tlog::origin_of(game.id))
        return bad("what the hall shows is of " + candidate->checkpoint.origin);
    return cosigner_.cosign(std::move(*candidate), utc_s());
}

void LiveCosigner::tell_news(const std::string& game, const News& news, Pass& pass) {
    auto& last = told_[game];
    if (last == news.sentence) return;
    last = news.sentence;
    pass.news.push_back(news);
}

} // namespace adoube::tools
