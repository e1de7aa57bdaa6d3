#include "tests/sites/broadcast_site.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

namespace adoube::tests {
namespace {

/// Games begin where an empty line is followed by a tag.
std::vector<std::string> games_of(const std::string& pgn) {
    std::vector<std::string> games;
    std::istringstream lines(pgn);
    std::string line;
    bool was_empty = true;
    while (std::getline(lines, line)) {
        if ((was_empty || games.empty()) && line.starts_with('[')) games.emplace_back();
        if (!games.empty()) games.back() += line + '\n';
        was_empty = line.empty();
    }
    return games;
}

std::map<std::string, std::string> tags_of(const std::string& text) {
    static const std::regex tag(R"rx(^\[(\w+) "((?:[^"\\]|\\.)*)"\]$)rx");
    std::map<std::string, std::string> tags;
    std::istringstream lines(text);
    std::smatch found;
    for (std::string line; std::getline(lines, line) && line.starts_with('[');)
        if (std::regex_match(line, found, tag)) tags[found[1]] = found[2];
    return tags;
}

bool is_unknown(const std::string& name) {
    std::string lower;
    for (const char letter : name)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name.size() < 2 || lower == "unknown" || lower == "bye";
}

bool is_result(const std::string& word) {
    return word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2";
}

/// The reason why the moves cannot be read, or empty.
std::string read_moves(const std::string& text, ShownGame& game) {
    static const std::regex token(R"(\{([^}]*)\}|(\S+))"), clock(R"(\[%clk ([\d:]+)\])");
    auto position = game.start;
    for (std::sregex_iterator at(text.begin(), text.end(), token), end; at != end; ++at) {
        if ((*at)[1].matched) {
            const std::string comment = (*at)[1];
            std::smatch found;
            if (std::regex_search(comment, found, clock) && !game.moves.empty())
                game.moves.back().clock = found[1];
            continue;
        }
        const std::string word = (*at)[2];
        if (std::isdigit(static_cast<unsigned char>(word.front())) && word.back() == '.') continue;
        if (is_result(word)) {
            game.result = word;
            continue;
        }
        const auto move = chess::move_from_san(position, word);
        if (!move) return "cannot read " + word;
        game.moves.push_back({word, {}});
        game.played.push_back(*move);
        position.play(*move);
    }
    return {};
}

} // namespace

void BroadcastSite::complain(const std::string& sentence) {
    if (std::ranges::find(complaints_, sentence) == complaints_.end()) complaints_.push_back(sentence);
}

void BroadcastSite::take(const std::string& pgn) {
    const auto games = games_of(pgn);
    if (games.empty()) complain("an empty round stops the broadcast");
    for (const auto& game : games) take_game(game);
}

void BroadcastSite::take_game(std::string_view text) {
    const std::string whole(text);
    ShownGame sent;
    sent.tags = tags_of(whole);
    const auto id = sent.tags["GameId"];
    if (id.empty()) return complain("a game has no GameId");
    for (const auto* side : {"White", "Black"})
        if (is_unknown(sent.tags[side]) && sent.tags[side + std::string("FideId")].empty())
            return complain(id + ": an unknown player");
    if (const auto fen = sent.tags.find("FEN"); fen != sent.tags.end()) {
        const auto start = chess::Position::from_fen(fen->second);
        if (!start) return complain(id + ": an unreadable FEN");
        sent.start = *start;
    }
    const auto moves = whole.find("\n\n");
    if (moves == std::string::npos) return complain(id + ": no moves");
    if (const auto why = read_moves(whole.substr(moves), sent); !why.empty())
        return complain(id + ": " + why);
    if (sent.result != sent.tags["Result"]) complain(id + ": two results");
    const auto known = games_.find(id);
    if (known == games_.end())
        games_.emplace(id, std::move(sent));
    else
        merge(known->second, sent, id);
}

void BroadcastSite::merge(ShownGame& known, const ShownGame& sent, const std::string& id) {
    known.tags = sent.tags;
    if (known.result != "*" && known.result != sent.result) complain(id + ": another result");
    known.result = sent.result;
    if (known.start != sent.start) return complain(id + ": another start");
    const auto same =
        static_cast<std::size_t>(std::ranges::mismatch(known.played, sent.played).in1 - known.played.begin());
    for (std::size_t ply = 0; ply < same; ++ply)
        if (known.moves[ply].clock != sent.moves[ply].clock)
            complain(id + ": the clock of ply " + std::to_string(ply + 1) + " was " + known.moves[ply].clock +
                     ", and " + sent.moves[ply].clock + " is ignored");
    if (same < known.played.size()) {
        if (same < sent.played.size())
            complain(id + ": a variation at ply " + std::to_string(same + 1));
        else
            complain(id + ": fewer moves than are shown");
        return;
    }
    known.moves.insert(known.moves.end(), sent.moves.begin() + static_cast<std::ptrdiff_t>(same),
                       sent.moves.end());
    known.played = sent.played;
}

} // namespace adoube::tests
