#include "daemon/stream/game_message.hpp"

#include "daemon/broadcast/public_json.hpp"

#include <boost/json.hpp>

namespace adoube::stream {
namespace {

namespace json = boost::json;
using broadcast::PublicGame;

constexpr std::size_t most_plies = 17'697; // Article 9.6.2 of 2018 and 2023 ends every game by then

json::array moves_json(const PublicGame& game) {
    json::array all;
    for (const auto& move : game.moves) {
        json::array one{move.uci()};
        if (move.clock_ms) one.emplace_back(*move.clock_ms);
        all.push_back(std::move(one));
    }
    return all;
}

/// Reads on after the first mistake, which it keeps.
class Reader {
  public:
    const std::string& why() const { return why_; }
    void wrong(std::string why) {
        if (why_.empty()) why_ = std::move(why);
    }

    const json::value& at(const json::object& object, std::string_view key) {
        static const json::value none;
        const auto* value = object.if_contains(key);
        if (!value) wrong("it has no " + std::string(key));
        return value ? *value : none;
    }
    std::string_view text(const json::object& object, std::string_view key) {
        const auto* text = at(object, key).if_string();
        if (!text) wrong(std::string(key) + " is no text");
        return text ? std::string_view(*text) : std::string_view();
    }
    bool flag(const json::object& object, std::string_view key) {
        const auto* flag = at(object, key).if_bool();
        if (!flag) wrong(std::string(key) + " is neither true nor false");
        return flag && *flag;
    }
    std::int64_t whole(const json::value& value, std::string_view what) {
        const auto* number = value.if_int64();
        if (!number) wrong(std::string(what) + " is no whole number");
        return number ? *number : 0;
    }
    chess::Position position(const json::object& object, std::string_view key) {
        const auto position = chess::Position::from_fen(text(object, key));
        if (!position) wrong(std::string(key) + ": " + position.error());
        return position.value_or(chess::Position::start());
    }
    broadcast::PublicTags tags(const json::value& value) {
        broadcast::PublicTags::Map tags;
        const auto* object = value.if_object();
        if (!object) return wrong("tags are none"), broadcast::PublicTags();
        for (const auto& [name, tag] : *object)
            if (const auto* text = tag.if_string())
                tags.emplace(name, *text);
            else
                wrong("the tag " + std::string(name) + " is no text");
        return tags;
    }
    void moves(const json::value& value, PublicGame& game);
    std::optional<broadcast::ClockFace> clocks(const json::value& value);

  private:
    std::string why_;
};

void Reader::moves(const json::value& value, PublicGame& game) {
    const auto* all = value.if_array();
    if (!all || all->size() > most_plies) return wrong("moves is no list of moves");
    auto position = game.start;
    for (const auto& each : *all) {
        const auto said = "move " + std::to_string(game.moves.size() + 1);
        const auto* one = each.if_array();
        const auto* uci = one && !one->empty() && one->size() <= 2 ? one->front().if_string() : nullptr;
        const auto move = uci ? position.move_from_uci(*uci) : std::nullopt;
        if (!move) return wrong(said + " is not legal");
        std::optional<std::int64_t> left_ms;
        if (one->size() == 2) left_ms = whole((*one)[1], "the time after " + said);
        game.moves.push_back(broadcast::PublicMove(position, *move, game.chess960, left_ms));
        position.play(*move);
    }
}

std::optional<broadcast::ClockFace> Reader::clocks(const json::value& value) {
    if (value.is_null()) return std::nullopt;
    const auto* object = value.if_object();
    if (!object) return wrong("clocks are none"), std::nullopt;
    broadcast::ClockFace face;
    face.white_ms = whole(at(*object, "w"), "w");
    face.black_ms = whole(at(*object, "b"), "b");
    face.at_utc_ms = UtcMs(whole(at(*object, "at"), "at"));
    if (at(*object, "running").is_null()) return face;
    const auto side = text(*object, "running");
    if (side != "w" && side != "b") wrong("running is neither w nor b");
    face.running = side == "b" ? chess::Side::black : chess::Side::white;
    return face;
}

PublicGame read(const json::object& object, Reader& reader) {
    PublicGame game;
    game.id = reader.text(object, "id");
    if (!broadcast::is_public_id(game.id)) reader.wrong("its id cannot be part of an address");
    const auto board = reader.whole(reader.at(object, "board"), "board");
    if (board < 1 || board > broadcast::most_boards)
        reader.wrong("there is no board " + std::to_string(board));
    game.board = static_cast<int>(board);
    game.tags = reader.tags(reader.at(object, "tags"));
    game.start = reader.position(object, "start");
    game.chess960 = reader.flag(object, "chess960");
    reader.moves(reader.at(object, "moves"), game);
    game.position = reader.position(object, "fen");
    game.clocks = reader.clocks(reader.at(object, "clocks"));
    const auto result = chess::result_from(reader.text(object, "result"));
    if (!result) reader.wrong("result is none");
    game.result = result.value_or(chess::Result::open);
    game.by_time = reader.flag(object, "by_time");
    return game;
}

} // namespace

std::string to_message(const PublicGame& game) {
    return json::serialize(json::object{{"board", game.board},
                                        {"id", game.id},
                                        {"tags", broadcast::tags_json(game.tags)},
                                        {"start", game.start.fen()},
                                        {"chess960", game.chess960},
                                        {"moves", moves_json(game)},
                                        {"fen", game.position.fen()},
                                        {"clocks", broadcast::clocks_json(game.clocks)},
                                        {"result", chess::to_string(game.result)},
                                        {"by_time", game.by_time}});
}

std::expected<PublicGame, std::string> game_from(const json::value& message) {
    const auto* object = message.if_object();
    if (!object) return std::unexpected("it is no object");
    Reader reader;
    auto game = read(*object, reader);
    if (!reader.why().empty()) return std::unexpected(reader.why());
    return game;
}

} // namespace adoube::stream
