#include "tools/adoube/live/touches.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/inquiry/record_view.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using Pieces = std::map<std::string, chess::Piece, std::less<>>; // by square

bool is_said_by_player(std::string_view kind) {
    constexpr std::array<std::string_view, 8> all{"claim",  "offer", "accept", "decline",
                                                  "resign", "flag",  "adjust", "call"};
    return std::ranges::find(all, kind) != all.end();
}

/// As the first field of a FEN has them.
Pieces pieces_in(std::string_view field) {
    Pieces pieces;
    char file = 'a', rank = '8';
    for (const char each : field) {
        if (each == '/')
            file = 'a', --rank;
        else if (each >= '1' && each <= '8')
            file = static_cast<char>(file + (each - '0'));
        else if (const auto piece = chess::piece_from_char(each))
            pieces.insert_or_assign({file++, rank}, *piece);
    }
    return pieces;
}

std::optional<chess::Piece> piece_on(const Pieces& pieces, std::string_view square) {
    const auto found = pieces.find(square);
    return found == pieces.end() ? std::nullopt : std::optional(found->second);
}

void change(Pieces& pieces, const json::object& input) {
    const auto* const squares = input.if_contains("squares");
    if (!squares) return;
    for (const auto& [square, letter] : squares->as_object()) {
        pieces.erase(std::string(square));
        const auto piece = letter.is_string() ? chess::piece_from_char(*letter.as_string().c_str())
                                              : std::optional<chess::Piece>();
        if (piece) pieces.emplace(square, *piece);
    }
}

/// What stands on the squares is changed by it.
Touch touch_in(const json::object& input, std::int64_t number, Pieces& pieces) {
    Touch touch{.input = number,
                .at = GameMs(input.at("t").to_number<std::int64_t>()),
                .kind = std::string(input.at("kind").as_string()),
                .what = std::string(input.at("what").as_string()),
                .piece = {}};
    const auto square = touch.what.substr(0, 2);
    if (touch.kind == "lift") touch.piece = piece_on(pieces, square);
    change(pieces, input);
    if (touch.kind == "drop") touch.piece = piece_on(pieces, square);
    return touch;
}

struct ReadSoFar {
    std::uint64_t next = 1;
    bool more = true;
    Pieces pieces{};
};

/// Throws where it is none of these pages.
void take_page(const json::object& page, ReadSoFar& at, Touches& touches) {
    if (at.next == 1) at.pieces = pieces_in(page.at("start").as_string());
    auto number = page.at("from").to_number<std::int64_t>();
    for (const auto& input : page.at("inputs").as_array()) {
        touches.all.push_back(touch_in(input.as_object(), number++, at.pieces));
        if (is_said_by_player(touches.all.back().kind)) touches.said.push_back(touches.all.back());
    }
    touches.open.clear();
    for (const auto& phrase : page.at("open").as_array()) touches.open.emplace_back(phrase.as_string());
    const auto next = page.at("next").to_number<std::uint64_t>();
    at.more = page.at("more").as_bool() && next > at.next;
    at.next = next;
}

} // namespace

std::expected<ReadPage, std::string> pages_of(journal::WholeGame game) {
    auto view = inquiry::RecordView::of(game.game);
    if (!view) return std::unexpected(view.error());
    if (auto taken = view->take(std::move(game.inputs)); !taken) return std::unexpected(taken.error());
    return [view = std::make_shared<const inquiry::RecordView>(std::move(*view))](std::uint64_t from) {
        return std::expected<std::string, std::string>(view->to_json(from));
    };
}

std::expected<Touches, std::string> touches_in(const ReadPage& read) {
    Touches touches;
    for (ReadSoFar at; at.more;) {
        const auto text = read(at.next);
        if (!text) return std::unexpected(text.error());
        const auto page = parse_json(*text);
        try {
            if (!page) return std::unexpected("the record cannot be read: " + page.error());
            take_page(page->as_object(), at, touches);
        } catch (const std::exception&) {
            return std::unexpected("the record is told otherwise than this program understands: is it as new "
                                   "as the daemon?");
        }
    }
    return touches;
}

} // namespace adoube::tools
